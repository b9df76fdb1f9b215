// lab/lessons/lesson.hpp -- a lesson: a question with answers, a run, assertions about its results, and an explanation.
// docs/lessons.md describes the file format. An assertion checks every number of an explanation
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

/// The frame and the panels that the window shows after the lesson as evidence for the answer.
struct Proof
{
    std::optional<Nanos> time{};           ///< wall time at which the display stops; empty for the end of the run
    std::size_t lane_index = 0;            ///< loop whose data the panels show
    std::optional<PanelPage> panel_page{}; ///< page to open below the loops; empty: no change
    std::uint32_t plots_mask = 0;          ///< plots to show, as in ViewSettings; 0: no change
};

/// An extra loop that behaves as a wrong answer predicts. Its ball is drawn beside the real one.
struct Misconception
{
    std::size_t answer_index = 0; ///< the wrong answer, in Lesson::answers
    std::size_t lane_index   = 0; ///< the loop that the answer is about, in Lesson::lanes
    LaneSetup setup{};            ///< the extra loop, which is named "belief"
    /// True if the extra loop behaves as the answer predicts.
    Assertion assertion{};
};

/// Assertions refer to the extra loop of a Misconception by this name.
inline constexpr std::string_view misconception_lane_name = "belief";
/// Assertions refer to the loop of a ControlRun by this name.
inline constexpr std::string_view control_run_lane_name = "without";

/// A run without the cause that the explanation names: if another cause had this effect, the assertions would be false.
struct ControlRun
{
    std::string excludes{}; ///< the wrong explanation that the assertions rule out
    LaneSetup setup{};      ///< the loop of this run, which is named "without"
    /// Replaces `setup` in a lesson about a network game.
    std::optional<Settings> network_settings{};
    /// Assertions about this run; they may also name the lesson's own loops.
    std::vector<Assertion> assertions{};
};

struct Lesson
{
    /// The file name without .toml, in kebab-case; for a user's own file, its path without .toml.
    std::string name{};
    std::string title{};
    std::string what_to_watch{};
    std::string question{};
    std::vector<std::string> answers{};
    std::size_t right_answer = 0;
    std::vector<LaneSetup> lanes{};
    /// The settings of the game in a lesson about a network game, which has no `lanes`; otherwise empty.
    std::optional<Settings> network_settings{};
    RunLimits run_length{};
    /// Length of the first part of the run. This part runs in real time, the rest as fast as possible.
    Nanos real_time_part{12'000'000'000};
    std::vector<Misconception> misconceptions{}; ///< at most one for each wrong answer
    std::vector<ControlRun> control_runs{};
    const Control* trial_control = nullptr; ///< setting that the user may change after the run; null if none
    std::vector<Assertion> assertions{};
    std::vector<Assertion> assertions_if_unchanged{}; ///< true only if the user has changed no setting
    std::string explanation{};                        ///< paragraphs, with {expressions} for numbers of the run
    std::vector<int> expression_lines{};              ///< line number of each {expression} in the file
    Proof proof{};
};

struct LessonVerdict
{
    struct Check
    {
        Assertion assertion;
        AssertionOutcome outcome;
        /// "wrong answer: " and a wrong answer, or "control run: " and ControlRun::excludes; empty for the lesson's own
        /// loops.
        std::string extra_run{};
    };

    std::vector<LaneResult> results;
    std::vector<Check> checks;
    FilledText explanation; ///< the lesson's explanation with the numbers of this run

    bool holds() const;
};

/// The built-in lessons, as in lesson_files(). The first call parses them; throws std::runtime_error if one is invalid.
const std::vector<Lesson>& all_lessons();
std::span<const Lesson> network_lessons();
const Lesson* find_lesson(std::string_view name);
/// `lesson` must be an element of all_lessons().
std::size_t lesson_index_of(const Lesson& lesson);

inline constexpr std::string_view lesson_file_extension = ".toml";

/// Parses a lesson file, but does not check assertions and {expressions}. Errors contain file name and line number.
base::Result<Lesson> parse_lesson(std::string_view text, std::string_view name);

/// Like parse_lesson(), but also checks the syntax of assertions and {expressions}, with a short run of the lesson.
base::Result<Lesson> parse_and_check_lesson(std::string_view text, std::string_view name);

/// Runs a lesson to its end and checks all its assertions, also those of misconceptions and control runs. Returns an
/// error if an assertion or an {expression} is not valid. Throws std::runtime_error if a virtual clock stands still.
base::Result<LessonVerdict> run_and_judge_lesson(const Lesson& lesson);
/// Checks Lesson::assertions with the results of the lesson's loops, which must be in the order of the lesson. Returns
/// the same errors as run_and_judge_lesson().
base::Result<LessonVerdict> judge_lesson(const Lesson& lesson, std::vector<LaneResult> results);

struct LessonAnswer
{
    bool has_run = false;               ///< true: the run has begun, so the guess is final
    std::optional<std::size_t> guess{}; ///< index of the guessed answer; empty if none
};

/// The user's answers by the names of the lessons.
using LessonAnswers = std::map<std::string, LessonAnswer>;

/// The open lesson. It must be built in, and the mode Mode::lesson or Mode::network.
const Lesson& lesson_of(const Settings& settings);
/// The lesson about settings.network.kind; NetworkKind::free has one lesson for loops with equal steps, one for others.
const Lesson& network_lesson_of(const Settings& settings);
/// Opens a lesson of all_lessons(). For a network game, also sets the network and, for NetworkKind::free, the loop.
void open_lesson(Settings& settings, const Lesson& lesson);
/// Opens the lesson of a user's file, which Lab::show_lesson() stores.
void open_lesson_from_file(Settings& settings, const Lesson& lesson);

} // namespace lab
