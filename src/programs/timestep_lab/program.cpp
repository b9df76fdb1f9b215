#include "programs/timestep_lab/program.hpp"

#include "base/console.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/completion.hpp"
#include "programs/version/version.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <new>
#include <span>
#include <sstream>

namespace timestep_lab
{

namespace
{

constexpr std::string_view name = "timestep_lab";
constexpr const char* about     = "The laboratory of game-loop timesteps, without a window.";

// Returns the subcommand that the user chose; the program itself if there is no subcommand.
const CLI::App& chosen(const CLI::App& program)
{
    const auto subcommands = program.get_subcommands();
    return subcommands.empty() ? program : *subcommands.front();
}

std::string unknown_argument(const CLI::App& program, const std::string& text)
{
    const CLI::App& app = chosen(program);
    std::vector<std::string> names;
    if (text.starts_with('-'))
        for (const CLI::App* of : {&app, &program})
            for (const CLI::Option* option : of->get_options())
                for (const std::string& long_name : option->get_lnames()) names.push_back("--" + long_name);
    else
        for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
            names.push_back(command->get_name());

    const std::string given = text.substr(0, text.find('='));
    if (names.empty()) return base::message("unexpected argument '{}'", given);
    const std::vector<std::string_view> views{names.begin(), names.end()};
    return base::unknown(text.starts_with('-') ? "flag" : "command", given, views);
}

int refuse(const CLI::App& program, std::string_view message)
{
    const bool is_command      = &chosen(program) != &program;
    const std::string& command = chosen(program).get_name();
    base::tell(name,
               fmt::format("{} (timestep_lab {}{}--help)", message, is_command ? command : "", is_command ? " " : ""));
    return 2;
}

// Returns an error message of the parser in one line, with limited length and only printable characters. The original
// can contain line breaks and any text that the user typed.
std::string in_one_line(std::string text)
{
    std::replace(text.begin(), text.end(), '\n', ' ');
    return base::printable(text, 2 * base::max_shown_characters);
}

// Returns the arguments of the program with marks that the parser does not change; it would remove a `--` and change
// some arguments of a game. For `compare`, replaces a `--` after the first file by the text between_groups. For `slow`,
// puts the character of_game before each argument after the first `--`; `marked` owns these texts.
std::vector<const char*> with_groups(int argc, const char* const* argv, std::vector<std::string>& marked)
{
    std::vector<const char*> all(argv, argv + argc);
    if (const auto game = std::ranges::find(all, std::string_view{"--"});
        std::find(all.begin(), game, std::string_view{"slow"}) != game && game != all.end())
    {
        for (auto word = game + 1; word != all.end(); ++word) marked.push_back(of_game + std::string{*word});
        std::ranges::transform(marked, game + 1, [](const std::string& word) { return word.c_str(); });
        return all;
    }
    const auto is      = [](std::string_view what) { return [what](const char* a) { return a == what; }; };
    const auto command = std::ranges::find_if(all, is("compare"));
    if (command != all.end() && command + 1 != all.end())
        std::replace_if(command + 2, all.end(), is("--"), between_groups.data());
    return all;
}

// Returns the first flag or option that was given an empty value; empty if there is none.
std::string_view empty_flag(const CLI::App& program, int argc, const char* const* argv)
{
    const std::span arguments{argv, static_cast<std::size_t>(argc)};
    std::string_view found = base::find_empty_value(program, arguments);
    for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; }))
        if (found.empty()) found = base::find_empty_value(*command, arguments);
    return found;
}

int answer(CLI::App& program, int argc, const char* const* argv)
{
    const std::span arguments{argv, static_cast<std::size_t>(argc)};
    if (argc > 1 && arguments[1] == complete_flag)
    {
        base::print_text(completions(program, arguments.subspan(2)));
        return 0;
    }
    try
    {
        std::vector<std::string> marked;
        const auto all = with_groups(argc, argv, marked);
        program.parse(argc, all.data());
        return 0;
    }
    catch (const CLI::Success& e) // thrown by --help and --version
    {
        std::ostringstream out;
        const int code = program.exit(e, out, out);
        base::print_text(out.str());
        return code;
    }
    catch (const CLI::ParseError& e)
    {
        // Reports unknown arguments before missing ones: an unknown argument can be a misspelt required option.
        const std::vector<std::string> extras = program.remaining(true);
        return refuse(program, extras.empty() ? in_one_line(e.what()) : unknown_argument(program, extras.front()));
    }
    catch (const CheckFailed& failed)
    {
        return failed.code;
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
    program.add_flag("--quiet")->description("No progress and no remarks: only the answer, and what is wrong.");
    program.allow_windows_style_options(false); // an argument that begins with a slash is a path on every system
    program.require_subcommand(1);
    program.fallthrough(); // allows --quiet after the subcommand, too
    add_list(program);
    add_plan(program);
    add_run(program);
    add_record(program);
    add_replay(program);
    add_diff(program);
    add_lesson(program);
    add_pages(program);
    add_inspect(program);
    add_identify(program);
    add_rank(program);
    add_report(program);
    add_compare(program);
    add_convert(program);
    add_export(program);
    add_completion(program);
#ifdef TIMESTEP_SLOW
    add_slow(program);
#endif
    for (CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; }))
        base::check_values(*command);
    base::check_values(program);
    return made;
}

int run(int argc, const char* const* argv)
{
    try
    {
        const std::unique_ptr<CLI::App> program = make_program();
        if (const auto flag = empty_flag(*program, argc, argv); !flag.empty())
            return refuse(*program, base::message("{} needs a value that is not empty", flag));
        const int code = answer(*program, argc, argv);
        base::flush();
        return code;
    }
    catch (const std::bad_alloc&)
    {
        base::tell(name, "there is not enough memory for that");
        return 2;
    }
    catch (const std::exception& e)
    {
        base::tell(name, e.what());
        return 2;
    }
}

} // namespace timestep_lab
