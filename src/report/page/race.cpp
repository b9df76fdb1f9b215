// The ranking as a table: the best, and the loops that everybody knows.
#include "report/page/sections.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace report
{

namespace
{

constexpr std::size_t shown = 12;

std::string head()
{
    std::string cells;
    for (const Criterion& c : all_criteria())
        cells += fmt::format("<th>{}<br>{}</th>", c.title, c.unit.empty() ? "&nbsp;" : c.unit);
    return "<thead><tr><th class=\"loop\">loop</th><th>Hz</th>" + cells + "<th>score</th></tr></thead>\n";
}

std::string weights(const Draft& d)
{
    std::string cells;
    for (const Criterion& c : all_criteria())
        cells +=
            fmt::format("<td class=\"quiet\">&times; {}</td>", d.figures.rough(fmt::format("/rank/weights/{}", c.key)));
    return "<tr><th class=\"quiet\">weight</th><td></td>" + cells + "<td></td></tr>\n";
}

std::string cell(const Draft& d, std::size_t i, const Criterion& c)
{
    const double m = marks(c, d.candidate(i));
    if (c.key == "reproducible")
        return fmt::format("<td class=\"m{}\" style=\"--m:{:.3f}\">{}</td>", m > 0.0 ? "" : " bad", m,
                           d.figures.at(pointer_to(i, c.key)).get<bool>() ? "same" : "differ");
    return fmt::format("<td class=\"m{}\" style=\"--m:{:.3f}\">{}</td>", m > 0.0 ? "" : " bad", m,
                       d.figures.rough(pointer_to(i, c.key), "spiral"));
}

std::string row(const Draft& d, std::size_t i, bool gap)
{
    const Candidate& c = d.candidate(i);
    std::string cells;
    for (const Criterion& criterion : all_criteria()) cells += cell(d, i, criterion);
    return fmt::format("<tr class=\"{}{}\"><th>{}{}{}{}</th><td>{}</td>{}<td class=\"score\">{}</td></tr>\n",
                       i == d.chosen() ? "chosen" : "", gap ? " gap" : "", dot(c.preset), escaped(c.name()),
                       c.pareto ? " <span class=\"star\">&#9733;</span>" : "",
                       c.settings.empty() ? "" : fmt::format("<span class=\"set\">{}</span>", escaped(c.settings)),
                       c.has_rate() ? d.figures.plain(pointer_to(i, "hz")) : "&ndash;", cells,
                       d.figures.fixed(pointer_to(i, "score"), 1));
}

std::vector<std::size_t> rows_of(const Draft& d)
{
    std::vector<std::size_t> rows = baselines(d.input.ranking);
    rows.push_back(d.chosen());
    for (std::size_t i = 0; i < std::min(shown, d.input.ranking.candidates.size()); ++i) rows.push_back(i);
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

std::string body(const Draft& d)
{
    std::string text = weights(d);
    std::size_t next = 0;
    for (const std::size_t i : rows_of(d))
    {
        text += row(d, i, i != next && next > 0);
        next = i + 1;
    }
    return "<tbody>\n" + text + "</tbody>\n";
}

} // namespace

std::string race(const Draft& d)
{
    const std::size_t all = d.input.ranking.candidates.size();
    const std::size_t front =
        static_cast<std::size_t>(std::ranges::count_if(d.input.ranking.candidates, &Candidate::pareto));
    return fmt::format(
        "<section id=\"race\">\n<h2>The race</h2>\n<p>The recording was played to {} loops and step rates. Here are "
        "the "
        "best, and the five of the literature at the rate that suits each best. In every column 0 is perfect, and a "
        "deeper ground is better.</p>\n<div class=\"scroll\"><table class=\"race\">\n{}{}</table></div>\n"
        "<p class=\"small\"><span class=\"star\">&#9733;</span> On the Pareto front: no other is at least as good by "
        "every column and better by one. {} of the {} are on it; whoever does not believe the weights chooses among "
        "them. The score, of 100, counts each column by its weight, with full marks at 0 and half at the value that "
        "<a href=\"#definitions\">its definition</a> names.</p>\n</section>\n",
        all, head(), body(d), front, all);
}

} // namespace report
