// Runs the command line of timestep_lab, and reports usage errors.
#include "base/message.hpp"
#include "base/stopping.hpp"
#include "base/unsupported_reasons.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/version/version.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <new>
#include <vector>

namespace timestep_lab
{

namespace
{

constexpr std::string_view program_name = "timestep_lab";
constexpr const char* program_description =
    "Timestep Lab without a window: compares game loops, and analyses recordings of frame times.";

constexpr std::array subcommand_adders{
    add_list_command,    add_plan_command,   add_run_command,     add_record_command,  add_replay_command,
    add_diff_command,    add_lesson_command, add_pages_command,   add_inspect_command, add_identify_command,
    add_rank_command,    add_rate_command,   add_report_command,  add_compare_command, add_convert_command,
    add_measure_command, add_export_command, add_conform_command, add_faults_command,  add_completion_command,
#ifdef TIMESTEP_SLOW
    add_slow_command,
#endif
};

// Without a command, the program itself.
const CLI::App& chosen_command(const CLI::App& program)
{
    const auto subcommands = program.get_subcommands();
    return subcommands.empty() ? program : *subcommands.front();
}

std::string unknown_argument_message(const CLI::App& program, const std::string& argument)
{
    const CLI::App& command = chosen_command(program);
    const bool is_flag = argument.starts_with('-');
    std::vector<std::string> names;
    if (is_flag)
        for (const CLI::App* app : {&command, &program})
            std::ranges::move(long_option_names_of(*app), std::back_inserter(names));
    else
        for (const CLI::App* subcommand : command.get_subcommands([](const CLI::App*) { return true; }))
            names.push_back(subcommand->get_name());

    const std::string argument_name = argument.substr(0, argument.find('='));
    return names.empty() ? base::message("unexpected argument '{}'", argument_name)
                         : unknown_choice_message(is_flag ? "flag" : "command", argument_name, names);
}

// Prints the message with a hint to --help. Returns the exit code for a usage error.
int report_usage_error(const CLI::App& program, std::string_view message)
{
    const CLI::App& command = chosen_command(program);
    const std::string command_name = &command == &program ? "" : command.get_name() + " ";
    const bool has_help = base::unsupported_reasons.options == nullptr;
    base::print_error(program_name, has_help ? fmt::format("{} (timestep_lab {}--help)", message, command_name)
                                             : std::string{message});
    return 2;
}

// Marks what the parser would misread: the words of a command in `slow ... -- GAME ARGUMENT...` and
// `--lane-command PROGRAM ARGUMENT...`, and the separator `--` between the recordings of `compare A... -- B...`.
std::vector<std::string> arguments_marked_for_parser(std::span<const char* const> arguments)
{
    std::vector<std::string> marked(arguments.begin(), arguments.end());
    const auto separator = std::ranges::find(marked, "--");
    const auto compare_command = std::ranges::find(marked, "compare");
    const auto lane_command = std::ranges::find(marked, lane_command_flag);
    const bool has_command_after_separator = std::find(marked.begin(), separator, "slow") != separator ||
                                             std::find(marked.begin(), separator, "conform") != separator;
    if (lane_command < separator)
    {
        for (auto word = lane_command + 1; word != marked.end(); ++word)
            if (*word != lane_command_flag)
                word->insert(0, 1, *(word - 1) == lane_command_flag ? command_prefix : command_word_prefix);
    }
    else if (separator != marked.end() && has_command_after_separator)
        std::for_each(separator + 1, marked.end(), [](std::string& word) { word.insert(0, 1, command_word_prefix); });
    else if (marked.end() - compare_command > 2)
        std::replace(compare_command + 2, marked.end(), std::string{"--"}, std::string{compare_side_separator});
    return marked;
}

int run_command_line(CLI::App& program, std::span<const char* const> arguments)
{
    if (const auto flag = find_valueless_flag(program, arguments); !flag.empty())
        return report_usage_error(program, base::message("{} needs a value that is not empty", flag));
    if (arguments.size() > 1 && arguments[1] == completion_flag)
    {
        base::print_raw(shell_completions(program, arguments.subspan(2)));
        return 0;
    }
    const std::vector<std::string> marked_arguments = arguments_marked_for_parser(arguments);
    std::vector<const char*> parser_arguments;
    parser_arguments.reserve(marked_arguments.size());
    for (const std::string& argument : marked_arguments) parser_arguments.push_back(argument.c_str());
    ParseMessages parse_messages;
    try
    {
        parse_messages = run_subcommand(program, parser_arguments);
    }
    catch (const ExitWithCode& exit)
    {
        return exit.exit_code;
    }
    if (parse_messages.help_text) base::print_raw(*parse_messages.help_text);
    if (parse_messages.error.empty()) return 0;
    // An unknown argument is reported before a missing option, because the argument can be the misspelt option.
    return report_usage_error(program,
                              parse_messages.unknown_arguments.empty()
                                  ? parse_messages.error
                                  : unknown_argument_message(program, parse_messages.unknown_arguments.front()));
}

} // namespace

std::vector<std::vector<std::string>> split_into_commands(const std::vector<std::string>& marked_words)
{
    std::vector<std::vector<std::string>> commands;
    for (const std::string& word : marked_words)
    {
        if (commands.empty() || word.starts_with(command_prefix)) commands.emplace_back();
        const bool has_prefix = word.starts_with(command_prefix) || word.starts_with(command_word_prefix);
        commands.back().push_back(word.substr(has_prefix ? 1 : 0));
    }
    return commands;
}

std::unique_ptr<CLI::App> make_parser()
{
    auto owned_program = std::make_unique<CLI::App>(program_description, "timestep_lab");
    CLI::App& program = *owned_program;
    program.set_help_flag("-h,--help", "Print this help and stop.");
    program.set_version_flag("--version", version::version_text("timestep_lab"),
                             "Print version, commit, compiler and libraries, and stop.");
    program.add_flag("--quiet")->description("Print only results and errors, without progress and remarks.");
    program.allow_windows_style_options(false); // an argument with a leading slash is a path, also on Windows
    program.require_subcommand(1);
    program.fallthrough(); // also allows --quiet after the subcommand
    for (const auto add_subcommand : subcommand_adders) add_subcommand(program);
    add_value_checks(program);
    return owned_program;
}

int run_program(int argc, const char* const* argv)
{
    try
    {
        const int exit_code = run_command_line(*make_parser(), {argv, static_cast<std::size_t>(argc)});
        base::flush_stdout();
        return exit_code;
    }
    catch (const std::bad_alloc&)
    {
        base::print_error(program_name, "there is not enough memory for this command");
        return 2;
    }
    catch (const std::exception& error)
    {
        if (base::received_stop_signal() != 0) base::exit_by_signal();
        base::print_error(program_name, error.what());
        return 2;
    }
}

} // namespace timestep_lab
