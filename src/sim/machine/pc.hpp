// sim/machine/pc.hpp -- the PC that runs a loop: it measures frames, and takes the time that they cost
//
// Two of a kind: the live PC (live_pc.hpp) is this machine, made slow; the virtual PC (virtual_pc.hpp) is any machine,
// computed. One frame: begin_frame, then as many steps as the loop wants, then end_frame.
#pragma once

#include "sim/machine/display.hpp"
#include "sim/machine/settings.hpp"
#include "timestep/loop.hpp"

#include <optional>

namespace sim
{

/// How a loop spent the time that it waited.
struct Waited
{
    Nanos slept{}; ///< with the core given away
    Nanos spun{};  ///< with the core kept busy
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

    /// Time since the last call (or since the start), as the loop's clock shows it.
    virtual Nanos begin_frame(const MachineSettings& settings) = 0;
    /// The same for a recording: waits until the frame has lasted `recorded` since the end of the recorded frame before
    /// it, and returns exactly that.
    virtual Nanos begin_recorded_frame(Nanos recorded) = 0;
    /// Wall time at the last begin_frame, since the start.
    virtual Nanos time() const = 0;
    /// The last reading of the loop's clock less the time that it was: noise, coarseness, a clock that was set back.
    virtual Nanos clock_error() const { return {}; }
    /// Wall time since the last begin_frame.
    virtual Nanos elapsed() const = 0;
    /// Uses the core up for as long as one physics step costs.
    virtual void spend(Nanos cost) = 0;
    /// Loses the time that a frame loses besides its steps, and says when its picture was shown; nothing for a frame
    /// that was not rendered.
    virtual std::optional<ShownPicture> end_frame(const MachineSettings& settings, bool rendered) = 0;
    /// The same while a recording is played whose next frame time is `next`.
    virtual std::optional<ShownPicture> end_recorded_frame(const MachineSettings& settings, bool rendered,
                                                           Nanos next) = 0;
    /// Waits as the loop's pacer does, after the frame has ended.
    virtual Waited wait(timestep::LoopPacer& pacer, const timestep::StepPlan& plan) = 0;
    /// Steps of one frame that take longer than this are given up on.
    virtual Nanos patience() const = 0;
    /// Of the display, as a loop may ask for it; zero when nobody knows.
    virtual Nanos refresh_period(const MachineSettings& settings) const = 0;

    /// Adds `duration` to this frame, once.
    void hitch(Nanos duration) { lag_.hitch(duration); }
    /// How far behind a recording this PC is; zero when it keeps up within a millisecond.
    Nanos behind_recording() const { return behind_; }

protected:
    Nanos lag(const MachineSettings& settings) { return lag_.next(settings.lag, time()); }
    void fell_behind(Nanos by) { behind_ = by < 1ms ? Nanos::zero() : by; }

private:
    Lag lag_;
    Nanos behind_{};
};

} // namespace sim
