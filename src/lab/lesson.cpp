#include "lab/lesson.hpp"

#include "io/message.hpp"
#include "lab/network_game.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lab
{

bool Verdict::holds() const
{
    return std::ranges::all_of(lines, [](const Line& line) { return line.checked.holds; });
}

std::vector<LessonFile> lesson_files()
{
    std::vector<LessonFile> all{course_files().begin(), course_files().end()};
    all.insert(all.end(), network_lesson_files().begin(), network_lesson_files().end());
    return all;
}

const LessonFile* find_lesson_file(std::string_view name)
{
    for (const auto all : {course_files(), network_lesson_files()})
        if (const auto found = std::ranges::find(all, name, &LessonFile::name); found != all.end()) return &*found;
    return nullptr;
}

std::variant<Verdict, std::string> run_lesson(const Lesson& lesson)
{
    if (!lesson.network) return judge(lesson, run_lanes(lesson.lanes, lesson.length));
    net::Game game{network_of(*lesson.network)};
    game.advance_to(*lesson.length.time);
    Lesson whole = lesson;
    whole.assertions.insert(whole.assertions.end(), whole.expected.begin(), whole.expected.end());
    return judge(whole, {result_of(game)});
}

std::variant<Verdict, std::string> judge(const Lesson& lesson, std::vector<LaneResult> results)
{
    Findings findings{std::move(results)};
    Verdict verdict;
    for (const Assertion& assertion : lesson.assertions)
    {
        const auto checked = findings.check(assertion.text);
        if (const auto* nonsense = std::get_if<Nonsense>(&checked))
            return io::message("{}.toml:{}: '{}': {}", lesson.name, assertion.line, assertion.text,
                               io::Verbatim{nonsense->why});
        verdict.lines.push_back({assertion, std::get<Checked>(checked)});
    }
    auto told = findings.told(lesson.explanation);
    if (const auto* nonsense = std::get_if<Nonsense>(&told))
        return fmt::format("{}.toml: explanation: {}", lesson.name, nonsense->why);
    verdict.told = std::get<Told>(std::move(told));
    verdict.results.assign(findings.results().begin(), findings.results().end());
    return verdict;
}

} // namespace lab
