// timestep_lab completion -- prints a script with which a shell completes this program's command line
#include "programs/timestep_lab/program.hpp"

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
    std::string_view place; ///< file in which the user saves the script, relative to the home folder
    std::string_view script;
};

constexpr std::array shells{
    Shell{"bash", ".local/share/bash-completion/completions/timestep_lab", embedded::timestep_lab_bash},
    Shell{"zsh", ".zfunc/_timestep_lab", embedded::timestep_lab_zsh},
    Shell{"fish", ".config/fish/completions/timestep_lab.fish", embedded::timestep_lab_fish},
};

struct CompletionOptions
{
    std::string shell;
};

void print_script(const CompletionOptions& options, bool /*quiet*/)
{
    base::print_text(row_named(options.shell, shells, "shell").script);
}

// Collects the texts with which the shell can complete the word that the user is typing.
class Completions
{
public:
    explicit Completions(std::string_view word)
        : word_{word}
    {
    }

    void add(const std::string& word, const std::string& description = "")
    {
        if (!word.starts_with(word_)) return;
        lines_ += "\n" + word + (description.empty() ? "" : "\t" + description);
    }

    // Adds the valid values of an option. `front` is the part of the word before the value, such as `--loop=`.
    void add_values(const CLI::Option& option, std::string front)
    {
        if (takes_file(option)) files_ = true;
        if (option.get_type_name().ends_with(",...")) // the option takes several values, separated by commas
        {
            front    = word_.substr(0, std::max(front.size(), word_.rfind(',') + 1));
            nospace_ = true;
        }
        for (const std::string& choice : choices_of(option))
        {
            add(front + choice);
            if (choice.ends_with('=')) nospace_ = true;
        }
    }

    std::string text() const
    {
        return fmt::format("{} {}{}\n", files_ ? "files" : "", nospace_ ? "nospace" : "", lines_);
    }

private:
    std::string word_, lines_;
    bool files_ = false, nospace_ = false;
};

// The option named `name`; null if it takes no value or does not exist.
const CLI::Option* option_with_value(const CLI::App& command, const std::string& name)
{
    const CLI::Option* const option = name.starts_with('-') ? command.get_option_no_throw(name) : nullptr;
    return option && option->get_items_expected_max() > 0 ? option : nullptr;
}

void add_option_names(const CLI::App& command, Completions& found)
{
    for (const CLI::Option* option : command.get_options())
    {
        for (const std::string& name : option->get_snames()) found.add("-" + name, option->get_description());
        for (const std::string& name : option->get_lnames()) found.add("--" + name, option->get_description());
    }
}

} // namespace

std::string completions(const CLI::App& program, std::span<const char* const> words)
{
    const auto all         = program.get_subcommands([](const CLI::App*) { return true; });
    const std::string word = words.empty() ? "" : words.back();
    const auto before      = words.first(words.empty() ? 0 : words.size() - 1);
    const CLI::App* chosen = nullptr;
    for (const std::string_view name : before)
        if (const auto it = std::ranges::find(all, name, &CLI::App::get_name); !chosen && it != all.end()) chosen = *it;

    const CLI::App& command = chosen ? *chosen : program;
    Completions found{word};
    const auto equals = word.starts_with("--") ? word.find('=') : word.npos;
    if (const auto* option = option_with_value(command, word.substr(0, equals)); option && equals != word.npos)
        found.add_values(*option, word.substr(0, equals + 1));
    else if (const auto* waiting = option_with_value(command, before.empty() ? "" : before.back()))
        found.add_values(*waiting, "");
    else if (word.starts_with('-'))
    {
        add_option_names(command, found);
        if (chosen) found.add("--quiet", program.get_option("--quiet")->get_description());
    }
    else if (chosen)
    {
        for (const CLI::Option* positional : command.get_options())
            if (positional->get_positional()) found.add_values(*positional, "");
    }
    else
        for (const CLI::App* each : all) found.add(each->get_name(), each->get_description());
    return found.text();
}

void add_completion(CLI::App& program)
{
    auto [command, options] = add_command<CompletionOptions>(
        program, "completion", "Print what a shell needs to complete this command line.", print_script);
    add_option(command, "shell", options.shell, "Whose completion; write it to the file that the shell looks for.",
               {.type = "bash|zsh|fish", .required = true});
    std::string places = "Save the script for your user account:\n";
    for (const Shell& s : shells) places += fmt::format("  $ timestep_lab completion {:<4} > ~/{}\n", s.name, s.place);
    command.footer(places + "zsh also needs `fpath+=(~/.zfunc)` before `compinit` in ~/.zshrc.");
}

} // namespace timestep_lab
