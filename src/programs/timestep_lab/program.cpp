// Runs the command line of timestep_lab, completes it for shells, and reports usage errors.
#include "base/message.hpp"
#include "embedded/timestep_lab_bash.hpp"
#include "embedded/timestep_lab_fish.hpp"
#include "embedded/timestep_lab_zsh.hpp"
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

using namespace command_line;

namespace
{

constexpr std::string_view program_name = "timestep_lab";
constexpr const char* program_description =
    "Timestep Lab without a window: compares game loops, and analyses recordings of frame times.";

constexpr std::array subcommand_adders{
    add_list_command,    add_plan_command,
    add_run_command,     add_record_command,
    add_replay_command,  add_diff_command_for_replays,
    add_lesson_command,  add_pages_command,
    add_inspect_command, add_identify_command,
    add_rank_command,    add_rate_command_for_step_rate_advice,
    add_report_command,  add_compare_command_for_recordings,
    add_convert_command, add_measure_command_for_fps_dependence,
    add_export_command,  add_completion_command,
#ifdef TIMESTEP_SLOW
    add_slow_command,
#endif
};

const CLI::App& chosen_command_or_program(const CLI::App& program)
{
    const auto subcommands = program.get_subcommands();
    return subcommands.empty() ? program : *subcommands.front();
}

std::string unknown_argument_message(const CLI::App& program, const std::string& argument)
{
    const CLI::App& command = chosen_command_or_program(program);
    const bool is_flag      = argument.starts_with('-');
    std::vector<std::string> names;
    if (is_flag)
        for (const CLI::App* app : {&command, &program})
            std::ranges::move(long_option_names_of(*app), std::back_inserter(names));
    else
        for (const CLI::App* subcommand : command.get_subcommands([](const CLI::App*) { return true; }))
            names.push_back(subcommand->get_name());

    const std::string argument_name = argument.substr(0, argument.find('='));
    return names.empty() ? base::message("unexpected argument '{}'", argument_name)
                         : unknown_name_message_with_suggestion(is_flag ? "flag" : "command", argument_name, names);
}

// Prints the message with a hint to --help. Returns the exit code for a usage error.
int report_usage_error(const CLI::App& program, std::string_view message)
{
    const bool has_subcommand  = &chosen_command_or_program(program) != &program;
    const std::string& command = chosen_command_or_program(program).get_name();
    base::print_error(program_name, fmt::format("{} (timestep_lab {}{}--help)", message, has_subcommand ? command : "",
                                                has_subcommand ? " " : ""));
    return 2;
}

// Changes arguments that the parser would misread. The result points into `arguments` and `prefixed_storage`.
std::vector<const char*> arguments_safe_for_parser(std::span<const char* const> arguments,
                                                   std::vector<std::string>& prefixed_storage)
{
    std::vector<const char*> all_arguments(arguments.begin(), arguments.end());
    if (const auto game_separator = std::ranges::find(all_arguments, std::string_view{"--"});
        std::find(all_arguments.begin(), game_separator, std::string_view{"slow"}) != game_separator &&
        game_separator != all_arguments.end())
    {
        for (auto game_argument = game_separator + 1; game_argument != all_arguments.end(); ++game_argument)
            prefixed_storage.push_back(game_argument_prefix + std::string{*game_argument});
        std::ranges::transform(prefixed_storage, game_separator + 1,
                               [](const std::string& argument) { return argument.c_str(); });
        return all_arguments;
    }
    const auto equals = [](std::string_view expected) { return [expected](const char* a) { return a == expected; }; };
    const auto compare_argument = std::ranges::find_if(all_arguments, equals("compare"));
    if (compare_argument != all_arguments.end() && compare_argument + 1 != all_arguments.end())
        std::replace_if(compare_argument + 2, all_arguments.end(), equals("--"), compare_side_separator.data());
    return all_arguments;
}

int run_command_line(CLI::App& program, std::span<const char* const> arguments)
{
    if (const auto flag = find_flag_ending_in_equals_sign(program, arguments); !flag.empty())
        return report_usage_error(program, base::message("{} needs a value that is not empty", flag));
    if (arguments.size() > 1 && arguments[1] == completion_flag)
    {
        base::print_text_or_throw(completion_directives_and_candidates(program, arguments.subspan(2)));
        return 0;
    }
    std::vector<std::string> prefixed_storage;
    ParseMessages parse_messages;
    try
    {
        parse_messages = parse_and_run_subcommand(program, arguments_safe_for_parser(arguments, prefixed_storage));
    }
    catch (const ExitWithCode& exit)
    {
        return exit.exit_code;
    }
    if (parse_messages.help_text) base::print_text_or_throw(*parse_messages.help_text);
    if (parse_messages.error.empty()) return 0;
    // An unknown argument is reported before a missing option, because the argument can be the misspelt option.
    return report_usage_error(program,
                              parse_messages.unknown_arguments.empty()
                                  ? parse_messages.error
                                  : unknown_argument_message(program, parse_messages.unknown_arguments.front()));
}

struct Shell
{
    std::string_view name;
    std::string_view install_path; ///< file for the script, relative to the home folder
    std::string_view script;
};

constexpr std::array supported_shells{
    Shell{"bash", ".local/share/bash-completion/completions/timestep_lab", embedded::timestep_lab_bash},
    Shell{"zsh", ".zfunc/_timestep_lab", embedded::timestep_lab_zsh},
    Shell{"fish", ".config/fish/completions/timestep_lab.fish", embedded::timestep_lab_fish},
};

struct CompletionOptions
{
    std::string shell;
};

void print_completion_script(const CompletionOptions& options, bool /*quiet*/)
{
    base::print_text_or_throw(find_by_name_or_throw(options.shell, supported_shells, "shell").script);
}

struct Completions
{
    void add_if_matching(const std::string& word, const std::string& description = "")
    {
        if (!word.starts_with(typed_word)) return;
        candidate_lines += "\n" + word + (description.empty() ? "" : "\t" + description);
    }

