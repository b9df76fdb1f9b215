// timestep_lab lesson -- runs lessons, and prints their assertions with the measured numbers
#include "lab/lessons/lesson.hpp"
#include "base/files.hpp"
#include "base/message.hpp"
#include "base/number.hpp"
#include "base/path.hpp"
#include "programs/timestep_lab/command.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace timestep_lab
{

using namespace command_line;

namespace
{

struct LessonOptions
{
    std::string name_or_path; ///< a built-in lesson, or a .toml file
    bool runs_all = false;
};

// Reads the lesson file if its path ends in ".toml", else finds the built-in lesson. Throws BadInput on failure.
lab::Lesson read_lesson_or_throw(const std::string& name_or_path)
{
    if (!name_or_path.ends_with(lab::lesson_file_extension))
        return find_by_name_or_throw(name_or_path, lab::built_in_lessons(), "lesson");
    const auto file_text = base::read_small_file_or_pipe(base::path_from_utf8(name_or_path));
    if (const auto* failure = std::get_if<base::ReadFailure>(&file_text))
        throw BadInput{"{}: {}; give the path of a lesson", name_or_path, base::Verbatim{failure->reason}};
    return value_or_throw(lab::parse_lesson(
        std::get<std::string>(file_text),
        std::string_view{name_or_path}.substr(0, name_or_path.size() - lab::lesson_file_extension.size())));
}

// Wraps `text` at spaces to lines of at most 100 characters. Keeps its line breaks.
std::string word_wrapped(std::string_view text)
{
    constexpr std::size_t max_line_length = 100;
    std::string wrapped_text;
    std::size_t column = 0;
    while (!text.empty())
    {
        const auto word_end         = std::min(text.find_first_of(" \n"), text.size());
        const std::string_view word = text.substr(0, word_end);
        const bool ends_line        = word_end < text.size() && text[word_end] == '\n';
        if (column > 0 && column + 1 + word.size() > max_line_length)
        {
            wrapped_text += '\n';
            column = 0;
        }
        if (column > 0 && !word.empty()) wrapped_text += ' ';
        column += word.size() + (column > 0 ? 1 : 0);
        wrapped_text += base::sanitized(word);
        if (ends_line)
        {
            wrapped_text += '\n';
            column = 0;
        }
        text.remove_prefix(std::min(word_end + 1, text.size()));
    }
    return wrapped_text;
}

void run_lessons(const LessonOptions& options, bool /*quiet*/)
{
    const bool has_name = !options.name_or_path.empty();
    if (options.runs_all == has_name) throw BadInput{"lesson takes a NAME or --all; 'list lessons' prints the names"};
    std::vector<lab::Lesson> lessons;
    if (options.runs_all)
        lessons = lab::built_in_lessons();
    else
        lessons.push_back(read_lesson_or_throw(options.name_or_path));
    std::size_t assertion_count = 0, failure_count = 0;
    for (const lab::Lesson& lesson : lessons)
    {
        const lab::LessonVerdict verdict = value_or_throw(lab::run_and_judge_with_extra_runs(lesson));
        base::print("{}: {}\n", base::sanitized_and_shortened(lesson.name),
                    base::sanitized_and_shortened(lesson.title));

        // The question and the answers
        if (!options.runs_all)
        {
            base::print("\nWatch: {}\n{}\n", lesson.what_to_watch, lesson.question);
            for (std::size_t i = 0; i < lesson.answers.size(); ++i)
                base::print("  {} {}. {}\n", i == lesson.right_answer_index ? '*' : ' ', i + 1, lesson.answers[i]);
            base::print("\nAn assertion compares numbers of the lanes, which run side by side, and of extra runs: a "
                        "belief has the settings\nwith which a wrong answer would be right, a control run (without) "
                        "lacks a cause. list metrics explains the numbers.\n");
        }

        // The assertions with their measured numbers
        std::string_view last_printed_heading;
        for (const lab::LessonVerdict::CheckedAssertion& check : verdict.checks)
        {
            if (check.extra_run_heading != last_printed_heading)
                base::print("  {}\n", base::sanitized_and_shortened(check.extra_run_heading, 200));
            last_printed_heading                 = check.extra_run_heading;
            const lab::AssertionOutcome& outcome = check.outcome;
            std::string measured                 = base::number_text(outcome.left_value, 7);
            if (outcome.left_value != outcome.right_value)
                measured += " against " + base::number_text(outcome.right_value, 7);
            base::print("  {:<7} {:<64} {}\n", outcome.holds ? "holds" : "FAILED",
                        base::sanitized_and_shortened(check.assertion.text, 2 * base::max_shown_characters), measured);
            ++assertion_count;
            failure_count += outcome.holds ? 0 : 1;
        }
        if (!options.runs_all) base::print("\n{}", base::Verbatim{word_wrapped(verdict.explanation.text)});
    }
    base::print("\n{} of {} assertions hold\n", assertion_count - failure_count, assertion_count);
    if (failure_count > 0) throw ExitWithCode{exit_code_check_failed};
}

} // namespace

void add_lesson_command(CLI::App& program)
{
    auto [command, options] = add_command<LessonOptions>(
        program, "lesson",
        "Run a lesson, and print its text, assertions and numbers; with --all, run all, and print no text.",
        run_lessons);
    add_option(command, "name", options.name_or_path, "A lesson from `list lessons`, or a .toml file of your own.",
               {.type = "NAME|FILE", .suggested_values = names_in(lab::lesson_files())});
    add_flag(command, "--all", options.runs_all, "Run all lessons.");
}

} // namespace timestep_lab
