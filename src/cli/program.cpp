#include "cli/program.hpp"

#include "cli/command.hpp"
#include "lab/text.hpp"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include <cstdio>

namespace cli
{

namespace
{

constexpr const char* about = "The laboratory of game-loop timesteps, without a window.";

// The subcommand that was named, or the program itself.
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
                for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    else
        for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
            names.push_back(command->get_name());

    const std::string name = text.substr(0, text.find('='));
    if (names.empty()) return fmt::format("unexpected argument '{}'", name);
    const std::vector<std::string_view> views{names.begin(), names.end()};
    return lab::unknown(text.starts_with('-') ? "flag" : "command", name, views);
}

int refuse(const CLI::App& program, std::string message)
{
    std::replace(message.begin(), message.end(), '\n', ' ');
    const std::string& command = chosen(program).get_name();
    fmt::print(stderr, "timestep_lab: {} (timestep_lab {}{}--help)\n", message,
               &chosen(program) == &program ? "" : command, &chosen(program) == &program ? "" : " ");
    return 2;
}

} // namespace

std::unique_ptr<CLI::App> make_program()
{
    auto made         = std::make_unique<CLI::App>(about, "timestep_lab");
    CLI::App& program = *made;
    program.set_help_flag("-h,--help", "Print this help and stop.");
    program.set_version_flag("--version", "timestep_lab " TIMESTEP_VERSION, "Print the version and stop.");
    program.add_flag("--quiet")->description("No progress and no remarks: only the answer, and what is wrong.");
    program.require_subcommand(1);
    program.fallthrough(); // --quiet may come after the subcommand, too
    add_list(program);
    add_plan(program);
    add_run(program);
    add_experiment(program);
    add_inspect(program);
    add_rank(program);
    add_report(program);
    add_compare(program);
    add_convert(program);
    add_export(program);
    add_completion(program);
    add_man(program);
    return made;
}

int run(int argc, const char* const* argv)
{
    const std::unique_ptr<CLI::App> made = make_program();
    CLI::App& program                    = *made;

    try
    {
        program.parse(argc, argv);
        return 0;
    }
    catch (const CLI::Success& e) // --help and --version
    {
        return program.exit(e);
    }
    catch (const CLI::ParseError& e)
    {
        // A misspelt flag is the better answer to one that is missing.
        const std::vector<std::string> extras = program.remaining(true);
        return refuse(program, extras.empty() ? e.what() : unknown_argument(program, extras.front()));
    }
    catch (const CheckFailed&)
    {
        return 1;
    }
    catch (const std::exception& e)
    {
        fmt::print(stderr, "timestep_lab: {}\n", e.what());
        return 2;
    }
}

} // namespace cli
