// Makes the HTML page of a lesson.
// A lane is one of the game loops that the lesson runs.
#include "base/message.hpp"
#include "export/pages/document.hpp"
#include "export/pages/drawable_lanes.hpp"

#include "catalogue/presets.hpp"
#include "lab/lessons/glossary.hpp"
#include "lab/metrics/metric_table.hpp"
#include "ranking/report/html.hpp"
#include "views/lane_view.hpp"
#include "views/plots.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pages
{

namespace
{

using lab::Lesson;
using lab::LessonVerdict;

std::string answer_feedback_html(const Lesson& lesson, std::size_t answer_index, const LessonVerdict& verdict)
{
    if (answer_index == lesson.right_answer_index)
        return "<p><b>Right.</b> The explanation below has the numbers.</p>\n";
    const std::string extra_run_heading = "wrong answer: " + lesson.answers[answer_index];
    const auto check =
        std::ranges::find(verdict.checks, extra_run_heading, &LessonVerdict::CheckedAssertion::extra_run_heading);
    std::string html = "<p><b>No.</b>";
    if (check != verdict.checks.end())
        html += fmt::format(" This answer holds in the extra lane <code>belief</code>, where <code>{}</code> is true "
                            "({}), but not in this run.",
                            markup_escaped(check->assertion.text),
                            markup_escaped(values_text_without_operator(check->outcome)));
    return html + "</p>\n";
}

std::string question_section(const Lesson& lesson, const LessonVerdict& verdict)
{
    std::string html =
        fmt::format("<p class=\"lead\">{}</p>\n<div class=\"answers\">\n", markup_escaped(lesson.question));
    for (std::size_t i = 0; i < lesson.answers.size(); ++i)
        html += fmt::format("<details{}>\n<summary>{}. {}</summary>\n{}</details>\n",
                            i == lesson.right_answer_index ? " class=\"right\"" : "", i + 1,
                            markup_escaped(lesson.answers[i]), answer_feedback_html(lesson, i, verdict));
    return section_html("question", "Your guess", html + "</div>\n");
}

// Returns an <iframe> with the lesson in the demo, and a link to it. Both are hidden on paper and on small screens.
std::string demo_html(const Document& page, const Lesson& lesson)
{
    if (!page.has_demo()) return "";
    const std::string demo_url = fmt::format("{}?embed=1&lesson={}", page.demo_path(), lesson.name);
    return fmt::format(
        "<div class=\"demo\"><iframe loading=\"lazy\" src=\"{0}\" title=\"{1}, running\"></iframe></div>\n"
        "<p class=\"screen\">{2} to see it larger, and to change it.</p>\n",
        markup_escaped(demo_url), markup_escaped(lesson.title),
        link_html(fmt::format("{}?lesson={}", page.demo_path(), lesson.name), "Open the lesson in the demo"));
}

std::string image_time_sentence(Nanos wall_time, const lab::RunLimits& run_limits)
{
    return fmt::format("The images show the run {:.2f} s after its start; the run is {} long.",
                       timestep::to_seconds(wall_time), first_set_limit_text(run_limits));
}

// Returns the lesson's explanation. Its numbers are bold, and their tooltips have the definitions of the metrics.
std::string explanation_html(const lab::ExpandedText& explanation)
{
    std::string html;
    std::size_t text_position = 0;
    for (const lab::InsertedNumber& number : explanation.numbers)
    {
        const lab::Metric* metric = lab::find_metric(number.metric_key);
        const std::string tooltip = number.lane_name.empty()
                                        ? ""
                                        : fmt::format("{}.{}{}{}", number.lane_name, number.metric_key,
                                                      metric ? ": " : "", metric ? metric->definition : "");
        html += markup_escaped(std::string_view{explanation.text}.substr(text_position, number.begin - text_position));
        html += fmt::format(
            "<b class=\"number\"{}>{}</b>",
            tooltip.empty() ? "" : fmt::format(" title=\"{}\"", markup_escaped(tooltip)),
            markup_escaped(std::string_view{explanation.text}.substr(number.begin, number.end - number.begin)));
        text_position = number.end;
    }
    return paragraphs_html(html + markup_escaped(std::string_view{explanation.text}.substr(text_position)));
}

std::string measured_values_section(const Document& page, const std::vector<lab::LaneResult>& results)
{
    std::string header_row = "<tr><th class=\"l\" scope=\"col\">metric</th>";
    for (const lab::LaneResult& lane : results)
    {
        const timestep::PresetId loop = lane.setup.config.loop.preset;
        header_row += fmt::format("<th scope=\"col\">{}<a href=\"{}\">{}</a></th>", ranking::loop_dot_html(loop),
                                  page.relative_path(loop_page_path(catalogue::preset_of(loop).name)),
                                  markup_escaped(lane.setup.name));
    }
    std::string body_rows;
    for (const lab::Metric& metric : lab::all_metrics())
    {
        const auto is_unknown = [&](const lab::LaneResult& lane)
        { return lab::value_text_without_unit(metric, lane) == "-"; };
        if (!lab::is_in_short_table(metric, results) || std::ranges::all_of(results, is_unknown)) continue;
        body_rows +=
            fmt::format("<tr><th scope=\"row\" title=\"{}\">{}{}{}</th>", markup_escaped(metric.definition),
                        markup_escaped(metric.title), metric.unit.empty() ? "" : ", ", markup_escaped(metric.unit));
        for (const lab::LaneResult& lane : results)
            body_rows += fmt::format("<td>{}</td>", markup_escaped(lab::value_text_without_unit(metric, lane)));
        body_rows += "</tr>\n";
    }
    return section_html("numbers", "The measured values of the whole run",
                        scroll_region_html("The measured values of all loops in this lesson",
                                           "<table>\n<thead>" + header_row + "</tr></thead>\n<tbody>\n" + body_rows +
                                               "</tbody>\n</table>\n"));
}

std::string assertions_section(const LessonVerdict& verdict)
{
    const auto holding_count =
        std::ranges::count_if(verdict.checks, [](const auto& check) { return check.outcome.holds; });
    std::string body_rows;
    std::string_view last_written_heading;
    for (const LessonVerdict::CheckedAssertion& check : verdict.checks)
    {
        if (check.extra_run_heading != last_written_heading)
            body_rows += fmt::format("<tr><th class=\"l part\" colspan=\"3\" scope=\"colgroup\">{}</th></tr>\n",
                                     markup_escaped(check.extra_run_heading));
        last_written_heading = check.extra_run_heading;
        body_rows += fmt::format("<tr><td class=\"l\"><code>{}</code></td><td>{}</td><td class=\"l\">{}</td></tr>\n",
                                 markup_escaped(check.assertion.text),
                                 markup_escaped(values_text_without_operator(check.outcome)),
                                 check.outcome.holds ? "holds" : "<b class=\"alarm\">fails</b>");
    }
    const std::string table =
        scroll_region_html("Assertions", "<table>\n<thead><tr><th class=\"l\" scope=\"col\">assertion</th>"
                                         "<th scope=\"col\">measured</th><th class=\"l\" scope=\"col\">"
                                         "result</th></tr></thead>\n<tbody>\n" +
                                             body_rows + "</tbody>\n</table>\n");
    return section_html(
        "checks", "What was checked",
        fmt::format("<details>\n<summary>{} of {} assertions hold in this run</summary>\n<p>Below <i>believed</i> is a "
                    "run that behaves as a wrong answer predicts. Below <i>control run</i> is a run without the cause "
                    "that the explanation names.</p>\n{}</details>\n",
                    holding_count, verdict.checks.size(), table));
}

std::string glossary_section(const Lesson& lesson, const LessonVerdict& verdict)
{
    std::string list_items;
    for (const lab::GlossaryTerm* term : lab::terms_in(lesson.question + "\n" + verdict.explanation.text))
        list_items += fmt::format("<li>{}</li>\n", markup_escaped(term->definition));
    if (list_items.empty()) return "";
    return section_html("words", "Words", "<ul class=\"words\">\n" + list_items + "</ul>\n");
}

struct LessonRunFigures
{
    std::string images_html, plots_section_html;
};

// Runs the lesson's loops. Draws an image of each loop, and plots of the loop that the lesson explains.
LessonRunFigures make_lane_figures(Document& page, const Lesson& lesson)
{
    constexpr Nanos plotted_duration_before{4'000'000'000};
    constexpr Nanos plotted_duration_after{1'000'000'000};
    constexpr Nanos timeline_margin{250'000'000};
    constexpr Nanos fallback_image_time{60'000'000'000};
    DrawableLanes run{lesson.lanes, lesson.run_limits};
    run.advance_to(
        lesson.evidence_view.stop_time.value_or(lesson.run_limits.max_wall_time.value_or(fallback_image_time)));
    const Nanos shown_time = run.newest_moment(lesson.evidence_view.lane_index).sample.start_wall_time;
    std::string images_html = fmt::format("<p>{}</p>\n", image_time_sentence(shown_time, lesson.run_limits)) +
                              run.draw_lane_figures(page, lesson.evidence_view.lane_index);
    run.advance_to(shown_time + plotted_duration_after);
    const Nanos plot_end =
        std::min(shown_time + plotted_duration_after, lesson.run_limits.max_wall_time.value_or(Nanos::max()));
    const std::string plots_html = run.draw_plots_html(
        page, lesson.evidence_view.lane_index, lab::default_plots_mask | lesson.evidence_view.plots_mask,
        {std::max(shown_time - plotted_duration_before, Nanos::zero()), plot_end}, shown_time);
    const std::string timeline_html = run.draw_timeline_html(
        page, lesson.evidence_view.lane_index,
        {std::max(shown_time - timeline_margin, Nanos::zero()), std::min(shown_time + timeline_margin, plot_end)});
    std::string plots_section_html = section_html(
        "plots", fmt::format("The lane {}", markup_escaped(lesson.lanes[lesson.evidence_view.lane_index].name)),
        fmt::format("<p>Plots of the lane over {:.0f} s, and its frames around the time of the images.</p>\n{}{}",
                    timestep::to_seconds(plotted_duration_before + plotted_duration_after), plots_html, timeline_html));
    return {std::move(images_html), std::move(plots_section_html)};
}

} // namespace

std::string make_lesson_page(const PagesOptions& page_options, const Lesson& lesson)
{
    const LessonVerdict verdict = base::value_or_throw(lab::run_lesson(lesson));
    const std::size_t lesson_index = lab::lesson_index_of(lesson);
    Document page{page_options, 1};
    page.append_html(fmt::format("<main>\n<header>\n<p class=\"brand\">{} &middot; Lesson {} of {}</p>\n<h1>{}</h1>\n"
                                 "<p class=\"lead\">{}</p>\n</header>\n",
                                 link_html(page.relative_path("index.html"), "Timestep Lab"), lesson_index + 1,
                                 lab::built_in_lessons().size(), markup_escaped(lesson.title),
                                 markup_escaped(lesson.what_to_watch)));
    page.append_html(question_section(lesson, verdict));
    const LessonRunFigures figures = make_lane_figures(page, lesson);
    page.append_html(section_html("run", "The run", demo_html(page, lesson) + figures.images_html));
    page.append_html(section_html(
        "explanation", "Why",
        fmt::format("<p class=\"answer\"><b>Answer {}: {}</b></p>\n{}", lesson.right_answer_index + 1,
                    markup_escaped(lesson.answers[lesson.right_answer_index]), explanation_html(verdict.explanation))));
    page.append_html(figures.plots_section_html);
    page.append_html(measured_values_section(page, verdict.results));
    page.append_html(assertions_section(verdict));
    page.append_html(glossary_section(lesson, verdict));
    std::string loop_items;
    for (const timestep::PresetId id : distinct_loops_of(lesson)) loop_items += loop_list_item_html(page, id);
    page.append_html(
        section_html("loops", "The loops of this lesson", "<ul class=\"loops\">\n" + loop_items + "</ul>\n"));
    const auto link_to = [&](std::size_t i) -> std::optional<PageLink>
    {
        if (i >= lab::built_in_lessons().size()) return std::nullopt; // also before the first lesson
        return PageLink{lesson_page_path(lab::built_in_lessons()[i].name), lab::built_in_lessons()[i].title};
    };
    page.append_html(navigation_html(page, "Other lessons", link_to(lesson_index - 1), link_to(lesson_index + 1)) +
                     "</main>\n");
    return page.page_html(lesson.title + " - Timestep Lab", lesson.question);
}

} // namespace pages
