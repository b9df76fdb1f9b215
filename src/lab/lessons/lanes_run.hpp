// lab/lessons/lanes_run.hpp -- the run of a lesson that compares lanes on virtual PCs
#pragma once

#include "lab/lane/lane_run.hpp"
#include "lab/lessons/lesson.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace lab
{

/// Runs the lanes of a lesson. If the user guessed wrong, one more lane shows the behaviour
/// that the guess predicts. After the run, the lanes can run again without an end, and the user can change one control.
class LanesRun
{
public:
    /// Makes the lanes of `lesson`, which must live longer than this object.
    explicit LanesRun(const Lesson& lesson);

    /// Starts the run. `guess` is the index of the answer that the user chose, if any.
    void begin(std::optional<std::size_t> guess);
    /// Stops the run, and puts the lanes back to their start. Call begin() to start the run
    /// again.
    void restart();
    /// If the run has begun and is not over, computes the frames of the next time span, `lab_time` long on the virtual
    /// PCs' clock.
    void advance(Nanos lab_time);
    /// If the run has begun and is not over, computes one frame: of all lanes, the next frame that begins
    /// earliest.
    void single_frame();
    /// Returns the results of all lanes in the first call after the end of the run; nothing in every other
    /// call.
    std::optional<std::vector<LaneResult>> take_results();
    /// From now on computes the run as fast as possible: up to 1500 frames of each lane in each advance().
    void hurry() { hurry_ = true; }
    /// Starts the lanes again without an end. The user can then change the control Lesson::free, which must not
    /// be null.
    void run_freely();

    Lanes& lanes() { return lanes_; }
    const Lanes& lanes() const { return lanes_; }
    /// Returns the pictures that the virtual display of loop number `lane` shows now.
    Screen on_screen(std::size_t lane);
    /// Returns the finished fraction of the run, from 0 to 1.
    double done() const;
    /// Returns the settings that the user may change after run_freely(). Only the control Lesson::free has an effect.
    Settings& tried() { return tried_; }
    /// True if the control Lesson::free that the user changes after run_freely() is that of lane number `lane`, too:
    /// the lane had the value of the first lane. Lanes with other values keep them, so that the lanes stay different.
    bool is_tried(std::size_t lane) const;
    /// Returns the lane that behaves as the user's wrong answer predicts for lane number `lane`. Null if the
    /// answer is right, or if the lesson defines no lane for this wrong answer.
    const Lane* belief(std::size_t lane) const;
    /// Returns the newest picture of the lane that behaves as the user's wrong answer predicts. Only valid if
    /// belief() is not null.
    scenes::Moment believed();

private:
    enum class State : std::uint8_t
    {
        ready,   ///< the run has not begun; begin() starts it
        running, ///< the lanes run to the end of the lesson
        over,    ///< the run has reached the end of the lesson
        free     ///< the lanes run without an end, since run_freely() was called
    };

    bool is_moving() const { return state_ == State::running || state_ == State::free; }
    void start(State state, const RunLength& length);
    void apply_tried();
    void compute(Nanos lab_time);

    const Lesson* lesson_;
    Lanes lanes_;
    Nanos time_{};
    Nanos looked_at_{}; ///< wall time of the newest pictures that on_screen() has returned; never decreases
    State state_ = State::ready;
    Settings tried_{};
    double given_         = 0.0;     ///< value of the control Lesson::free that the lanes have now
    const Belief* belief_ = nullptr; ///< behaviour that the chosen wrong answer predicts; null if none
    /// The extra lane that belief_ describes; empty if belief_ is null.
    std::optional<Lanes> believed_lanes_;
    bool hurry_       = false;
    bool has_results_ = false; ///< true: the run is over, and take_results() has not returned the results yet
};

} // namespace lab
