#include "lab/metrics/frame_filter.hpp"

#include "lab/lane/lane_run.hpp"
#include "telemetry/recent.hpp"

#include <algorithm>
#include <array>

namespace lab
{

namespace
{

using telemetry::Frames;
using telemetry::FrameSample;

constexpr Nanos seen_error{100'000}; // a smaller animation error (judder) is not visible
constexpr double rounding_ms = 1e-6; // frame times in ms that differ by less than this are equal

using R = const LaneResult&;

struct FilterRow
{
    std::string_view metric;
    bool (*selects)(const Frames& frames, std::size_t i, R result);
};

bool judders(const Frames& frames, std::size_t i, R)
{
    const auto error = telemetry::animation_error_at(frames, i);
    return error && std::chrono::abs(*error) > seen_error;
}
bool jumps(const Frames& frames, std::size_t i, R)
{
    const auto error = telemetry::animation_error_at(frames, i);
    return error && std::chrono::abs(*error) > telemetry::jump_limit(frames[i].plan.dt);
}
bool has_no_step(const Frames& f, std::size_t i, R) { return telemetry::steps_of(f[i]) == 0; }
bool has_many_steps(const Frames& f, std::size_t i, R) { return telemetry::steps_of(f[i]) > 1; }
bool drops(const Frames& f, std::size_t i, R) { return f[i].plan.dropped != Nanos::zero(); }
bool takes(const FrameSample& f, double ms) { return timestep::to_millis(f.measured) >= ms - rounding_ms; }

constexpr std::array rows{
    FilterRow{"zero_step_share", has_no_step},
    FilterRow{"longest_zero_run", has_no_step},
    FilterRow{"multi_step_share", has_many_steps},
    FilterRow{"longest_multi_run", has_many_steps},
    FilterRow{"steps_max",
              [](const Frames& f, std::size_t i, R r) { return telemetry::steps_of(f[i]) == r.metrics.steps.most; }},
    FilterRow{"frame_max_ms", [](const Frames& f, std::size_t i, R r) { return takes(f[i], r.metrics.pacing.max_ms); }},
    FilterRow{"frame_p99_ms", [](const Frames& f, std::size_t i, R r) { return takes(f[i], r.metrics.pacing.p99_ms); }},
    FilterRow{"dropped_ms", drops},
    FilterRow{"behind_mean_ms", drops},
    FilterRow{"animation_error_mean_ms", judders},
    FilterRow{"jumps_per_minute", jumps},
    FilterRow{"animation_error_presentmon_mean_ms", judders},
    FilterRow{"animation_error_rms_ms", judders},
    FilterRow{"animation_error_p99_ms", judders},
    FilterRow{"torn_share", [](const Frames& f, std::size_t i, R) { return f[i].torn; }},
    FilterRow{"spin_share", [](const Frames& f, std::size_t i, R) { return f[i].spun > Nanos::zero(); }},
};

std::uint32_t bit_of(std::string_view event)
{
    for (std::size_t i = 0; i < sim::event_kinds.size(); ++i)
        if (sim::event_kinds[i].name == event) return 1U << i;
    return 0;
}

} // namespace

FrameFilter frames_of(std::string_view metric, const LaneResult& result)
{
    const std::string_view event = metric == "blew_up" ? sim::event::blown_up.name : metric;
    if (const std::uint32_t bit = bit_of(event); bit != 0)
        return [bit](const Frames& frames, std::size_t i) { return (frames[i].events & bit) != 0; };
    const auto row = std::ranges::find(rows, metric, &FilterRow::metric);
    if (row == rows.end()) return {};
    return [selects = row->selects, &result](const Frames& frames, std::size_t i)
    { return telemetry::counts(frames[i]) && selects(frames, i, result); };
}

} // namespace lab
