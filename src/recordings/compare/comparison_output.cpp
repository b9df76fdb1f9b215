// Formats the result of a comparison as sentences and as JSON.
#include "recordings/compare/comparison.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace recordings
{

namespace
{

const ComparedRow& statistic_of(const Difference& d) { return all_compared()[d.row]; }

std::string percent_text(const Difference& d, std::string_view more, std::string_view less)
{
    if (d.a == 0.0) return "";
    return fmt::format("{:.3g} % {}", 100.0 * std::abs(d.effect() / d.a), d.effect() > 0.0 ? more : less);
}

// A statistic, its values for A and B, and the confidence interval of the difference, such as "median (A 3.21 ms, B
// 1.04 ms: 67.6 % less; the difference is between -2.5 and -1.9)".
std::string in_words(const Difference& d)
{
    const std::string percent = percent_text(d, "more", "less");
    return fmt::format("{0} (A {1:.4g} {2}, B {3:.4g} {2}{4}{5}; the difference is between {6:+.3g} and {7:+.3g})",
                       statistic_of(d).title, d.a, statistic_of(d).unit, d.b, percent.empty() ? "" : ": ", percent,
                       d.low, d.high);
}

// The differences in smoothness that have this verdict.
std::vector<const Difference*> smoothness_differences(const Comparison& c, Verdict verdict)
{
    std::vector<const Difference*> all;
    for (const Difference& d : c.differences)
        if (statistic_of(d).is_smoothness && d.verdict == verdict) all.push_back(&d);
    return all;
}

std::size_t smoothness_statistic_count(const Comparison& c)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(c.differences, [](const Difference& d) { return statistic_of(d).is_smoothness; }));
}

// The difference whose confidence interval is farthest from 0, relative to the size of the difference.
const Difference& most_significant(const std::vector<const Difference*>& all)
{
    const auto relative_distance = [](const Difference* d)
    { return std::max(d->low, -d->high) / std::abs(d->effect()); };
    return **std::ranges::max_element(all, {}, relative_distance);
}

std::string figures_text(const Comparison& c, const std::vector<const Difference*>& some)
{
    return fmt::format("in {} of {} figures, most clearly in {}", some.size(), smoothness_statistic_count(c),
                       in_words(most_significant(some)));
}

std::string smoothness_sentence(const Comparison& c)
{
    const auto better = smoothness_differences(c, Verdict::better), worse = smoothness_differences(c, Verdict::worse);
    if (better.empty() && worse.empty()) return "";
    if (!better.empty() && !worse.empty())
        return fmt::format("The figures disagree: B is smoother {}, and rougher {}.", figures_text(c, better),
                           figures_text(c, worse));
    return fmt::format("B is {} {}.", worse.empty() ? "smoother" : "rougher",
                       figures_text(c, worse.empty() ? better : worse));
}

// States whether B runs faster or slower than A, by the mean frame time or, if the mean is undecided, by the median.
std::string speed_sentence(const Comparison& c)
{
    for (const Difference& d : c.differences)
        if (!statistic_of(d).is_smoothness && (d.verdict == Verdict::better || d.verdict == Verdict::worse))
            return fmt::format("B runs {}: its {} frame takes {}.", d.verdict == Verdict::better ? "faster" : "slower",
                               statistic_of(d).title, percent_text(d, "more", "less"));
    return "";
}

std::string undecided_sentence(const Comparison& c)
{
    const Difference* least_data = nullptr;
    std::size_t count            = 0;
    for (const Difference& d : c.differences)
    {
        if (d.verdict != Verdict::undecided) continue;
        ++count;
        if (!d.required_sample) continue;
        // One of `seconds` and `runs` is 0.
        const auto required_amount = [](const SampleSize& n) { return n.seconds + static_cast<double>(n.runs); };
        if (!least_data || required_amount(*d.required_sample) < required_amount(*least_data->required_sample))
            least_data = &d;
    }
    if (count == 0) return "";
    const std::string all = count == c.differences.size() ? fmt::format("all {}", count)
                                                          : fmt::format("{} of {}", count, c.differences.size());
    return fmt::format("Undecided for {} figures: noise alone can explain the difference, but a real difference of "
                       "{:g} % is possible.{}",
                       all, 100.0 * c.options.min_relevant_difference,
                       least_data ? fmt::format(" The least data is needed for {}: about {} {}.",
                                                statistic_of(*least_data).title,
                                                recordings::in_words(*least_data->required_sample),
                                                least_data->required_sample->runs > 0 ? "a side" : "of each recording")
                                  : "");
}

