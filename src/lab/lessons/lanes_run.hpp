// lab/lessons/lanes_run.hpp -- the run of a lesson that compares lanes on virtual PCs
#pragma once

#include "lab/lane/lanes.hpp"
#include "lab/lessons/lesson.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace lab
{

/// Runs a lesson's lanes to the lesson's length. If the user guessed wrong, the run also has a lane that shows the
/// behaviour that the guess predicts (Belief). After the run, the same lanes can run again without an end, and the user
/// can change one control.
class LanesRun
{
public:
    /// `lesson` must live longer than the run.
    explicit LanesRun(const Lesson& lesson);

    /// Starts the run. `guess` is the index of the answer that the user chose.
    void begin(std::optional<std::size_t> guess);
    /// Puts the lanes back to their start. The run then waits for begin().
    void restart();
    /// Advances the lanes by `lab_time` if the run has begun and is not over.
    void advance(Nanos lab_time);
    /// Computes one frame of the lane whose next frame is the earliest, if the run has begun and is not over.
    void single_frame();
    /// Returns the results of all lanes once, when the run is over; nothing on every other call.
    std::optional<std::vector<LaneResult>> take_results();
    /// Computes the rest of the run as fast as possible, up to 1500 frames of each lane in each advance().
    void hurry() { hurry_ = true; }
    /// Starts the lanes again without an end. The user can then change the lesson's free control (Lesson::free), which
    /// must not be null.
    void run_freely();

    Lanes& lanes() { return lanes_; }
    const Lanes& lanes() const { return lanes_; }
    /// Returns the pictures of a lane that are on its screen now.
    Screen on_screen(std::size_t lane);
    /// Returns the finished part of the run, from 0 to 1.
    double done() const;
    /// Returns settings that the user may change after run_freely(). All lanes copy the value of the free control.
    Settings& tried() { return tried_; }
    /// Returns the lane that shows the behaviour that the user's wrong answer predicts for `lane`. Null if the answer
    /// is right, says nothing about `lane`, or has no belief in the lesson.
    const Lane* belief(std::size_t lane) const;
    /// Returns the newest picture of the lane that belief() returns. Only valid if there is such a lane.
    scenes::Moment believed();

private:
    enum class State : std::uint8_t
    {
        ready,   ///< waits for begin()
        running, ///< runs to the lesson's length
        over,    ///< the lesson's length is reached
        free     ///< runs without an end after run_freely()
    };

    bool is_moving() const { return state_ == State::running || state_ == State::free; }
    void start(State state, const RunLength& length);
    void obey_hand();
    void compute(Nanos lab_time);

    const Lesson* lesson_;
    Lanes lanes_;
    Nanos time_{};
    Nanos looked_at_{}; ///< lab time of the newest pictures that on_screen() returned; only increases
    State state_ = State::ready;
    Settings tried_{};
    double given_         = 0.0;          ///< value of the free control in the lanes
    const Belief* belief_ = nullptr;      ///< belief of the chosen answer; null if the answer has no belief
    std::optional<Lanes> believed_lanes_; ///< the one lane of belief_; empty without a belief
    bool hurry_       = false;
    bool has_results_ = false; ///< the run is over and take_results() has not returned the results yet
};

} // namespace lab
