// lab/stage/lesson_driver.hpp -- runs and shows a lesson
#pragma once

#include "base/threads.hpp"
#include "lab/lessons/loop_lesson_run.hpp"
#include "lab/stage/driver.hpp"

#include <memory>
#include <optional>

namespace lab
{

class LessonDriver : public Driver
{
public:
    enum class Phase : std::uint8_t
    {
        asking, ///< before the run: the user can choose an answer
        running,
        judging, ///< after the run: another thread checks the lesson's assertions
        revealed, ///< the window shows the right answer and the explanation
        /// After the lesson, the user tries other settings.
        endless_trial,
    };

    /// Throws std::runtime_error if a built-in lesson is faulty.
    LessonDriver(LaneRuns& lanes, std::shared_ptr<const Lesson> lesson);

    void begin_frame(Session& session, ThisPc& this_pc) override;
    DisplayContent advance_display(std::size_t lane_index) override;

    /// Digits choose an answer to the lesson's question, and Space starts the loops.
    KeyHandling handle_key(const KeyBinding& key, Session&, Requests&) override;
    /// Index in built_in_lessons(); empty for a lesson that was read from a file.
    std::optional<std::size_t> lesson_index() const { return lesson_index_; }
    const Lesson& lesson() const { return *lesson_; }
    Phase phase() const { return phase_; }
    /// Index of the chosen answer; empty if there is none.
    std::optional<std::size_t> guess() const { return guess_; }
    /// Chooses an answer to the lesson's question. Does nothing if the run has started, or if the index is invalid.
    void set_guess(std::size_t answer_index);
    /// Does nothing after Phase::asking.
    void start_run();
    bool restart(Settings& settings) override;
    /// Starts the loops and runs them to the end.
    void fast_forward();
    /// Runs the loops again without end, for experiments with one setting. Does nothing before the results are shown.
    void start_endless_trial();
    /// Returns the verdict if it is new; otherwise null.
    const LessonVerdict* advance(Nanos virtual_elapsed);
    const LessonVerdict* simulate_frame();

    /// Whether the results confirm the lesson; null before the end of the run.
    const LessonVerdict* verdict() const { return verdict_ ? &*verdict_ : nullptr; }
    LessonOutcome outcome_of_user_guess() const;
    std::optional<MisconceptionLane> misconception(std::size_t lane_index, std::optional<Nanos> frozen_at) override;
    const EvidenceView* evidence_view() const override
    {
        return phase_ == Phase::revealed ? &lesson_->evidence_view : nullptr;
    }
    const std::vector<LaneResult>* final_results() const override
    {
        return phase_ == Phase::revealed ? &verdict_->results : nullptr;
    }
    std::optional<std::size_t> hovered_number_index{};

    LoopLessonRun& run() { return run_; }
    const LoopLessonRun& run() const { return run_; }

private:
    /// Judges the results when the run has ended, and shows the verdict when it is ready. Null if it is not new.
    const LessonVerdict* poll_verdict();

    std::shared_ptr<const Lesson> lesson_; ///< never null
    std::optional<std::size_t> lesson_index_;
    std::optional<std::size_t> guess_{};
    LoopLessonRun run_;
    Phase phase_ = Phase::asking;
    std::optional<LessonVerdict> verdict_{};
    base::Task<LessonVerdict> judging_task_; ///< checks the assertions on another thread
};

} // namespace lab
