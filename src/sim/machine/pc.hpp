// sim/machine/pc.hpp -- the interface of a PC that runs a game loop: it measures the frame times, and makes the time of
// steps, drawing, lag and waiting pass
//
// There are two implementations. The live PC (live_pc.hpp) is the machine that this program runs on, slowed down. The
// virtual PC (virtual_pc.hpp) is a simulated machine, whose times are computed. Calls in each frame: begin_frame, spend
// for each physics step, end_frame, wait.
#pragma once

#include "sim/machine/display.hpp"
#include "sim/machine/settings.hpp"
#include "timestep/loop.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace sim
{

/// The time that a loop waited in one frame: the part that it slept, and the part that it spun.
struct Waited
{
    Nanos slept{}; ///< part of the waiting time in which the loop slept
    Nanos spun{};  ///< part of the waiting time in which the loop spun, which keeps the core busy
};

/// Limits the frame rate: computes the time until which a frame must wait. The planned ends of the frames are one
/// period apart, so after a late frame the next frame is shorter.
class Limiter
{
public:
    /// Returns the earliest time at which a frame may end. The frame began at the time `begun`, and its work was
    /// finished at `now`. `hz` is the limit in frames a second; 0 for no limit.
    Nanos end_of(Nanos begun, Nanos now, double hz)
    {
        if (hz <= 0.0) return now;
        const Nanos period = timestep::from_seconds(1.0 / hz);
        deadline_ += period;
        if (deadline_ < now || deadline_ > now + period) deadline_ = begun + period;
        return std::max(now, deadline_);
    }

private:
    Nanos deadline_{};
};

class Pc
{
public:
    explicit Pc(std::uint64_t seed)
        : lag_{seed}
    {
    }
    virtual ~Pc()             = default;
    Pc(const Pc&)             = delete;
    void operator=(const Pc&) = delete;

    /// Begins a frame. Returns the frame time that the loop measures: the time since the last call, on a clock that may
    /// have errors. In the first call, a virtual PC returns zero, the live PC the time since its start.
    virtual Nanos begin_frame(const MachineSettings& settings) = 0;
    /// Begins a frame of a recording: waits until `recorded`, which it returns, has passed since the last scheduled
    /// start.
    virtual Nanos begin_recorded_frame(Nanos recorded) = 0;
    /// Returns the wall time of the last call of begin_frame(). Wall time begins at zero when the PC starts.
    virtual Nanos time() const = 0;
    /// Returns the error of the loop's last clock reading: the reading minus the real wall time at that moment. Errors
    /// are caused by noise, by a coarse resolution, and by setting the clock back.
    virtual Nanos clock_error() const { return {}; }
    /// Returns the wall time that has passed since the last call of begin_frame().
    virtual Nanos elapsed() const = 0;
    /// Returns the time that the loop compares with its time budget for the steps of a frame: elapsed(). In a replay it
    /// exceeds every budget after the recorded number of steps, so that the loop takes no further steps.
    virtual Nanos budget_clock() const { return elapsed(); }
    /// Lets the time `cost` of one physics step pass; on the live PC the core is busy for this time.
    virtual void spend(Nanos cost) = 0;
    /// Lets the remaining time of the frame pass: drawing, lag, frame limit. Returns the times at which the picture was
    /// shown and its presentation ended; std::nullopt if the frame was not rendered.
    virtual std::optional<ShownPicture> end_frame(const MachineSettings& settings, bool rendered) = 0;
    /// Ends a frame of a recording. Returns the times at which the picture was shown and its presentation ended;
    /// std::nullopt if the frame was not rendered. `next` is the next frame time of the recording: the virtual PC shows
    /// the picture at the end of this time.
    virtual std::optional<ShownPicture> end_recorded_frame(const MachineSettings& settings, bool rendered,
                                                           Nanos next) = 0;
    /// Lets the loop's pacer wait for the next frame, after end_frame(). Returns how long it slept and spun.
    virtual Waited wait(timestep::LoopPacer& pacer, const timestep::StepPlan& plan) = 0;
    /// Returns the longest wall time of the physics steps of one frame: the loop takes no further steps after it.
    virtual Nanos patience() const = 0;
    /// Returns the display's refresh period, with which some loops decide the steps of a frame; zero if it is unknown.
    virtual Nanos refresh_period(const MachineSettings& settings) const = 0;
    /// Returns the file name of the other program (a game) whose frame times this PC returns; empty if it returns the
    /// frame times of this program or of a simulated machine.
    virtual std::string game() const { return {}; }
    /// Waits up to 100 ms for the next frame of the other program. Returns false if none has come; without another
    /// program true at once.
    virtual bool wait_for_frame() { return true; }
    /// True if the other program has presented more than one frame that begin_frame() has not returned yet.
    virtual bool has_more_frames() { return false; }
    /// True if the other program has ended and begin_frame() has returned all its frames.
    virtual bool game_ended() const { return false; }

    /// Makes the current frame longer by `duration`, in addition to the lag of the settings.
    void hitch(Nanos duration) { lag_.hitch(duration); }
    /// Returns the lag (extra time) of the last frame that has ended.
    Nanos last_lag() const { return lag_.last(); }
    /// Returns by how much the last recorded frame began later than in the recording; zero if it was less than 1 ms.
    Nanos behind_recording() const { return behind_; }

protected:
    void fell_behind(Nanos by) { behind_ = by < 1ms ? Nanos::zero() : by; }

    Lag lag_; ///< end_frame() lets its next lag pass

private:
    Nanos behind_{};
};

/// Returns how long `pacer`, the part of a loop that waits between frames, would wait from `now` if all of its sleeps
/// ended exactly on time. `now` and `measured_at` (the start of the frame) are readings of the pacer's clock. Side
/// effect: if the pacer follows a schedule that has not started yet, the schedule starts.
inline Nanos wait_of(timestep::LoopPacer& pacer, Nanos now, Nanos measured_at, const timestep::StepPlan& plan)
{
    const auto look = [&](auto& chosen)
    {
        if constexpr (requires { chosen.since(now); }) chosen.since(now);
    };
    std::visit(look, static_cast<timestep::LoopPacer::variant&>(pacer));
    struct Exact
    {
        Nanos at;

        Nanos now() const { return at; }
        void sleep(Nanos duration) { at += duration; }
        void spin() { at += Nanos{1000}; }
    };
    Exact clock{now};
    timestep::LoopPacer copy = pacer;
    copy.wait(clock, measured_at, plan);
    return clock.at - now;
}

/// Returns the total duration of all pieces of other work (messages, scripts) that the loop does in a wait of length
/// `wait`. It can be longer than `wait`. Zero if `work.piece` is not positive.
///     wait    |----------------|
///     blind   |====|====|====|====|      a new piece begins as long as any waiting time is left
///     asks    |====|====|====|....|      a piece that would end too late does not begin: the loop waits
constexpr Nanos time_for(const HousekeepingSettings& work, Nanos wait)
{
    if (work.piece <= Nanos::zero() || wait <= Nanos::zero()) return {};
    const Nanos whole = wait / work.piece * work.piece;
    return work.asks || whole == wait ? whole : whole + work.piece;
}

} // namespace sim
