// sim/machine/display.hpp -- a virtual display: computes when a picture is shown and when presenting it returns
//
//     VSYNC off        a picture is shown at once, with tearing
//     on               it is shown at the first refresh at `ready` or later, one picture a refresh
//     adaptive         as on; but if a refresh has passed since the last picture, it is shown at once, with tearing
//     VRR              it is shown at `ready`, but not sooner than the shortest period after the last refresh. If the
//                      longest period passes first, the display repeats the old picture, and this is a refresh, too
#pragma once

#include "sim/machine/settings.hpp"

namespace sim
{

/// The refresh times of a display; the first refresh is at time zero. Refreshes are counted exactly, without rounding
/// errors that accumulate.
class Refreshes
{
public:
    explicit Refreshes(timestep::Rate rate)
        : rate_{rate}
        , scale_{rate}
    {
    }

    timestep::Rate rate() const { return rate_; }
    /// Changes the refresh rate, starting at the last refresh that first_from() found.
    void set_rate(timestep::Rate rate);
    /// Returns the first refresh at `time` or later, rounded up to a nanosecond. Never returns an earlier refresh than
    /// the call before.
    Nanos first_from(Nanos time);

private:
    void skip(std::int64_t refreshes);

    timestep::Rate rate_;
    timestep::Scale scale_;
    Nanos at_{};            // time of the last refresh found, rounded down
    std::int64_t rest_ = 0; // the rounded-off fraction of a nanosecond, in units of scale_
};

/// The times at which a picture is shown and presenting it returns.
struct ShownPicture
{
    Nanos at{};        ///< wall time at which the picture reaches the screen
    Nanos returned{};  ///< wall time at which the call that presents the picture returns
    bool torn = false; ///< true if the top of the screen still shows the picture before
};

class Display
{
public:
    explicit Display(timestep::Rate refresh)
        : refreshes_{refresh}
    {
    }

    /// Presents a picture that is ready at wall time `ready`, which must not decrease from call to call.
    ShownPicture present(Nanos ready, const MachineSettings& settings);

private:
    ShownPicture at_refresh(Nanos ready, Buffers buffers);
    ShownPicture at_once(Nanos ready);
    ShownPicture when_ready(Nanos ready, const MachineSettings& settings);

    Refreshes refreshes_;
    Nanos last_{}; ///< time at which the last picture (with VRR, the last refresh) was shown
};

/// Returns the share of the screen, from the top, that still shows the old picture if a new one is shown at `time`
/// without waiting. 0 at a refresh.
double tear_height(Nanos time, timestep::Rate refresh);

} // namespace sim
