// lab/lessons/lesson.hpp -- a lesson: a question with answers, a run, assertions about its results, and an explanation.
// docs/lessons.md describes the file format. Each number in an explanation is checked by an assertion
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

/// A statement about the results of a run, such as "a.speed > b.speed".
struct Assertion
{
    std::string text;
    int line = 0; ///< line number in the lesson file
};

/// Evidence for the right answer of a lesson: the frame and the panels that the window shows after the run.
struct Proof
{
    std::optional<Nanos> stop_time{};      ///< wall time at which the display stops; empty for the end of the run
    std::size_t lane_index = 0;            ///< loop whose data the panels show
    std::optional<PanelPage> panel_page{}; ///< page to open below the loops; empty: no change
    std::uint32_t plots_mask = 0;          ///< plots to show, as in ViewSettings; 0: no change
};

/// An extra loop that behaves as a wrong answer to the lesson's question predicts. The window draws the bodies of this
/// loop, in pale colours, over the view of the real loop.
struct Misconception
{
    std::size_t answer_index = 0; ///< the wrong answer, in Lesson::answers
    std::size_t lane_index   = 0; ///< the loop that the answer is about, in Lesson::lanes
    LaneSetup setup{};            ///< the extra loop, which is named "belief"
    /// The wrong answer as a statement about the loops' results, which is true for the extra loop `setup`.
    Assertion assertion{};
};

inline constexpr std::string_view misconception_lane_name = "belief";
inline constexpr std::string_view control_run_lane_name   = "without";

/// A run without the cause that the lesson explains. Its assertions fail if something else causes the same effect.
struct ControlRun
{
    std::string excluded_explanation{}; ///< the wrong explanation that the assertions rule out
    LaneSetup setup{};                  ///< the loop of this run, which is named "without"
    /// In a lesson about a network game: settings of this run, which does not use `setup`. Empty in other lessons.
    std::optional<Settings> network_settings{};
    /// Statements about the results of this run. They may compare it with the run that the lesson shows.
    std::vector<Assertion> assertions{};
};

struct Lesson
{
    /// Of a built-in lesson: its file name without .toml, in kebab-case. Of any other lesson: its path without .toml.
    std::string name{};
    std::string title{};
    std::string what_to_watch{};
    std::string question{};
    std::vector<std::string> answers{};
    std::size_t right_answer_index = 0;
    std::vector<LaneSetup> lanes{};
    /// Settings of the game in a lesson about a network game, which has no `lanes`; empty in all other lessons.
    std::optional<Settings> network_settings{};
    RunLimits run_length{};
    /// The lesson runs in real time for this duration, and then as fast as possible.
    Nanos real_time_duration{12'000'000'000};
    std::vector<Misconception> misconceptions{}; ///< at most one for each wrong answer
    std::vector<ControlRun> control_runs{};
    const Control* trial_control = nullptr; ///< setting that the user may change after the run; null if none
    std::vector<Assertion> assertions{};
    std::vector<Assertion> assertions_for_unchanged_settings{}; ///< true only if the user has changed no setting
    std::string explanation{};           ///< paragraphs, with {expressions} for numbers of the run
    std::vector<int> expression_lines{}; ///< line number of each {expression} in the file
    Proof proof{};
};

struct LessonVerdict
{
    struct CheckedAssertion
    {
        Assertion assertion;
        AssertionOutcome outcome;
        /// Empty for an assertion about the lesson's own loops. For an extra run: "wrong answer: " and the answer, or
        /// "control run: " and ControlRun::excluded_explanation.
        std::string extra_run_name{};
    };

    std::vector<LaneResult> results;
    std::vector<CheckedAssertion> checks;
    FilledText explanation; ///< the lesson's explanation with the numbers of this run

    bool all_assertions_hold() const;
};

/// The lessons of lesson_files(). The first call parses them, and throws std::runtime_error if one is invalid.
const std::vector<Lesson>& all_lessons();
std::span<const Lesson> network_lessons(); ///< the lessons about network games, at the end of all_lessons()
const Lesson* find_lesson(std::string_view name);
/// `lesson` must be an element of all_lessons().
std::size_t lesson_index_of(const Lesson& lesson);

inline constexpr std::string_view lesson_file_extension = ".toml";

/// Parses a lesson file, but not the expressions in its texts and assertions. Errors contain file name and line number.
base::Result<Lesson> parse_lesson(std::string_view text, std::string_view name);

/// Like parse_lesson(), but also runs the lesson briefly, to find errors in Lesson::assertions and in the explanation.
base::Result<Lesson> parse_lesson_and_test_expressions(std::string_view text, std::string_view name);

/// Runs a lesson and its extra runs to their ends, and checks all assertions. Returns an error if an assertion or an
/// expression in the explanation is invalid. Throws std::runtime_error if a virtual clock stands still.
base::Result<LessonVerdict> run_and_judge_lesson(const Lesson& lesson);
/// Checks Lesson::assertions with `results`, the results of the lesson's loops in the order of the lesson. Returns the
/// same errors as run_and_judge_lesson().
base::Result<LessonVerdict> judge_lesson(const Lesson& lesson, std::vector<LaneResult> results);

struct LessonAnswer
{
    bool has_run_begun = false;         ///< true: the run has begun, so the guess is final
    std::optional<std::size_t> guess{}; ///< index of the guessed answer; empty if none
};

/// Maps the name of a lesson to the user's answer.
using LessonAnswers = std::map<std::string, LessonAnswer>;

/// Returns the open lesson. It must be built in, and settings.mode must be Mode::lesson or Mode::network.
const Lesson& chosen_built_in_lesson(const Settings& settings);
/// Returns the lesson about settings.network.kind. SyncMethod::none has two lessons: one for loops whose steps all have
/// the same size, and one for all other loops.
const Lesson& find_network_lesson(const Settings& settings);
/// Opens a built-in lesson. For a lesson about a network game, copies its network settings to `settings`; also its loop
/// if no PC of the game waits for another (SyncMethod::none).
void set_mode_and_lesson_or_network_game(Settings& settings, const Lesson& lesson);
/// Opens a lesson from a user's file. Changes only the settings: Lab::open_file_lesson() stores the lesson itself.
void set_mode_file_lesson_and_network_game(Settings& settings, const Lesson& lesson);

} // namespace lab
