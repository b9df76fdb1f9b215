#include "recordings/compare/comparison.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace recordings
{

namespace
{

const ComparedStatistic& statistic_of(const Difference& d) { return compared_statistics()[d.statistic_index]; }

std::string percent_text(const Difference& d, std::string_view more = "more", std::string_view less = "less")
{
    if (d.value_a == 0.0) return "";
    return fmt::format("{:.3g} % {}", 100.0 * std::abs(d.b_minus_a() / d.value_a), d.b_minus_a() > 0.0 ? more : less);
}

// Returns a text such as "median (A 3.21 ms, B 1.04 ms: 67.6 % less; the difference is between -2.5 and -1.9)".
std::string in_words(const Difference& d)
{
    const std::string percent = percent_text(d);
    return fmt::format("{0} (A {1:.4g} {2}, B {3:.4g} {2}{4}{5}; the difference is between {6:+.3g} and {7:+.3g})",
                       statistic_of(d).title, d.value_a, statistic_of(d).unit, d.value_b, percent.empty() ? "" : ": ",
                       percent, d.low, d.high);
}

std::vector<const Difference*> smoothness_differences(const Comparison& c, Verdict verdict)
{
    std::vector<const Difference*> differences;
    for (const Difference& d : c.differences)
        if (statistic_of(d).is_smoothness && d.verdict == verdict) differences.push_back(&d);
    return differences;
}

std::size_t smoothness_statistic_count(const Comparison& c)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(c.differences, [](const Difference& d) { return statistic_of(d).is_smoothness; }));
}

// The most certain difference: the gap between 0 and its confidence interval, divided by the difference, is largest.
const Difference& most_significant(const std::vector<const Difference*>& differences)
{
    const auto relative_distance = [](const Difference* d)
    { return std::max(d->low, -d->high) / std::abs(d->b_minus_a()); };
    return **std::ranges::max_element(differences, {}, relative_distance);
}

std::string statistics_text(const Comparison& c, const std::vector<const Difference*>& differences)
{
    return fmt::format("in {} of {} metrics, most clearly in {}", differences.size(), smoothness_statistic_count(c),
                       in_words(most_significant(differences)));
}

std::string smoothness_sentence(const Comparison& c)
{
    const auto better = smoothness_differences(c, Verdict::better), worse = smoothness_differences(c, Verdict::worse);
    if (better.empty() && worse.empty()) return "";
    if (!better.empty() && !worse.empty())
        return fmt::format("The metrics disagree: B is smoother {}, and rougher {}.", statistics_text(c, better),
                           statistics_text(c, worse));
    return fmt::format("B is {} {}.", worse.empty() ? "smoother" : "rougher",
                       statistics_text(c, worse.empty() ? better : worse));
}

// States whether B runs faster or slower, by the mean frame time or, if the mean is undecided, by the median.
std::string speed_sentence(const Comparison& c)
{
    for (const Difference& d : c.differences)
        if (!statistic_of(d).is_smoothness && (d.verdict == Verdict::better || d.verdict == Verdict::worse))
            return fmt::format("B runs {}: its {} frame time is {}.",
                               d.verdict == Verdict::better ? "faster" : "slower", statistic_of(d).title,
                               percent_text(d, "longer", "shorter"));
    return "";
}

std::string undecided_sentence(const Comparison& c)
{
    const Difference* easiest   = nullptr;
    std::size_t undecided_count = 0;
    for (const Difference& d : c.differences)
    {
        if (d.verdict != Verdict::undecided) continue;
        ++undecided_count;
        if (!d.required_sample) continue;
        // Either `seconds` or `runs` is 0, so the sum is the member that is set.
        const auto required_amount = [](const RequiredSample& n) { return n.seconds + static_cast<double>(n.runs); };
        if (!easiest || required_amount(*d.required_sample) < required_amount(*easiest->required_sample)) easiest = &d;
    }
    if (undecided_count == 0) return "";
    const std::string count_text = undecided_count == c.differences.size()
                                       ? fmt::format("all {}", undecided_count)
                                       : fmt::format("{} of {}", undecided_count, c.differences.size());
    return fmt::format("Undecided for {} metrics: noise alone can explain the difference, but a real difference of "
                       "{:g} % is possible.{}",
                       count_text, 100.0 * c.options.min_relevant_difference,
                       easiest
                           ? fmt::format(" The least data is needed for {}: about {} {}.", statistic_of(*easiest).title,
                                         duration_or_runs_text(*easiest->required_sample),
                                         easiest->required_sample->runs > 0 ? "of A and of B" : "of each recording")
                           : "");
}

