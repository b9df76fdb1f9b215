// lab/lessons/loop_lesson_run.hpp -- LoopLessonRun: the game loops of a lesson, on simulated PCs
#pragma once

#include "lab/lane/lane_run.hpp"
#include "lab/lessons/lesson.hpp"

#include <cstdint>
#include <optional>

namespace lab
{

/// Runs a lesson's loops and, after a wrong answer to its question, a loop that behaves as this answer predicts.
class LoopLessonRun
{
public:
    /// Replaces `lanes` by those of `lesson`. Both must outlive this object.
    LoopLessonRun(const Lesson& lesson, LaneRuns& lanes)
        : LoopLessonRun{lesson, lanes, lesson.run_limits}
    {
    }

    void start() { state_ = State::running; }
    /// Makes the extra lane of a wrong answer; does nothing if it has none.
    void make_misconception_lane(std::size_t answer_index);
    /// Returns to the state before start(), in which each loop has run only its first frame.
    void reset() { *this = LoopLessonRun{*lesson_, *lanes_}; }
    /// Advances the virtual PCs' clock by `virtual_duration`, or as fast_forward() says.
    void advance(Nanos virtual_duration);
    /// Does nothing before start() and after the end.
    void simulate_earliest_frame();
    /// Until the end of the run, each advance simulates up to 1500 frames of each loop. Does not start() the run.
    void fast_forward() { is_fast_forwarding_ = true; }
    /// Restarts the loops, so that the user can try other values of Lesson::setting_to_try, which must not be null.
    void restart_as_endless_trial();

    /// What the simulated display of this loop shows, and the frames that reached this display since the last call.
    DisplayContent advance_display_to_now(std::size_t lane_index);
    bool has_ended() const { return state_ == State::ended; }
    double progress() const; ///< from 0 to 1
    /// The caller may change only the setting Lesson::setting_to_try.
    Settings& trial_settings() { return trial_settings_; }
    bool adopts_trial_value(std::size_t lane_index) const;
    const Lane* misconception_lane(std::size_t lane_index) const;
    /// To the time that the lanes show.
    scenes::Moment advance_misconception_display();

private:
    enum class State : std::uint8_t
    {
        ready, ///< before start()
        running,
        ended,
        endless_trial ///< after restart_as_endless_trial(), without an end
    };

    LoopLessonRun(const Lesson& lesson, LaneRuns& lanes, const RunLimits& limits);
    void simulate_until(Nanos wall_time, std::int64_t max_frames_per_lane);

    const Lesson* lesson_;
    LaneRuns* lanes_; ///< never null
    Nanos wall_time_{};
    Nanos displayed_wall_time_{}; ///< wall time up to which advance_display_to_now() has returned frames
    State state_ = State::ready;
    Settings trial_settings_{};
    double trial_value_ = 0.0; ///< present value of Lesson::setting_to_try in the loops
    const Misconception* misconception_ = nullptr; ///< belongs to the user's wrong answer; null if none
    std::optional<LaneRuns> misconception_lanes_; ///< one lane; empty without a misconception
    bool is_fast_forwarding_ = false; ///< stays true after the end of the run
};

} // namespace lab