    // Adds the option's values to the completions. `prefix` is what the user typed before the value, such as `--loop=`.
    void add_values(const CLI::Option& option, std::string prefix)
    {
        if (accepts_file(option)) completes_files = true;
        if (option.get_type_name().ends_with(",...")) // a list separated by commas
        {
            prefix           = typed_word.substr(0, std::max(prefix.size(), typed_word.rfind(',') + 1));
            suppresses_space = true;
        }
        for (const std::string& choice : suggested_values_of(option))
        {
            add_if_matching(prefix + choice);
            if (choice.ends_with('=')) suppresses_space = true;
        }
    }

    std::string directives_and_candidates() const
    {
        return fmt::format("{} {}{}\n", completes_files ? "files" : "", suppresses_space ? "nospace" : "",
                           candidate_lines);
    }

    std::string typed_word, candidate_lines{};
    bool completes_files = false, suppresses_space = false;
};

// Returns null if there is no such option, or if it is a flag without a value.
const CLI::Option* find_option_with_value(const CLI::App& command, const std::string& name)
{
    const CLI::Option* const option = name.starts_with('-') ? command.get_option_no_throw(name) : nullptr;
    return option && option->get_items_expected_max() > 0 ? option : nullptr;
}

void add_option_names(const CLI::App& command, Completions& completions)
{
    for (const CLI::Option* option : command.get_options())
    {
        for (const std::string& name : option->get_snames())
            completions.add_if_matching("-" + name, option->get_description());
        for (const std::string& name : option->get_lnames())
            completions.add_if_matching("--" + name, option->get_description());
    }
}

} // namespace

std::unique_ptr<CLI::App> make_parser()
{
    auto owned_program = std::make_unique<CLI::App>(program_description, "timestep_lab");
    CLI::App& program  = *owned_program;
    program.set_help_flag("-h,--help", "Print this help and stop.");
    program.set_version_flag("--version", version::version_text("timestep_lab"),
                             "Print version, commit, compiler and libraries, and stop.");
    program.add_flag("--quiet")->description("Print only results and errors, without progress and remarks.");
    program.allow_windows_style_options(false); // an argument with a leading slash is a path, also on Windows
    program.require_subcommand(1);
    program.fallthrough(); // also allows --quiet after the subcommand
    for (const auto add : subcommand_adders) add(program);
    add_empty_and_boolean_value_checks(program);
    return owned_program;
}

int run_program(int argc, const char* const* argv)
{
    try
    {
        const int exit_code = run_command_line(*make_parser(), {argv, static_cast<std::size_t>(argc)});
        base::flush_stdout_or_throw();
        return exit_code;
    }
    catch (const std::bad_alloc&)
    {
        base::print_error(program_name, "there is not enough memory for this command");
        return 2;
    }
    catch (const std::exception& e)
    {
        base::print_error(program_name, e.what());
        return 2;
    }
}

std::string completion_directives_and_candidates(const CLI::App& program, std::span<const char* const> words)
{
    const auto subcommands        = program.get_subcommands([](const CLI::App*) { return true; });
    const std::string word        = words.empty() ? "" : words.back();
    const auto words_before       = words.first(words.empty() ? 0 : words.size() - 1);
    const CLI::App* typed_command = nullptr;
    for (const std::string_view name : words_before)
        if (const auto it = std::ranges::find(subcommands, name, &CLI::App::get_name);
            !typed_command && it != subcommands.end())
            typed_command = *it;

    const CLI::App& command = typed_command ? *typed_command : program;
    Completions completions{word};
    const auto equals_position = word.starts_with("--") ? word.find('=') : word.npos;
    if (const auto* option = find_option_with_value(command, word.substr(0, equals_position));
        option && equals_position != word.npos)
        completions.add_values(*option, word.substr(0, equals_position + 1));
    else if (const auto* option_before =
                 find_option_with_value(command, words_before.empty() ? "" : words_before.back()))
        completions.add_values(*option_before, "");
    else if (word.starts_with('-'))
    {
        add_option_names(command, completions);
        if (typed_command) completions.add_if_matching("--quiet", program.get_option("--quiet")->get_description());
    }
    else if (typed_command)
    {
        for (const CLI::Option* positional : command.get_options())
            if (positional->get_positional()) completions.add_values(*positional, "");
    }
    else
        for (const CLI::App* subcommand : subcommands)
            completions.add_if_matching(subcommand->get_name(), subcommand->get_description());
    return completions.directives_and_candidates();
}

void add_completion_command(CLI::App& program)
{
    auto [command, options] = add_command<CompletionOptions>(
        program, "completion", "Print a script that lets a shell complete the commands of timestep_lab.",
        print_completion_script);
    add_option(command, "shell", options.shell,
               "The shell for which to print the completion script; the list below shows where to save the script.",
               {.type = "bash|zsh|fish", .is_required = true});
    std::string install_commands =
        "To let your shell complete the commands of timestep_lab, save its completion script:\n";
    for (const Shell& shell : supported_shells)
        install_commands += fmt::format("  $ timestep_lab completion {:<4} > ~/{}\n", shell.name, shell.install_path);
    command.footer(install_commands + "zsh also needs `fpath+=(~/.zfunc)` before `compinit` in ~/.zshrc.");
}

} // namespace timestep_lab