std::string too_short_sentence(const Comparison& c)
{
    for (const auto& [name, runs] : {std::pair{'A', &c.runs_a}, std::pair{'B', &c.runs_b}})
        for (const ComparedRun& run : *runs)
            if (run.frame_count < min_compared_frames)
                return fmt::format("No comparison: a recording of {} has only {} frames; {} are needed.", name,
                                   run.frame_count, min_compared_frames);
    return "";
}

std::string joined_sentences(std::initializer_list<std::string> sentences)
{
    std::string text;
    for (const std::string& s : sentences) text += s.empty() || text.empty() ? s : " " + s;
    return text;
}

Json runs_json(const std::vector<ComparedRun>& runs)
{
    Json json = Json::array();
    for (const ComparedRun& run : runs)
        json.push_back({{"frames", run.frame_count},
                        {"length_s", timestep::to_seconds(run.length)},
                        {"batches", run.batch_count > 0 ? Json(run.batch_count) : Json(nullptr)}});
    return json;
}

Json difference_json(const Difference& d, bool has_intervals)
{
    const bool needs_runs    = d.required_sample && d.required_sample->runs > 0,
               needs_seconds = d.required_sample && d.required_sample->runs == 0;
    return {{"a", number_or_null(d.value_a)},
            {"b", number_or_null(d.value_b)},
            {"difference", number_or_null(d.b_minus_a())},
            {"low", has_intervals ? number_or_null(d.low) : Json(nullptr)},
            {"high", has_intervals ? number_or_null(d.high) : Json(nullptr)},
            {"verdict", name_of(d.verdict)},
            {"needed_s", needs_seconds ? number_or_null(d.required_sample->seconds) : Json(nullptr)},
            {"needed_runs", needs_runs ? Json(d.required_sample->runs) : Json(nullptr)}};
}

Json outliers_json(const Comparison& c)
{
    Json json = Json::array();
    for (const Outlier& o : c.outliers)
        json.push_back({{"side", o.is_side_b ? "b" : "a"},
                        {"run", o.run_index + 1},
                        {"figure", compared_statistics()[o.statistic_index].key},
                        {"value", number_or_null(o.value)},
                        {"median", number_or_null(o.median)}});
    return json;
}

} // namespace

std::string duration_or_runs_text(const RequiredSample& size)
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
        return fmt::format("A and B differ by less than {:g} % in all {} metrics.",
                           100.0 * c.options.min_relevant_difference, c.differences.size());
    if (c.verdict == Verdict::undecided) return undecided_sentence(c);
    const std::string undecided_text = undecided_sentence(c);
    if (c.includes_run_spread) return joined_sentences({smoothness_sentence(c), speed_sentence(c), undecided_text});
    return joined_sentences({"These recordings differ.", smoothness_sentence(c), speed_sentence(c), undecided_text,
                             "One recording of A and one of B do not show whether the games differ or one game changes "
                             "over time (warm-up, loading, another scene): record three of each, alternating."});
}

Json to_json(const Comparison& c)
{
    Json figures;
    for (const Difference& d : c.differences)
        figures[std::string{compared_statistics()[d.statistic_index].key}] = difference_json(d, c.has_intervals);
    return {{"a", runs_json(c.runs_a)},
            {"b", runs_json(c.runs_b)},
            {"about", c.includes_run_spread ? "sides" : "recordings"},
            {"least_percent", 100.0 * c.options.min_relevant_difference},
            {"confidence_percent", 100.0 * (1.0 - c.options.error_probability)},
            {"figures", std::move(figures)},
            {"outliers", outliers_json(c)},
            {"verdict", name_of(c.verdict)},
            {"text", c.text}};
}

} // namespace recordings
