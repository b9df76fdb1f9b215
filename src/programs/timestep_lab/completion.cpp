// Completes command lines of timestep_lab for shells, and prints the scripts that let shells do this.
#include "base/message.hpp"
#include "embedded/timestep_lab_bash.hpp"
#include "embedded/timestep_lab_fish.hpp"
#include "embedded/timestep_lab_zsh.hpp"
#include "programs/timestep_lab/command.hpp"

#include <CLI/App.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <vector>

namespace timestep_lab
{

namespace
{

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
    base::print_raw(row_named(options.shell, supported_shells, "shell").script);
}

// What the shell offers for the last word of a command line.
struct Completions
{
    void offer(const std::string& word, const std::string& description = "")
    {
        if (!word.starts_with(typed_word)) return;
        candidate_lines += "\n" + word + (description.empty() ? "" : "\t" + description);
    }

    // `prefix` is what the user typed before the value, such as `--loop=`.
    void offer_values(const CLI::Option& option, std::string prefix = "")
    {
        if (accepts_file(option)) offers_files = true;
        if (option.get_type_name().ends_with(",...")) // a list separated by commas
        {
            prefix = typed_word.substr(0, std::max(prefix.size(), typed_word.rfind(',') + 1));
            suppresses_space = true;
        }
        for (const std::string& choice : suggested_values_of(option))
        {
            offer(prefix + choice);
            if (choice.ends_with('=')) suppresses_space = true;
        }
    }

    std::string typed_word, candidate_lines{};
    bool offers_files = false, suppresses_space = false;
};

// Returns null if there is no such option, or if it is a flag without a value.
const CLI::Option* find_option_with_value(const CLI::App& command, const std::string& name)
{
    const CLI::Option* const option = name.starts_with('-') ? command.get_option_no_throw(name) : nullptr;
    return option && option->get_items_expected_max() > 0 ? option : nullptr;
}

// Returns null if none of the words is a subcommand.
const CLI::App* find_first_subcommand(std::span<const CLI::App* const> subcommands, std::span<const char* const> words)
{
    for (const std::string_view word : words)
        if (const auto found = std::ranges::find(subcommands, word, &CLI::App::get_name); found != subcommands.end())
            return *found;
    return nullptr;
}

} // namespace

std::string shell_completions(const CLI::App& program, std::span<const char* const> words)
{
    const auto subcommands = program.get_subcommands([](const CLI::App*) { return true; });
    const std::string last_word = words.empty() ? "" : words.back();
    const auto previous_words = words.first(words.empty() ? 0 : words.size() - 1);
    const CLI::App* const subcommand = find_first_subcommand(subcommands, previous_words);
    const CLI::App& command = subcommand ? *subcommand : program;
    const auto equals_sign = last_word.starts_with("--") ? last_word.find('=') : last_word.npos;
    const CLI::Option* const last_option =
        equals_sign == last_word.npos ? nullptr : find_option_with_value(command, last_word.substr(0, equals_sign));
    const CLI::Option* const previous_option =
        previous_words.empty() ? nullptr : find_option_with_value(command, previous_words.back());

    Completions completions{last_word};
    if (last_option)
        completions.offer_values(*last_option, last_word.substr(0, equals_sign + 1));
    else if (previous_option)
        completions.offer_values(*previous_option);
    else if (last_word.starts_with('-'))
    {
        for (const CLI::Option* option : command.get_options())
        {
            const std::string& description = option->get_description();
            for (const std::string& name : option->get_snames()) completions.offer("-" + name, description);
            for (const std::string& name : option->get_lnames()) completions.offer("--" + name, description);
        }
        if (subcommand) completions.offer("--quiet", program.get_option("--quiet")->get_description());
    }
    else if (subcommand)
    {
        for (const CLI::Option* option : subcommand->get_options())
            if (option->get_positional()) completions.offer_values(*option);
    }
    else
        for (const CLI::App* offered_subcommand : subcommands)
            completions.offer(offered_subcommand->get_name(), offered_subcommand->get_description());
    return fmt::format("{} {}{}\n", completions.offers_files ? "files" : "",
                       completions.suppresses_space ? "nospace" : "", completions.candidate_lines);
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
