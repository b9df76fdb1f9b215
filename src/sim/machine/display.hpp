// sim/machine/display.hpp -- a simulated display: computes when a frame is displayed and when its present call returns
// A frame that is finished at the time `ready_time` is displayed:
//     composed         at the first refresh at `ready_time` or later, unless a later frame is finished by then
//     VSYNC off        immediately, with tearing
//     VSYNC on         at the first refresh at `ready_time` or later; each refresh shows at most one new frame
//     adaptive VSYNC   as with VSYNC on; but immediately, with tearing, if a refresh has passed since the last frame
//     VRR              at `ready_time`, but not sooner than the shortest refresh period after the last refresh. If the
//                      longest refresh period passes without a new frame, the display repeats the old frame; this
//                      repetition counts as a refresh
#pragma once

#include "sim/machine/settings.hpp"

namespace sim
{

/// The refresh times of a display; the first is at time zero. Times are integers, so rounding errors do not accumulate.
struct RefreshSchedule
{
    timestep::Rate rate{60, 1};
    timestep::ExactTimeUnit time_unit{rate};
    Nanos refresh_time{}; ///< last result of advance_to_refresh(), rounded down to a nanosecond
    std::int64_t sub_nanosecond_remainder = 0;

    /// Sets the rate of all refreshes after the refresh that advance_to_refresh() returned last.
    void set_rate(timestep::Rate new_rate);
    /// Advances to the first refresh at `time` or later, never back. Returns its time, rounded up to a nanosecond.
    Nanos advance_to_refresh(Nanos time);

private:
    void skip_refreshes(std::int64_t refresh_count);
};

struct PresentTimes
{
    /// Wall time at which the frame is displayed. A later frame with the same time replaces it: VsyncMode::composed.
    Nanos screen_time{};
    Nanos call_return_time{}; ///< wall time at which the present call returns
    bool is_torn = false; ///< true if the upper part of the screen still shows the previous frame
};

class Display
{
public:
    /// Displays a frame that is finished at the time `ready_time`, which must not decrease from call to call.
    PresentTimes present(Nanos ready_time, const MachineSettings& settings);

    static constexpr Nanos restart_delay{1}; ///< by which restart_refreshes() delays the next refreshes
    /// Restarts the schedule 1 ns after the newest refresh. The delay makes up for the rounding of the frame that ends
    /// at this refresh: up to 1 ns less than exact refresh periods.
    void restart_refreshes();

private:
    /// Shows the frame at the next refresh that shows no other frame.
    PresentTimes show_at_refresh(Nanos ready_time, Buffers buffers);
    PresentTimes show_at_once(Nanos ready_time);
    PresentTimes show_with_vrr(Nanos ready_time, const MachineSettings& settings);

    RefreshSchedule refresh_schedule_{};
    /// Wall time of the last displayed frame. With VRR, wall time of the last refresh, even of a repeated frame.
    Nanos last_screen_time_{};
};

/// The rate at which a display really refreshes that is off by `ppm` parts per million.
timestep::Rate real_refresh_rate(timestep::Rate nominal, int ppm);

/// Position of the tear line of a frame: 0 is the upper edge (no tear), 1 the lower edge.
double tear_position(Nanos screen_time, timestep::Rate refresh_rate);

} // namespace sim
