// lab/stage/lesson_driver.hpp -- runs and shows a lesson or a network game
#pragma once

#include "base/threads.hpp"
#include "lab/lessons/loop_lesson_run.hpp"
#include "lab/lessons/network_lesson_run.hpp"
#include "lab/stage/driver.hpp"

#include <memory>
#include <optional>
#include <variant>

namespace lab
{

class LessonDriver : public Driver
{
public:
    enum class Phase : std::uint8_t
    {
        asking, ///< before the run: the user can choose an answer
        running, ///< the loops or the network game run
        judging, ///< after the run: another thread checks the lesson's assertions
        revealed, ///< the window shows the right answer and the explanation
        /// After the lesson, the user tries other settings.
        endless_trial,
    };

    /// A network game runs as `game` says. Throws std::runtime_error if a built-in lesson is faulty.
    LessonDriver(LaneRuns& lanes, std::shared_ptr<const Lesson> lesson, const NetworkGameConfig& game,
                 LessonAnswers& answers);

    bool can_continue_with(const Settings& settings) const override;
    void begin_frame(Session& session, ThisPc& this_pc) override;
    DisplayContent advance_display(std::size_t lane_index) override;
    bool has_reference() const override { return network_run() == nullptr; }
    bool is_network_game() const override { return network_run() != nullptr; }

    /// Digits choose an answer to the lesson's question, and Space starts the loops.
    KeyHandling handle_key(const KeyBinding& key, Session&, Requests&) override;
    /// Index in built_in_lessons(); empty for a lesson that was read from a file.
    std::optional<std::size_t> lesson_index() const { return lesson_index_; }
    const Lesson& lesson() const { return *lesson_; }
    Phase phase() const { return phase_; }
    /// Index of the chosen answer; empty if there is none.
    std::optional<std::size_t> guess() const { return answer_->guess; }
    /// Chooses an answer to the lesson's question. Does nothing if the run has started, or if the index is invalid.
    void set_guess(std::size_t answer_index);
    /// Does nothing after Phase::asking.
    void start_run();
    /// False for a network game.
    bool restart(Settings& settings) override;
    /// Deletes the answer, so that the next LessonDriver of this lesson begins with the question.
    void clear_answer() { *answer_ = {}; }
    /// Starts the loops and runs them to the end. Must not be called for a lesson about a network game.
    void fast_forward();
    /// Runs the loops again without end, for experiments with one setting. Does nothing before the results are shown.
    void start_endless_trial();
    /// Returns the verdict if it is new; otherwise null.
    const LessonVerdict* advance(Nanos virtual_elapsed);
    const LessonVerdict* simulate_frame();

    /// Whether the newest results confirm the lesson; null if none exist. A network game has new results every 0.25 s.
    const LessonVerdict* verdict() const { return verdict_ ? &*verdict_ : nullptr; }
    bool shows_answer() const { return verdict_ && (network_run() == nullptr || verdict_->all_assertions_hold()); }
    LessonOutcome outcome_of_user_guess() const;
    std::optional<MisconceptionLane> misconception(std::size_t lane_index, std::optional<Nanos> frozen_at) override;
    const EvidenceView* evidence_view() const override
    {
        return is_revealed_loop_lesson() ? &lesson_->evidence_view : nullptr;
    }
    const std::vector<LaneResult>* final_results() const override
    {
        return is_revealed_loop_lesson() ? &verdict_->results : nullptr;
    }
    std::optional<std::size_t> hovered_number_index{};

    /// Null if the lesson is a network game.
    LoopLessonRun* loop_run() { return std::get_if<LoopLessonRun>(&run_); }
    const LoopLessonRun* loop_run() const { return std::get_if<LoopLessonRun>(&run_); }
    NetworkLessonRun* network_run() { return std::get_if<NetworkLessonRun>(&run_); }
    const NetworkLessonRun* network_run() const { return std::get_if<NetworkLessonRun>(&run_); }

private:
    using Run = std::variant<LoopLessonRun, NetworkLessonRun>;

    bool is_revealed_loop_lesson() const { return phase_ == Phase::revealed && loop_run() != nullptr; }
    /// Judges the results when the run has ended, and shows the verdict when it is ready. Null if it is not new.
    const LessonVerdict* poll_verdict();
    void show_verdict(LessonVerdict verdict);

    std::shared_ptr<const Lesson> lesson_; ///< never null
    std::optional<std::size_t> lesson_index_;
    LessonAnswer* answer_;
    Run run_;
    Phase phase_ = Phase::asking;
    std::optional<LessonVerdict> verdict_{};
    base::Task<LessonVerdict> judging_task_; ///< checks the assertions on another thread
};

} // namespace lab
