#include "lab/lessons/lesson.hpp"

#include "base/text.hpp"
#include "lab/metrics/metric_table.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace lab
{

bool LessonVerdict::all_assertions_hold() const
{
    return std::ranges::all_of(checks, [](const CheckedAssertion& checked) { return checked.outcome.holds; });
}

const std::vector<Lesson>& built_in_lessons()
{
    static const std::vector<Lesson> lessons = []
    {
        std::vector<Lesson> parsed_lessons;
        for (const LessonFile& file : lesson_files())
            parsed_lessons.push_back(base::value_or_throw(parse_lesson(file.text, file.name)));
        return parsed_lessons;
    }();
    return lessons;
}

const Lesson* find_lesson(std::string_view name)
{
    return base::find_row_by_name(built_in_lessons(), name, &Lesson::name);
}

std::size_t lesson_index_of(const Lesson& lesson)
{
    return static_cast<std::size_t>(find_lesson(lesson.name) - built_in_lessons().data());
}

namespace
{

base::OptionalError check_assertions(const Lesson& lesson, std::span<const Assertion> assertions,
                                     ExpressionEvaluator& evaluator, std::string_view extra_run_heading,
                                     std::vector<LessonVerdict::CheckedAssertion>& checks)
{
    for (const Assertion& assertion : assertions)
    {
        const auto outcome_result = evaluator.check_assertion(assertion.text);
        if (const auto* error = std::get_if<ExpressionError>(&outcome_result))
            return base::message("{}.toml:{}: '{}': {}", lesson.name, assertion.line, assertion.text,
                                 base::Verbatim{error->message});
        checks.push_back({assertion, std::get<AssertionOutcome>(outcome_result), std::string{extra_run_heading}});
    }
    return std::nullopt;
}

base::OptionalError check_extra_run(const Lesson& lesson, std::span<const Assertion> assertions,
                                    LaneResult extra_result, std::string_view extra_run_heading, LessonVerdict& verdict)
{
    std::vector<LaneResult> results = verdict.results;
    results.push_back(std::move(extra_result));
    ExpressionEvaluator evaluator{std::move(results)};
    return check_assertions(lesson, assertions, evaluator, extra_run_heading, verdict.checks);
}

} // namespace

base::Result<Lesson> parse_checked_lesson(std::string_view text, std::string_view name)
{
    auto lesson_result = parse_lesson(text, name);
    const auto* lesson = std::get_if<Lesson>(&lesson_result);
    if (lesson == nullptr) return lesson_result;
    try
    {
        auto verdict_result = judge_lesson(*lesson, run_lanes(lesson->lanes, {.max_frames = 2}));
        if (auto* error = std::get_if<std::string>(&verdict_result)) return std::move(*error);
    }
    catch (const std::runtime_error& e) // from differ(a, b), if the virtual clock of a loop stands still
    {
        return base::message("{}.toml: {}", name, base::Verbatim{e.what()});
    }
    return lesson_result;
}

base::Result<LessonVerdict> run_lesson(const Lesson& lesson)
{
    auto verdict_result = judge_lesson(lesson, run_lanes(lesson.lanes, lesson.run_limits));
    auto* verdict = std::get_if<LessonVerdict>(&verdict_result);
    if (verdict == nullptr) return verdict_result;
    for (const Misconception& misconception : lesson.misconceptions)
        if (auto error =
                check_extra_run(lesson, {&misconception.assertion, 1}, run_lane(misconception.setup, lesson.run_limits),
                                "wrong answer: " + lesson.answers[misconception.answer_index], *verdict))
            return *error;
    for (const ControlRun& control_run : lesson.control_runs)
        if (auto error = check_extra_run(lesson, control_run.assertions, run_lane(control_run.setup, lesson.run_limits),
                                         "control run: " + control_run.ruled_out_explanation, *verdict))
            return *error;
    return verdict_result;
}

base::Result<LessonVerdict> judge_lesson(const Lesson& lesson, std::vector<LaneResult> results)
{
    ExpressionEvaluator evaluator{std::move(results)};
    LessonVerdict verdict;
    if (const auto error = check_assertions(lesson, lesson.assertions, evaluator, {}, verdict.checks)) return *error;
    auto explanation_result = evaluator.replace_expressions(lesson.explanation);
    if (const auto* error = std::get_if<ExpressionError>(&explanation_result))
        return base::message("{}.toml:{}: explanation: {}", lesson.name,
                             lesson.expression_lines[error->expression_index], base::Verbatim{error->message});
    verdict.explanation = std::get<ExpandedText>(std::move(explanation_result));
    verdict.results = std::move(evaluator.results);
    return verdict;
}

const Lesson& chosen_built_in_lesson(const Settings& settings) { return built_in_lessons()[settings.lesson_index]; }

void open_lesson(Settings& settings, std::size_t index)
{
    settings.mode = Mode::lesson;
    settings.lesson_index = index;
}

} // namespace lab
