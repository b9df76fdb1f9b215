#include "lab/lessons/lesson.hpp"

#include "base/message.hpp"
#include "lab/lessons/lesson_runs.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace lab
{

bool LessonVerdict::holds() const
{
    return std::ranges::all_of(lines, [](const Line& line) { return line.checked.holds; });
}

const std::vector<Lesson>& all_lessons()
{
    static const std::vector<Lesson> all = []
    {
        std::vector<Lesson> read;
        for (const LessonFile& file : lesson_files())
            read.push_back(base::value_or_throw(parse_lesson(file.text, file.name)));
        return read;
    }();
    return all;
}

std::span<const Lesson> network_lessons() { return std::span{all_lessons()}.subspan(course_files().size()); }

const Lesson* find_lesson(std::string_view name)
{
    const auto found = std::ranges::find(all_lessons(), name, &Lesson::name);
    return found == all_lessons().end() ? nullptr : &*found;
}

std::size_t place_of(const Lesson& lesson) { return static_cast<std::size_t>(&lesson - all_lessons().data()); }

namespace
{

LaneResult run_game(const Settings& network, Nanos length)
{
    scenes::NetworkedGame game{network_of(network)};
    game.advance_to(length);
    return result_of(game);
}

// Checks assertions and appends one line for each to `lines`.
base::Error check_assertions(const Lesson& lesson, std::span<const Assertion> assertions, Findings& findings,
                             std::string_view extra_run, std::vector<LessonVerdict::Line>& lines)
{
    for (const Assertion& assertion : assertions)
    {
        const auto checked = findings.check(assertion.text);
        if (const auto* nonsense = std::get_if<Nonsense>(&checked))
            return base::message("{}.toml:{}: '{}': {}", lesson.name, assertion.line, assertion.text,
                                 base::Verbatim{nonsense->why});
        lines.push_back({assertion, std::get<Checked>(checked), std::string{extra_run}});
    }
    return std::nullopt;
}

// Checks the assertions of an extra run, whose result is `extra`. They may compare it with the lesson's own results.
base::Error check_extra(const Lesson& lesson, std::span<const Assertion> assertions, LaneResult extra,
                        std::string_view extra_run, LessonVerdict& verdict)
{
    std::vector<LaneResult> results = verdict.results;
    results.push_back(std::move(extra));
    Findings findings{std::move(results)};
    return check_assertions(lesson, assertions, findings, extra_run, verdict.lines);
}

base::Error check_belief(const Lesson& lesson, const Belief& belief, LessonVerdict& verdict)
{
    return check_extra(lesson, {&belief.shows, 1}, run_lane(belief.setup, lesson.length),
                       "believed: " + lesson.answers[belief.answer], verdict);
}

base::Error check_without(const Lesson& lesson, const Without& without, LessonVerdict& verdict)
{
    LaneResult extra =
        without.network ? run_game(*without.network, *lesson.length.time) : run_lane(without.setup, lesson.length);
    extra.setup.name = without_name;
    return check_extra(lesson, without.assertions, std::move(extra), "control run: " + without.excludes, verdict);
}

} // namespace

base::Result<Lesson> parse_whole_lesson(std::string_view text, std::string_view name)
{
    constexpr Nanos part_of_game{100'000'000};

    auto read          = parse_lesson(text, name);
    const auto* lesson = std::get_if<Lesson>(&read);
    if (lesson == nullptr) return read;
    try
    {
        auto outcome = judge(*lesson, lesson->network ? std::vector{run_game(*lesson->network, part_of_game)}
                                                      : run_lanes(lesson->lanes, {.frames = 2}));
        if (auto* error = std::get_if<std::string>(&outcome)) return std::move(*error);
    }
    catch (const std::runtime_error& e) // thrown by differ(a, b) if the virtual clock of a lane does not advance
    {
        return base::message("{}.toml: {}", name, base::Verbatim{e.what()});
    }
    return read;
}

base::Result<LessonVerdict> run_lesson(const Lesson& lesson)
{
    Lesson whole = lesson;
    whole.assertions.insert(whole.assertions.end(), whole.expected.begin(), whole.expected.end());
    auto outcome  = judge(whole, lesson.network ? std::vector{run_game(*lesson.network, *lesson.length.time)}
                                                : run_lanes(lesson.lanes, lesson.length));
    auto* verdict = std::get_if<LessonVerdict>(&outcome);
    if (verdict == nullptr) return outcome;
    for (const Belief& belief : lesson.beliefs)
        if (auto error = check_belief(lesson, belief, *verdict)) return *error;
    for (const Without& without : lesson.without)
        if (auto error = check_without(lesson, without, *verdict)) return *error;
    return outcome;
}

base::Result<LessonVerdict> judge(const Lesson& lesson, std::vector<LaneResult> results)
{
    Findings findings{std::move(results)};
    LessonVerdict verdict;
    if (const auto error = check_assertions(lesson, lesson.assertions, findings, {}, verdict.lines)) return *error;
    auto explanation = findings.fill(lesson.explanation);
    if (const auto* nonsense = std::get_if<Nonsense>(&explanation))
        return base::message("{}.toml:{}: explanation: {}", lesson.name, lesson.expression_lines[nonsense->expression],
                             base::Verbatim{nonsense->why});
    verdict.explanation = std::get<FilledText>(std::move(explanation));
    verdict.results.assign(findings.results().begin(), findings.results().end());
    return verdict;
}

namespace
{

// True if all steps of the chosen loop have one size.
bool steps_are_whole(const Settings& settings)
{
    LaneSetup lane;
    lane.settings.loop = settings.loop;
    try
    {
        return reproducible(lane);
    }
    catch (const std::runtime_error&) // from a loop that never waits, so that the virtual clock stands still
    {
        return false;
    }
}

void copy_network(Settings& settings, const Settings& source)
{
    settings.network = source.network;
    if (settings.network.kind == scenes::NetworkKind::free) settings.loop = source.loop;
}

} // namespace

const Lesson& lesson_of(const Settings& settings)
{
    return settings.mode == Mode::network ? network_lesson_of(settings) : all_lessons()[settings.lesson];
}

const Lesson& network_lesson_of(const Settings& settings)
{
    const scenes::NetworkKind kind = settings.network.kind;
    const bool matters             = kind == scenes::NetworkKind::free;
    const bool whole               = matters && steps_are_whole(settings);
    const auto lessons             = network_lessons();
    const auto found =
        std::ranges::find_if(lessons,
                             [&](const Lesson& lesson)
                             {
                                 const Settings& of = *lesson.network;
                                 return of.network.kind == kind && (!matters || steps_are_whole(of) == whole);
                             });
    return found == lessons.end() ? lessons.front() : *found;
}

void open(Settings& settings, const Lesson& lesson)
{
    settings.mode = lesson.network ? Mode::network : Mode::lesson;
    if (lesson.network)
        copy_network(settings, *lesson.network);
    else
        settings.lesson = place_of(lesson);
}

void open_of_file(Settings& settings, const Lesson& lesson)
{
    settings.mode   = Mode::lesson;
    settings.lesson = lesson_of_a_file;
    if (lesson.network) copy_network(settings, *lesson.network);
}

} // namespace lab
