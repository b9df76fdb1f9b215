// sim/machine/pc.hpp -- the interface of a PC that runs a loop: measures frame times and spends the time of frames
//
// There are two implementations. The live PC (live_pc.hpp) is this machine, slowed down. The virtual PC
// (virtual_pc.hpp) is any machine, computed. Calls in each frame: begin_frame, spend for each step, end_frame, wait.
#pragma once

#include "sim/machine/display.hpp"
#include "sim/machine/settings.hpp"
#include "timestep/loop.hpp"

#include <optional>

namespace sim
{

/// A loop's waiting time, divided into sleeping and spinning.
struct Waited
{
    Nanos slept{}; ///< time that the loop slept
    Nanos spun{};  ///< time that the loop spun, which keeps the core busy
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

    /// Begins a frame. Returns the time since the last call (or since the start) by the clock that the loop reads.
    virtual Nanos begin_frame(const MachineSettings& settings) = 0;
    /// Begins a frame of a recording: waits until `recorded` has passed since the end of the recorded frame before it.
    /// Returns exactly `recorded`.
    virtual Nanos begin_recorded_frame(Nanos recorded) = 0;
    /// Returns the wall time at the last begin_frame(), since the start.
    virtual Nanos time() const = 0;
    /// Returns the last reading of the loop's clock minus the wall time at that moment. Noise, a coarse resolution and
    /// a clock that was set back cause this error.
    virtual Nanos clock_error() const { return {}; }
    /// Returns the wall time since the last begin_frame().
    virtual Nanos elapsed() const = 0;
    /// Keeps the core busy for `cost`, the cost of one physics step.
    virtual void spend(Nanos cost) = 0;
    /// Spends the rest of the frame's time (rendering, lag, frame limit). Returns when the picture was shown, or
    /// std::nullopt if the frame was not rendered.
    virtual std::optional<ShownPicture> end_frame(const MachineSettings& settings, bool rendered) = 0;
    /// Ends a frame of a recording, as end_frame() does; `next` is the recording's next frame time.
    virtual std::optional<ShownPicture> end_recorded_frame(const MachineSettings& settings, bool rendered,
                                                           Nanos next) = 0;
    /// Waits with the loop's pacer, after the frame has ended.
    virtual Waited wait(timestep::LoopPacer& pacer, const timestep::StepPlan& plan) = 0;
    /// Returns the longest time for the steps of one frame. If they take longer, the other steps of the frame are
    /// dropped.
    virtual Nanos patience() const = 0;
    /// Returns the refresh period of the display, for the loop; zero if unknown.
    virtual Nanos refresh_period(const MachineSettings& settings) const = 0;

    /// Adds `duration` to the lag of this frame, once.
    void hitch(Nanos duration) { lag_.hitch(duration); }
    /// Returns how far this PC is behind the recording; zero if it is less than a millisecond behind.
    Nanos behind_recording() const { return behind_; }

protected:
    Nanos lag(const MachineSettings& settings) { return lag_.next(settings.lag, time()); }
    void fell_behind(Nanos by) { behind_ = by < 1ms ? Nanos::zero() : by; }

private:
    Lag lag_;
    Nanos behind_{};
};

} // namespace sim
