#include "lab/lessons/lesson.hpp"

#include "base/text.hpp"
#include "lab/lessons/lesson_runs.hpp"
#include "lab/metrics/scoreboard.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace lab
{

bool LessonVerdict::holds() const
{
    return std::ranges::all_of(checks, [](const Check& check) { return check.outcome.holds; });
}

const std::vector<Lesson>& all_lessons()
{
    static const std::vector<Lesson> lessons = []
    {
        std::vector<Lesson> parsed;
        for (const LessonFile& file : lesson_files())
            parsed.push_back(base::value_or_throw(parse_lesson(file.text, file.name)));
        return parsed;
    }();
    return lessons;
}

std::span<const Lesson> network_lessons() { return std::span{all_lessons()}.subspan(course_files().size()); }

const Lesson* find_lesson(std::string_view name) { return base::find_row(all_lessons(), name, &Lesson::name); }

std::size_t lesson_index_of(const Lesson& lesson) { return static_cast<std::size_t>(&lesson - all_lessons().data()); }

namespace
{

LaneResult run_game(const Settings& settings, Nanos length)
{
    scenes::NetworkedGame game{network_set_up_of(settings)};
    game.advance_to(length);
    return lane_result_of(game);
}

base::Error check_assertions(const Lesson& lesson, std::span<const Assertion> assertions,
                             ExpressionEvaluator& evaluator, std::string_view extra_run,
                             std::vector<LessonVerdict::Check>& checks)
{
    for (const Assertion& assertion : assertions)
    {
        const auto result = evaluator.check_assertion(assertion.text);
        if (const auto* error = std::get_if<ExpressionError>(&result))
            return base::message("{}.toml:{}: '{}': {}", lesson.name, assertion.line, assertion.text,
                                 base::Verbatim{error->message});
        checks.push_back({assertion, std::get<AssertionOutcome>(result), std::string{extra_run}});
    }
    return std::nullopt;
}

// Checks assertions about an extra run, whose result is `extra`. They may also refer to the lesson's own loops.
base::Error check_extra_run(const Lesson& lesson, std::span<const Assertion> assertions, LaneResult extra,
                            std::string_view extra_run, LessonVerdict& verdict)
{
    std::vector<LaneResult> results = verdict.results;
    results.push_back(std::move(extra));
    ExpressionEvaluator evaluator{std::move(results)};
    return check_assertions(lesson, assertions, evaluator, extra_run, verdict.checks);
}

base::Error check_control_run(const Lesson& lesson, const ControlRun& control_run, LessonVerdict& verdict)
{
    LaneResult extra = control_run.network_settings ? run_game(*control_run.network_settings, *lesson.run_length.time)
                                                    : run_lane(control_run.setup, lesson.run_length);
    extra.setup.name = control_run_lane_name;
    return check_extra_run(lesson, control_run.assertions, std::move(extra), "control run: " + control_run.excludes,
                           verdict);
}

} // namespace

base::Result<Lesson> parse_and_check_lesson(std::string_view text, std::string_view name)
{
    constexpr Nanos game_time{100'000'000};

    auto read          = parse_lesson(text, name);
    const auto* lesson = std::get_if<Lesson>(&read);
    if (lesson == nullptr) return read;
    try
    {
        auto outcome =
            judge_lesson(*lesson, lesson->network_settings ? std::vector{run_game(*lesson->network_settings, game_time)}
                                                           : run_lanes(lesson->lanes, {.frames = 2}));
        if (auto* error = std::get_if<std::string>(&outcome)) return std::move(*error);
    }
    catch (const std::runtime_error& e) // from differ(a, b), if the virtual clock of a loop stands still
    {
        return base::message("{}.toml: {}", name, base::Verbatim{e.what()});
    }
    return read;
}

base::Result<LessonVerdict> run_and_judge_lesson(const Lesson& lesson)
{
    Lesson with_all_assertions = lesson;
    with_all_assertions.assertions.insert(with_all_assertions.assertions.end(),
                                          with_all_assertions.assertions_if_unchanged.begin(),
                                          with_all_assertions.assertions_if_unchanged.end());
    auto outcome =
        judge_lesson(with_all_assertions, lesson.network_settings
                                              ? std::vector{run_game(*lesson.network_settings, *lesson.run_length.time)}
                                              : run_lanes(lesson.lanes, lesson.run_length));
    auto* verdict = std::get_if<LessonVerdict>(&outcome);
    if (verdict == nullptr) return outcome;
    for (const Misconception& m : lesson.misconceptions)
        if (auto error = check_extra_run(lesson, {&m.assertion, 1}, run_lane(m.setup, lesson.run_length),
                                         "wrong answer: " + lesson.answers[m.answer_index], *verdict))
            return *error;
    for (const ControlRun& control_run : lesson.control_runs)
        if (auto error = check_control_run(lesson, control_run, *verdict)) return *error;
    return outcome;
}

base::Result<LessonVerdict> judge_lesson(const Lesson& lesson, std::vector<LaneResult> results)
{
    ExpressionEvaluator evaluator{std::move(results)};
    LessonVerdict verdict;
    if (const auto error = check_assertions(lesson, lesson.assertions, evaluator, {}, verdict.checks)) return *error;
    auto explanation = evaluator.fill_in(lesson.explanation);
    if (const auto* error = std::get_if<ExpressionError>(&explanation))
        return base::message("{}.toml:{}: explanation: {}", lesson.name,
                             lesson.expression_lines[error->expression_index], base::Verbatim{error->message});
    verdict.explanation = std::get<FilledText>(std::move(explanation));
    verdict.results     = std::move(evaluator.results);
    return verdict;
}

namespace
{

bool has_equal_steps(const Settings& settings)
{
    return try_test_reproducibility({.settings = {.loop = settings.loop}}).value_or(false);
}

void copy_network(Settings& settings, const Settings& source)
{
    settings.network = source.network;
    if (settings.network.kind == scenes::NetworkKind::free) settings.loop = source.loop;
}

} // namespace

const Lesson& built_in_lesson_of(const Settings& settings)
{
    return settings.mode == Mode::network ? network_lesson_of(settings) : all_lessons()[settings.lesson_index];
}

const Lesson& network_lesson_of(const Settings& settings)
{
    const scenes::NetworkKind kind = settings.network.kind;
    const bool depends_on_loop     = kind == scenes::NetworkKind::free;
    const bool equal_steps         = depends_on_loop && has_equal_steps(settings);
    const auto lessons             = network_lessons();
    const auto is_match            = [&](const Lesson& lesson)
    {
        const Settings& game = *lesson.network_settings;
        return game.network.kind == kind && (!depends_on_loop || has_equal_steps(game) == equal_steps);
    };
    const auto found = std::ranges::find_if(lessons, is_match);
    return found == lessons.end() ? lessons.front() : *found;
}

void open_lesson(Settings& settings, const Lesson& lesson)
{
    settings.mode = lesson.network_settings ? Mode::network : Mode::lesson;
    if (lesson.network_settings)
        copy_network(settings, *lesson.network_settings);
    else
        settings.lesson_index = lesson_index_of(lesson);
}

void open_lesson_from_file(Settings& settings, const Lesson& lesson)
{
    settings.mode         = Mode::lesson;
    settings.lesson_index = lesson_from_file;
    if (lesson.network_settings) copy_network(settings, *lesson.network_settings);
}

} // namespace lab
