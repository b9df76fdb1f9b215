// sim/machine/display.hpp -- a simulated display: computes when a frame is displayed and when its present call returns
//
// A frame that is finished at the time `ready` is displayed:
//     VSYNC off        immediately, with tearing
//     VSYNC on         at the first refresh at `ready` or later; each refresh shows at most one new frame
//     adaptive VSYNC   as with VSYNC on; but immediately, with tearing, if a refresh has passed since the last frame
//     VRR              at `ready`, but at least the shortest refresh period after the last refresh. If the longest
//                      refresh period passes without a new frame, the display repeats the old frame; this
//                      repetition counts as a refresh
#pragma once

#include "sim/machine/settings.hpp"

namespace sim
{

/// The refresh times of a display; the first is at time zero. Times are integers, so rounding errors do not accumulate.
class Refreshes
{
public:
    explicit Refreshes(timestep::Rate rate)
        : rate_{rate}
        , scale_{rate}
    {
    }

    timestep::Rate rate() const { return rate_; }
    /// Changes the rate of the refreshes after the last result of advance_to().
    void set_rate(timestep::Rate rate);
    /// The time of the first refresh at `time` or later, rounded up to a nanosecond; never before a previous result.
    Nanos advance_to(Nanos time);

private:
    void skip(std::int64_t refreshes);

    timestep::Rate rate_;
    timestep::Scale scale_;
    Nanos at_{}; // last result of advance_to(), rounded down to a nanosecond
    // Exact refresh time minus at_, in units of 1 / scale_.per_ns nanoseconds; less than a nanosecond.
    std::int64_t sub_nanosecond_rest_ = 0;
};

struct ShownPicture
{
    Nanos at{};        ///< wall time at which the frame is displayed
    Nanos returned{};  ///< wall time at which the present call returns
    bool torn = false; ///< true if the upper part of the screen still shows the previous frame
};

class Display
{
public:
    explicit Display(timestep::Rate refresh)
        : refreshes_{refresh}
    {
    }

    /// Displays a frame that is finished at the time `ready`, which must not decrease from call to call.
    ShownPicture present(Nanos ready, const MachineSettings& settings);

private:
    ShownPicture show_at_refresh(Nanos ready, Buffers buffers);
    ShownPicture show_at_once(Nanos ready);
    ShownPicture show_when_ready(Nanos ready, const MachineSettings& settings);

    Refreshes refreshes_;
    /// Wall time at which the last frame was displayed; with VRR, of the last refresh.
    Nanos last_shown_{};
};

/// Fraction of the screen, 0 (`time` is a refresh) to 1, above the tear line without VSYNC: it shows the old frame.
double tear_height(Nanos time, timestep::Rate refresh);

} // namespace sim
