// lab/lessons/lesson.hpp -- lessons: questions, runs, assertions and explanations, from files (docs/lessons.md)
#pragma once

#include "base/message.hpp"
#include "lab/lessons/expression_evaluator.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/lesson_files.hpp"

#include <cstddef>
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
struct EvidenceView
{
    std::optional<Nanos> stop_time{}; ///< wall time at which the display stops; empty for the end of the run
    std::size_t lane_index = 0; ///< loop whose data the panels show
    std::optional<PanelPage> panel_page{}; ///< page to open below the loops; empty: no change
    std::uint32_t plots_mask = 0; ///< plots to show, as in ViewSettings; 0: no change
};

/// A wrong answer to the lesson's question, and the settings of a loop for which it would be right.
struct Misconception
{
    std::size_t answer_index = 0; ///< the wrong answer, in Lesson::answers
    std::size_t lane_index = 0; ///< the loop that the answer is about, in Lesson::lanes
    LaneSetup setup{}; ///< the extra loop, which is named "belief"
    Assertion assertion{};
};

inline constexpr std::string_view misconception_lane_name = "belief";
inline constexpr std::string_view control_run_lane_name = "without";

/// A run without the cause that the lesson explains. Its assertions fail if something else causes the same effect.
struct ControlRun
{
    std::string ruled_out_explanation{}; ///< the wrong explanation that the assertions rule out
    LaneSetup setup{}; ///< the loop of this run, which is named "without"
    /// Statements about the results of this run.
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
    RunLimits run_limits{};
    /// The lesson runs in real time for this duration, and then as fast as possible.
    Nanos real_time_duration{12'000'000'000};
    std::vector<Misconception> misconceptions{}; ///< at most one for each wrong answer
    std::vector<ControlRun> control_runs{};
    const Control* setting_to_try = nullptr; ///< setting that the user may change after the run; null if none
    std::vector<Assertion> assertions{};
    std::string explanation{}; ///< paragraphs, with {expressions} for numbers of the run
    std::vector<int> expression_lines{}; ///< line number of each {expression} in the file
    EvidenceView evidence_view{};
};

struct LessonVerdict
{
    struct CheckedAssertion
    {
        Assertion assertion;
        AssertionOutcome outcome;
        std::string extra_run_heading{};
    };

    std::vector<LaneResult> results;
    std::vector<CheckedAssertion> checks;
    ExpandedText explanation; ///< the lesson's explanation with the numbers of this run

    bool all_assertions_hold() const;
};

/// The lessons of lesson_files(). The first call parses them, and throws std::runtime_error if one is invalid.
const std::vector<Lesson>& built_in_lessons();
const Lesson* find_lesson(std::string_view name);
/// Of a built-in lesson.
std::size_t lesson_index_of(const Lesson& lesson);

inline constexpr std::string_view lesson_file_extension = ".toml";

/// Parses a lesson file without evaluating its expressions. An error message has the file name and the line number.
base::Result<Lesson> parse_lesson(std::string_view text, std::string_view name);

/// Like parse_lesson(), but also evaluates the lesson's expressions with the results of a short run, to find errors.
base::Result<Lesson> parse_checked_lesson(std::string_view text, std::string_view name);

/// Runs and judges the lesson with its extra runs: those of the misconceptions and the control runs.
base::Result<LessonVerdict> run_lesson(const Lesson& lesson);
/// `results` is in the order of the loops of `lesson`.
base::Result<LessonVerdict> judge_lesson(const Lesson& lesson, std::vector<LaneResult> results);

/// The open lesson, which must not be from a user's file.
const Lesson& chosen_built_in_lesson(const Settings& settings);
/// Opens the lesson `index` of built_in_lessons(), or with `file_lesson_index` that of a file.
void open_lesson(Settings& settings, std::size_t index);

} // namespace lab
