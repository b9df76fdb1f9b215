#include "recordings/facts/display_timing.hpp"

#include "telemetry/quantile.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace recordings
{

namespace
{

using Json = nlohmann::ordered_json;

// Returns mean, percentiles and maximum of the absolute values of `errors`, the animation errors (judder) of pictures.
// Returns nothing if `errors` is empty.
std::optional<Spread> size_of(std::span<const Nanos> errors)
{
    std::vector<Nanos> sizes(errors.begin(), errors.end());
    for (Nanos& size : sizes) size = std::chrono::abs(size);
    return spread_of(sizes);
}

Json json_of(const std::optional<Spread>& s)
{
    if (!s) return nullptr;
    return {{"count", s->count},
            {"mean_ms", s->mean_ms},
            {"p50_ms", s->p50_ms},
            {"p99_ms", s->p99_ms},
            {"max_ms", s->max_ms}};
}

} // namespace

std::optional<Spread> spread_of(std::span<const Nanos> times)
{
    if (times.empty()) return std::nullopt;
    std::vector<double> ms(times.size());
    std::ranges::transform(times, ms.begin(), [](Nanos t) { return timestep::to_millis(t); });
    Spread s{.count   = ms.size(),
             .mean_ms = std::accumulate(ms.begin(), ms.end(), 0.0) / static_cast<double>(ms.size()),
             .max_ms  = std::ranges::max(ms)};
    s.p50_ms = telemetry::quantile(ms, 0.50);
    s.p99_ms = telemetry::quantile(ms, 0.99);
    return s;
}

DisplayTimingFacts display_timing_facts_of(const DisplayTiming& timing)
{
    DisplayTimingFacts facts{.generated              = timing.generated,
                             .displayed              = spread_of(timing.displayed),
                             .displayed_column       = timing.displayed_column,
                             .animation_error_of_all = size_of(timing.animation_errors),
                             .told_animation_error   = size_of(timing.told_animation_errors),
                             .told_column            = timing.told_column};
    if (timing.busy_known > 0)
    {
        const auto all = static_cast<double>(timing.busy_known);
        facts.bound_by =
            BoundBy{static_cast<double>(timing.gpu_bound) / all, static_cast<double>(timing.cpu_bound) / all};
    }
    std::vector<Nanos> of_new;
    for (std::size_t i = 0; i < timing.animation_errors.size(); ++i)
        if (!timing.repeats[i]) of_new.push_back(timing.animation_errors[i]);
    facts.animation_error = size_of(of_new);
    for (const DisplayTiming::Latency& l : timing.latencies)
        if (const auto spread = spread_of(l.all)) facts.latencies.push_back({l.column, *spread});
    return facts;
}

std::string told(const BoundBy& bound)
{
    const std::string_view limit = bound.gpu >= 0.5   ? "The GPU limits the frame rate"
                                   : bound.cpu >= 0.5 ? "The CPU limits the frame rate"
                                                      : "Neither GPU nor CPU limits most frames, as with a frame cap";
    return fmt::format(
        "{}: the GPU was busy for 95 % of the frame in {:.0f} % of the frames, the CPU alone in {:.0f} %.", limit,
        100.0 * bound.gpu, 100.0 * bound.cpu);
}

bool says_something(const DisplayTimingFacts& f)
{
    return f.bound_by || f.generated || f.displayed || f.animation_error_of_all || f.told_animation_error ||
           !f.latencies.empty();
}

Json to_json(const DisplayTimingFacts& facts)
{
    Json latencies = Json::object();
    for (const DisplayTimingFacts::Latency& l : facts.latencies) latencies[l.column] = json_of(l.spread);
    return {{"generated", facts.generated ? Json(*facts.generated) : Json(nullptr)},
            {"gpu_bound_share", facts.bound_by ? Json(facts.bound_by->gpu) : Json(nullptr)},
            {"cpu_bound_share", facts.bound_by ? Json(facts.bound_by->cpu) : Json(nullptr)},
            {"displayed", json_of(facts.displayed)},
            {"displayed_column", facts.displayed_column},
            {"animation_error", json_of(facts.animation_error)},
            {"animation_error_of_all_pictures", json_of(facts.animation_error_of_all)},
            {"animation_error_as_written", json_of(facts.told_animation_error)},
            {"animation_error_column", facts.told_column},
            {"latencies", std::move(latencies)}};
}

} // namespace recordings
