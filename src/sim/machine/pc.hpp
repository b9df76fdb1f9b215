// sim/machine/pc.hpp -- the interface of a PC: the real machine (live_pc.hpp) or a simulated one (virtual_pc.hpp)
// Calls in each frame: begin_frame, spend_computing_time for each physics step, end_frame and
// wait_for_next_frame.
#pragma once

#include "sim/machine/display.hpp"
#include "sim/machine/settings.hpp"
#include "timestep/preset.hpp"
#include "timestep/step_plan.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace sim
{

struct WaitTimes
{
    Nanos slept{}; ///< waiting time in which the loop slept
    Nanos spun{}; ///< waiting time in which the loop spun, with a busy core
};

/// Limits the frame rate. Frames should end one period apart, so a late end makes the next frame shorter.
class FrameLimiter
{
public:
    /// Earliest end of a frame that began at `frame_start` and finished its work at `now`. `hz` is 0 for no limit, else
    /// 0.001 or more.
    Nanos plan_frame_end(Nanos frame_start, Nanos now, double hz)
    {
        if (hz <= 0.0) return now;
        const Nanos period = timestep::from_seconds(1.0 / hz);
        planned_frame_end_ += period;
        if (planned_frame_end_ < now || planned_frame_end_ > now + period) planned_frame_end_ = frame_start + period;
        return std::max(now, planned_frame_end_);
    }

private:
    Nanos planned_frame_end_{};
};

class Pc
{
public:
    explicit Pc(std::uint64_t seed)
        : lag_generator_{seed}
    {
    }
    virtual ~Pc() = default;

    /// Returns the frame time.
    virtual Nanos begin_frame(const MachineSettings& settings, std::optional<Nanos> recorded_frame_time = {}) = 0;
    /// Wall time from the start of the run to the start of the current frame. A game's run starts with its first frame.
    virtual Nanos frame_start_time() const = 0;
    /// The simulated error of the clock at the start of the frame: reading minus wall time. Zero on a real machine.
    virtual Nanos clock_error() const { return {}; }
    virtual Nanos time_in_frame() const = 0;
    /// The clock for the time limit of a frame's steps.
    virtual Nanos time_for_step_budget() const { return time_in_frame(); }
    /// Simulates the computing time `cost` of a physics step. On the real machine (LivePc), keeps the core busy.
    virtual void spend_computing_time(Nanos cost) = 0;
    virtual std::optional<PresentTimes> end_frame(const MachineSettings& settings, bool is_rendered,
                                                  std::optional<Nanos> next_recorded_frame_time = {}) = 0;
    /// Simulates background work and waits with `pacer`. Must be called after end_frame().
    virtual WaitTimes wait_for_next_frame(timestep::LoopPacer& pacer, const timestep::StepPlan& plan) = 0;
    /// Longest wall time of a frame's physics steps; after this time the loop runs no further step of the frame.
    virtual Nanos stepping_time_limit() const = 0;
    /// The refresh period of the display; zero if it is unknown.
    virtual Nanos refresh_period(const MachineSettings& settings) const = 0;
    /// File name of the running game that supplies the frame times; empty if there is none.
    virtual std::string game_name() const { return {}; }
    /// Waits up to 100 ms. Returns false after a timeout.
    virtual bool wait_for_game_frame() { return true; }
    /// True if two or more new frames of the running game wait to be read by begin_frame().
    virtual bool has_several_frames_waiting() { return false; }
    /// True if the game that supplies frame times has ended, and all its frames have been returned.
    virtual bool has_game_ended() const { return false; }

    /// Restarts the random numbers of lag and clock errors and the refreshes of a simulated display, and drops a hitch
    /// that waits for the end of the frame. The wall clock goes on. Must be called between two frames.
    virtual void restart() { lag_generator_ = LagGenerator{lag_generator_.seed}; }
    /// Makes the current frame longer by `duration`, in addition to the delay that the user has set.
    void add_hitch(Nanos duration) { lag_generator_.pending_hitch += duration; }
    /// Simulated delay of the last frame. Frame times of a played recording do not include it.
    Nanos last_lag() const { return lag_generator_.last_lag; }
    /// How late the newest frame began, compared with the played recording; 0 if below 1 ms.
    Nanos playback_lateness() const { return playback_lateness_; }

protected:
    Pc(const Pc&) = default; // only a VirtualPc can be copied
    Pc& operator=(const Pc&) = default;
    /// A lateness below 1 ms counts as zero.
    void set_playback_lateness(Nanos lateness) { playback_lateness_ = lateness < 1ms ? Nanos::zero() : lateness; }

    LagGenerator lag_generator_; ///< computes the lag that end_frame() spends

private:
    Nanos playback_lateness_{};
};

/// Starts the schedule of `pacer`. Returns how long it will wait, without waiting.
Nanos predict_wait(timestep::LoopPacer& pacer, Nanos now, Nanos frame_start, const timestep::StepPlan& plan);

/// Total duration of the pieces of work that begin in a wait, for both values of `work.ends_in_time`:
///     wait    |----------------|
///     false   |====|====|====|====|      a piece begins whenever waiting time is left
///     true    |====|====|====|.|         a piece begins only if it ends in time
constexpr Nanos housekeeping_time(const HousekeepingSettings& work, Nanos wait)
{
    if (work.piece_length <= Nanos::zero() || wait <= Nanos::zero()) return {};
    const Nanos whole_pieces = wait / work.piece_length * work.piece_length;
    return work.ends_in_time || whole_pieces == wait ? whole_pieces : whole_pieces + work.piece_length;
}

} // namespace sim
