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

struct Waited
{
    Nanos slept{}; ///< part of the waiting time in which the loop slept
    Nanos spun{};  ///< part of the waiting time in which the loop spun, which keeps the core busy
};

/// Limits the frame rate. The planned ends of the frames are one period apart, so after a late frame the next frame is
/// shorter.
class Limiter
{
public:
    /// Earliest end of a frame that began at `frame_start` and whose work was finished at `now`. `hz` is 0 for no
    /// limit.
    Nanos end_of(Nanos frame_start, Nanos now, double hz)
    {
        if (hz <= 0.0) return now;
        const Nanos period = timestep::from_seconds(1.0 / hz);
        deadline_ += period;
        if (deadline_ < now || deadline_ > now + period) deadline_ = frame_start + period;
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

    /// Returns the time since the last call, on a clock that may have errors. In the first call, a virtual PC returns
    /// zero, the live PC the time since its start.
    virtual Nanos begin_frame(const MachineSettings& settings) = 0;
    /// Waits until `recorded`, the result, has passed since the last scheduled start.
    virtual Nanos begin_recorded_frame(Nanos recorded) = 0;
    /// Wall time of the last begin_frame(); zero when the PC starts.
    virtual Nanos time() const = 0;
    /// Last clock reading minus the real wall time: noise, coarse resolution, and setting the clock back.
    virtual Nanos clock_error() const { return {}; }
    /// Wall time since the last begin_frame().
    virtual Nanos elapsed() const = 0;
    /// The time that is compared with the time budget for steps. In a replay it exceeds every budget after the recorded
    /// number of steps.
    virtual Nanos budget_clock() const { return elapsed(); }
    /// Lets the computing time `cost` of a physics step pass. On the live PC the core is busy for this time.
    virtual void spend(Nanos cost) = 0;
    /// Lets drawing, lag and frame limit pass. Returns std::nullopt if the frame was not rendered.
    virtual std::optional<ShownPicture> end_frame(const MachineSettings& settings, bool rendered) = 0;
    /// `next` is the next frame time of the recording; the virtual PC shows the picture at its end.
    virtual std::optional<ShownPicture> end_recorded_frame(const MachineSettings& settings, bool rendered,
                                                           Nanos next) = 0;
    /// Lets the pacer wait for the next frame. Must be called after end_frame().
    virtual Waited wait(timestep::LoopPacer& pacer, const timestep::StepPlan& plan) = 0;
    /// Longest wall time of the physics steps of one frame: the loop takes no further steps after it.
    virtual Nanos patience() const = 0;
    /// The refresh period of the display; zero if it is unknown.
    virtual Nanos refresh_period(const MachineSettings& settings) const = 0;
    /// File name of the game whose frame times this PC returns; empty if there is none.
    virtual std::string game() const { return {}; }
    /// Waits up to 100 ms for a frame of the game. Returns false if none has come; true at once without a game.
    virtual bool wait_for_frame() { return true; }
    /// True if begin_frame() has not returned more than one presented frame of the game.
    virtual bool has_more_frames() { return false; }
    /// True if begin_frame() has returned all frames of the game.
    virtual bool game_ended() const { return false; }

    /// Makes the current frame longer, in addition to the lag of the settings.
    void hitch(Nanos duration) { lag_.hitch(duration); }
    /// Lag of the last frame that has ended.
    Nanos last_lag() const { return lag_.last(); }
    /// Delay of the last recorded frame; zero below 1 ms.
    Nanos behind_recording() const { return recording_delay_; }

protected:
    void record_delay(Nanos by) { recording_delay_ = by < 1ms ? Nanos::zero() : by; }

    Lag lag_; ///< end_frame() lets its next lag pass

private:
    Nanos recording_delay_{};
};

/// How long `pacer` would wait from `now` if all of its sleeps ended on time. `now` and `measured_at`, the start of the
/// frame, are readings of the pacer's clock. Starts the pacer's schedule if it has not started yet.
inline Nanos wait_duration(timestep::LoopPacer& pacer, Nanos now, Nanos measured_at, const timestep::StepPlan& plan)
{
    const auto start_schedule = [&](auto& chosen)
    {
        if constexpr (requires { chosen.since(now); }) chosen.since(now);
    };
    std::visit(start_schedule, static_cast<timestep::LoopPacer::variant&>(pacer));
    struct ExactClock
    {
        Nanos at;

        Nanos now() const { return at; }
        void sleep(Nanos duration) { at += duration; }
        void spin() { at += Nanos{1000}; }
    };
    ExactClock clock{now};
    timestep::LoopPacer copy = pacer;
    copy.wait(clock, measured_at, plan);
    return clock.at - now;
}

/// Returns the total duration of all pieces of other work (messages, scripts) that the loop does in a wait of length
/// `wait`. It can be longer than `wait`. Zero if `work.piece` is not positive.
///     wait    |----------------|
///     blind   |====|====|====|====|      a new piece begins as long as any waiting time is left
///     asks    |====|====|====|....|      a piece that would end too late does not begin: the loop waits
constexpr Nanos housekeeping_time(const HousekeepingSettings& work, Nanos wait)
{
    if (work.piece <= Nanos::zero() || wait <= Nanos::zero()) return {};
    const Nanos whole_pieces = wait / work.piece * work.piece;
    return work.asks || whole_pieces == wait ? whole_pieces : whole_pieces + work.piece;
}

} // namespace sim
