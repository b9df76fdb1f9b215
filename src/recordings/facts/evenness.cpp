#include "recordings/facts/evenness.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace recordings
{

std::optional<Evenness> evenness_of(const telemetry::IndexedFrameTimesView& frames, std::size_t hitch_count)
{
    constexpr std::size_t min_frames = 100;
    if (frames.size() < min_frames || median_of(frames) <= Nanos::zero()) return std::nullopt;
    const double median_s = timestep::to_seconds(median_of(frames));
    Evenness evenness{.hitch_count = hitch_count, .duration = frames.sum()};
    double regular_seconds = 0.0, regular_count = 0.0;
    for (const Nanos frame_time : frames.frame_times())
    {
        const double frame_seconds = timestep::to_seconds(frame_time);
        if (std::abs(frame_seconds - median_s) > max_regular_deviation * median_s) continue;
        regular_seconds += frame_seconds;
        ++regular_count;
    }
    evenness.regular_share = regular_count / static_cast<double>(frames.size());
    evenness.frame_rate_fps = regular_count / regular_seconds;
    evenness.is_even = evenness.regular_share >= min_regular_share &&
                       static_cast<double>(evenness.hitch_count) <= timestep::to_seconds(evenness.duration) / 60.0;
    return evenness;
}

nlohmann::ordered_json evenness_json(const std::optional<Evenness>& evenness)
{
    if (!evenness) return nullptr;
    nlohmann::ordered_json step_rates = nlohmann::ordered_json::array();
    for (int step_hz = min_reported_step_hz; step_hz <= max_reported_step_hz; ++step_hz)
    {
        if (!evenness->is_even) break;
        const auto [repeats, doubles, beat_hz] = sim::step_rate_mismatch(step_hz, evenness->frame_rate_fps);
        step_rates.push_back({{"step_hz", step_hz}, {"repeats", repeats}, {"doubles", doubles}, {"beat_hz", beat_hz}});
    }
    return {{"even", evenness->is_even},
            {"regular_share", evenness->regular_share},
            {"frame_rate_fps", evenness->frame_rate_fps},
            {"step_rates", std::move(step_rates)}};
}

std::optional<LateFrameStatistics> late_frame_statistics(const std::vector<Nanos>& frame_times,
                                                         const DisplayTiming& timing, const DisplayRate& display)
{
    if (display.is_vrr || display.rate_source == DisplayRate::RateSource::unknown ||
        display.rate_source == DisplayRate::RateSource::at_least)
        return std::nullopt;
    LateFrameStatistics late{.refresh_hz = display.hz, .has_display_times = !timing.display_intervals.empty()};
    const std::vector<Nanos>& times = late.has_display_times ? timing.display_intervals : frame_times;
    const FrameCapAnalysis cap = frame_cap_analysis(times, display);
    const double refresh_ms = 1000.0 / display.hz;
    late.expected_ms = cap.existing_cap_fps > 0.0 ? 1000.0 / cap.existing_cap_fps : refresh_ms;
    double max_punctual_frame_ms = cap.existing_cap_fps > 0.0 ? cap.max_frame_ms_for_cap : 1.02 * refresh_ms;
    if (late.has_display_times) max_punctual_frame_ms = late.expected_ms + 0.5 * refresh_ms;
    double total_ms = 0.0, total_delay_ms = 0.0;
    for (const Nanos time : times)
    {
        const double frame_ms = timestep::to_millis(time);
        total_ms += frame_ms;
        if (frame_ms <= max_punctual_frame_ms) continue;
        total_delay_ms += frame_ms - late.expected_ms;
        ++late.late_count;
    }
    if (total_ms <= 0.0) return std::nullopt;
    late.frame_count = times.size();
    late.apple_hitch_ms_per_s = 1000.0 * total_delay_ms / total_ms;
    const auto percent_of = [](auto count, std::size_t total)
    { return 100.0 * static_cast<double>(count) / static_cast<double>(total); };
    const auto is_janky = [=](Nanos time) { return timestep::to_millis(time) > refresh_ms; };
    if (!timing.render_times.empty())
        late.janky_percent =
            percent_of(std::ranges::count_if(timing.render_times, is_janky), timing.render_times.size());
    else if (late.expected_ms < 1.5 * refresh_ms)
        late.janky_percent = percent_of(late.late_count, late.frame_count);
    return late;
}

nlohmann::ordered_json to_json(const LateFrameStatistics& late)
{
    nlohmann::ordered_json json{{"refresh_hz", late.refresh_hz},   {"display_times", late.has_display_times},
                                {"expected_ms", late.expected_ms}, {"frames", late.frame_count},
                                {"late", late.late_count},         {"hitch_ms_per_s", late.apple_hitch_ms_per_s},
                                {"janky_percent", nullptr}};
    if (late.janky_percent) json["janky_percent"] = *late.janky_percent;
    for (const HitchRateLimits& limits : all_hitch_rate_limits)
        json["hitch_grades"][limits.key] = hitch_grade(late.apple_hitch_ms_per_s, limits);
    return json;
}

std::string_view hitch_grade(double apple_hitch_ms_per_s, const HitchRateLimits& limits)
{
    constexpr std::array<std::string_view, 4> grades{"good", "warning", "critical", "beyond critical"};
    const auto first_met_limit =
        std::ranges::find_if(limits.limits_ms_per_s, [=](double limit) { return apple_hitch_ms_per_s <= limit; });
    return grades[static_cast<std::size_t>(first_met_limit - limits.limits_ms_per_s.begin())];
}

} // namespace recordings
