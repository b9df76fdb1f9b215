// lab/lessons/lesson.hpp -- a lesson: a question with answers, a run, assertions about its results, and an explanation
// with the results' numbers
//
// The lessons are the files assets/lessons/*/*.toml; docs/lessons.md describes their format. Every number of an
// explanation is checked by an assertion. The tests run all lessons.
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

/// A statement about the results that must be true, such as "a.speed > b.speed" (lab/lessons/findings.hpp).
struct Assertion
{
    std::string text;
    int line = 0; ///< line number in the lesson's file
};

/// The view that the laboratory opens when a lesson is over.
struct Proof
{
    std::optional<Nanos> at{};  ///< time on the lanes' clock that shows the answer best; empty for the end of the run
    std::size_t lane = 0;       ///< index of the lane whose data the dock shows
    std::optional<Dock> dock{}; ///< page of the dock to open; empty to leave the open page
    std::uint32_t plots = 0;    ///< set of plots to show, one bit each as in ViewSettings; 0 to leave the plots
};

/// A lane that shows the behaviour that a wrong answer predicts. Its ball is drawn beside the ball of the lesson's
/// lane.
struct Belief
{
    std::size_t answer = 0; ///< index of the wrong answer in Lesson::answers
    std::size_t lane   = 0; ///< index of the lane in Lesson::lanes that the answer is about
    LaneSetup setup{};      ///< set-up of the lane that shows the predicted behaviour; the lane's name is "belief"
    Assertion shows{};      ///< assertion that the lane "belief" shows the predicted behaviour
};

struct Lesson
{
    std::string name{};     ///< name of the file without .toml, in kebab-case
    std::string title{};    ///< a few words
    std::string watch{};    ///< one sentence that says which part of the picture to watch
    std::string question{}; ///< question that the user answers before the run
    std::vector<std::string> answers{};
    std::size_t right = 0; ///< index of the right answer in `answers`
    std::vector<LaneSetup> lanes{};
    std::optional<Settings> network{}; ///< settings of the game over a network; such a lesson has no lanes
    RunLength length{};
    Nanos watched{12'000'000'000}; ///< time that is shown at normal speed; the rest of a longer run is computed at once
    std::vector<Belief> beliefs{}; ///< beliefs of wrong answers, at most one for each answer
    const Control* free = nullptr; ///< control that the user may change in all lanes after the run, or null
    std::vector<Assertion> assertions{};
    std::vector<Assertion> expected{}; ///< assertions that hold only as long as the user changes no control
    std::string explanation{};         ///< paragraphs, with {expressions} for numbers
    Proof proof{};
};

/// The outcome of a lesson's run.
struct LessonVerdict
{
    struct Line
    {
        Assertion assertion;
        Checked checked;
    };

    std::vector<LaneResult> results;
    std::vector<Line> lines;
    FilledText explanation; ///< the lesson's explanation with this run's numbers

    /// True if all assertions hold.
    bool holds() const;
};

/// Returns all lessons in the order of lesson_files(). Reads the files at the first call. Throws std::runtime_error if
/// a file has an error.
const std::vector<Lesson>& all_lessons();
/// Returns the lessons over a network.
std::span<const Lesson> network_lessons();
/// Returns the lesson with that name from all_lessons(), or null.
const Lesson* find_lesson(std::string_view name);
/// Returns the index of `lesson` in all_lessons(). `lesson` must be an element of all_lessons().
std::size_t place_of(const Lesson& lesson);

/// Parses a lesson. Returns one line with the file name, the line number and the error if the text is not valid. Errors
/// in assertions and in the explanation are found only when the lesson runs.
std::variant<Lesson, std::string> parse_lesson(std::string_view text, std::string_view name);

/// Runs the lanes on all cores, or the game, and checks `assertions` and `expected`. Returns one line with the error if
/// an assertion or a part of the explanation is not valid. Throws std::runtime_error as run_lane() does.
std::variant<LessonVerdict, std::string> run_lesson(const Lesson& lesson);
/// Checks `assertions` against the results of lanes that have already run; `results` are in the order of the lesson's
/// lanes. Returns one line with the error if an assertion or a part of the explanation is not valid.
std::variant<LessonVerdict, std::string> judge(const Lesson& lesson, std::vector<LaneResult> results);

} // namespace lab
