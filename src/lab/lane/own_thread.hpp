// lab/lane/own_thread.hpp -- a loop on a thread of its own, whose steps do not delay the frames
//   thread  |==.....|===....|=......|      =: it computes a step, .: it sleeps until the next step is due
//   frames  |-----|-----|-----|-----|      each shows a blend of the newest two finished states, a step late
//
// The thread is simulated: its core is never late, and a step takes the step cost of the settings. So the same frame
// times give the same steps on every PC. A picture shows the time that a reader of timestep::Snapshots shows.
#pragma once

#include "timestep/loop.hpp"
#include "timestep/ticks.hpp"

namespace lab
{

using timestep::Nanos;

/// Frame time for which a thread that has ended made no steps.
struct Unfinished
{
    Nanos unplanned{}; ///< time that the loop has not been given yet: it is added to the next frame time
    Nanos dropped{};
    Nanos filter_error{};
};

class OwnThread
{
public:
    /// The thread begins at the start of the last frame. The loop carries the time `carried`, and has not been given
    /// the frame time `unplanned` yet.
    OwnThread(Nanos carried, Nanos unplanned)
        : planned_{-unplanned}
        , from_{-unplanned - carried}
        , to_{from_}
    {
    }

    /// Runs the thread for the time of a frame, and returns the frame's plan: the steps that the thread has finished,
    /// and the blend of the newest two states. A step takes `step_cost`. After `budget`, if it is not zero, the thread
    /// begins no further step of the same plan. The carried time contains that of all steps that are not finished.
    timestep::StepPlan plan(timestep::Loop& loop, const timestep::FrameInput& in, Nanos step_cost, Nanos budget);
    /// Returns the time that is not simulated yet.
    Nanos carried(const timestep::Loop& loop) const { return loop.carried() + unfinished_ + (now_ - planned_); }
    /// Ends the thread: gives the steps that are not finished back to the loop. Returns the rest of the time.
    Unfinished end(timestep::Loop& loop);

private:
    void wake(timestep::Loop& loop, const timestep::FrameInput& in, Nanos step_cost, timestep::StepPlan& sum);
    void finish_step(timestep::Loop& loop, Nanos step_cost, Nanos budget, timestep::StepPlan& sum);
    Unfinished give_back(timestep::Loop& loop);

    Nanos now_{};                  ///< start of the newest frame, on a clock that is 0 at the thread's beginning
    Nanos planned_{};              ///< time of the loop's last plan
    Nanos next_{};                 ///< time at which the thread finishes a step, or wakes to make the next plan
    timestep::StepPlan current_{}; ///< the loop's last plan
    std::int64_t left_ = 0;        ///< its steps that are not finished
    Nanos unfinished_{};           ///< the time that they simulate
    Nanos from_{}, to_{};          ///< times of the newest two states
    Nanos shown_ = Nanos::min();   ///< time that the last picture shows
};

} // namespace lab
