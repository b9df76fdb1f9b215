#include "recordings/facts/frame_time_patterns.hpp"

#include "base/number.hpp"
#include "base/unsupported_reasons.hpp"
#include "recordings/facts/statistics.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace recordings
{

namespace
{

constexpr std::size_t min_frames_for_patterns = 100;
constexpr double max_lag_1_autocorrelation = -0.5;
constexpr double max_short_frame_ratio = 0.3; // a generated frame is shorter than this fraction of its neighbour
constexpr double min_short_frame_share = 0.3;
constexpr double min_never_displayed_share = 0.25;
constexpr double max_pair_ratio = 0.6;
// Long and short frames count as alternating only if (standard deviation / mean) exceeds this limit.
constexpr double min_relative_deviation = 0.2;

bool is_short_beside(Nanos frame_time, Nanos neighbour_time)
{
    return timestep::to_millis(frame_time) < max_short_frame_ratio * timestep::to_millis(neighbour_time);
}

// Frame times in ms, clamped to `max_frame_time`. Does not copy the frames, because a recording can have millions.
struct ClampedFrameTimesMs
{
    std::span<const Nanos> frames;
    Nanos max_frame_time;

    std::size_t size() const { return frames.size(); }
    double operator[](std::size_t i) const { return timestep::to_millis(std::min(frames[i], max_frame_time)); }
};

double lag_1_autocorrelation_of(std::span<const double> covariances)
{
    return covariances[0] > 0.0 ? covariances[1] / covariances[0] : 0.0;
}

PairMedians pair_medians(std::span<const Nanos> frames)
{
    std::vector<Nanos> shorter, longer;
    for (std::size_t i = 1; i < frames.size(); ++i)
    {
        shorter.push_back(std::min(frames[i - 1], frames[i]));
        longer.push_back(std::max(frames[i - 1], frames[i]));
    }
    return {median_of(shorter), median_of(longer)};
}

std::size_t rank_of(const telemetry::IndexedFrameTimesView& frames, double probability)
{
    return static_cast<std::size_t>(probability * static_cast<double>(frames.size() - 1));
}

// Bounds of frame_time_quantile_ms() that need no pass over the frames.
std::pair<double, double> bounds_ms(const telemetry::IndexedFrameTimesView& frames, double probability)
{
    const auto [least, greatest] = frames.bounds_at_rank(rank_of(frames, probability));
    return {timestep::to_millis(least), timestep::to_millis(greatest)};
}

// Sets the alternation if many frames are near zero beside the others.
bool set_near_zero_frames(Alternation& found, const telemetry::IndexedFrameTimesView& frames)
{
    constexpr double min_share = 0.2, max_share = 0.85, max_ratio = 0.1;
    if (bounds_ms(frames, min_share / 2.0).first >= max_ratio * bounds_ms(frames, max_share).second) return false;
    const double limit_ms = max_ratio * frame_time_quantile_ms(frames, max_share);
    if (frame_time_quantile_ms(frames, min_share / 2.0) >= limit_ms) return false;
    std::vector<Nanos> shorter, longer;
    for (const Nanos frame : frames.frame_times())
        (timestep::to_millis(frame) < limit_ms ? shorter : longer).push_back(frame);
    found.share = static_cast<double>(shorter.size()) / static_cast<double>(frames.size());
    if (found.share < min_share) return false;
    found.kind = Alternation::Kind::near_zero;
    found.medians = {median_of(shorter), median_of(longer)};
    return true;
}

// Sets the alternation if short frames stand beside frames that are longer by as much.
bool set_pairs(Alternation& found, const telemetry::IndexedFrameTimesView& indexed_frames)
{
    constexpr double min_share = 0.05, max_short_ratio = 0.6, max_sum_error = 0.15;
    constexpr double min_share_of_short = 0.7; // in uneven frames, only some short frames happen to be in pairs
    const std::span<const Nanos> frames = indexed_frames.frame_times();
    const double median_ms = timestep::to_millis(median_of(indexed_frames));
    // A pair has one short frame.
    if (bounds_ms(indexed_frames, min_share / 4.0).first > max_short_ratio * median_ms ||
        frame_time_quantile_ms(indexed_frames, min_share / 4.0) > max_short_ratio * median_ms)
        return false;
    std::vector<Nanos> shorter, longer;
    for (std::size_t i = 1; i < frames.size(); ++i)
    {
        const auto [low, high] = std::minmax(frames[i - 1], frames[i]);
        const double low_ms = timestep::to_millis(low), sum_ms = low_ms + timestep::to_millis(high);
        if (low_ms > max_short_ratio * median_ms ||
            std::abs(sum_ms - 2.0 * median_ms) > 2.0 * max_sum_error * median_ms)
            continue;
        shorter.push_back(low);
        longer.push_back(high);
        ++i; // a frame is in one pair
    }
    found.share = 2.0 * static_cast<double>(shorter.size()) / static_cast<double>(frames.size());
    const auto short_count = std::ranges::count_if(
        frames, [=](Nanos frame) { return timestep::to_millis(frame) <= max_short_ratio * median_ms; });
    if (static_cast<double>(shorter.size()) < min_share_of_short * static_cast<double>(short_count)) return false;
    if (found.share < min_share) return false;
    found.kind = Alternation::Kind::pairs;
    found.medians = {median_of(shorter), median_of(longer)};
    return true;
}

constexpr double min_share_within_cap = 0.99; // fraction of the frames that must meet the highest cap
constexpr double min_cap_fps = 10.0;
constexpr double max_relative_period_error = 0.01;
// A frame cap is reported only if frame_time_noise_ms() is below this fraction of the cap's period.
constexpr double max_relative_noise = 0.1;
// In a capped game, late frames exceed the cap's period by over this many standard deviations of the frame times.
constexpr double late_standard_deviations = 3.0;
// A late frame exceeds the frame cap's period, such as 16.7 ms at 60 fps, by more than this fraction.
constexpr double late_tolerance = 0.02;
constexpr std::size_t min_display_times = 100;
constexpr std::array standard_refresh_rates{60.0, 75.0, 90.0, 100.0, 120.0, 144.0, 165.0, 180.0, 240.0, 360.0};

// The standard deviation of a normal distribution with the same quartiles; a few hitches hardly affect it.
double frame_time_noise_ms(const telemetry::IndexedFrameTimesView& frames)
{
    return (frame_time_quantile_ms(frames, 0.75) - frame_time_quantile_ms(frames, 0.25)) / 1.349;
}

void set_existing_cap(FrameCapAnalysis& cap, std::span<const Nanos> frames, double cap_fps, double max_frame_ms)
{
    const auto count = std::ranges::count_if(frames, [&](Nanos f) { return timestep::to_millis(f) <= max_frame_ms; });
    cap.existing_cap_fps = cap_fps;
    cap.frames_within_cap_percent = 100.0 * static_cast<double>(count) / static_cast<double>(frames.size());
    cap.max_frame_ms_for_cap = max_frame_ms;
}

// On a display with a variable refresh rate (VRR), any whole number of fps is a possible frame cap.
FrameCapAnalysis with_vrr_frame_caps(const telemetry::IndexedFrameTimesView& frames, FrameCapAnalysis cap)
{
    const double median_ms = timestep::to_millis(median_of(frames)), noise_ms = frame_time_noise_ms(frames);
    if (median_ms <= 0.0) return cap;
    const double rounded_fps = std::round(1000.0 / median_ms);
    if (rounded_fps >= min_cap_fps && noise_ms <= late_tolerance * median_ms)
        set_existing_cap(cap, frames.frame_times(), rounded_fps,
                         median_ms + std::max(late_standard_deviations * noise_ms, late_tolerance * median_ms));
    const double highest_fps =
        std::floor(1000.0 * (1.0 + late_tolerance) / frame_time_quantile_ms(frames, min_share_within_cap));
    if (highest_fps >= min_cap_fps) cap.highest_cap_fps = highest_fps;
    if (cap.frames_within_cap_percent >= 100.0 * min_share_within_cap) cap.highest_cap_fps = cap.existing_cap_fps;
    return cap;
}

std::string_view rate_source_text(const DisplayRate& display)
{
    constexpr std::array<std::string_view, 6> texts{"",
                                                    ", by the recording",
                                                    ", by the times of the displayed frames",
                                                    " or more, by the times of the displayed frames",
                                                    ", the rate of the even frames (set --refresh-hz)",
                                                    ", which is assumed (set --refresh-hz)"};
    const std::string_view text = texts[static_cast<std::size_t>(display.rate_source)];
    return base::unsupported_reasons.options == nullptr ? text : text.substr(0, text.find(" ("));
}

} // namespace

using namespace std::chrono_literals;

Nanos frame_time_quantile(const telemetry::IndexedFrameTimesView& frames, double probability)
{
    return frames.at_rank(rank_of(frames, probability));
}

double frame_time_quantile_ms(const telemetry::IndexedFrameTimesView& frames, double probability)
{
    return timestep::to_millis(frame_time_quantile(frames, probability));
}

Nanos median_of(const telemetry::IndexedFrameTimesView& frames) { return frames.at_rank(frames.size() / 2); }

Nanos hitch_limit(const telemetry::IndexedFrameTimesView& frames)
{
    const Nanos median = median_of(frames);
    return std::max(median + median / 2 * 3, median + 25ms);
}

std::vector<Hitch> hitches_longest_first(const telemetry::IndexedFrameTimesView& indexed_frames)
{
    if (indexed_frames.empty()) return {};
    const std::span<const Nanos> frames = indexed_frames.frame_times();
    const Nanos limit = hitch_limit(indexed_frames);
    std::vector<Hitch> hitches;
    Nanos frame_start{};
    for (std::size_t i = 0; i < frames.size(); frame_start += frames[i], ++i)
        if (frames[i] > limit) hitches.push_back({i, frame_start, frames[i]});
    std::ranges::stable_sort(hitches, std::greater{}, &Hitch::frame_time);
    return hitches;
}

std::vector<std::uint8_t> near_hitch_flags(std::span<const Nanos> frames)
{
    std::vector<std::uint8_t> flags(frames.size());
    for (const Hitch& hitch : hitches_longest_first(frames))
    {
        flags[hitch.frame_index] = 1;
        if (hitch.frame_index > 0) flags[hitch.frame_index - 1] = 1;
        if (hitch.frame_index + 1 < flags.size()) flags[hitch.frame_index + 1] = 1;
    }
    return flags;
}

std::optional<DetectedFrameGeneration> detect_frame_generation(const telemetry::IndexedFrameTimesView& indexed_frames,
                                                               std::optional<double> never_displayed_share)
{
    const std::span<const Nanos> frames = indexed_frames.frame_times();
    if (frames.size() < min_frames_for_patterns) return std::nullopt;
    const ClampedFrameTimesMs clamped_frames{frames, frame_time_quantile(indexed_frames, 0.99)};
    DetectedFrameGeneration generation{.lag_1_autocorrelation =
                                           lag_1_autocorrelation_of(autocovariances<2>(clamped_frames, 1))};
    if (generation.lag_1_autocorrelation >= max_lag_1_autocorrelation) return std::nullopt;
    std::size_t short_count = 0;
    for (std::size_t i = 1; i + 1 < frames.size(); ++i)
        short_count += is_short_beside(frames[i], std::min(frames[i - 1], frames[i + 1])) ? 1 : 0;
    generation.short_frame_share = static_cast<double>(short_count) / static_cast<double>(frames.size());
    generation.never_displayed_share = never_displayed_share.value_or(0.0);
    if (generation.short_frame_share < min_short_frame_share &&
        generation.never_displayed_share < min_never_displayed_share)
        return std::nullopt;
    generation.medians = pair_medians(frames);
    if (generation.short_frame_share < min_short_frame_share &&
        timestep::to_millis(generation.medians.shorter) >
            max_pair_ratio * timestep::to_millis(generation.medians.longer))
        return std::nullopt;
    return generation;
}

std::string sentences_of(const DetectedFrameGeneration& generation)
{
    const std::string never_displayed_text =
        generation.never_displayed_share > 0.0
            ? fmt::format("; {:.0f} % of the frames were never displayed", 100.0 * generation.never_displayed_share)
            : "";
    return fmt::format(
        "Frame generation: every second frame is short, because a driver generated it. Frame times alternate between "
        "{} and {} ms (correlation of each frame time with the next: {:.2f}{}).",
        base::number_text(timestep::to_millis(generation.medians.longer), 3),
        base::number_text(timestep::to_millis(generation.medians.shorter), 3), generation.lag_1_autocorrelation,
        never_displayed_text);
}

std::string percent_text(double share)
{
    const double percent = 100.0 * share;
    return percent < 10.0 ? base::number_text(percent, 2) + " %" : fmt::format("{:.0f} %", percent);
}

std::optional<Alternation> detect_alternation(const telemetry::IndexedFrameTimesView& indexed_frames)
{
    if (indexed_frames.size() < min_frames_for_patterns) return std::nullopt;
    const ClampedFrameTimesMs frames{indexed_frames.frame_times(), hitch_limit(indexed_frames)};
    const double mean_ms = mean_of(frames);
    if (mean_ms <= 0.0) return std::nullopt;
    const auto covariances = autocovariances<2>(frames, 1);
    Alternation found{.lag_1_autocorrelation = lag_1_autocorrelation_of(covariances),
                      .relative_deviation = std::sqrt(covariances[0]) / mean_ms};
    if (found.lag_1_autocorrelation < max_lag_1_autocorrelation && found.relative_deviation > min_relative_deviation)
    {
        found.medians = pair_medians(indexed_frames.frame_times());
        return found;
    }
    if (set_near_zero_frames(found, indexed_frames) || set_pairs(found, indexed_frames)) return found;
    return std::nullopt;
}

std::string sentences_of(const Alternation& alternation)
{
    const std::string longer = base::number_text(timestep::to_millis(alternation.medians.longer), 3);
    const std::string shorter = base::number_text(timestep::to_millis(alternation.medians.shorter), 3);
    if (alternation.kind == Alternation::Kind::near_zero)
        return fmt::format("{} of the frames are near 0 ({} ms, the others {} ms): two updates in a row, or a clock "
                           "that is read wrongly.",
                           std::abs(alternation.share - 0.5) < 0.05 ? "Half" : percent_text(alternation.share), shorter,
                           longer);
    if (alternation.kind == Alternation::Kind::pairs)
        return fmt::format(
            "{} of the frames come in pairs, a short one beside a long one ({} and {} ms), which last as "
            "long as two others: a frame limiter that is late and catches up, or two presents in a row.",
            percent_text(alternation.share), shorter, longer);
    return fmt::format("Every second frame is short: frame times alternate between {} and {} ms (correlation "
                       "of each frame time with the next: {:.2f}). Possible causes: a loop that catches up with two "
                       "frames in a row; a frame limiter that does not read the clock again after its wait; VSYNC "
                       "between two frame rates, such as 60 and 30 fps at 60 Hz; frame generation by a driver.",
                       longer, shorter, alternation.lag_1_autocorrelation);
}

std::vector<Nanos> with_short_frames_merged(std::span<const Nanos> frames)
{
    std::vector<Nanos> merged;
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        merged.push_back(frames[i]);
        const bool has_next = i + 1 < frames.size();
        if (has_next && (is_short_beside(frames[i], frames[i + 1]) || is_short_beside(frames[i + 1], frames[i])))
            merged.back() += frames[++i];
    }
    return merged;
}

