// timestep_lab man -- prints the manual page. It is generated from the definitions of the options
#include "programs/timestep_lab/man.hpp"

#include "base/message.hpp"
#include "programs/timestep_lab/command.hpp"

#include <fmt/format.h>

namespace timestep_lab
{

namespace
{

// Returns a text that the user types, in roff, the format of manual pages. Hyphens become minus signs, so that the text
// can be copied from the page to a terminal.
std::string typed(std::string_view text)
{
    std::string safe;
    for (const char c : text)
        if (c == '-')
            safe += "\\-";
        else if (c == '\\')
            safe += "\\e";
        else
            safe += c;
    return safe.starts_with('.') || safe.starts_with('\'') ? "\\&" + safe : safe;
}

// Returns a description in roff, the format of manual pages. Text between backticks becomes bold. In words that begin
// with a hyphen (options), hyphens become minus signs.
std::string prose(std::string_view text)
{
    std::string safe;
    bool bold = false, option = false;
    char before = ' ';
    for (const char c : text)
    {
        if (c == '-' && (before == ' ' || before == '`' || before == '(')) option = true;
        if (c == ' ' || c == ',' || c == ';') option = false;
        if (c == '`')
            safe += (bold = !bold) ? "\\fB" : "\\fR";
        else
            safe += (c == '-' && (option || bold)) || c == '\\' ? typed({&c, 1}) : std::string{c};
        before = c;
    }
    return safe.starts_with('.') || safe.starts_with('\'') ? "\\&" + safe : safe;
}

// Returns true if the option's type name lists all valid values, such as "loop|stop", and has at most 32 characters.
bool says_choices(const OptionFacts& option)
{
    return option.value.size() <= 32 && option.value == fmt::format("{}", fmt::join(option.choices, "|"));
}

std::string heading(const OptionFacts& option)
{
    std::vector<std::string> names;
    for (const std::string& name : option.names) names.push_back("\\fB" + typed(name) + "\\fR");
    const std::string value = option.value.size() > 32 ? "NAME" : option.value;
    const std::string shown = value.empty() ? "" : "\\fI" + typed(value) + "\\fR";
    return option.positional ? shown : fmt::format("{} {}", fmt::join(names, ", "), shown);
}

std::string entry(const OptionFacts& option)
{
    std::string text = fmt::format(".TP\n{}\n{}\n", heading(option), prose(option.what));
    if (!option.choices.empty() && !says_choices(option))
    {
        std::vector<std::string> words;
        for (const std::string& choice : option.choices) words.push_back("\\fB" + typed(choice) + "\\fR");
        text += fmt::format("{} {}.\n", option.takes_list() ? "Of" : "One of", fmt::join(words, ", "));
    }
    if (!option.fallback.empty()) text += fmt::format("Default: \\fB{}\\fR.\n", typed(option.fallback));
    return text;
}

std::string section(const ProgramFacts& program, const CommandFacts& command)
{
    std::string usage = program.name + " " + command.name;
    for (const OptionFacts& option : command.options)
        if (option.positional) usage += option.required ? " " + option.value : " [" + option.value + "]";
    std::string text = fmt::format(".SS \"{} [OPTION...]\"\n{}\n", typed(usage), prose(command.what));
    for (const bool positional : {true, false})
        for (const OptionFacts& option : command.options)
            if (option.positional == positional) text += entry(option);
    return text;
}

constexpr std::string_view rest = R"(.SH EXIT STATUS
.TP
.B 0
All is well.
.TP
.B 1
The work was done, and what was to be checked does not hold: an assertion of a lesson, or a recording that
.B inspect
finds not fit to be replayed.
.TP
.B 2
Bad usage or bad input. Nothing was written, and one line on the standard error says what, where, and what to do.
.SH ENVIRONMENT
.TP
.B NO_COLOR
When it is set and not empty there are no colours; nor are there any where the output is no terminal, or
.B TERM
is
.BR dumb .
.TP
.BR LC_ALL ", " LC_CTYPE ", " LANG
Bars are drawn with block characters where the first of these that is set names UTF\-8, and in ASCII elsewhere.
.SH EXAMPLES
.TP
What does a recording say?
.B timestep_lab inspect stutter.csv
.TP
Which loop and which step rate suit it?
.B timestep_lab rank stutter.csv \-\-hz 30,60,120 \-\-max\-age 25ms
.TP
The same as a page with pictures:
.B timestep_lab report stutter.csv \-o report.html
.TP
That loop, to be copied into a game:
.B timestep_lab export \-\-loop interpolated \-\-hz 60 \-o my_timestep.hpp
.TP
Did the patch help?
.B timestep_lab compare before.csv after.csv
)";

} // namespace

std::string man_page(const ProgramFacts& program)
{
    std::string text =
        fmt::format(".\\\" Written by `timestep_lab man`.\n.TH TIMESTEP_LAB 1 \"\" \"timestep_lab {}\" \"User "
                    "Commands\"\n.nh\n.ad l\n"
                    ".SH NAME\n{} \\- {}\n.SH SYNOPSIS\n.B {}\n.I COMMAND\n.RI [ ARGUMENT... ]\n"
                    ".RI [ OPTION... ]\n.SH DESCRIPTION\n{}\n",
                    TIMESTEP_VERSION, typed(program.name), prose("game-loop timesteps, measured and compared"),
                    typed(program.name), prose(program.what));
    text += "It reads frame\\-time recordings of other tools, runs every loop that games use with them, says which "
            "one suits, and writes it out.\n.SH OPTIONS\n";
    for (const OptionFacts& option : program.options) text += entry(option);
    text += ".SH COMMANDS\n";
    for (const CommandFacts& command : program.commands) text += section(program, command);
    return text + std::string{rest};
}

void add_man(CLI::App& program)
{
    CLI::App* command = program.add_subcommand("man", "Print the manual page: `timestep_lab man | man -l -`.");
    command->callback([command] { base::print_text(man_page(facts_of(*command->get_parent()))); });
}

} // namespace timestep_lab
