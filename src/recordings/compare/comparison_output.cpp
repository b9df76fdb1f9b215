#include "base/number.hpp"
#include "recordings/compare/comparison.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace recordings
{

namespace
{

const ComparedMetric& metric_of(const Difference& difference) { return compared_metrics()[difference.metric_index]; }

std::string percent_change_text(const Difference& difference, std::string_view more = "more",
                                std::string_view less = "less")
{
    if (difference.value_a == 0.0) return "";
    return fmt::format("{} % {}", base::number_text(100.0 * std::abs(difference.b_minus_a() / difference.value_a), 3),
                       difference.b_minus_a() > 0.0 ? more : less);
}

// Returns a text such as "median (A 3.21 ms, B 1.04 ms: 67.6 % less; the difference is between -2.5 and -1.9)".
std::string difference_text(const Difference& difference)
{
    const std::string percent = percent_change_text(difference);
    return fmt::format("{0} (A {1} {2}, B {3} {2}{4}{5}; the difference is between {6} and {7})",
                       metric_of(difference).name, base::number_text(difference.value_a, 4), metric_of(difference).unit,
                       base::number_text(difference.value_b, 4), percent.empty() ? "" : ": ", percent,
                       base::number_text(difference.interval_low, 3, true),
                       base::number_text(difference.interval_high, 3, true));
}

std::vector<const Difference*> smoothness_differences(const Comparison& comparison, Verdict verdict)
{
    std::vector<const Difference*> differences;
    for (const Difference& difference : comparison.differences)
        if (metric_of(difference).measures_smoothness && difference.verdict == verdict)
            differences.push_back(&difference);
    return differences;
}

std::string clearest_metric_text(const Comparison& comparison, const std::vector<const Difference*>& differences)
{
    const auto metric_count = std::ranges::count_if(comparison.differences, [](const Difference& difference)
                                                    { return metric_of(difference).measures_smoothness; });
    const auto relative_distance = [](const Difference* difference)
    { return std::max(difference->interval_low, -difference->interval_high) / std::abs(difference->b_minus_a()); };
    return fmt::format(
        "in {}{}",
        metric_count > 1 ? fmt::format("{} of {} metrics, most clearly in ", differences.size(), metric_count) : "",
        difference_text(**std::ranges::max_element(differences, {}, relative_distance)));
}

std::string smoothness_sentence(const Comparison& comparison)
{
    const auto better = smoothness_differences(comparison, Verdict::better),
               worse = smoothness_differences(comparison, Verdict::worse);
    if (better.empty() && worse.empty()) return "";
    if (!better.empty() && !worse.empty())
        return fmt::format("The metrics disagree: B is smoother than A {}, and rougher than A {}.",
                           clearest_metric_text(comparison, better), clearest_metric_text(comparison, worse));
    return fmt::format("B is {} {}.", worse.empty() ? "smoother" : "rougher",
                       clearest_metric_text(comparison, worse.empty() ? better : worse));
}

std::string speed_sentence(const Comparison& comparison)
{
    for (const Difference& difference : comparison.differences)
        if (!metric_of(difference).measures_smoothness &&
            (difference.verdict == Verdict::better || difference.verdict == Verdict::worse))
            return fmt::format("B is {} than A: the {} of B is {}.",
                               difference.verdict == Verdict::better ? "faster" : "slower", metric_of(difference).name,
                               percent_change_text(difference, "longer", "shorter"));
    return "";
}

std::string least_data_sentence(const Comparison& comparison)
{
    const auto has_larger_sample = [](const Difference& a, const Difference& b)
    {
        return std::pair{b.required_sample->run_count, b.required_sample->seconds} <
               std::pair{a.required_sample->run_count, a.required_sample->seconds};
    };
    const Difference* quickest_to_decide = nullptr;
    for (const Difference& difference : comparison.differences)
        if (difference.verdict == Verdict::undecided && difference.required_sample &&
            (!quickest_to_decide || has_larger_sample(*quickest_to_decide, difference)))
            quickest_to_decide = &difference;
    if (!quickest_to_decide) return "";
    return fmt::format(" The least data is needed for {}: about {} {}.", metric_of(*quickest_to_decide).name,
                       required_sample_text(*quickest_to_decide->required_sample),
                       quickest_to_decide->required_sample->run_count > 0 ? "of A and of B" : "of each recording");
}

std::string undecided_sentences(const Comparison& comparison)
{
    const auto undecided_count =
        static_cast<std::size_t>(std::ranges::count(comparison.differences, Verdict::undecided, &Difference::verdict));
    if (undecided_count == 0) return "";
    const std::string count_text = undecided_count == comparison.differences.size()
                                       ? fmt::format("all {}", undecided_count)
                                       : fmt::format("{} of {}", undecided_count, comparison.differences.size());
    return fmt::format("Undecided for {} metrics: noise alone can explain the difference, but a real difference of "
                       "{} % is possible.{}",
                       count_text, base::number_text(100.0 * comparison.options.min_relevant_difference),
                       least_data_sentence(comparison));
}

std::string too_short_sentence(const Comparison& comparison)
{
    for (const auto& [side_name, runs] : {std::pair{'A', &comparison.runs_a}, std::pair{'B', &comparison.runs_b}})
        for (const ComparedRun& run : *runs)
            if (run.frame_count < min_compared_frames)
                return fmt::format("No comparison: a recording of {} has {} frame{}; record at least {}.", side_name,
                                   run.frame_count, run.frame_count == 1 ? "" : "s", min_compared_frames);
    return "";
}

std::string joined_sentences(std::initializer_list<std::string> sentences)
{
    std::string text;
    for (const std::string& sentence : sentences)
        if (!sentence.empty()) text += (text.empty() ? "" : " ") + sentence;
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

Json difference_json(const Difference& difference, bool has_intervals)
{
    const bool needs_runs = difference.required_sample && difference.required_sample->run_count > 0,
               needs_seconds = difference.required_sample && difference.required_sample->run_count == 0;
    return {{"a", number_or_null(difference.value_a)},
            {"b", number_or_null(difference.value_b)},
            {"difference", number_or_null(difference.b_minus_a())},
            {"low", has_intervals ? number_or_null(difference.interval_low) : Json(nullptr)},
            {"high", has_intervals ? number_or_null(difference.interval_high) : Json(nullptr)},
            {"verdict", name_of(difference.verdict)},
            {"needed_s", needs_seconds ? number_or_null(difference.required_sample->seconds) : Json(nullptr)},
            {"needed_runs", needs_runs ? Json(difference.required_sample->run_count) : Json(nullptr)}};
}

Json outliers_json(const Comparison& comparison)
{
    Json json = Json::array();
    for (const Outlier& outlier : comparison.outliers)
        json.push_back({{"side", outlier.is_side_b ? "b" : "a"},
                        {"run", outlier.run_index + 1},
                        {"figure", compared_metrics()[outlier.metric_index].key},
                        {"value", number_or_null(outlier.value)},
                        {"median", number_or_null(outlier.median)}});
    return json;
}

} // namespace

std::string required_sample_text(const RequiredSample& required_sample)
{
    if (required_sample.run_count > 0) return fmt::format("{} runs", required_sample.run_count);
    if (required_sample.seconds < 120.0) return fmt::format("{:.0f} s", std::ceil(required_sample.seconds));
    if (required_sample.seconds < 7200.0) return fmt::format("{:.0f} min", std::ceil(required_sample.seconds / 60.0));
    return fmt::format("{:.0f} h", std::ceil(required_sample.seconds / 3600.0));
}

std::string sentences_of(const Comparison& comparison)
{
    if (!comparison.has_intervals) return too_short_sentence(comparison);
    if (comparison.verdict == Verdict::same)
        return fmt::format("A and B differ by less than {} % in all {} metrics.",
                           base::number_text(100.0 * comparison.options.min_relevant_difference),
                           comparison.differences.size());
    if (comparison.verdict == Verdict::undecided)
        return "Neither is shown to be smoother: take the one that costs less. " + undecided_sentences(comparison);
    const std::string undecided_text = undecided_sentences(comparison);
    if (comparison.includes_run_spread)
        return joined_sentences({smoothness_sentence(comparison), speed_sentence(comparison), undecided_text});
    constexpr auto limit_of_one_recording =
        "One recording of A and one of B do not show whether the games differ or one game changes over time (warm-up, "
        "loading, another scene): record three of each, alternating.";
    return joined_sentences({"These recordings differ.", smoothness_sentence(comparison), speed_sentence(comparison),
                             undecided_text, limit_of_one_recording});
}

Json to_json(const Comparison& comparison)
{
    Json metrics_json;
    for (const Difference& difference : comparison.differences)
        metrics_json[std::string{compared_metrics()[difference.metric_index].key}] =
            difference_json(difference, comparison.has_intervals);
    return {{"a", runs_json(comparison.runs_a)},
            {"b", runs_json(comparison.runs_b)},
            {"about", comparison.includes_run_spread ? "sides" : "recordings"},
            {"least_percent", 100.0 * comparison.options.min_relevant_difference},
            {"confidence_percent", 100.0 * (1.0 - comparison.options.error_probability)},
            {"figures", std::move(metrics_json)},
            {"outliers", outliers_json(comparison)},
            {"verdict", name_of(comparison.verdict)},
            {"text", comparison.text}};
}

} // namespace recordings