DisplayRate estimated_display(std::span<const Nanos> display_intervals, bool is_vrr)
{
    if (display_intervals.size() < min_display_times) return {.is_vrr = is_vrr};
    for (const double hz : standard_refresh_rates)
    {
        const auto has_whole_periods = [hz](Nanos interval)
        {
            const double period_count = timestep::to_seconds(interval) * hz;
            return period_count > 0.5 && std::abs(period_count - std::round(period_count)) <= 0.1;
        };
        auto allowed_others = std::ssize(display_intervals) -
                              std::llround(std::ceil(0.95 * static_cast<double>(display_intervals.size())));
        for (const Nanos interval : display_intervals)
            if (!has_whole_periods(interval) && --allowed_others < 0) break;
        if (allowed_others >= 0)
            return {.hz = hz, .rate_source = DisplayRate::RateSource::display_times, .is_vrr = is_vrr};
    }
    return {.is_vrr = is_vrr};
}

DisplayRate display_of(const Stream& stream, bool is_vrr)
{
    constexpr std::size_t min_bounding_times = 10;
    constexpr double max_relative_error = 0.03;
    const std::vector<Nanos>& intervals = stream.timing.display_intervals;
    if (stream.refresh_period)
        return {.hz = 1.0 / timestep::to_seconds(*stream.refresh_period),
                .rate_source = DisplayRate::RateSource::file,
                .is_vrr = is_vrr};
    const DisplayRate estimated = estimated_display(intervals, is_vrr);
    if (estimated.rate_source != DisplayRate::RateSource::unknown || is_vrr || !stream.is_composed() ||
        intervals.size() < min_bounding_times)
        return estimated;
    const double fps = 1.0 / timestep::to_seconds(median_of(intervals));
    for (const double hz : standard_refresh_rates)
        if (hz > estimated.hz && hz * (1.0 + max_relative_error) >= fps &&
            fps > estimated.hz * (1.0 + max_relative_error))
            return {.hz = hz, .rate_source = DisplayRate::RateSource::at_least};
    return estimated;
}

