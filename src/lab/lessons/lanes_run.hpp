// lab/lessons/lanes_run.hpp -- the run of a lesson whose lanes are on virtual PCs
#pragma once

#include "lab/lane/lanes.hpp"
#include "lab/lessons/lesson.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace lab
{

/// Runs a lesson's lanes to the lesson's length and, beside them, the lane that a wrong guess describes. After that the
/// same lanes can run again without an end, with one control in the user's hand.
class LanesRun
{
public:
    /// `lesson` must live longer than the run.
    explicit LanesRun(const Lesson& lesson);

    void begin(std::optional<std::size_t> guess);
    /// Back to the start; the run has not begun.
    void restart();
    /// The lanes go on by `lab_time` if the run has begun and is not over.
    void advance(Nanos lab_time);
    /// One frame of the lane that is behind, under the same condition.
    void single_frame();
    /// The results of all lanes, once, when the run is over.
    std::optional<std::vector<LaneResult>> take_results();
    /// Computes what is left as fast as possible, a part of it in each advance().
    void hurry() { hurry_ = true; }
    /// Starts the lanes again, without an end, with the lesson's free control in the user's hand. The lesson must have
    /// one.
    void run_freely();

    Lanes& lanes() { return lanes_; }
    const Lanes& lanes() const { return lanes_; }
    Screen on_screen(std::size_t lane);
    /// The part of the run that is done, 0 to 1.
    double done() const;
    /// The settings of the first lane as the user changes them; all lanes take over the free control from them.
    Settings& tried() { return tried_; }
    /// The lane that does what the chosen answer expects of `lane`; null where the answer is right, or is about another
    /// lane.
    const Lane* belief(std::size_t lane) const;
    /// That lane's picture now.
    scenes::Moment believed();

private:
    enum class State : std::uint8_t
    {
        ready,
        running,
        over,
        free
    };

    bool is_moving() const { return state_ == State::running || state_ == State::free; }
    void start(State state, const RunLength& length);
    void obey_hand();
    void compute(Nanos lab_time);

    const Lesson* lesson_;
    Lanes lanes_;
    Nanos time_{};
    Nanos looked_at_{}; ///< never goes back
    State state_ = State::ready;
    Settings tried_{};
    double given_         = 0.0;          ///< the free control's value that the lanes have
    const Belief* belief_ = nullptr;      ///< of the chosen answer
    std::optional<Lanes> believed_lanes_; ///< one, if there is a belief
    bool hurry_       = false;
    bool has_results_ = false; ///< and they were not taken yet
};

} // namespace lab
