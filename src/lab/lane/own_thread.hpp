// lab/lane/own_thread.hpp -- OwnThread simulates a second thread on which a loop makes its steps, so that steps do not
// delay frames
//   thread  |==.....|===....|=......|      =: it computes a step, .: it sleeps until the next step is due
//   frames  |-----|-----|-----|-----|      each shows a blend of the newest two finished states, a step late
//
// No real thread runs: a step takes exactly the step cost of the settings. So the same frame times give the same steps
// on every PC. A picture shows the same simulated time as in a program with two real threads and timestep::Snapshots,
// the class that passes states from the simulation thread to the drawing thread.
#pragma once

#include "timestep/loop.hpp"
#include "timestep/ticks.hpp"

namespace lab
{

using timestep::Nanos;

/// Frame time that a loop's own thread had not simulated when it ended.
struct Unfinished
{
    /// Frame time that was not passed to the loop yet. The caller must add it to the loop's next frame time.
    Nanos unplanned{};
    Nanos dropped{};
    Nanos filter_error{};
};

class OwnThread
{
public:
    /// Starts the simulated thread at the start of the previous frame; the first call of plan() advances it to the
    /// start of the newest frame. `carried` is the time that the loop carries at the start of the thread; `unplanned`
    /// is earlier frame time that was not passed to the loop yet.
    OwnThread(Nanos carried, Nanos unplanned)
        : planned_{-unplanned}
        , from_{-unplanned - carried}
        , to_{from_}
    {
    }

    /// Advances the simulated thread by one frame time. Returns the frame's plan: the steps that the thread has
    /// finished, and the blend of its newest two states. Each step takes `step_cost` of computing time. If `budget` is
    /// not zero, the thread leaves out the remaining steps of a plan when its computing time has reached `budget`. The
    /// plan's carried time includes the time of all unfinished steps.
    timestep::StepPlan plan(timestep::Loop& loop, const timestep::FrameInput& in, Nanos step_cost, Nanos budget);
    /// Returns the frame time that no finished step has simulated yet.
    Nanos carried(const timestep::Loop& loop) const { return loop.carried() + unfinished_ + (now_ - planned_); }
    /// Ends the thread. Gives the time of its unfinished steps back to `loop`. Returns the time that `loop` has
    /// dropped, and the frame time that was not passed to `loop` yet.
    Unfinished end(timestep::Loop& loop);

private:
    void wake(timestep::Loop& loop, const timestep::FrameInput& in, Nanos step_cost, timestep::StepPlan& sum);
    void finish_step(timestep::Loop& loop, Nanos step_cost, Nanos budget, timestep::StepPlan& sum);
    Unfinished give_back(timestep::Loop& loop);

    Nanos now_{};                  ///< start of the newest frame, on a clock that is 0 at the start of the thread
    Nanos planned_{};              ///< time at which the loop made its last plan
    Nanos next_{};                 ///< time at which the thread finishes a step, or wakes to make the next plan
    timestep::StepPlan current_{}; ///< the loop's last plan (its decision about steps)
    std::int64_t left_ = 0;        ///< number of steps of `current_` that are not finished
    Nanos unfinished_{};           ///< simulated time of the steps in `left_`
    Nanos from_{}, to_{};          ///< simulated times of the newest two states
    Nanos shown_ = Nanos::min();   ///< simulated time of the last picture
};

} // namespace lab