DisplayRate display_assumed_for(std::span<const Nanos> frame_times, const DisplayRate& known)
{
    constexpr Nanos longest_frame{21'000'000};
    constexpr double min_even_share = 0.95;
    if (known.rate_source != DisplayRate::RateSource::unknown || frame_times.empty()) return known;
    const Nanos median = median_of(frame_times);
    const auto is_even = [&](Nanos time) { return std::chrono::abs(time - median) <= median / 20; };
    const auto even_count = static_cast<double>(std::ranges::count_if(frame_times, is_even));
    if (median <= Nanos::zero() || median > longest_frame ||
        even_count < min_even_share * static_cast<double>(frame_times.size()))
        return known;
    const double hz = 1.0 / timestep::to_seconds(median);
    const bool is_integer = std::abs(hz - std::round(hz)) < 0.005 * hz;
    return {.hz = is_integer ? std::round(hz) : hz,
            .rate_source = DisplayRate::RateSource::even_frames,
            .is_vrr = known.is_vrr};
}

FrameCapAnalysis frame_cap_analysis(const telemetry::IndexedFrameTimesView& frames, const DisplayRate& display)
{
    FrameCapAnalysis cap{.display = display};
    if (frames.empty()) return cap;
    if (display.is_vrr) return with_vrr_frame_caps(frames, cap);
    const double median_ms = timestep::to_millis(median_of(frames)), noise_ms = frame_time_noise_ms(frames);
    const auto is_existing_cap = [&](double cap_fps)
    {
        const double period_ms = 1000.0 / cap_fps;
        return std::abs(median_ms - period_ms) <= max_relative_period_error * period_ms &&
               noise_ms < max_relative_noise * period_ms;
    };
    // A fixed refresh rate shows the caps evenly that are the rate / 1, 2, 3 ..., down to 10 fps.
    std::vector<double> caps_fps;
    for (int divisor = 1; display.hz / divisor >= min_cap_fps; ++divisor) caps_fps.push_back(display.hz / divisor);
    const auto existing_cap = std::ranges::find_if(caps_fps, is_existing_cap);
    const double noise_allowance_ms = existing_cap == caps_fps.end() ? 0.0 : late_standard_deviations * noise_ms;
    const auto max_frame_ms = [&](double cap_fps)
    { return 1000.0 / cap_fps + std::max(noise_allowance_ms, late_tolerance * 1000.0 / cap_fps); };
    if (existing_cap != caps_fps.end())
        set_existing_cap(cap, frames.frame_times(), *existing_cap, max_frame_ms(*existing_cap));
    const double p99_ms = frame_time_quantile_ms(frames, min_share_within_cap);
    const auto highest_cap = std::ranges::find_if(caps_fps, [&](double fps) { return p99_ms <= max_frame_ms(fps); });
    if (highest_cap != caps_fps.end()) cap.highest_cap_fps = *highest_cap;
    return cap;
}

