// lab/lessons/lesson.hpp -- a lesson: a question with answers, a run, assertions about its results, and an explanation
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
    int line = 0; ///< line number in the lesson file
};

/// The view that the window opens after the lesson, to show the answer.
struct Proof
{
    std::optional<Nanos> at{};  ///< wall time in the run to show; empty for the end
    std::size_t lane = 0;       ///< index of the lane to show in detail
    std::optional<Dock> dock{}; ///< page to open in the panel below the lanes; empty: no change
    std::uint32_t plots = 0;    ///< bit mask of the plots to show, as in ViewSettings; 0: no change
};

/// A misconception: an extra lane that behaves as a wrong answer predicts; its ball is drawn beside the lesson's ball.
struct Belief
{
    std::size_t answer = 0; ///< index of the wrong answer in Lesson::answers
    std::size_t lane   = 0; ///< index in Lesson::lanes of the lane that the answer is about
    LaneSetup setup{};      ///< set-up of the extra lane, which is named "belief"
    /// An assertion that is true if the extra lane behaves as the answer predicts.
    Assertion shows{};
};

/// Name of the extra lane of a Belief.
inline constexpr std::string_view belief_name = "belief";
/// Name of the extra run of a Without.
inline constexpr std::string_view without_name = "without";

/// A control run, without the cause that the explanation names, on the command line and in the tests. Its assertions
/// are false if the named cause is not the true cause.
struct Without
{
    std::string excludes{}; ///< the wrong explanation that the assertions rule out
    LaneSetup setup{};      ///< set-up of the extra lane, which is named "without"
    /// In a lesson about a networked game: settings of the control run, which replace `setup`.
    std::optional<Settings> network{};
    /// Assertions about this run; they may compare this run with the lesson's lanes.
    std::vector<Assertion> assertions{};
};

struct Lesson
{
    /// name of the file without .toml, in kebab-case; for a user's own file, its path without .toml
    std::string name{};
    std::string title{};
    std::string watch{};    ///< one sentence: what to watch
    std::string question{}; ///< asked before the run
    std::vector<std::string> answers{};
    std::size_t right = 0; ///< index in `answers` of the right answer
    std::vector<LaneSetup> lanes{};
    /// In a lesson about a networked game: its settings; such a lesson has no lanes.
    std::optional<Settings> network{};
    RunLength length{};
    /// Length of the first part of the run, which runs in real time. The rest runs as fast as possible.
    Nanos watched{12'000'000'000};
    std::vector<Belief> beliefs{};  ///< at most one for each wrong answer
    std::vector<Without> without{}; ///< control runs
    const Control* free = nullptr;  ///< control that the user may change after the run; null if none
    std::vector<Assertion> assertions{};
    std::vector<Assertion> expected{};   ///< assertions that hold only with unchanged controls
    std::string explanation{};           ///< paragraphs with {expressions} for numbers of the run
    std::vector<int> expression_lines{}; ///< line in the lesson file of each {expression}
    Proof proof{};
};

/// The outcome of a lesson's run: the results, and which assertions hold.
struct LessonVerdict
{
    struct Line
    {
        Assertion assertion;
        Checked checked;
        /// "believed: " + the answer of a Belief, or "control run: " + Without::excludes; empty for the lesson's lanes.
        std::string extra_run{};
    };

    std::vector<LaneResult> results;
    std::vector<Line> lines;
    FilledText explanation; ///< the lesson's explanation with the numbers of this run

    bool holds() const;
};

/// All built-in lessons, in the order of lesson_files(). Parsed in the first call, which throws std::runtime_error if a
/// file has an error.
const std::vector<Lesson>& all_lessons();
std::span<const Lesson> network_lessons();
const Lesson* find_lesson(std::string_view name);
/// The index of `lesson`, which must be an element of all_lessons().
std::size_t place_of(const Lesson& lesson);

inline constexpr std::string_view lesson_ending = ".toml";

/// Parses a lesson file. An error has the file name and the line number. Does not check assertions and {expressions}.
base::Result<Lesson> parse_lesson(std::string_view text, std::string_view name);

/// As parse_lesson(), but also checks assertions and {expressions}, with two frames of the lanes or 0.1 s of the game.
base::Result<Lesson> parse_whole_lesson(std::string_view text, std::string_view name);

/// Runs a lesson to its end and checks its `assertions`, `expected`, `beliefs` and `without`. Returns an error if an
/// assertion or an {expression} is not valid. Throws std::runtime_error if a lane's virtual clock does not advance.
base::Result<LessonVerdict> run_lesson(const Lesson& lesson);
/// Checks a lesson's `assertions` with the `results` of its lanes, in order. Errors as of run_lesson().
base::Result<LessonVerdict> judge(const Lesson& lesson, std::vector<LaneResult> results);

struct LessonAnswer
{
    bool run = false;                   ///< true if the lesson has run, which makes the guess final
    std::optional<std::size_t> guess{}; ///< index of the answer that the user guessed; empty if none
};

/// Answers by the lesson's name.
using LessonAnswers = std::map<std::string, LessonAnswer>;

/// The lesson that is open. The mode must be Mode::lesson or Mode::network, and the lesson must be built in.
const Lesson& lesson_of(const Settings& settings);
/// The lesson about the network kind. For NetworkKind::free, it depends on whether the loop's steps have one size.
const Lesson& network_lesson_of(const Settings& settings);
/// Opens a lesson of all_lessons(). For a networked game, also sets the network and, for NetworkKind::free, the loop.
void open(Settings& settings, const Lesson& lesson);
/// Opens a lesson of a user's file, which Lab::show_lesson() stores.
void open_of_file(Settings& settings, const Lesson& lesson);

} // namespace lab