std::string too_short_sentence(const Comparison& c)
{
    for (const auto& [name, runs] : {std::pair{'A', &c.a}, std::pair{'B', &c.b}})
        for (const ComparedRun& run : *runs)
            if (run.frames < min_compared_frames)
                return fmt::format("No comparison: {} is too short, with {} frames; {} are needed.", name, run.frames,
                                   min_compared_frames);
    return "";
}

std::string joined_sentences(std::initializer_list<std::string> sentences)
{
    std::string all;
    for (const std::string& s : sentences) all += s.empty() || all.empty() ? s : " " + s;
    return all;
}

Json runs_json(const std::vector<ComparedRun>& runs)
{
    Json all = Json::array();
    for (const ComparedRun& run : runs)
        all.push_back({{"frames", run.frames},
                       {"length_s", timestep::to_seconds(run.length)},
                       {"batches", run.batches > 0 ? Json(run.batches) : Json(nullptr)}});
    return all;
}

Json difference_json(const Difference& d, bool has_intervals)
{
    const bool runs    = d.required_sample && d.required_sample->runs > 0,
               seconds = d.required_sample && d.required_sample->runs == 0;
    return {{"a", number_or_null(d.a)},
            {"b", number_or_null(d.b)},
            {"difference", number_or_null(d.effect())},
            {"low", has_intervals ? number_or_null(d.low) : Json(nullptr)},
            {"high", has_intervals ? number_or_null(d.high) : Json(nullptr)},
            {"verdict", name_of(d.verdict)},
            {"needed_s", seconds ? number_or_null(d.required_sample->seconds) : Json(nullptr)},
            {"needed_runs", runs ? Json(d.required_sample->runs) : Json(nullptr)}};
}

Json outliers_json(const Comparison& c)
{
    Json all = Json::array();
    for (const Outlier& o : c.outliers)
        all.push_back({{"side", o.is_side_b ? "b" : "a"},
                       {"run", o.run + 1},
                       {"figure", all_compared()[o.row].key},
                       {"value", number_or_null(o.value)},
                       {"median", number_or_null(o.median)}});
    return all;
}

} // namespace

std::string in_words(const SampleSize& size)
{
    if (size.runs > 0) return fmt::format("{} runs", size.runs);
    if (size.seconds < 120.0) return fmt::format("{:.0f} s", std::ceil(size.seconds));
    if (size.seconds < 7200.0) return fmt::format("{:.0f} min", std::ceil(size.seconds / 60.0));
    return fmt::format("{:.0f} h", std::ceil(size.seconds / 3600.0));
}

std::string in_words(const Comparison& c)
{
    if (!c.has_intervals) return too_short_sentence(c);
    if (c.verdict == Verdict::same)
        return fmt::format("A and B are the same to within {:g} %, in all {} figures.",
                           100.0 * c.options.min_relevant_difference, c.differences.size());
    if (c.verdict == Verdict::undecided) return undecided_sentence(c);
    const std::string undecided_text = undecided_sentence(c);
    if (c.includes_run_spread) return joined_sentences({smoothness_sentence(c), speed_sentence(c), undecided_text});
    return joined_sentences(
        {"These recordings differ.", smoothness_sentence(c), speed_sentence(c), undecided_text,
         "One recording of each side does not show whether the games differ or one game changes over time (warm-up, "
         "loading, another scene): record three of each side, alternating."});
}

Json to_json(const Comparison& c)
{
    Json figures;
    for (const Difference& d : c.differences)
        figures[std::string{all_compared()[d.row].key}] = difference_json(d, c.has_intervals);
    return {{"a", runs_json(c.a)},
            {"b", runs_json(c.b)},
            {"about", c.includes_run_spread ? "sides" : "recordings"},
            {"least_percent", 100.0 * c.options.min_relevant_difference},
            {"confidence_percent", 100.0 * (1.0 - c.options.error_probability)},
            {"figures", std::move(figures)},
            {"outliers", outliers_json(c)},
            {"verdict", name_of(c.verdict)},
            {"text", c.text}};
}

} // namespace recordings
