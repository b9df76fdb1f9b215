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
    std::optional<Nanos> time{};           ///< wall time in the run to show; empty for the end
    std::size_t lane_index = 0;            ///< lane to show in detail
    std::optional<PanelPage> panel_page{}; ///< page to open in the panel below the lanes; empty: no change
    std::uint32_t plots_mask = 0;          ///< bit mask of the plots to show, as in ViewSettings; 0: no change
};

/// An extra lane that behaves as a wrong answer predicts; its ball is drawn beside the lesson's ball.
struct Misconception
{
    std::size_t answer_index = 0; ///< of the wrong answer in Lesson::answers
    std::size_t lane_index   = 0; ///< in Lesson::lanes: the lane that the answer is about
    LaneSetup setup{};            ///< set-up of the extra lane, which is named "belief"
    /// An assertion that is true if the extra lane behaves as the answer predicts.
    Assertion assertion{};
};

/// Name of the extra lane of a Misconception, in assertions.
inline constexpr std::string_view misconception_lane_name = "belief";
/// Name of the extra lane of a ControlRun, in assertions.
inline constexpr std::string_view control_run_lane_name = "without";

/// A run without the cause that the explanation names; only the command line and the tests run it. Its assertions are
/// false if the named cause is not the true cause.
struct ControlRun
{
    std::string excludes{}; ///< the wrong explanation that the assertions rule out
    LaneSetup setup{};      ///< set-up of the extra lane, which is named "without"
    /// In a lesson about a networked game: settings of the control run, which replace `setup`.
    std::optional<Settings> network_settings{};
    /// Assertions about this run; they may compare this run with the lesson's lanes.
    std::vector<Assertion> assertions{};
};

struct Lesson
{
    /// name of the file without .toml, in kebab-case; for a user's own file, its path without .toml
    std::string name{};
    std::string title{};
    std::string what_to_watch{}; ///< one sentence
    std::string question{};      ///< asked before the run
    std::vector<std::string> answers{};
    std::size_t right_answer = 0; ///< index in `answers`
    std::vector<LaneSetup> lanes{};
    /// Settings of the networked game, in a lesson about one. Such a lesson has no lanes.
    std::optional<Settings> network_settings{};
    RunLimits run_length{};
    /// Length of the first part of the run, which runs in real time. The rest runs as fast as possible.
    Nanos real_time_part{12'000'000'000};
    std::vector<Misconception> misconceptions{}; ///< at most one for each wrong answer
    std::vector<ControlRun> control_runs{};
    const Control* trial_control = nullptr; ///< control that the user may change after the run; null if none
    std::vector<Assertion> assertions{};
    std::vector<Assertion> assertions_if_unchanged{}; ///< these hold only if the user has changed no control
    std::string explanation{};                        ///< paragraphs with {expressions} for numbers of the run
    std::vector<int> expression_lines{};              ///< line in the lesson file of each {expression}
    Proof proof{};
};

/// The outcome of a lesson's run: the results, and which assertions hold.
struct LessonVerdict
{
    struct Check
    {
        Assertion assertion;
        AssertionOutcome outcome;
        /// "wrong answer: " + the answer of a Misconception, or "control run: " + ControlRun::excludes; empty for the
        /// lesson's lanes.
        std::string extra_run{};
    };

    std::vector<LaneResult> results;
    std::vector<Check> checks;
    FilledText explanation; ///< the lesson's explanation with the numbers of this run

    bool holds() const;
};

/// All built-in lessons, in the order of lesson_files(). Parsed in the first call, which throws std::runtime_error if a
/// file has an error.
const std::vector<Lesson>& all_lessons();
std::span<const Lesson> network_lessons();
const Lesson* find_lesson(std::string_view name);
/// The index of `lesson`, which must be an element of all_lessons().
std::size_t lesson_index_of(const Lesson& lesson);

inline constexpr std::string_view lesson_file_extension = ".toml";

/// Parses a lesson file. An error has the file name and the line number. Does not check assertions and {expressions}.
base::Result<Lesson> parse_lesson(std::string_view text, std::string_view name);

/// As parse_lesson(), but also checks the syntax of assertions and {expressions}, with a run of two frames of each lane
/// or of 0.1 s of the game.
base::Result<Lesson> parse_and_check_lesson(std::string_view text, std::string_view name);

/// Runs a lesson to its end and checks all its assertions, also those of misconceptions and control runs. Returns an
/// error if an assertion or an {expression} is not valid. Throws std::runtime_error if a lane's virtual clock does not
/// advance.
base::Result<LessonVerdict> run_lesson(const Lesson& lesson);
/// Checks a lesson's `assertions` with the `results` of its lanes, in order. Errors as of run_lesson().
base::Result<LessonVerdict> judge(const Lesson& lesson, std::vector<LaneResult> results);

struct LessonAnswer
{
    bool has_run = false;               ///< true: the guess is final
    std::optional<std::size_t> guess{}; ///< index of the answer that the user guessed; empty if none
};

/// Answers by the lesson's name.
using LessonAnswers = std::map<std::string, LessonAnswer>;

/// The lesson that is open. The mode must be Mode::lesson or Mode::network, and the lesson must be built in.
const Lesson& lesson_of(const Settings& settings);
/// The lesson about the network kind. For NetworkKind::free, it depends on whether the loop's steps have one size.
const Lesson& network_lesson_of(const Settings& settings);
/// Opens a lesson of all_lessons(). For a networked game, also sets the network and, for NetworkKind::free, the loop.
void open_lesson(Settings& settings, const Lesson& lesson);
/// Opens a lesson of a user's file, which Lab::show_lesson() stores.
void open_lesson_from_file(Settings& settings, const Lesson& lesson);

} // namespace lab
