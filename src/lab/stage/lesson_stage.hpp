// lab/stage/lesson_stage.hpp -- a lesson in the window: shows the question, reads the user's guess, runs the lesson's
// loops and shows the results
//
// A lesson of the course runs loops on virtual PCs with fixed settings, which ignore keys, controls and input. A lesson
// about a network game runs a game that the user may change during the run.
#pragma once

#include "base/threads.hpp"
#include "lab/lessons/lesson_runs.hpp"
#include "lab/stage/stage.hpp"

#include <memory>
#include <optional>
#include <variant>

namespace lab
{

class LessonStage : public Stage
{
public:
    enum class Phase : std::uint8_t
    {
        asking,   ///< the run has not begun; the user can choose an answer
        running,  ///< the loops or the network game run, at the speed that the user has set
        judging,  ///< the run is over; another thread checks the lesson's assertions
        revealed, ///< the window shows whether the guess was right, and the explanation
        /// After `revealed`: the loops run again without an end, and the user can change one control.
        trying,
    };

    /// Opens the lesson that the settings choose; `file_lesson` if they choose the lesson of a file. For a network
    /// game, keeps the user's last answer, and starts the run at once if it was started before. For any other lesson,
    /// deletes the answer. Throws std::runtime_error if a built-in lesson has an error.
    LessonStage(const Settings& settings, LessonAnswers& answers, std::shared_ptr<const Lesson> file_lesson = {});

    bool matches(const Settings& settings) const override;
    void begin_frame(LabContext& context) override;
    Lanes& lanes() override;
    Screen on_screen(std::size_t lane) override;
    bool has_own_ending() const override { return true; }
    bool lanes_are_pcs() const override { return network_run() != nullptr; }
    bool has_ring() const override { return network_run() == nullptr; }

    /// Handles a key of the lesson: digits choose answers, Space starts the run. Ignores keys that change loops.
    bool handle(const Key& key, LabContext&) override;
    /// Index of the lesson in all_lessons(); empty for a lesson of a file.
    std::optional<std::size_t> lesson_index() const;
    const Lesson& lesson() const { return *lesson_; }
    Phase phase() const { return phase_; }
    /// Index of the chosen answer; empty if there is none.
    std::optional<std::size_t> guess() const { return answer_->guess; }
    /// Chooses an answer before the run. Ignores an invalid index.
    void choose_answer(std::size_t answer);
    void run();
    /// Shows the question again, and keeps the guess. For a network game, does nothing and returns false.
    bool restart() override;
    /// Deletes the answer: the next LessonStage of this lesson begins with the question.
    void forget_answer() { *answer_ = {}; }
    /// Computes the run to its end as fast as possible, over the next frames. Not for a network game.
    void skip_to_end_of_run();
    /// Runs the loops again without an end, if the results are shown and the user may change a control
    /// (Lesson::trial_control).
    void start_trial();
    /// Computes the frames of the next `virtual_time` on the clock of the virtual PCs or of the network game. Does
    /// nothing before the run. Returns true if new results have been checked against the lesson's assertions.
    bool advance_and_judge(Nanos virtual_time);
    /// Computes one frame: that of the loop or PC whose next frame begins first. Does nothing before the run. Returns
    /// true if new results have been checked against the lesson's assertions.
    bool simulate_single_frame_and_judge();

    /// The checked results; null before the first. A network game has new ones every 0.25 s of its clock, and its
    /// assertions may be false if the user has changed settings.
    const LessonVerdict* verdict() const { return verdict_ ? &*verdict_ : nullptr; }
    /// True if the results are known and, for a network game, all assertions are true.
    bool shows_answer() const { return verdict_ && (network_run() == nullptr || verdict_->holds()); }
    /// The result for the user's progress.
    LessonOutcome outcome() const;
    /// For a wrong answer whose prediction for lane number `lane` the lesson can simulate: the predicted lane, with its
    /// newest frame or its frame at wall time `frozen_at`. Otherwise empty.
    std::optional<PredictedLane> predicted_lane(std::size_t lane, std::optional<Nanos> frozen_at) override;
    /// Null before the results are shown, and for a network game.
    const Proof* proof() const override { return is_revealed_course() ? &lesson_->proof : nullptr; }
    const std::vector<LaneResult>* final_results() const override
    {
        return is_revealed_course() ? &verdict_->results : nullptr;
    }
    /// The number under the mouse pointer, as an index into FilledText::numbers; empty if none. The window highlights
    /// the frames from which it is computed.
    std::optional<std::size_t> hovered_number{};

    /// Null for a lesson about a network game; network_run() is then not null.
    LanesRun* lanes_run() { return std::get_if<LanesRun>(&run_); }
    const LanesRun* lanes_run() const { return std::get_if<LanesRun>(&run_); }
    NetworkRun* network_run() { return std::get_if<NetworkRun>(&run_); }
    const NetworkRun* network_run() const { return std::get_if<NetworkRun>(&run_); }

private:
    using Run = std::variant<LanesRun, NetworkRun>;

    bool is_revealed_course() const { return phase_ == Phase::revealed && lanes_run() != nullptr; }
    static Run make_run(const Settings& settings, const Lesson& lesson);
    void begin();
    bool judge_results();
    void begin_judging(std::vector<LaneResult> results);
    bool reveal(LessonVerdict verdict);

    std::shared_ptr<const Lesson> file_lesson_; ///< the lesson of a file; null for a lesson of all_lessons()
    const Lesson* lesson_;
    LessonAnswer* answer_;
    Run run_;
    Phase phase_ = Phase::asking;
    std::optional<LessonVerdict> verdict_{};
    base::Task<LessonVerdict> judging_; ///< checks the lesson's assertions, on another thread
};

} // namespace lab
