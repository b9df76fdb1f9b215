// lab/metrics/delay_verdicts.hpp -- judges a loop, for example as "SLOW", for each frame delay from 0 to 150 ms
#pragma once

#include "lab/metrics/verdict_text.hpp"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace lab
{

/// The frame times of a loop; all zero if it has no frames.
struct FrameTimeRange
{
    Nanos shortest{};
    Nanos longest{};
    Nanos mean{};
};
/// Of a short run of the loop on a virtual PC with exactly these settings, in which steady frames run.
FrameTimeRange compute_steady_frame_times(const LaneConfig& config);
/// Of the lane's frames since the last change of the frame delay, at most of the last second; all zero before 0.25 s.
FrameTimeRange measured_frame_times(const Lane& lane);

/// Verdicts on one loop (lab/lane/verdict.hpp), one for each position of the slider that sets the frame delay; and
/// the scale of this slider.
class DelayVerdicts
{
public:
    static constexpr Nanos max_delay{150'000'000};
    static constexpr std::size_t slider_position_count = 101;

    /// Delay at a slider position, 0 (left) to 1 (right): the left half is 0 to 50 ms, the right half 50 to 150 ms.
    static Nanos delay_at_slider_position(double slider_position);
    /// Returns the slider position of a delay: the inverse of delay_at_slider_position(); 1 for delays over 150 ms.
    static double slider_position_of(Nanos delay);
    /// 0, 16, 33, 50, 75, 100 and 150 ms; a dragged slider snaps to these delays.
    static std::span<const Nanos> slider_snap_delays();
    /// The next snap delay; `max_delay` or zero if there is none.
    static Nanos next_longer_delay(Nanos delay);
    static Nanos next_shorter_delay(Nanos delay);

    static constexpr Nanos min_render_cost{2'000'000};
    /// Raises render_cost to min_render_cost, and without VSYNC further, until drawing and delay take one refresh
    /// period. Leaves a PC of sim::machine_presets(), with any delay, as it is.
    static sim::MachineSettings with_minimum_frame_time(const sim::MachineSettings& machine);

    /// Computes at most four of the verdicts that are not known yet.
    void compute_next_verdicts(const LaneConfig& config, std::span<const Nanos> measured_frame_times = {},
                               Nanos refresh_period = {});
    bool uses_measured_frame_times() const { return !measured_frame_times_.empty(); }
    /// One verdict per frame delay, from 0 to 150 ms; std::nullopt until computed. The last one is that of the
    /// configuration's delay if this is longer than 150 ms: the slider's knob then stands there.
    std::span<const std::optional<LaneVerdict>> verdicts() const { return verdicts_; }
    /// True if the verdict changes with the first frame, or more than once near this delay.
    bool is_frame_time_sensitive(std::size_t delay_index) const;

private:
    std::optional<LaneConfig> judged_config_; ///< empty before the first compute_next_verdicts()
    std::vector<Nanos> measured_frame_times_; ///< empty for a virtual PC
    std::array<std::optional<LaneVerdict>, slider_position_count> verdicts_{};
    std::array<bool, slider_position_count> depends_on_first_frame_{};
    std::size_t next_delay_index_ = 0;
};

} // namespace lab
