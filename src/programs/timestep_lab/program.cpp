#include "programs/timestep_lab/program.hpp"

#include "base/message.hpp"
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

namespace timestep_lab
{

namespace
{

constexpr std::string_view name = "timestep_lab";
constexpr const char* about     = "The laboratory of game-loop timesteps, without a window.";

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
    base::tell(name,
               fmt::format("{} (timestep_lab {}{}--help)", message, is_command ? command : "", is_command ? " " : ""));
    return 2;
}

// The arguments of the program with marks that the parser does not change; it would remove a `--` and change some
// arguments of a game. For `compare`, replaces a `--` after the first file by the text between_groups. For `slow`, puts
// the character of_game before each argument after the first `--`; `marked` owns these texts.
std::vector<const char*> with_groups(std::span<const char* const> arguments, std::vector<std::string>& marked)
{
    std::vector<const char*> all(arguments.begin(), arguments.end());
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