std::optional<std::string> sentence_of(const FrameCapAnalysis& cap)
{
    if (cap.existing_cap_fps == 0.0 && cap.highest_cap_fps == 0.0) return std::nullopt;
    const std::string display_text =
        cap.display.is_vrr ? ""
                           : fmt::format("On a display of {} Hz{}: ", base::number_text(cap.display.hz, 4),
                                         rate_source_text(cap.display));
    const std::string possible_cap_text = fmt::format("a frame cap of {} fps would have held in 99 % of the frames",
                                                      base::number_text(cap.highest_cap_fps, 4));
    std::string text;
    if (cap.existing_cap_fps == 0.0)
        text = possible_cap_text;
    else if (cap.existing_cap_fps == cap.highest_cap_fps)
        text = fmt::format("the recording is already capped at {} fps", base::number_text(cap.highest_cap_fps, 4));
    else
    {
        text = fmt::format("the recording is already capped at {} fps, and {:.1f} % of its frames keep the cap",
                           base::number_text(cap.existing_cap_fps, 4), cap.frames_within_cap_percent);
        if (cap.highest_cap_fps > 0.0) text += "; " + possible_cap_text;
    }
    if (display_text.empty()) text.front() = text.front() == 'a' ? 'A' : 'T';
    return display_text + text + ".";
}

nlohmann::ordered_json to_json(const FrameCapAnalysis& cap)
{
    const auto positive_json = [](double value)
    { return value > 0.0 ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr); };
    constexpr std::array<std::string_view, 6> rate_sources{"user",     "file",        "pictures",
                                                           "at least", "even frames", "assumed"};
    return {{"display_hz", cap.display.is_vrr ? nlohmann::ordered_json(nullptr) : positive_json(cap.display.hz)},
            {"display_hz_from", rate_sources[static_cast<std::size_t>(cap.display.rate_source)]},
            {"vrr", cap.display.is_vrr},
            {"kept_fps", positive_json(cap.existing_cap_fps)},
            {"kept_percent", positive_json(cap.frames_within_cap_percent)},
            {"fps", positive_json(cap.highest_cap_fps)}};
}

} // namespace recordings
