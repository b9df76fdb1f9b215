// lab/lessons/lesson.hpp -- a lesson: a question with answers, a run, assertions about its results, and an explanation
// with the results' numbers
//
// assets/lessons/*/*.toml; docs/lessons.md describes the format. Every number of an explanation is checked by an
// assertion; the tests run all lessons.
#pragma once

#include "lab/lessons/findings.hpp"
#include "lab/settings/control.hpp"
#include "lab/settings/lesson_files.hpp"

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lab
{

/// Something that must be seen.
struct Assertion
{
    std::string text;
    int line = 0; ///< of the file
};

/// How the laboratory stands when a lesson is over.
struct Proof
{
    std::optional<Nanos> at{};  ///< of the lanes' clock: the moment that shows it best; nothing for the last
    std::size_t lane = 0;       ///< which the dock is of
    std::optional<Dock> dock{}; ///< the page that shows it; nothing for the one that is open
    std::uint32_t plots = 0;    ///< a set of plots, as ViewSettings has it; 0 for those that are there
};

/// What somebody expects to see who gives a wrong answer, as a lane: its ball is shown beside the real one.
struct Belief
{
    std::size_t answer = 0; ///< from 0
    std::size_t lane   = 0; ///< which it is about
    LaneSetup setup{};      ///< a lane that does what the answer says
    Assertion shows{};      ///< that it does: of the lane "belief"
};

struct Lesson
{
    std::string name{};     ///< kebab-case, as the file is called
    std::string title{};    ///< a few words
    std::string watch{};    ///< one sentence: where to look
    std::string question{}; ///< to be answered before the run
    std::vector<std::string> answers{};
    std::size_t right = 0; ///< which of them is right, from 0
    std::vector<LaneSetup> lanes{};
    std::optional<Settings> network{}; ///< what several PCs play over a network; then there are no lanes
    RunLength length{};
    Nanos watched{12'000'000'000}; ///< at its own pace; what is left of a longer run is computed at once
    std::vector<Belief> beliefs{}; ///< of wrong answers, one each at most
    const Control* free = nullptr; ///< what one may turn in all lanes when it is over; null for nothing
    std::vector<Assertion> assertions{};
    std::vector<Assertion> expected{}; ///< of the set-up that the file has; what is turned may change it
    std::string explanation{};         ///< paragraphs, with {expressions} for numbers
    Proof proof{};
};

/// What came out.
struct LessonVerdict
{
    struct Line
    {
        Assertion assertion;
        Checked checked;
    };

    std::vector<LaneResult> results;
    std::vector<Line> lines;
    FilledText explanation; ///< with this run's numbers

    bool holds() const;
};

/// All lessons, in the order of lesson_files(). Read at the first call; throws std::runtime_error for a file with an
/// error.
const std::vector<Lesson>& all_lessons();
/// Those over a network.
std::span<const Lesson> network_lessons();
/// The lesson of that name among all_lessons(), or null.
const Lesson* find_lesson(std::string_view name);
/// The place of a lesson of all_lessons() in it.
std::size_t place_of(const Lesson& lesson);

/// A lesson, or one line that says what is wrong in which line of `name`. Whether its assertions and its
/// explanation make sense is known when it runs.
std::variant<Lesson, std::string> parse_lesson(std::string_view text, std::string_view name);

/// Runs the lanes on all cores, or the game, and checks what must be seen and what is expected; or one line that says
/// which assertion or which part of the explanation makes no sense. Throws std::runtime_error as run_lane does.
std::variant<LessonVerdict, std::string> run_lesson(const Lesson& lesson);
/// The same of lanes that have run already, in the order of the lesson's.
std::variant<LessonVerdict, std::string> judge(const Lesson& lesson, std::vector<LaneResult> results);

} // namespace lab
