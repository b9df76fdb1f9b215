// lab/metrics/slowness.hpp -- the verdict on a loop at every position of the slider for the frame delay
//
// At each position, the loop runs for 4 s with that frame delay: on a virtual PC with steady frame times, or with the
// frame times measured on this PC. Scene, integrator and other controls are as in the settings. verdict_of() judges
// these runs in the same way as displayed loops.
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
    static constexpr Nanos max_delay{150'000'000}; ///< frame delay at the slider's right end
    static constexpr std::size_t position_count = 101;

    /// The delay at a position from 0 (left) to 1 (right): the left half is 0 to 50 ms, the right half 50 to 150 ms.
    static Nanos delay_at(double position);
    /// The slider position, 0 to 1, of a delay; 1 for delays over 150 ms.
    static double position_of(Nanos delay);
    /// Delays to which a dragged slider snaps: 0, 16, 33, 50, 75, 100 and 150 ms.
    static std::span<const Nanos> snap_delays();
    /// The next longer delay of snap_delays(); the longest delay if there is none.
    static Nanos next_longer_snap_delay(Nanos delay);
    /// The next shorter delay of snap_delays(); 0 if there is none.
    static Nanos next_shorter_snap_delay(Nanos delay);

    /// The virtual PC with steady frame times: `machine`, but with a draw time of at least 2 ms or, without VSYNC, of
    /// at least a refresh period. So a frame takes whole refresh periods with VSYNC, and a period plus the lag without.
    static sim::MachineSettings steady_machine(const sim::MachineSettings& machine);

    /// Computes the verdicts of the next slider positions; call it once a frame. Restarts if a setting changes on which
    /// verdicts depend. If `measured_times` is not empty, the loop gets these frame times of this PC, repeated, plus
    /// the frame delay, and the computation also restarts after the last position, with newer frame times.
    /// `refresh_period` is zero if unknown.
    void compute_next_verdicts(const Settings& settings, std::span<const Nanos> measured_times = {},
                               Nanos refresh_period = {});
    /// True if the verdicts are for measured frame times of this PC.
    bool has_measured_times() const { return !measured_times_.empty(); }
    /// The verdict at each slider position, from delay 0 to the longest; empty if not computed yet.
    std::span<const std::optional<LaneVerdict>> verdicts() const { return verdicts_; }
    /// True if the verdict at a slider position is unstable: its kind changes at least twice within two positions to
    /// each side, or differs if the loop starts one measured frame later.
    bool is_mixed(std::size_t position_index) const;

private:
    /// Settings of the verdicts; empty before the first compute_next_verdicts().
    std::optional<Settings> judged_settings_;
    std::vector<Nanos> measured_times_; ///< frame times of this PC; empty for a virtual PC
    std::array<std::optional<LaneVerdict>, position_count> verdicts_{};
    /// True if the kind of verdict depends on the first measured frame.
    std::array<bool, position_count> depends_on_start_{};
    std::size_t next_position_ = 0; ///< index of the next slider position to compute
};

} // namespace lab
