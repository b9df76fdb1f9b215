// Writes the table of loops: the recommended loop, the loops that are as smooth, and the five best-known loops of the
// literature.
#include "recordings/page/sections.hpp"
#include "recordings/rank/rule.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace recordings
{

namespace
{

constexpr std::size_t shown = 12; // number of the best loops that the table shows, one in each row

// The axis in ms on which the table draws a confidence interval for each loop: how much less smooth it is than the loop
// with which all are compared (Candidate::rougher). Intervals are cut off at the ends of the axis.
struct RaceScale
{
    double low  = -1.0;
    double high = 1.0;

    double percent(double ms) const { return 100.0 * (std::clamp(ms, low, high) - low) / (high - low); }
};

RaceScale scale_of(const Draft& d, std::span<const std::size_t> rows)
{
    constexpr double most = 8.0;
    RaceScale scale;
    for (const std::size_t i : rows)
    {
        scale.low  = std::max(std::min(scale.low, d.candidate(i).rougher.low), -most);
        scale.high = std::min(std::max(scale.high, d.candidate(i).rougher.high), most);
    }
    return scale;
}

// Returns two table cells for the candidate (a loop with a step rate) number `i`: the confidence interval of its
// difference in smoothness to the candidate with which all are compared, drawn and as numbers. A band from -0.5 to
// 0.5 ms shows the differences that are too small to see. The intervals of equally smooth candidates lie within it.
std::string interval(const Draft& d, std::size_t i, const RaceScale& scale)
{
    const auto bar = [&](std::string_view kind, double low, double high)
    {
        return fmt::format("<i class=\"{}\" style=\"left:{:.2f}%;width:{:.2f}%\"></i>", kind, scale.percent(low),
                           scale.percent(high) - scale.percent(low));
    };
    const Interval& rougher = d.candidate(i).rougher;
    return fmt::format("<td class=\"rougher\">{}{}</td><td>{} to {}</td>", bar("same", -rule::same_ms, rule::same_ms),
                       bar(d.candidate(i).tied ? "tied" : "", rougher.low, rougher.high),
                       d.figures.fixed(pointer_to(i, "rougher_ms/low"), 2),
                       d.figures.fixed(pointer_to(i, "rougher_ms/high"), 2));
}

std::string row(const Draft& d, std::size_t i, const RaceScale& scale, bool gap)
{
    const Candidate& c = d.candidate(i);
    const auto cell    = [&](std::string_view key)
    { return fmt::format("<td>{}</td>", d.figures.rough(pointer_to(i, key))); };
    return fmt::format("<tr class=\"{}{}\"><th>{}{}{}</th><td>{}</td>{}{}{}{}{}{}<td class=\"l bad\">{}</td></tr>\n",
                       d.recommends() && i == d.chosen() ? "chosen" : "", gap ? " gap" : "", dot(c.preset),
                       escaped(c.name()), c.front ? " <span class=\"star\">&#9733;</span>" : "",
                       c.has_rate() ? d.figures.plain(pointer_to(i, "hz")) : "&ndash;", cell("roughness_ms"),
                       interval(d, i, scale), cell("jumps_per_minute"), cell("latency_ms"), cell("steps_per_s"),
                       cell("lost_percent"), escaped(fmt::format("{}", fmt::join(c.vetoes, ", "))));
}

std::vector<std::size_t> rows_of(const Draft& d)
{
    std::vector<std::size_t> rows = baselines(d.input.ranking);
    rows.push_back(d.chosen());
    rows.push_back(d.input.ranking.measure);
    for (std::size_t i = 0; i < d.input.ranking.candidates.size(); ++i)
        if (i < shown || d.candidate(i).front) rows.push_back(i);
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

std::string body(const Draft& d)
{
    const std::vector<std::size_t> rows = rows_of(d);
    const RaceScale scale               = scale_of(d, rows);
    std::string text;
    std::size_t next = 0;
    for (const std::size_t i : rows)
    {
        text += row(d, i, scale, i != next && next > 0);
        next = i + 1;
    }
    return "<tbody>\n" + text + "</tbody>\n";
}

constexpr std::string_view table_head =
    "<thead><tr><th class=\"loop\">loop</th><th>Hz</th><th>roughness<br>ms</th><th class=\"l\">rougher by<br>the "
    "band: "
    "not visible</th><th>95 "
    "%<br>ms</th><th>jumps<br>1/min</th><th>latency<br>ms</th><th>steps<br>1/s</th><th>lost<br>%</th><th "
    "class=\"l\">veto</th></tr></thead>\n";

} // namespace

std::string race(const Draft& d)
{
    return fmt::format(
        "<section id=\"race\">\n<h2>The race</h2>\n<p>The recording was played to {} loops and step rates. The table "
        "shows "
        "the recommended loop, the first loops that are tied with {}, and the five loops of the literature. Intervals "
        "that lie within the band are ties: smoothness does not choose among these loops.</p>\n"
        "<div class=\"scroll\"><table class=\"race\">\n{}{}</table></div>\n"
        "<p class=\"small\"><span class=\"star\">&#9733;</span> No other loop is better by 0.5 ms of roughness, 4 ms "
        "of latency or 20 % of work without being worse in another of these. <a href=\"#definitions\">How each figure "
        "is defined</a>.</p>\n"
        "</section>\n",
        d.input.ranking.candidates.size(), escaped(title_of(d.candidate(d.input.ranking.measure))), table_head,
        body(d));
}

} // namespace recordings
