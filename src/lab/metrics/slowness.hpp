// lab/metrics/slowness.hpp -- one verdict for each position of the slider for the frame delay: the verdict on a loop
// that has run for 4 s with this delay, on a virtual PC with steady frame times or with frame times measured on this PC
#pragma once

#include "lab/metrics/lane_verdict.hpp"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace lab
{

class DelayVerdicts
{
public:
    static constexpr Nanos max_delay{150'000'000};
    static constexpr std::size_t position_count = 101;

    /// Delay at a slider position, 0 (left) to 1 (right): the left half is 0 to 50 ms, the right half 50 to 150 ms.
    static Nanos delay_at_slider_position(double slider_position);
    /// Returns the slider position of a delay: the inverse of delay_at_slider_position(); 1 for delays over 150 ms.
    static double slider_position_of(Nanos delay);
    /// 0, 16, 33, 50, 75, 100 and 150 ms; a dragged slider snaps to these delays.
    static std::span<const Nanos> slider_snap_delays();
    /// Returns the next longer delay at which the slider snaps; the longest of slider_snap_delays() if there is none.
    static Nanos next_longer_snap_delay(Nanos delay);
    /// Returns the next shorter delay at which the slider snaps; 0 if there is none.
    static Nanos next_shorter_snap_delay(Nanos delay);

    /// Returns `machine` with a minimum draw time: with VSYNC 2 ms, so that a frame takes at least one refresh period;
    /// without VSYNC one refresh period, so that a frame takes at least this period plus the lag.
    static sim::MachineSettings with_min_render_cost(const sim::MachineSettings& machine);

    /// Computes the verdicts of the next few slider positions; must be called once a frame. After a change of settings,
    /// starts again at the first position. If `measured_frame_times` is not empty, each run repeats these frame times
    /// of this PC in a cycle, each plus the frame delay. After the last position, the next call then starts again with
    /// its `measured_frame_times`. `refresh_period` is 0 if unknown.
    void compute_next_verdicts(const Settings& settings, std::span<const Nanos> measured_frame_times = {},
                               Nanos refresh_period = {});
    bool uses_measured_frame_times() const { return !measured_frame_times_.empty(); }
    /// One verdict for each slider position, from delay 0 to max_delay. An element is empty until it is computed.
    std::span<const std::optional<LaneVerdict>> verdicts() const { return verdicts_; }
    /// True if the verdict at this slider position is unstable: it changes at least twice from two positions before to
    /// two positions after it, or it would differ if the run started one measured frame later.
    bool is_verdict_unstable(std::size_t position_index) const;

private:
    std::optional<Settings> judged_settings_; ///< empty before the first compute_next_verdicts()
    std::vector<Nanos> measured_frame_times_; ///< empty for a virtual PC
    std::array<std::optional<LaneVerdict>, position_count> verdicts_{};
    /// For each slider position, true if LaneVerdict::kind differs if the run starts one measured frame later.
    std::array<bool, position_count> depends_on_first_frame_{};
    std::size_t next_position_index_ = 0;
};

} // namespace lab
