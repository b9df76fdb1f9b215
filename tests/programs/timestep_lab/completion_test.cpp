// Tests what the program completes, its script in bash, and the manual page. All scripts ask the program.
#include "lab_program.hpp"
#include "programs/command_line/options.hpp"
#include "programs/timestep_lab/command.hpp"

#include <CLI/App.hpp>

namespace
{

using Words = std::vector<std::string>;

const CLI::App& program()
{
    static const std::unique_ptr<const CLI::App> made = timestep_lab::make_parser();
    return *made;
}

std::vector<const CLI::App*> all_commands()
{
    return program().get_subcommands([](const CLI::App*) { return true; });
}

bool missing(const std::string& tool)
{
    if (std::system(("command -v " + tool + " >/dev/null 2>&1").c_str()) == 0) return false;
    MESSAGE("skipped: " << tool << " is missing: apt-get install " << tool);
    return true;
}

// Returns the standard output of `command`, which must succeed without text on standard error.
std::string said_by(const std::string& command)
{
    const Scratch scratch;
    const auto out = scratch.path("out"), err = scratch.path("err");
    CAPTURE(command);
    CHECK(std::system(("{ " + command + "; } >'" + out.string() + "' 2>'" + err.string() + "' </dev/null").c_str()) ==
          0);
    CHECK(text_of(err) == "");
    return text_of(out);
}

bool holds(const Words& all, const std::string& one) { return std::ranges::find(all, one) != all.end(); }

// Returns the completions of the last word, without descriptions; the first is the line with `files` and `nospace`.
Words completed(const std::vector<const char*>& words)
{
    Words lines = lines_of(timestep_lab::shell_completions(program(), words));
    for (std::string& line : lines) line = line.substr(0, line.find('\t'));
    return lines;
}

} // namespace

TEST_CASE("every command, every option of each, and every choice of each option is completed")
{
    const Words names = completed({""});
    for (const CLI::App* command : all_commands())
    {
        CHECK(holds(names, command->get_name()));
        const Words options = completed({command->get_name().c_str(), "-"});
        for (const CLI::Option* option : command->get_options())
        {
            const std::string name = option->get_positional() ? "" : option->get_name();
            CAPTURE(command->get_name() + " " + name);
            if (!option->get_positional())
                CHECK_MESSAGE(holds(options, name),
                              "correct shell_completions() in "
                              "src/programs/timestep_lab/completion.cpp, then run: ctest --preset release -R '^cli$'");
            const Words values = option->get_positional() ? completed({command->get_name().c_str(), ""})
                                                          : completed({command->get_name().c_str(), name.c_str(), ""});
            if (option->get_items_expected_max() == 0) continue;
            for (const std::string& choice : command_line::suggested_values_of(*option)) CHECK(holds(values, choice));
            CHECK((values.front().find("files") != std::string::npos) == command_line::accepts_file(*option));
        }
    }
}

TEST_CASE("lists, values after =, files and options that any command takes are completed; numbers are not")
{
    CHECK(completed({"ran"}) == Words{" ", "rank"});
    CHECK(completed({"rank", "x", "--loops", "fixed,interp"}) == Words{" nospace", "fixed,interpolated"});
    CHECK(completed({"rank", "x", "--loops=fixed,interp"}) == Words{" nospace", "--loops=fixed,interpolated"});
    CHECK(completed({"export", "--loop=semi-"}) == Words{" ", "--loop=semi-fixed", "--loop=semi-fixed-max-steps"});
    CHECK(completed({"plan", "--set", "overload=cap-s"}) == Words{" nospace", "overload=cap-steps"});
    CHECK(completed({"--quiet", "completion", "z"}) == Words{" ", "zsh"});
    CHECK(completed({"rank", "--qu"}) == Words{" ", "--quiet"});
    CHECK(completed({"lesson", "fifty"}) == Words{"files ", "fifty-on-sixty"});
    CHECK(completed({"rank", "x", "--top", ""}) == Words{" "});
    CHECK(completed({"nonsense", ""}).size() == all_commands().size() + 1);
    CHECK(completed({}).size() == all_commands().size() + 1);
}

TEST_CASE_FIXTURE(WithScratch, "bash completes commands, lists, values after = and files")
{
    if (missing("bash")) return;
    const std::string file = scratch.file("completion", run_lab("completion bash").out);
    const auto offers = [&](const std::string& words) // they are split and quoted as bash does
    {
        const std::string script =
            scratch.file("ask", "source '" + file + "'\nCOMP_WORDS=(timestep_lab " + words +
                                    ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_timestep_lab '" TIMESTEP_LAB
                                    "'\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n");
        return lines_of(said_by("bash --norc '" + script + "'"));
    };
    CHECK(offers("''").size() == all_commands().size());
    CHECK(holds(offers("rank --"), "--max-age"));
    CHECK(offers("rank x --loops fixed,interp") == Words{"fixed,interpolated"});
    CHECK(offers("export --loop = semi") == Words{"semi-fixed", "semi-fixed-max-steps"});
    CHECK(offers("inspect CONTRIB") == Words{"CONTRIBUTING.md"});
    CHECK(offers("plan --csv = CONTRIB") == Words{"CONTRIBUTING.md"});
    CHECK(offers("rank x --top ''") == Words{""});
}

TEST_CASE_FIXTURE(WithScratch, "the scripts for zsh and fish are valid")
{
    for (const std::string shell : {"zsh", "fish"})
        if (!missing(shell))
            CHECK(said_by(shell + " -n '" + scratch.file(shell, run_lab("completion " + shell).out) + "'").empty());
}

TEST_CASE("the manual page has every command, and groff has no warnings")
{
#ifdef TIMESTEP_LAB_MAN_PAGE
    const std::string page = text_of(TIMESTEP_LAB_MAN_PAGE); // help2man writes it from --help
    for (const CLI::App* command : all_commands()) CHECK(page.find("timestep_lab " + command->get_name()) != page.npos);
    for (const char* const heading : {"NAME", "SYNOPSIS", "OPTIONS", "\"EXIT STATUS\"", "ENVIRONMENT", "EXAMPLES"})
        CHECK(page.find(std::string{"\n.SH "} + heading + "\n") != page.npos);
    if (missing("groff")) return;
    CHECK(said_by("groff -ww -man -z '" TIMESTEP_LAB_MAN_PAGE "'").empty());
#else
    MESSAGE("skipped: help2man is missing: apt-get install help2man");
#endif
}

TEST_CASE("an unknown shell is refused, and the command that the manual page replaced")
{
    check_refused("completion bsh", "did you mean 'bash'?");
    check_refused("completion", "shell is required");
    check_refused("man", "unknown command 'man'");
}
