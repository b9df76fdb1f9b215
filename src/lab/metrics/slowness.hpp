// lab/metrics/slowness.hpp -- the verdict on a loop at every position of the slider for the frame delay, after a run of
// 4 s with this delay: on a virtual PC with steady frame times, or with frame times measured on this PC
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
    static Nanos delay_at(double position);
    /// The inverse of delay_at(); 1 for delays over 150 ms.
    static double position_of(Nanos delay);
    /// 0, 16, 33, 50, 75, 100 and 150 ms; a dragged slider snaps to these delays.
    static std::span<const Nanos> snap_delays();
    /// The next longer of snap_delays(); the longest one if there is none.
    static Nanos next_longer_snap_delay(Nanos delay);
    /// The next shorter of snap_delays(); 0 if there is none.
    static Nanos next_shorter_snap_delay(Nanos delay);

    /// `machine`, but with a draw time of at least 2 ms or, without VSYNC, of at least a refresh period. So with VSYNC
    /// on a frame takes whole refresh periods; without VSYNC it takes at least a refresh period plus the lag.
    static sim::MachineSettings steady_machine(const sim::MachineSettings& machine);

    /// Must be called once a frame: computes the next slider positions. Starts again after a change of settings. If
    /// `measured_times` is not empty, the loop gets these frame times of this PC, repeated, plus the frame delay; the
    /// computation is then repeated for ever, with new frame times. `refresh_period` is zero if unknown.
    void compute_next_verdicts(const Settings& settings, std::span<const Nanos> measured_times = {},
                               Nanos refresh_period = {});
    bool has_measured_times() const { return !measured_times_.empty(); }
    /// One verdict for each slider position, from delay 0 to the longest; empty if not computed yet.
    std::span<const std::optional<LaneVerdict>> verdicts() const { return verdicts_; }
    /// True if the verdict is unstable: it changes at least twice within two positions to each side, or if the loop
    /// starts with the next measured frame.
    bool is_mixed(std::size_t position_index) const;

private:
    /// Empty before the first compute_next_verdicts().
    std::optional<Settings> judged_settings_;
    std::vector<Nanos> measured_times_; ///< empty for a virtual PC
    std::array<std::optional<LaneVerdict>, position_count> verdicts_{};
    /// True if the kind of the verdict depends on the first measured frame.
    std::array<bool, position_count> depends_on_start_{};
    std::size_t next_position_ = 0;
};

} // namespace lab
