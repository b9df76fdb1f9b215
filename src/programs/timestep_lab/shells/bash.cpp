// Generates the completion script for bash. The script works without the package bash-completion.
#include "programs/timestep_lab/shells/shells.hpp"

#include <fmt/format.h>

namespace timestep_lab
{

namespace
{

// The first part of the script. It joins the parts of the word at the cursor, which bash splits at each `=`.
constexpr std::string_view start = R"(# bash completion for timestep_lab, written by `timestep_lab completion bash`

# Offers the words in $2 that begin with the typed text. If $1 is `list`, completes the part after the last comma.
_timestep_lab_words()
{
    local kind=$1 words=$2 before= part=$word
    if [[ $kind == list && $word == *,* ]]; then before=${word%,*}, part=${word##*,}; fi
    local IFS=$'\n'
    COMPREPLY+=($(compgen -P "$before" -W "$words" -- "$part"))
    if [[ $kind == list || $words == *=* ]]; then compopt -o nospace 2>/dev/null; fi
}

_timestep_lab_files()
{
    local IFS=$'\n'
    COMPREPLY+=($(compgen -f -- "$word"))
    compopt -o filenames 2>/dev/null
}

_timestep_lab()
{
    local at=$COMP_CWORD word=${COMP_WORDS[COMP_CWORD]} option= command= i
    while ((at > 1)) && [[ ${COMP_WORDS[at]} == = || ${COMP_WORDS[at - 1]} == = ]]; do
        ((at--))
        word=${COMP_WORDS[at]}$word
    done
    for ((i = 1; i < at; i++)); do
        case ${COMP_WORDS[i]} in
)";

constexpr std::string_view middle = R"(        esac
    done
    option=${COMP_WORDS[at - 1]}
    if [[ $word == --*=* ]]; then
        option=${word%%=*}
        word=${word#*=}
    fi
    local reached=${word%"${word##*=}"}
    [[ $COMP_WORDBREAKS == *=* ]] || reached=
    COMPREPLY=()
    case $command,$option in
)";

constexpr std::string_view finish = R"(        *) _timestep_lab_rest ;;
    esac
    COMPREPLY=("${COMPREPLY[@]#"$reached"}")
}

complete -F _timestep_lab timestep_lab
)";

std::string lines(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, "\n")); }

// Returns the shell commands that complete the value of an option; ":", which does nothing, if there is no completion.
std::string values_of(const OptionFacts& option)
{
    std::string calls;
    if (!option.choices.empty())
        calls += fmt::format("_timestep_lab_words {} {}; ", option.takes_list() ? "list" : "one",
                             single_quoted(lines(option.choices)));
    if (option.takes_file()) calls += "_timestep_lab_files; ";
    return calls.empty() ? ": " : calls;
}

std::string option_cases(const std::string& command, const std::vector<OptionFacts>& options)
{
    std::string cases;
    for (const OptionFacts& option : options)
    {
        if (option.is_flag() || option.positional) continue;
        std::vector<std::string> patterns;
        for (const std::string& name : option.names) patterns.push_back(fmt::format("{},{}", command, name));
        cases += fmt::format("        {}) {};;\n", fmt::join(patterns, "|"), values_of(option));
    }
    return cases;
}

// Returns the shell code that completes the arguments of a subcommand: names of options if the word begins with "-",
// otherwise values of positional arguments.
std::string rest_case(const CommandFacts& command, const std::vector<OptionFacts>& everywhere)
{
    std::vector<std::string> names;
    std::string positionals;
    for (const OptionFacts& option : command.options)
        if (option.positional)
            positionals += values_of(option);
        else
            names.insert(names.end(), option.names.begin(), option.names.end());
    for (const OptionFacts& option : everywhere)
        if (option.names.front() == "--quiet") names.insert(names.end(), option.names.begin(), option.names.end());
    return fmt::format("        {},-*) _timestep_lab_words one {} ;;\n        {},*) {};;\n", command.name,
                       single_quoted(lines(names)), command.name, positionals.empty() ? ": " : positionals);
}

std::string rest(const ProgramFacts& program)
{
    std::vector<std::string> names, commands;
    for (const OptionFacts& option : program.options)
        names.insert(names.end(), option.names.begin(), option.names.end());
    std::string cases;
    for (const CommandFacts& command : program.commands)
    {
        commands.push_back(command.name);
        cases += rest_case(command, program.options);
    }
    return fmt::format("_timestep_lab_rest()\n{{\n    case $command,$word in\n{}"
                       "        ,-*) _timestep_lab_words one {} ;;\n        ,*) _timestep_lab_words one {} ;;\n"
                       "    esac\n}}\n\n",
                       cases, single_quoted(lines(names)), single_quoted(lines(commands)));
}

} // namespace

std::string bash_completion(const ProgramFacts& program)
{
    std::vector<std::string> names;
    std::string values;
    for (const CommandFacts& command : program.commands)
    {
        names.push_back(command.name);
        values += option_cases(command.name, command.options);
    }
    const std::string text = fmt::format("{}            {}) command=${{COMP_WORDS[i]}}; break ;;\n{}{}{}", start,
                                         fmt::join(names, "|"), middle, values, finish);
    const auto main        = text.find("_timestep_lab()\n");
    return text.substr(0, main) + rest(program) + text.substr(main);
}

std::string single_quoted(std::string_view text)
{
    std::string safe = "'";
    for (const char c : text) c == '\'' ? safe += "'\\''" : safe += c;
    return safe + "'";
}

} // namespace timestep_lab
