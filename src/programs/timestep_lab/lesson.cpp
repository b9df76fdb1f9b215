// timestep_lab lesson -- runs lessons, and prints their assertions with the measured numbers
#include "programs/timestep_lab/lesson.hpp"
#include "base/files.hpp"
#include "base/message.hpp"
#include "base/number.hpp"
#include "base/path.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/output.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace timestep_lab
{

namespace
{

struct LessonOptions
{
    std::string given_lesson; ///< a built-in lesson, or a .toml file
    bool runs_all = false;
};

// Wraps `text` at spaces to lines of at most 100 characters. Keeps its line breaks.
std::string word_wrapped(std::string_view text)
{
    constexpr std::size_t max_line_length = 100;
    std::string wrapped_text;
    std::size_t column = 0;
    while (!text.empty())
    {
        const auto word_end = std::min(text.find_first_of(" \n"), text.size());
        const std::string_view word = text.substr(0, word_end);
        const bool ends_line = word_end < text.size() && text[word_end] == '\n';
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
    const bool has_name = !options.given_lesson.empty();
    if (options.runs_all == has_name) throw BadInput{"lesson takes a NAME or --all; 'list lessons' prints the names"};
    std::vector<lab::Lesson> lessons;
    if (options.runs_all)
        lessons = lab::built_in_lessons();
    else
        lessons.push_back(read_lesson(options.given_lesson));
    std::size_t assertion_count = 0, failure_count = 0;
    for (const lab::Lesson& lesson : lessons)
    {
        const lab::LessonVerdict verdict = value_or_throw(lab::run_lesson(lesson));
        base::print("{}: {}\n", base::printable_excerpt(lesson.name), base::printable_excerpt(lesson.title));

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
                base::print("  {}\n", base::printable_excerpt(check.extra_run_heading, 200));
            last_printed_heading = check.extra_run_heading;
            print_assertion(check.assertion.text, check.outcome);
            ++assertion_count;
            failure_count += check.outcome.holds ? 0 : 1;
        }
        if (!options.runs_all) base::print("\n{}", base::Verbatim{word_wrapped(verdict.explanation.text)});
    }
    base::print("\n{} of {} assertions hold\n", assertion_count - failure_count, assertion_count);
    if (failure_count > 0) throw ExitWithCode{exit_code_check_failed};
}

} // namespace

lab::Lesson read_lesson(const std::string& given_lesson)
{
    if (!given_lesson.ends_with(lab::lesson_file_extension))
        return row_named(given_lesson, lab::built_in_lessons(), "lesson");
    const auto file_text = base::read_small_file(base::path_from_utf8(given_lesson));
    if (const auto* failure = std::get_if<base::ReadFailure>(&file_text))
        throw BadInput{"{}: {}; give the path of a lesson", given_lesson, base::Verbatim{failure->reason}};
    return value_or_throw(lab::parse_lesson(
        std::get<std::string>(file_text),
        std::string_view{given_lesson}.substr(0, given_lesson.size() - lab::lesson_file_extension.size())));
}

void add_lesson_command(CLI::App& program)
{
    auto [command, options] = add_command<LessonOptions>(
        program, "lesson",
        "Run a lesson, and print its text, assertions and numbers; with --all, run all, and print no text.",
        run_lessons);
    add_option(command, "name", options.given_lesson, "A lesson from `list lessons`, or a .toml file of your own.",
               {.type = "NAME|FILE", .suggested_values = names_in(lab::lesson_files())});
    add_flag(command, "--all", options.runs_all, "Run all lessons.");
}

} // namespace timestep_lab
