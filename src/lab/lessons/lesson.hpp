// lab/lessons/lesson.hpp -- a lesson: a question with answers, a run, assertions about its results, and an explanation
// that quotes the results
//
// The lessons are the files assets/lessons/*/*.toml; docs/lessons.md describes their format. Every number of an
// explanation is checked by an assertion. The tests run all lessons.
#pragma once

#include "base/message.hpp"
#include "lab/lessons/findings.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/lesson_files.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lab
{

/// A statement about a run's results that must be true, such as "a.speed > b.speed" (lab/lessons/findings.hpp).
struct Assertion
{
    std::string text;
    int line = 0; ///< line number in the lesson's file
};

/// The view that the window opens when the lesson is over, to show the answer.
struct Proof
{
    std::optional<Nanos> at{};  ///< wall time in the run at which the view shows the answer best; empty for the end
    std::size_t lane = 0;       ///< index of the lane whose data the window shows in detail
    std::optional<Dock> dock{}; ///< page to open in the panel below the picture; empty to change nothing
    std::uint32_t plots = 0;    ///< bit mask of the plots to show, as in ViewSettings; 0 to change nothing
};

/// An extra lane that behaves as a wrong answer predicts. Its ball is drawn beside the ball of the lesson's own lane.
struct Belief
{
    std::size_t answer = 0; ///< index of the wrong answer in Lesson::answers
    std::size_t lane   = 0; ///< index in Lesson::lanes of the lane that the answer is about
    LaneSetup setup{};      ///< set-up of the extra lane, which is named "belief"
    /// True if the extra lane, "belief", behaves as the answer predicts.
    Assertion shows{};
};

/// Lane of a Belief.
inline constexpr std::string_view belief_name = "belief";
/// Run of a Without.
inline constexpr std::string_view without_name = "without";

/// An extra run without the cause that the explanation names, on the command line and in the tests. Its assertions are
/// false if the named cause is not the true one.
struct Without
{
    std::string excludes{}; ///< wrong explanation that the assertions rule out; one sentence
    LaneSetup setup{};      ///< set-up of the extra lane, which is named "without"
    /// For a lesson about a network game: settings of the extra game, which replaces `setup`.
    std::optional<Settings> network{};
    /// They may compare this run with the lesson's own lanes.
    std::vector<Assertion> assertions{};
};

struct Lesson
{
    std::string name{}; ///< name of the file without .toml, in kebab-case; for a user's own file its path without .toml
    std::string title{};    ///< a few words
    std::string watch{};    ///< one sentence: the part of the picture to watch
    std::string question{}; ///< the user answers it before the run
    std::vector<std::string> answers{};
    std::size_t right = 0; ///< index in `answers` of the right answer
    std::vector<LaneSetup> lanes{};
    /// For a lesson about a network game: its settings; such a lesson has no lanes.
    std::optional<Settings> network{};
    RunLength length{};
    /// Length of the first part of the run, which the window shows at normal speed. The rest runs as fast as possible.
    Nanos watched{12'000'000'000};
    std::vector<Belief> beliefs{};  ///< lanes that behave as wrong answers predict, at most one for each answer
    std::vector<Without> without{}; ///< runs without the cause that the explanation names
    const Control* free = nullptr;  ///< control that the user may change after the run; null if there is none
    std::vector<Assertion> assertions{};
    std::vector<Assertion> expected{};   ///< assertions that hold only if the user has changed no control
    std::string explanation{};           ///< text with several paragraphs; {expressions} stand for numbers of the run
    std::vector<int> expression_lines{}; ///< line number of each {expression} of the explanation in the lesson's file
    Proof proof{};
};

/// The outcome of a lesson's run: the results, and which assertions hold.
struct LessonVerdict
{
    struct Line
    {
        Assertion assertion;
        Checked checked;
        /// "believed: " and the answer of a Belief, or "excluded: " and the explanation that a Without excludes. Empty
        /// for the assertions about the lesson's own lanes.
        std::string extra_run{};
    };

    std::vector<LaneResult> results;
    std::vector<Line> lines;
    FilledText explanation; ///< the lesson's explanation with the numbers of this run

    bool holds() const;
};

/// In the order of lesson_files(). The first call parses them, and throws std::runtime_error if a text has an error.
const std::vector<Lesson>& all_lessons();
std::span<const Lesson> network_lessons();
const Lesson* find_lesson(std::string_view name);
/// The index of `lesson`, which must be an element of all_lessons().
std::size_t place_of(const Lesson& lesson);

inline constexpr std::string_view lesson_ending = ".toml";

/// The error has the file name and the line number. Errors in assertions and in {expressions} of the explanation are
/// found only when the lesson runs.
base::Result<Lesson> parse_lesson(std::string_view text, std::string_view name);

/// As parse_lesson(). Then runs the first two frames of the lanes, or 0.1 s of the network game, to find errors in
/// assertions and explanation.
base::Result<Lesson> parse_whole_lesson(std::string_view text, std::string_view name);

/// Runs a lesson to its end, and checks its `assertions`, `expected`, `beliefs` and `without`. Returns an error if an
/// assertion or a part of the explanation is not valid. Throws std::runtime_error if the virtual clock of a lane does
/// not advance.
base::Result<LessonVerdict> run_lesson(const Lesson& lesson);
/// Checks a lesson's `assertions`. `results` are in the order of its lanes. Returns an error if an assertion or a part
/// of the explanation is not valid.
base::Result<LessonVerdict> judge(const Lesson& lesson, std::vector<LaneResult> results);

struct LessonAnswer
{
    bool run = false;                   ///< true if the lesson has run; the user can then no longer change the guess
    std::optional<std::size_t> guess{}; ///< index of the answer that the user chose; empty if none
};

/// The key is the lesson's name.
using LessonAnswers = std::map<std::string, LessonAnswer>;

/// The mode must be Mode::lesson or Mode::network, and the lesson must not be one of a file.
const Lesson& lesson_of(const Settings& settings);
/// For NetworkKind::free there are two lessons: one for loops that take only steps of one size, and one for other
/// loops.
const Lesson& network_lesson_of(const Settings& settings);
/// Selects `lesson`, an element of all_lessons(). For a lesson about a network game this also sets the network and, for
/// NetworkKind::free, the loop.
void open(Settings& settings, const Lesson& lesson);
/// The same for a lesson of a file, which Lab::show_lesson() keeps.
void open_of_file(Settings& settings, const Lesson& lesson);

} // namespace lab
