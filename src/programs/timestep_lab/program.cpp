// The command line of timestep_lab: runs it, completes it for shells, and reports errors.
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

namespace
{

constexpr std::string_view program_name = "timestep_lab";
constexpr const char* about =
    "Timestep Lab without a window: compares game loops, and analyses recordings of frame times.";

constexpr std::array commands{
    add_list,    add_plan,     add_run,  add_record, add_replay,  add_diff,    add_lesson, add_pages,
    add_inspect, add_identify, add_rank, add_report, add_compare, add_convert, add_export, add_completion,
#ifdef TIMESTEP_SLOW
    add_slow,
#endif
};

// The subcommand that the user chose; the program itself if there is no subcommand.
const CLI::App& chosen(const CLI::App& program)
{
    const auto subcommands = program.get_subcommands();
    return subcommands.empty() ? program : *subcommands.front();
}

std::string unknown_argument(const CLI::App& program, const std::string& text)
{
    const CLI::App& app = chosen(program);
    const bool is_flag  = text.starts_with('-');
    std::vector<std::string> names;
    if (is_flag)
        for (const CLI::App* of : {&app, &program}) std::ranges::move(flags_of(*of), std::back_inserter(names));
    else
        for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
            names.push_back(command->get_name());

    const std::string given = text.substr(0, text.find('='));
    return names.empty() ? base::message("unexpected argument '{}'", given)
                         : unknown(is_flag ? "flag" : "command", given, names);
}

int refuse(const CLI::App& program, std::string_view message)
{
    const bool is_command      = &chosen(program) != &program;
    const std::string& command = chosen(program).get_name();
    base::print_error(program_name, fmt::format("{} (timestep_lab {}{}--help)", message, is_command ? command : "",
                                                is_command ? " " : ""));
    return 2;
}

// Marks arguments that the parser would change: for `compare`, replaces a `--` after the first file by side_separator;
// for `slow`, puts game_argument_mark before each argument after the first `--`. `marked` owns these strings.
std::vector<const char*> with_groups(std::span<const char* const> arguments, std::vector<std::string>& marked)
{
    std::vector<const char*> all(arguments.begin(), arguments.end());
    if (const auto game = std::ranges::find(all, std::string_view{"--"});
        std::find(all.begin(), game, std::string_view{"slow"}) != game && game != all.end())
    {
        for (auto word = game + 1; word != all.end(); ++word) marked.push_back(game_argument_mark + std::string{*word});
        std::ranges::transform(marked, game + 1, [](const std::string& word) { return word.c_str(); });
        return all;
    }
    const auto is      = [](std::string_view what) { return [what](const char* a) { return a == what; }; };
    const auto command = std::ranges::find_if(all, is("compare"));
    if (command != all.end() && command + 1 != all.end())
        std::replace_if(command + 2, all.end(), is("--"), side_separator.data());
    return all;
}

int answer(CLI::App& program, std::span<const char* const> arguments)
{
    if (const auto flag = find_empty_value(program, arguments); !flag.empty())
        return refuse(program, base::message("{} needs a value that is not empty", flag));
    if (arguments.size() > 1 && arguments[1] == complete_flag)
    {
        base::print_text(completions(program, arguments.subspan(2)));
        return 0;
    }
    std::vector<std::string> marked;
    Parsed parsed;
    try
    {
        parsed = parse(program, with_groups(arguments, marked));
    }
    catch (const CheckFailed& failed)
    {
        return failed.code;
    }
    if (parsed.answer) base::print_text(*parsed.answer);
    if (parsed.error.empty()) return 0;
    // Reports unknown arguments before missing ones: an unknown argument can be a misspelt required option.
    return refuse(program, parsed.extras.empty() ? parsed.error : unknown_argument(program, parsed.extras.front()));
}

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

std::unique_ptr<CLI::App> make_program()
{
    auto made         = std::make_unique<CLI::App>(about, "timestep_lab");
    CLI::App& program = *made;
    program.set_help_flag("-h,--help", "Print this help and stop.");
    program.set_version_flag("--version", version::text("timestep_lab"),
                             "Print version, commit, compiler and libraries, and stop.");
    program.add_flag("--quiet")->description("Print only results and errors, without progress and remarks.");
    program.allow_windows_style_options(false); // an argument that begins with a slash is a path on every system
    program.require_subcommand(1);
    program.fallthrough(); // allows --quiet after the subcommand, too
    for (const auto add : commands) add(program);
    check_values(program);
    return made;
}

int run(int argc, const char* const* argv)
{
    try
    {
        const int code = answer(*make_program(), {argv, static_cast<std::size_t>(argc)});
        base::flush();
        return code;
    }
    catch (const std::bad_alloc&)
    {
        base::print_error(program_name, "there is not enough memory for that");
        return 2;
    }
    catch (const std::exception& e)
    {
        base::print_error(program_name, e.what());
        return 2;
    }
}

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
        program, "completion", "Print the script with which a shell completes the commands of timestep_lab.",
        print_script);
    add_option(command, "shell", options.shell,
               "The shell; save the script to the file in which this shell looks for it.",
               {.type = "bash|zsh|fish", .required = true});
    std::string places = "Save the script for your user account:\n";
    for (const Shell& s : shells) places += fmt::format("  $ timestep_lab completion {:<4} > ~/{}\n", s.name, s.place);
    command.footer(places + "zsh also needs `fpath+=(~/.zfunc)` before `compinit` in ~/.zshrc.");
}

} // namespace timestep_lab
