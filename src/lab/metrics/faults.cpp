#include "lab/metrics/faults.hpp"

#include "base/text.hpp"
#include "base/threads.hpp"
#include "lab/lane/lane_run.hpp"
#include "lab/metrics/starts.hpp"
#include "recordings/facts/evenness.hpp"
#include "telemetry/frame_times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lab
{

namespace
{

using telemetry::metric_definition;

constexpr std::int64_t even_run_count = 64;
constexpr std::string_view common_settings = "scene=camera scene.camera=blended";

constexpr std::array fault_table{
    Fault{"timer-noise", "timer noise", "The clock that the loop reads is off by up to 1 ms; frames are even.", true,
          "loop=accumulator timer-noise=1ms"},
    Fault{"missed-refresh", "a missed refresh", "One frame in two seconds takes 20 ms longer.", true,
          "loop=interpolated lag=every:120:20ms"},
    Fault{"fifty-on-sixty", "50 on 60", "50 steps a second, not blended, on 60 Hz.", true, "loop=accumulator hz=50"},
    Fault{"short-and-long", "every second frame short", "Every second frame takes 20 ms longer, on 60 Hz.", true,
          "loop=interpolated lag=every:2:20ms"},
    Fault{"hitch", "one hitch a second", "One frame in sixty takes 100 ms longer.", true,
          "loop=interpolated lag=every:60:100ms"},
    Fault{"freeze", "a freeze", "One frame of the minute takes a second longer.", true,
          "loop=interpolated lag=spike:1800:1s"},
    Fault{"late-generated-frames", "generated frames shown late",
          "Every second frame reaches a display with VRR 5 ms late; the game's own frame times are even.", true,
          "loop=interpolated limit=120 vsync=vrr display-hz=360 lag=every:2:5ms"},
    Fault{"trembling-camera", "a camera that trembles",
          "The camera follows the newest state, the runner is drawn between two states.", true,
          "loop=interpolated display-hz=144 scene.camera=newest"},
    Fault{"slow-drift", "a slow drift", "60 steps a second, not blended, on 59.94 Hz.", true,
          "loop=accumulator display-hz=59.94"},
    Fault{"thirty-on-sixty", "30 on 60", "30 steps a second, not blended, on 60 Hz: each is shown twice.", false,
          "loop=accumulator hz=30"},
    Fault{"sixty-on-144", "60 on 144, blended", "60 steps a second, drawn between two states, on 144 Hz.", false,
          "loop=interpolated display-hz=144"},
    Fault{"varying-refresh", "VRR from 48 to 144", "The frame rate rises and falls between 48 and 144 in 20 s.", false,
          "loop=interpolated vsync=vrr display-hz=144 vrr-floor=48 lag=wave:5ms..18.8ms:20s"},
};

constexpr std::array smoothness_table{
    metric_definition("average_fps"),
    metric_definition("low_1_percentile_r7_fps"),
    metric_definition("low_1_percentile_r8_fps"),
    metric_definition("low_1_average_fps"),
    metric_definition("low_1_integral_fps"),
    metric_definition("low_1_mangohud_fps"),
    metric_definition("frame_deviation_ms"),
    metric_definition("stutter_percent"),
    metric_definition("hitch_ms_per_s"),
    metric_definition("animation_error_presentmon_mean_ms"),
    metric_definition("animation_error_mean_ms"),
    metric_definition("jumps_per_minute"),
    metric_definition("screen_jitter_mean_mm"),
};

// What of a run the metrics need.
struct RecordedRun
{
    std::vector<Nanos> frame_times{}; // without the first frame, which follows none
    std::vector<Nanos> display_intervals{};
    std::optional<Nanos> previous_screen_time{};

    void add(const telemetry::FrameSample& sample)
    {
        if (sample.frame_number > 0) frame_times.push_back(sample.measured_frame_time);
        if (!sample.is_displayed) return;
        if (previous_screen_time) display_intervals.push_back(sample.screen_time - *previous_screen_time);
        previous_screen_time = sample.screen_time;
    }
};

// Runs the loop for `fault_run_time`. The values are in the order of smoothness_table.
SmoothnessValues smoothness_of(const LaneSetup& setup)
{
    RecordedRun run;
    const LaneResult result = run_lane(setup, {.max_wall_time = fault_run_time},
                                       [&](const telemetry::FrameSample& sample) { run.add(sample); });
    const telemetry::IndexedFrameTimesView frame_times{run.frame_times};
    const telemetry::LongestFrameTimes longest = telemetry::longest_frame_times(frame_times);
    const sim::MachineSettings& machine = setup.config.machine;
    const auto late_frames = recordings::late_frame_statistics(
        run.frame_times, {.display_intervals = run.display_intervals},
        {timestep::to_hertz(machine.refresh_rate), recordings::DisplayRate::RateSource::user,
         machine.vsync == sim::VsyncMode::vrr});
    telemetry::RunningStatistics times_ms;
    for (const Nanos time : run.frame_times) times_ms.add(timestep::to_millis(time));
    const auto low = [&](telemetry::LowFpsDefinition definition)
    { return telemetry::low_fps_of_longest(longest, definition, 0.01); };
    using enum telemetry::LowFpsDefinition;
    const telemetry::Metrics& metrics = result.metrics;
    return {telemetry::frame_time_summary(frame_times).average_fps,
            low(percentile_r7),
            low(percentile_r8),
            low(low_average),
            low(low_integral),
            low(mangohud),
            times_ms.standard_deviation(),
            telemetry::stutter_percent(frame_times),
            late_frames ? late_frames->apple_hitch_ms_per_s : std::numeric_limits<double>::quiet_NaN(),
            metrics.animation.presentmon_mean_ms,
            metrics.animation.mean_ms,
            metrics.animation.jumps_per_minute,
            metrics.jitter.mean_mm};
}

// 64 starts of an even run with this mean frame rate, which must be from 10 to 999 fps: the loop interpolated on a
// display with this rate, whose frames are never late, and with clock readings that are off by at most 0.1 ms.
std::vector<LaneSetup> even_runs(double average_fps)
{
    constexpr int parts_per_hz = 1'000'000;
    const auto rate = timestep::Rate::make(std::llround(average_fps * parts_per_hz), parts_per_hz);
    LaneSetup even = make_lane_setup(
        split_into_unchecked_assignments(fmt::format("{} loop=interpolated timer-noise=100us", common_settings)));
    even.config.machine.refresh_rate = rate.value();
    return setups_of_starts(even, even_run_count);
}

} // namespace

std::span<const telemetry::MetricDefinition, smoothness_metric_count> smoothness_metrics() { return smoothness_table; }

std::vector<std::string> heading_lines(const telemetry::MetricDefinition& metric, std::size_t max_width)
{
    std::vector<std::string> lines;
    for (const std::string_view word : base::split(metric.name, " "))
        if (!lines.empty() && lines.back().size() + 1 + word.size() <= max_width)
            lines.back() += fmt::format(" {}", word);
        else
            lines.emplace_back(word);
    lines.emplace_back(metric.unit);
    return lines;
}

std::span<const Fault> all_faults() { return fault_table; }

LaneSetup Fault::setup() const
{
    LaneSetup setup =
        make_lane_setup(split_into_unchecked_assignments(fmt::format("{} {}", common_settings, settings)));
    setup.name = key;
    return setup;
}

std::string Fault::command() const
{
    std::string lane = fmt::format("{} {}", common_settings, settings);
    std::ranges::replace(lane, ' ', ',');
    return fmt::format("timestep_lab run --seconds {} --csv - --lane {}", timestep::to_seconds(fault_run_time), lane);
}

std::string_view text_of(FaultMark mark)
{
    return mark == FaultMark::sees_fault ? "*" : mark == FaultMark::sees_phantom ? "!" : "";
}

std::string_view name_of(FaultMark mark)
{
    return mark == FaultMark::sees_fault     ? "sees"
           : mark == FaultMark::sees_phantom ? "sees what is not there"
                                             : "does not see";
}

FaultRow::FaultRow(const Fault& fault)
    : fault_{&fault}
    , values_{smoothness_of(fault.setup())}
    , even_setups_{even_runs(values_.front())}
{
}

void FaultRow::run_even(std::size_t count)
{
    const std::size_t begin = even_values_.size();
    even_values_.resize(std::min(begin + count, even_setups_.size()));
    base::parallel_for(even_values_.size() - begin,
                       [&](std::size_t i) { even_values_[begin + i] = smoothness_of(even_setups_[begin + i]); });
}

FaultCells FaultRow::cells() const
{
    FaultCells cells{};
    for (std::size_t i = 0; i < values_.size(); ++i)
    {
        FaultCell& cell = cells[i];
        cell = {values_[i], even_values_.front()[i], even_values_.front()[i], FaultMark::none};
        for (const SmoothnessValues& run : even_values_)
        {
            cell.even_min = std::min(cell.even_min, run[i]);
            cell.even_max = std::max(cell.even_max, run[i]);
        }
        constexpr double rounding = 1e-5; // in the metric's unit
        if (smoothness_table[i].preferred_value == telemetry::PreferredValue::high
                ? cell.value < cell.even_min - rounding
                : cell.value > cell.even_max + rounding)
            cell.mark = fault_->is_visible ? FaultMark::sees_fault : FaultMark::sees_phantom;
    }
    return cells;
}

FaultCells compute_fault(const Fault& fault)
{
    FaultRow row{fault};
    row.run_even(even_run_count);
    return row.cells();
}

std::string cell_text(const FaultCell& cell) { return std::isnan(cell.value) ? "-" : start_value_text(cell.value); }

std::string_view mark_explanation()
{
    return "* sees the fault: the value is worse than in each of 64 even runs with the same length and mean. ! sees "
           "what is not there: the same, but the motion is even.";
}

} // namespace lab
