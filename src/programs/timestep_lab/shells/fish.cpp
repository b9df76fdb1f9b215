#include "programs/timestep_lab/shells/shells.hpp"

#include <fmt/format.h>

namespace timestep_lab
{

namespace
{

// Returns `text` in single quotes for fish. Within them, fish knows two escapes: \' and \\.
std::string in_quotes(std::string_view text)
{
    std::string safe = "'";
    for (const char c : text)
    {
        if (c == '\'' || c == '\\') safe += '\\';
        safe += c;
    }
    return safe + "'";
}

std::string values_of(const OptionFacts& option)
{
    if (option.choices.empty()) return option.takes_file() ? " -F" : option.is_flag() ? " -f" : " -x";
    const std::string words = fmt::format("{}", fmt::join(option.choices, " "));
    const std::string offer =
        option.takes_list() ? fmt::format("(__fish_complete_list , 'string split \" \" \"{}\"')", words) : words;
    const bool needs_value = !option.positional;
    return fmt::format("{}{} -a {}", option.takes_file() ? " -F" : " -f", needs_value ? " -r" : "", in_quotes(offer));
}

std::string option_line(const std::string& condition, const OptionFacts& option)
{
    std::string names;
    for (const std::string& name : option.names)
        names += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    return fmt::format("complete -c timestep_lab{}{}{} -d {}\n", condition, option.positional ? "" : names,
                       values_of(option), in_quotes(option.what));
}

} // namespace

std::string fish_completion(const ProgramFacts& program)
{
    std::string text = "# fish completion for timestep_lab, written by `timestep_lab completion fish`\n\n"
                       "complete -c timestep_lab -f\n";
    for (const OptionFacts& option : program.options)
        text += option_line(option.names.front() == "--quiet" ? "" : " -n __fish_use_subcommand", option);
    for (const CommandFacts& command : program.commands)
        text += fmt::format("complete -c timestep_lab -n __fish_use_subcommand -a {} -d {}\n", command.name,
                            in_quotes(command.what));
    for (const CommandFacts& command : program.commands)
    {
        text += fmt::format("\n# {}\n", command.name);
        for (const OptionFacts& option : command.options)
            text += option_line(fmt::format(" -n '__fish_seen_subcommand_from {}'", command.name), option);
    }
    return text;
}

} // namespace timestep_lab
