// How a lane's metrics are computed; telemetry/metric_definitions.hpp says what they are.

#include "lab/metrics/metric_table.hpp"

#include "base/number.hpp"
#include "base/text.hpp"
#include "telemetry/metric_definitions.hpp"
#include "telemetry/pictures.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace lab
{

namespace
{

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

using enum MetricKind;
using enum telemetry::PreferredValue;
using telemetry::metric_definition;
using R = const LaneResult&; // a short name, because most rows of the table below contain it

constexpr double as_double(auto value) { return static_cast<double>(value); }

using telemetry::Frames;
using telemetry::FrameSample;

constexpr Nanos min_visible_animation_error{100'000}; // smallest visible animation error
constexpr double max_frame_time_rounding_ms = 1e-6; // largest difference between frame times that count as equal

bool has_judder(const Frames& frames, std::size_t i, R)
{
    const auto picture = telemetry::picture_at(frames, i);
    return picture && picture->error && std::chrono::abs(*picture->error) > min_visible_animation_error;
}
bool has_jump(const Frames& frames, std::size_t i, R)
{
    const auto picture = telemetry::picture_at(frames, i);
    return picture && picture->is_uneven();
}
bool has_no_step(const Frames& frames, std::size_t i, R) { return telemetry::step_count_of(frames[i]) == 0; }
bool has_many_steps(const Frames& frames, std::size_t i, R) { return telemetry::step_count_of(frames[i]) > 1; }
bool has_dropped_time(const Frames& frames, std::size_t i, R) { return frames[i].plan.dropped != Nanos::zero(); }
bool reaches_frame_time(const FrameSample& frame, double ms)
{
    return timestep::to_millis(frame.measured_frame_time) >= ms - max_frame_time_rounding_ms;
}

constexpr std::array metric_rows{
    Metric{metric_definition("state_error_max_m"), real, MetricGroup::pictures, true,
           [](R r) { return r.metrics.accuracy.state_error_max; }},
    Metric{metric_definition("picture_age_mean_ms"), real, MetricGroup::pictures, true,
           [](R r) { return r.metrics.latency.state_age_mean_ms; }},
    Metric{metric_definition("picture_age_spread_ms"), real, MetricGroup::pictures, false,
           [](R r) { return r.metrics.latency.state_age_deviation_ms; }},
    Metric{metric_definition("pictures_per_s"), real, MetricGroup::pictures, false,
           [](R r) { return r.metrics.animation.pictures_per_s; }},
    Metric{metric_definition("frames"), whole, MetricGroup::frames, false,
           [](R r) { return as_double(r.metrics.frame_count); }},
    Metric{metric_definition("steps"), whole, MetricGroup::steps, false,
           [](R r) { return as_double(r.metrics.steps.total); }},
    Metric{metric_definition("speed"), real, MetricGroup::time, true, [](R r) { return r.metrics.progress.speed; }},
    Metric{metric_definition("drift_ms"), real, MetricGroup::time, false,
           [](R r) { return r.metrics.progress.drift_ms; }},
    Metric{metric_definition("dropped_ms"), real, MetricGroup::time, false,
           [](R r) { return r.metrics.progress.dropped_ms; }, has_dropped_time},
    Metric{metric_definition("frame_mean_ms"), real, MetricGroup::frames, false,
           [](R r) { return r.metrics.frame_times.mean_ms; }},
    Metric{metric_definition("frame_p50_ms"), real, MetricGroup::frames, false,
           [](R r) { return r.metrics.frame_times.p50_ms; }},
    Metric{metric_definition("frame_p99_ms"), real, MetricGroup::frames, false,
           [](R r) { return r.metrics.frame_times.p99_ms; },
           [](const Frames& f, std::size_t i, R r) { return reaches_frame_time(f[i], r.metrics.frame_times.p99_ms); }},
    Metric{metric_definition("frame_max_ms"), real, MetricGroup::frames, false,
           [](R r) { return r.metrics.frame_times.max_ms; },
           [](const Frames& f, std::size_t i, R r) { return reaches_frame_time(f[i], r.metrics.frame_times.max_ms); }},
    Metric{metric_definition("steps_max"), whole, MetricGroup::steps, false,
           [](R r) { return as_double(r.metrics.steps.max_per_frame); },
           [](const Frames& f, std::size_t i, R r)
           { return telemetry::step_count_of(f[i]) == r.metrics.steps.max_per_frame; }},
    Metric{metric_definition("tiny_steps"), whole, MetricGroup::steps, false,
           [](R r) { return as_double(r.metrics.steps.tiny); }},
    Metric{metric_definition("zero_step_share"), real, MetricGroup::steps, false,
           [](R r) { return r.metrics.steps.zero_step_share; }, has_no_step},
    Metric{metric_definition("multi_step_share"), real, MetricGroup::steps, false,
           [](R r) { return r.metrics.steps.multi_step_share; }, has_many_steps},
    Metric{metric_definition("longest_zero_run"), whole, MetricGroup::steps, false,
           [](R r) { return as_double(r.metrics.steps.longest_zero_step_run); }, has_no_step},
    Metric{metric_definition("longest_multi_run"), whole, MetricGroup::steps, false,
           [](R r) { return as_double(r.metrics.steps.longest_multi_step_run); }, has_many_steps},
    Metric{metric_definition("animation_error_mean_ms"), real, MetricGroup::pictures, true,
           [](R r) { return r.metrics.animation.mean_ms; }, has_judder},
    Metric{metric_definition("jumps_per_minute"), real, MetricGroup::pictures, true,
           [](R r) { return r.metrics.animation.jumps_per_minute; }, has_jump},
    Metric{metric_definition("animation_error_presentmon_mean_ms"), real, MetricGroup::pictures, false,
           [](R r) { return r.metrics.animation.presentmon_mean_ms; }, has_judder},
    Metric{metric_definition("animation_error_rms_ms"), real, MetricGroup::pictures, false,
           [](R r) { return r.metrics.animation.rms_ms; }, has_judder},
    Metric{metric_definition("animation_error_p99_ms"), real, MetricGroup::pictures, false,
           [](R r) { return r.metrics.animation.p99_ms; }, has_judder},
    Metric{metric_definition("screen_jitter_mean_mm"), real, MetricGroup::pictures, false,
           [](R r) { return r.metrics.jitter.mean_mm; }, nullptr, true},
    Metric{metric_definition("screen_jitter_mean_ms"), real, MetricGroup::pictures, false,
           [](R r) { return r.metrics.jitter.mean_ms; }, nullptr, true},
    Metric{metric_definition("display_latency_mean_ms"), real, MetricGroup::pictures, false,
           [](R r) { return r.metrics.latency.display_latency_mean_ms; }},
    Metric{metric_definition("behind_mean_ms"), real, MetricGroup::time, false,
           [](R r) { return r.metrics.latency.time_behind_mean_ms; }, has_dropped_time},
    Metric{metric_definition("torn_share"), real, MetricGroup::pictures, false,
           [](R r) { return r.metrics.tearing.torn_share; },
           [](const Frames& f, std::size_t i, R) { return f[i].is_torn; }},
    Metric{metric_definition("spin_share"), real, MetricGroup::time, false,
           [](R r) { return r.metrics.progress.spin_share; },
           [](const Frames& f, std::size_t i, R) { return f[i].spin_time > Nanos::zero(); }},
    Metric{metric_definition("energy_ratio"), real, MetricGroup::physics, false,
           [](R r) { return r.metrics.accuracy.energy_ratio; }},
    Metric{metric_definition("integration_error_max"), real, MetricGroup::physics, false,
           [](R r) { return r.metrics.accuracy.integration_error_max; }},
    Metric{metric_definition("shown_max"), real, MetricGroup::physics, false,
           [](R r) { return r.metrics.accuracy.shown_x_max; }},
    Metric{metric_definition("x_end"), real, MetricGroup::physics, false,
           [](R r) { return r.metrics.accuracy.newest_x; }},
    Metric{metric_definition("tunnelled"), whole, MetricGroup::physics, true,
           [](R r) { return as_double(r.events.tunnelled); }},
    Metric{metric_definition("blew_up"), flag, MetricGroup::physics, true,
           [](R r) { return r.events.blown_up > 0 ? 1.0 : 0.0; }},
    Metric{metric_definition("reproducible"), flag, MetricGroup::physics, true,
           [](R r) { return r.is_reproducible ? as_double(*r.is_reproducible) : nan; }},
};

// Smaller absolute values count as 0. The limit is 10 ns for values in ms, because clocks round to ns.
double zero_threshold(const Metric& metric) { return metric.unit == "ms" ? 1e-5 : 1e-6; }

// Smallest difference between two values that a player notices.
double noticeable_difference(const Metric& metric)
{
    if (metric.kind != real) return 1.0;
    if (metric.unit == "ms") return 0.1;
    if (metric.unit == "mm") return 1.0;
    return metric.unit == "m" ? 1e-3 : 5e-3;
}

double penalty_of(const Metric& metric, const LaneResult& result)
{
    const double unrounded = badness(metric, metric.get(result));
    return std::abs(unrounded) < zero_threshold(metric) ? 0.0 : unrounded;
}

} // namespace

std::span<const Metric> all_metrics() { return metric_rows; }

const Metric* find_metric(std::string_view key) { return base::find_row_by_name(metric_rows, key, &Metric::key); }

bool is_in_short_table(const Metric& metric, std::span<const LaneResult> results)
{
    const auto is_known = [&](const LaneResult& result) { return !std::isnan(metric.get(result)); };
    return metric.decides || (metric.needs_camera && std::ranges::any_of(results, is_known));
}

FramePredicate frame_filter(std::string_view value_key, const LaneResult& result)
{
    const std::string_view event_name = value_key == "blew_up" ? "blown-up" : value_key;
    if (const auto* kind = base::find_row_by_name(sim::event_kinds, event_name, &sim::EventKind::name))
        return [bit = telemetry::EventBits{1} << (kind - sim::event_kinds.data())](const Frames& frames, std::size_t i)
        { return (frames[i].events & bit) != 0; };
    const Metric* metric = find_metric(value_key);
    if (metric == nullptr || metric->selects_frame == nullptr) return {};
    return [selects_frame = metric->selects_frame, &result](const Frames& frames, std::size_t i)
    { return telemetry::counts_in_metrics(frames[i]) && selects_frame(frames, i, result); };
}

std::string value_text_without_unit(const Metric& metric, const LaneResult& result)
{
    const double value = metric.get(result);
    if (std::isnan(value)) return "-";
    if (metric.kind == flag) return value != 0.0 ? "yes" : "no";
    if (metric.kind == whole || std::abs(value) >= 1000.0) return fmt::format("{:.0f}", value);
    if (std::abs(value) < zero_threshold(metric)) return "0";
    if (std::abs(value) < 1e-3) return fmt::format("{:.6f}", value);
    return base::number_text(value, 4);
}

std::string hash_text(const std::optional<std::uint64_t>& hash)
{
    return hash ? fmt::format("{:016x}", *hash) : std::string{"-"};
}

double badness(const Metric& metric, double value)
{
    switch (metric.preferred_value)
    {
    case high: return -value;
    case near_one: return std::abs(value - 1.0);
    case near_zero: return std::abs(value);
    case low:
    case none: break;
    }
    return value;
}

std::vector<std::size_t> ranked_indices(const Metric& metric, std::span<const LaneResult> results)
{
    std::vector<std::size_t> indices(results.size());
    std::iota(indices.begin(), indices.end(), std::size_t{0});
    std::ranges::stable_sort(indices,
                             [&](std::size_t a, std::size_t b)
                             {
                                 const double penalty_a = penalty_of(metric, results[a]);
                                 const double penalty_b = penalty_of(metric, results[b]);
                                 return penalty_a < penalty_b || (!std::isnan(penalty_a) && std::isnan(penalty_b));
                             });
    return indices;
}

std::vector<RankMark> rank_marks(const Metric& metric, std::span<const LaneResult> results)
{
    std::vector<RankMark> marks_of_lanes(results.size(), RankMark::none);
    double min_penalty = std::numeric_limits<double>::infinity();
    double max_penalty = -min_penalty;
    for (const LaneResult& result : results)
    {
        const double penalty = penalty_of(metric, result);
        if (penalty < min_penalty) min_penalty = penalty;
        if (penalty > max_penalty) max_penalty = penalty;
    }
    const double min_difference = noticeable_difference(metric);
    if (metric.preferred_value == none || !(max_penalty - min_penalty >= min_difference)) return marks_of_lanes;
    for (std::size_t i = 0; i < results.size(); ++i)
    {
        const double penalty = penalty_of(metric, results[i]);
        // If both penalties are infinite, their difference is NaN, so only the second condition is true.
        if (penalty - min_penalty < min_difference || penalty == min_penalty)
            marks_of_lanes[i] = RankMark::best;
        else if (max_penalty - penalty < min_difference || penalty == max_penalty)
            marks_of_lanes[i] = RankMark::worst;
    }
    return marks_of_lanes;
}

std::string markdown_table(std::span<const LaneResult> results)
{
    std::string text = "| metric |";
    std::string separator_row = "\n|---|";
    for (const LaneResult& result : results)
    {
        text += fmt::format(" {} |", result.setup.name);
        separator_row += "---:|";
    }
    text += separator_row + '\n';
    for (const Metric& metric : metric_rows)
    {
        text += metric.unit.empty() ? fmt::format("| {} |", metric.name)
                                    : fmt::format("| {} [{}] |", metric.name, metric.unit);
        const std::vector<RankMark> marks_of_lanes = rank_marks(metric, results);
        for (std::size_t i = 0; i < results.size(); ++i)
        {
            const char* bold = marks_of_lanes[i] == RankMark::best ? "**" : "";
            text += fmt::format(" {}{}{} |", bold, value_text_without_unit(metric, results[i]), bold);
        }
        text += '\n';
    }
    text += "| state |";
    for (const LaneResult& result : results) text += fmt::format(" `{}` |", hash_text(result.state_hash));
    return text + '\n';
}

std::optional<bool> try_reproduce(const LaneSetup& setup)
{
    try
    {
        return test_reproducibility(setup);
    }
    catch (const std::runtime_error&)
    {
        return std::nullopt;
    }
}

const std::vector<LaneResult>& LaneResultCache::refresh(const LaneRuns& lanes, Nanos now,
                                                        bool tests_reproducibility_of_next_lane)
{
    constexpr Nanos update_interval{250'000'000};
    const bool has_lane_count_changed = results_.size() != lanes.size();
    if (!has_lane_count_changed && now - results_computed_at_ < update_interval) return results_;
    results_computed_at_ = now;
    const timestep::PresetId preset = lanes[0].setup().config.loop.preset;
    if (std::exchange(first_lane_preset_, preset) != preset || has_lane_count_changed)
        reproducibility_of_lanes_.clear();
    results_ = lanes.results();
    for (std::size_t i = 0; i < results_.size(); ++i)
        if (const Lane& lane = lanes[i].lane(); !lane.samples().empty())
            results_[i].metrics.progress.speed = lane.judgement().evidence.speed;
    if (!tests_reproducibility_of_next_lane) return results_;
    const bool can_test = lanes[0].lane().world().type().has_reproducibility_test;
    if (can_test && reproducibility_of_lanes_.size() < results_.size()) // one more lane
        reproducibility_of_lanes_.push_back(try_reproduce(results_[reproducibility_of_lanes_.size()].setup));
    for (std::size_t i = 0; i < reproducibility_of_lanes_.size(); ++i)
        results_[i].is_reproducible = reproducibility_of_lanes_[i];
    return results_;
}

} // namespace lab
