// Tests completion in the real shells; the part of a shell that is not installed is skipped.
#include "programs/timestep_lab/command_tree.hpp"
#include "programs/timestep_lab/program.hpp"
#include "terminal.hpp"

#include <algorithm>
#include <sstream>

namespace
{

const timestep_lab::ProgramFacts& program()
{
    static const timestep_lab::ProgramFacts facts = timestep_lab::facts_of(*timestep_lab::make_program());
    return facts;
}

bool missing(const std::string& tool)
{
    if (std::system(("command -v " + tool + " >/dev/null 2>&1").c_str()) == 0) return false;
    MESSAGE("skipped: " << tool << " is not installed");
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

std::vector<std::string> lines_of(const std::string& text)
{
    std::istringstream stream{text};
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

bool holds(const std::vector<std::string>& all, const std::string& one)
{
    return std::find(all.begin(), all.end(), one) != all.end();
}

class Bash
{
public:
    Bash() { scratch_.file("completion", run_lab("completion bash").out); }

    // Returns bash's suggestions for the last of `words`, which are split and quoted as bash does.
    std::vector<std::string> offers(const std::string& words) const
    {
        const std::string script = scratch_.file(
            "ask", "source '" + scratch_.path("completion").string() + "'\nCOMP_WORDS=(timestep_lab " + words +
                       ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_timestep_lab\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n");
        return lines_of(said_by("bash --norc '" + script + "'"));
    }

private:
    Scratch scratch_;
};

std::vector<std::string> long_names(const timestep_lab::CommandFacts& command)
{
    std::vector<std::string> names;
    for (const timestep_lab::OptionFacts& option : command.options)
        if (!option.positional) names.push_back(option.names.back());
    return names;
}

} // namespace

TEST_CASE("bash suggests every command, every option of each, and every choice of each option")
{
    if (missing("bash")) return;
    const Bash bash;
    const auto commands = bash.offers("''");
    CHECK(commands.size() == program().commands.size());
    for (const timestep_lab::CommandFacts& command : program().commands)
    {
        CHECK(holds(commands, command.name));
        const auto offered = bash.offers(command.name + " --");
        for (const std::string& name : long_names(command)) CHECK(holds(offered, name));
        for (const timestep_lab::OptionFacts& option : command.options)
            if (!option.choices.empty())
            {
                const auto choices =
                    bash.offers(command.name + (option.positional ? "" : " " + option.names.back()) + " ''");
                CAPTURE(option.names.back());
                for (const std::string& choice : option.choices) CHECK(holds(choices, choice));
            }
    }
}

TEST_CASE("bash completes lists with commas, values after = and files, and suggests nothing for numbers")
{
    if (missing("bash")) return;
    const Bash bash;
    using Offers = std::vector<std::string>;
    CHECK(bash.offers("ra") == Offers{"rank"});
    CHECK(bash.offers("rank x --loops fixed,interp") == Offers{"fixed,interpolated"});
    CHECK(bash.offers("export --loop = semi") == Offers{"semi-fixed", "semi-fixed-max-steps"});
    CHECK(bash.offers("plan --set overload = cap-s") == Offers{"cap-steps"});
    CHECK(bash.offers("--quiet completion z") == Offers{"zsh"});
    CHECK(bash.offers("inspect tests/cli/lab_pro") == Offers{"tests/cli/lab_program.hpp"});
    CHECK(bash.offers("lesson fifty") == Offers{"fifty-on-sixty"});
    CHECK(bash.offers("rank x --top ''") == Offers{""});
}

TEST_CASE("fish suggests every command, every option of each, and every choice of each option")
{
    if (missing("fish")) return;
    const Scratch scratch;
    const std::string file = scratch.file("lab.fish", run_lab("completion fish").out);
    const auto offers      = [&](const std::string& line)
    {
        std::vector<std::string> words;
        for (const std::string& answer :
             lines_of(said_by("HOME='" + scratch.path("").string() + "' fish -N -c \"source '" + file +
                              "'; complete -C '" + line + "'\"")))
            words.push_back(answer.substr(0, answer.find('\t')));
        return words;
    };
    const auto commands = offers("timestep_lab ");
    for (const timestep_lab::CommandFacts& command : program().commands)
    {
        CHECK(holds(commands, command.name));
        const auto offered = offers("timestep_lab " + command.name + " --");
        for (const std::string& name : long_names(command)) CHECK(holds(offered, name));
    }
    for (const timestep_lab::OptionFacts& option : program().commands[1].options) // the command plan
        if (!option.choices.empty())
        {
            const auto choices = offers("timestep_lab plan " + option.names.back() + " ");
            for (const std::string& choice : option.choices) CHECK(holds(choices, choice));
        }
    CHECK(offers("timestep_lab rank x --loops fixed,interp") == std::vector<std::string>{"fixed,interpolated"});
    CHECK(offers("timestep_lab list me") == std::vector<std::string>{"metrics"});
    CHECK(holds(offers("timestep_lab inspect tests/cli/lab_"), "tests/cli/lab_program.hpp"));
}

TEST_CASE("zsh accepts its completion, which names every option, and completes with it")
{
    const std::string text = run_lab("completion zsh").out;
    CHECK(text.starts_with("#compdef timestep_lab\n"));
    for (const timestep_lab::CommandFacts& command : program().commands)
    {
        const auto from = text.find("\n        " + command.name + ")\n");
        REQUIRE(from != text.npos);
        const std::string part = text.substr(from, text.find(";;", from) - from);
        for (const std::string& name : long_names(command)) CHECK(part.find(name) != part.npos);
        for (const timestep_lab::OptionFacts& option : command.options)
            for (const std::string& choice : option.choices)
                CHECK(part.find(choice.substr(0, choice.size() - (choice.ends_with('=') ? 1 : 0))) != part.npos);
    }
    if (missing("zsh")) return;
    const Scratch scratch;
    CHECK(said_by("zsh -n '" + scratch.file("_timestep_lab", text) + "'").empty());
    if (!can_make_terminals()) return;
    // Types the words and TAB into a zsh with its own terminal, and waits until the line is completed.
    const std::string script = scratch.file("press.zsh", "zmodload zsh/zpty || exit 0\n"
                                                         "zpty z zsh -f -i\n"
                                                         "zpty -w z \"PS1=; fpath=($1 \\$fpath); autoload -U compinit; "
                                                         "compinit -u -D; print rea''dy\"\n"
                                                         "zpty -r -m z out '*ready*'\n"
                                                         "zpty -w -n z $2$'\\t'\n"
                                                         "zpty -r -m z out \"*$3*\"\n"
                                                         "zpty -d z\n");
    const auto becomes       = [&](const std::string& typed, const std::string& line)
    {
        CAPTURE(typed);
        said_by("timeout 60 zsh -f '" + script + "' '" + scratch.path("").string() + "' '" + typed + "' '" + line +
                "'");
    };
    becomes("timestep_lab ra", "timestep_lab rank");
    becomes("timestep_lab rank x --lo", "x --loops");
    becomes("timestep_lab rank x --loops fixed,interp", "fixed,interpolated");
    becomes("timestep_lab export --loop=semi-fixed-", "--loop=semi-fixed-max-steps");
    becomes("timestep_lab completion z", "completion zsh");
}

TEST_CASE("the manual page has every command, option and choice, and groff has no warnings")
{
    const std::string page = run_lab("man").out;
    std::string plain;
    for (std::size_t i = 0; i < page.size(); ++i)
        if (page[i] != '\\')
            plain += page[i];
        else if (page[i + 1] == 'f')
            i += 2;
    for (const timestep_lab::CommandFacts& command : program().commands)
    {
        const auto from = plain.find(".SS \"timestep_lab " + command.name);
        REQUIRE(from != plain.npos);
        const std::string part = plain.substr(from, plain.find("\n.S", from + 1) - from);
        for (const timestep_lab::OptionFacts& option : command.options)
        {
            CAPTURE(option.names.back());
            CHECK(part.find(option.positional ? option.value : option.names.back()) != part.npos);
            for (const std::string& choice : option.choices) CHECK(part.find(choice) != part.npos);
        }
    }
    for (const char* const heading : {"NAME", "SYNOPSIS", "OPTIONS", "EXIT STATUS", "ENVIRONMENT", "EXAMPLES"})
        CHECK(page.find(std::string{"\n.SH "} + heading + "\n") != page.npos);
    if (missing("groff")) return;
    const Scratch scratch;
    const std::string file = scratch.file("timestep_lab.1", page);
    CHECK(said_by("groff -ww -man -z '" + file + "'").empty());
}

TEST_CASE("an unknown shell is refused")
{
    check_refused("completion bsh", "did you mean 'bash'?");
    check_refused("completion", "shell is required");
}
