// sim/machine/display.hpp -- a simulated display: computes when a picture is shown and when presenting it returns
//
// A picture that is finished at the time `ready` is shown:
//     VSYNC off        at once, with tearing
//     VSYNC on         at the first refresh at `ready` or later; each refresh shows at most one new picture
//     adaptive VSYNC   as with VSYNC on; but if a refresh has passed since the last picture, at once, with tearing
//     VRR              at `ready`, but not earlier than the shortest refresh period after the last refresh. When the
//                      longest refresh period passes without a new picture, the display repeats the old picture, and
//                      this repetition counts as a refresh
#pragma once

#include "sim/machine/settings.hpp"

namespace sim
{

/// The refresh times of a display; the first is at time zero. They are integers, so rounding errors do not accumulate.
class Refreshes
{
public:
    explicit Refreshes(timestep::Rate rate)
        : rate_{rate}
        , scale_{rate}
    {
    }

    timestep::Rate rate() const { return rate_; }
    /// Changes the rate of the refreshes after the one that the last call of advance_to() returned.
    void set_rate(timestep::Rate rate);
    /// The time of the first refresh at `time` or later, rounded up to a nanosecond; never before an earlier result.
    Nanos advance_to(Nanos time);

private:
    void skip(std::int64_t refreshes);

    timestep::Rate rate_;
    timestep::Scale scale_;
    Nanos at_{}; // time of the refresh that advance_to() returned last, rounded down to a nanosecond
    // Exact refresh time minus at_, in units of 1 / scale_.per_ns nanoseconds; less than a nanosecond.
    std::int64_t sub_nanosecond_rest_ = 0;
};

struct ShownPicture
{
    Nanos at{};        ///< wall time at which the picture reaches the screen
    Nanos returned{};  ///< wall time at which the call that presents the picture returns
    bool torn = false; ///< true if the upper part of the screen still shows the previous picture
};

class Display
{
public:
    explicit Display(timestep::Rate refresh)
        : refreshes_{refresh}
    {
    }

    /// Shows a picture that is finished at the time `ready`, which must not decrease from call to call.
    ShownPicture present(Nanos ready, const MachineSettings& settings);

private:
    ShownPicture show_at_refresh(Nanos ready, Buffers buffers);
    ShownPicture show_at_once(Nanos ready);
    ShownPicture show_when_ready(Nanos ready, const MachineSettings& settings);

    Refreshes refreshes_;
    /// Wall time when the last picture was shown; with VRR that of the last refresh.
    Nanos last_shown_{};
};

/// Share of the screen, from 0 (`time` is a refresh) to 1, that shows the old picture if a new one does not wait.
double tear_height(Nanos time, timestep::Rate refresh);

} // namespace sim
