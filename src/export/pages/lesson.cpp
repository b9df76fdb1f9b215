#include "base/message.hpp"
#include "catalogue/presets.hpp"
#include "export/pages/lane_images.hpp"
#include "lab/lessons/glossary.hpp"
#include "lab/metrics/metric_table.hpp"
#include "views/plots.hpp"

#include <algorithm>
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

// The answers with their assertion about an extra lane in which a wrong one holds.
Json answers_json(const Lesson& lesson, const LessonVerdict& verdict)
{
    Json answers = Json::array();
    for (std::size_t i = 0; i < lesson.answers.size(); ++i)
    {
        Json answer{{"text", lesson.answers[i]}, {"is_right", i == lesson.right_answer_index}};
        const auto check = std::ranges::find(verdict.checks, "wrong answer: " + lesson.answers[i],
                                             &LessonVerdict::CheckedAssertion::extra_run_heading);
        if (check != verdict.checks.end())
            answer["belief"] = {{"assertion", check->assertion.text},
                                {"values", values_text_without_operator(check->outcome)}};
        answers.push_back(std::move(answer));
    }
    return answers;
}

// The explanation in pieces: its strings, and its numbers with the definition of their metric.
Json explanation_json(const lab::ExpandedText& explanation)
{
    Json pieces = Json::array();
    std::size_t position = 0;
    for (const lab::InsertedNumber& number : explanation.numbers)
    {
        pieces.push_back(explanation.text.substr(position, number.begin - position));
        Json piece{{"number", explanation.text.substr(number.begin, number.end - number.begin)}};
        if (const lab::Metric* metric = lab::find_metric(number.metric_key); !number.lane_name.empty())
            piece["source"] = number.lane_name + '.' + number.metric_key +
                              (metric != nullptr ? ": " + std::string{metric->definition} : "");
        pieces.push_back(std::move(piece));
        position = number.end;
    }
    pieces.push_back(explanation.text.substr(position));
    return pieces;
}

// A row for each metric of the short table that some lane has, with the values of all lanes.
Json metric_rows_json(const std::vector<lab::LaneResult>& results)
{
    Json rows = Json::array();
    for (const lab::Metric& metric : lab::all_metrics())
    {
        if (!lab::is_in_short_table(metric, results)) continue;
        Json values = Json::array();
        for (const lab::LaneResult& lane : results) values.push_back(lab::value_text_without_unit(metric, lane));
        if (std::ranges::all_of(values, [](const Json& value) { return value == "-"; })) continue;
        rows.push_back({{"title", metric.name},
                        {"unit", metric.unit},
                        {"definition", metric.definition},
                        {"values", std::move(values)}});
    }
    return rows;
}

Json checks_json(const LessonVerdict& verdict)
{
    Json checks = Json::array();
    for (const LessonVerdict::CheckedAssertion& check : verdict.checks)
        checks.push_back({{"run", check.extra_run_heading},
                          {"assertion", check.assertion.text},
                          {"values", values_text_without_operator(check.outcome)},
                          {"holds", check.outcome.holds}});
    return checks;
}

// Runs the lesson's loops and draws them, and plots of the loop that the lesson explains.
void add_lane_images(Json& page, PageImages& images, const Lesson& lesson)
{
    constexpr Nanos plotted_duration_before{4'000'000'000};
    constexpr Nanos plotted_duration_after{1'000'000'000};
    constexpr Nanos timeline_margin{250'000'000};
    constexpr Nanos fallback_image_time{60'000'000'000};
    const lab::EvidenceView& view = lesson.evidence_view;
    DrawableLanes run{lesson.lanes, lesson.run_limits};
    run.advance_to(view.stop_time.value_or(lesson.run_limits.max_wall_time.value_or(fallback_image_time)));
    const Nanos shown_time = run.newest_moment(view.lane_index).sample.start_wall_time;
    page["shown_s"] = timestep::to_seconds(shown_time);
    page["lanes"] = run.stages_json(images, view.lane_index);
    page["are_lanes_beside"] = run.fits_beside_others();
    run.advance_to(shown_time + plotted_duration_after);
    const Nanos plot_end =
        std::min(shown_time + plotted_duration_after, lesson.run_limits.max_wall_time.value_or(Nanos::max()));
    page["plotted_lane"] = lesson.lanes[view.lane_index].name;
    page["plotted_s"] = timestep::to_seconds(plotted_duration_before + plotted_duration_after);
    page["plots"] = {run.plots_json(images, view.lane_index, lab::default_plots_mask | view.plots_mask,
                                    {std::max(shown_time - plotted_duration_before, Nanos::zero()), plot_end},
                                    shown_time),
                     run.timeline_json(images, view.lane_index,
                                       {std::max(shown_time - timeline_margin, Nanos::zero()),
                                        std::min(shown_time + timeline_margin, plot_end)})};
}

} // namespace

Json lesson_json(const Lesson& lesson)
{
    const LessonVerdict verdict = base::value_or_throw(lab::run_lesson(lesson));
    Json page{{"name", lesson.name},
              {"title", lesson.title},
              {"watch", lesson.what_to_watch},
              {"question", lesson.question},
              {"answers", answers_json(lesson, verdict)},
              {"length", first_set_limit_text(lesson.run_limits)}};
    PageImages images;
    add_lane_images(page, images, lesson);
    page["explanation"] = explanation_json(verdict.explanation);
    page["metrics"] = metric_rows_json(verdict.results);
    page["checks"] = checks_json(verdict);
    page["words"] = Json::array();
    for (const lab::GlossaryTerm* term : lab::terms_in(lesson.question + "\n" + verdict.explanation.text))
        page["words"].push_back(term->definition);
    std::vector<timestep::PresetId> loops;
    for (const lab::LaneSetup& lane : lesson.lanes) loops.push_back(lane.config.loop.preset);
    page["loops"] = Json::array();
    for (auto loop = loops.begin(); loop != loops.end(); ++loop)
        if (std::find(loops.begin(), loop, *loop) == loop) page["loops"].push_back(loop_summary_json(*loop));
    return page;
}

} // namespace pages
