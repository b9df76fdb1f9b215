#include "lab/lessons/lesson.hpp"

#include "base/message.hpp"
#include "lab/lessons/network_game.hpp"

#include <fmt/format.h>

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
        {
            auto lesson = parse_lesson(file.text, file.name);
            if (const auto* error = std::get_if<std::string>(&lesson)) throw std::runtime_error{*error};
            read.push_back(std::get<Lesson>(std::move(lesson)));
        }
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

std::variant<LessonVerdict, std::string> run_lesson(const Lesson& lesson)
{
    if (!lesson.network) return judge(lesson, run_lanes(lesson.lanes, lesson.length));
    scenes::NetworkedGame game{network_of(*lesson.network)};
    game.advance_to(*lesson.length.time);
    Lesson whole = lesson;
    whole.assertions.insert(whole.assertions.end(), whole.expected.begin(), whole.expected.end());
    return judge(whole, {result_of(game)});
}

std::variant<LessonVerdict, std::string> judge(const Lesson& lesson, std::vector<LaneResult> results)
{
    Findings findings{std::move(results)};
    LessonVerdict verdict;
    for (const Assertion& assertion : lesson.assertions)
    {
        const auto checked = findings.check(assertion.text);
        if (const auto* nonsense = std::get_if<Nonsense>(&checked))
            return base::message("{}.toml:{}: '{}': {}", lesson.name, assertion.line, assertion.text,
                                 base::Verbatim{nonsense->why});
        verdict.lines.push_back({assertion, std::get<Checked>(checked)});
    }
    auto explanation = findings.fill(lesson.explanation);
    if (const auto* nonsense = std::get_if<Nonsense>(&explanation))
        return fmt::format("{}.toml: explanation: {}", lesson.name, nonsense->why);
    verdict.explanation = std::get<FilledText>(std::move(explanation));
    verdict.results.assign(findings.results().begin(), findings.results().end());
    return verdict;
}

} // namespace lab
