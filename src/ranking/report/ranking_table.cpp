// Writes the table that compares the loops on the exported page.
#include "base/number.hpp"
#include "ranking/rank/recommendation_rules.hpp"
#include "ranking/report/sections.hpp"

#include <fmt/core.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace ranking
{

namespace
{

constexpr std::size_t top_candidate_count = 12; // best loops in the table

// The values in ms at the left and the right end of a bar chart. A bar that reaches beyond an end is cut off there.
struct BarChartScale
{
    double low = -1.0;
    double high = 1.0;

    double x_percent(double ms) const { return 100.0 * (std::clamp(ms, low, high) - low) / (high - low); }
};

BarChartScale bar_chart_scale_of(const PageData& page, std::span<const std::size_t> candidate_indices)
{
    constexpr double max_abs_ms = 8.0;
    BarChartScale scale;
    for (const std::size_t i : candidate_indices)
    {
        scale.low = std::max(std::min(scale.low, page.candidate(i).animation_error_difference_ms.low), -max_abs_ms);
        scale.high = std::min(std::max(scale.high, page.candidate(i).animation_error_difference_ms.high), max_abs_ms);
    }
    return scale;
}

// Two table cells, a bar and a text: how much larger the animation error is than with the loop `interpolated`.
std::string animation_error_difference_cells_html(const PageData& page, std::size_t i, const BarChartScale& scale)
{
    const auto bar_html = [&](std::string_view css_class, double low_ms, double high_ms)
    {
        return fmt::format("<i class=\"{}\" style=\"left:{:.2f}%;width:{:.2f}%\"></i>", css_class,
                           scale.x_percent(low_ms), scale.x_percent(high_ms) - scale.x_percent(low_ms));
    };
    const recordings::Interval& difference = page.candidate(i).animation_error_difference_ms;
    const PageNumberFormatter numbers = page.candidate_numbers(i);
    return fmt::format("<td class=\"rougher\">{}{}</td><td>{} to {}</td>",
                       bar_html("same", -recommendation_rule::animation_error_tolerance_ms,
                                recommendation_rule::animation_error_tolerance_ms),
                       bar_html(page.candidate(i).is_tied_with_baseline ? "tied" : "", difference.low, difference.high),
                       numbers.fixed_decimals_html("animation_error_difference_ms/low", 2),
                       numbers.fixed_decimals_html("animation_error_difference_ms/high", 2));
}

std::string loop_row_html(const PageData& page, std::size_t i, const BarChartScale& scale, bool follows_gap)
{
    const Candidate& candidate = page.candidate(i);
    const PageNumberFormatter numbers = page.candidate_numbers(i);
    const auto cell_html = [&](std::string_view key)
    { return fmt::format("<td>{}</td>", numbers.rounded_number_html(key)); };
    return fmt::format("<tr class=\"{}{}\"><th>{}{}{}</th><td>{}</td>{}{}{}{}{}{}<td class=\"l bad\">{}</td></tr>\n",
                       page.has_recommendation() && i == page.chosen_index() ? "chosen" : "", follows_gap ? " gap" : "",
                       loop_dot_html(candidate.preset), markup_escaped(candidate.name()),
                       candidate.is_pareto_optimal ? " <span class=\"star\">&#9733;</span>" : "",
                       candidate.has_rate() ? numbers.short_number_html("hz") : "&ndash;",
                       cell_html("animation_error_mean_ms"), animation_error_difference_cells_html(page, i, scale),
                       cell_html("jumps_per_minute"), cell_html("picture_age_mean_ms"), cell_html("steps_per_s"),
                       cell_html("lost_percent"), markup_escaped(fmt::format("{}", fmt::join(candidate.vetoes, ", "))));
}

std::vector<std::size_t> table_candidate_indices(const PageData& page)
{
    std::vector<std::size_t> indices = best_literature_indices(page.input.ranking);
    indices.push_back(page.chosen_index());
    indices.push_back(page.input.ranking.baseline_index);
    for (std::size_t i = 0; i < page.input.ranking.candidates.size(); ++i)
        if (i < top_candidate_count || page.candidate(i).is_pareto_optimal) indices.push_back(i);
    std::ranges::sort(indices);
    indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
    return indices;
}

constexpr std::string_view ranking_table_head =
    "<thead><tr><th class=\"loop\">loop</th><th>Hz</th><th>animation<br>error, ms</th>"
    "<th class=\"l\">rougher by<br>the band: not visible</th><th>95 %<br>ms</th>"
    "<th>jumps<br>1/min</th><th>latency<br>ms</th><th>steps<br>1/s</th><th>lost<br>%</th>"
    "<th class=\"l\">veto</th></tr></thead>\n";

} // namespace

std::string ranking_section(const PageData& page)
{
    const std::vector<std::size_t> indices = table_candidate_indices(page);
    const BarChartScale scale = bar_chart_scale_of(page, indices);
    std::string rows;
    std::size_t next_index = 0;
    for (const std::size_t i : indices)
    {
        rows += loop_row_html(page, i, scale, i != next_index && next_index > 0);
        next_index = i + 1;
    }
    return fmt::format(
        "<section id=\"race\">\n<h2>The race</h2>\n<p>{} loops and step rates ran with the recording. The table "
        "shows the recommended loop, the first loops that are tied with {}, and the five loops of the literature. "
        "Intervals that lie within the band are ties: smoothness does not choose among these loops.</p>\n"
        "<div class=\"scroll\"><table class=\"race\">\n{}<tbody>\n{}</tbody>\n</table></div>\n"
        "<p class=\"small\"><span class=\"star\">&#9733;</span> No other loop is better by {} ms of animation error, "
        "{} ms of latency or {:.0f} % of work, and as good in the others. <a href=\"#definitions\">How each metric "
        "is "
        "defined</a>.</p>\n"
        "</section>\n",
        page.input.ranking.candidates.size(), markup_escaped(title_of(page.input.ranking.baseline())),
        ranking_table_head, rows, base::number_text(recommendation_rule::animation_error_tolerance_ms),
        base::number_text(recommendation_rule::latency_tolerance_ms),
        100.0 * (1.0 - 1.0 / recommendation_rule::work_tolerance_factor));
}

} // namespace ranking
