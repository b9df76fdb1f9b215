#include "programs/timestep_lab/shells/shells.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace timestep_lab
{

namespace
{

// Returns `text` with a backslash before each character that is in `special`.
std::string escaped(std::string_view text, std::string_view special)
{
    std::string safe;
    for (const char c : text)
    {
        if (special.find(c) != special.npos) safe += '\\';
        safe += c;
    }
    return safe;
}

// Returns the valid values of an option as arguments for the zsh function _values. After a word that ends in "=", the
// user types a value.
std::string values_words(const OptionFacts& option)
{
    std::string words;
    for (const std::string& choice : option.choices)
    {
        const bool takes_value = choice.ends_with('=');
        words += ' ' + single_quoted(escaped(choice.substr(0, choice.size() - (takes_value ? 1U : 0U)), ":[]\\") +
                                     (takes_value ? ":value:" : ""));
    }
    return words;
}

// Returns the part of an option's specification for the zsh function _arguments that says how its value is completed.
std::string action_of(const OptionFacts& option)
{
    if (option.choices.empty()) return option.takes_file() ? "_files" : " ";
    const bool open = std::any_of(option.choices.begin(), option.choices.end(),
                                  [](const std::string& word) { return word.ends_with('='); });
    if (option.takes_list()) return fmt::format("_values -s , value{}", values_words(option));
    std::string words;
    for (const std::string& choice : option.choices) words += ' ' + escaped(choice, " '\"()");
    if (open) return fmt::format("compadd -S '' --{}", words);
    if (option.takes_file()) return fmt::format("_alternative 'names:name:({})' 'files:file:_files'", words);
    return fmt::format("({})", words.substr(1));
}

// Returns the end "MESSAGE:ACTION" of an option's specification for the zsh function _arguments. An action that is a
// shell command is in braces.
std::string value_spec(const OptionFacts& option)
{
    const std::string action = action_of(option);
    const bool plain         = action.front() == '(' || action == "_files" || action == " ";
    return fmt::format("{}:{}", escaped(option.value, ":\\"), plain ? action : "{" + action + "}");
}

std::string positional_spec(const OptionFacts& option)
{
    return single_quoted(fmt::format("{}:{}", option.repeats ? "*" : option.required ? "1" : "1:", value_spec(option)));
}

// Returns the specification of an option for the zsh function _arguments, such as
// '(-o --output)'{-o+,--output=}'[what]:FILE:_files'.
std::string option_spec(const OptionFacts& option)
{
    std::vector<std::string> forms;
    for (const std::string& name : option.names)
        forms.push_back(name + (option.is_flag() ? "" : name.starts_with("--") ? "=" : "+"));
    std::string tail = "[" + escaped(option.what, "[]\\") + "]";
    if (!option.is_flag()) tail += ":" + value_spec(option);
    const std::string others = option.repeats || option.names.size() < 2
                                   ? ""
                                   : single_quoted(fmt::format("({})", fmt::join(option.names, " ")));
    const std::string name   = forms.size() == 1 ? forms.front() : fmt::format("{{{}}}", fmt::join(forms, ","));
    return fmt::format("{}{}{}", option.repeats ? "\\*" : others, name, single_quoted(tail));
}

std::string arguments(const std::vector<OptionFacts>& options, const std::string& indent)
{
    std::string specs;
    for (const OptionFacts& option : options)
        specs += fmt::format(" \\\n{}{}", indent, option.positional ? positional_spec(option) : option_spec(option));
    return specs;
}

std::string command_case(const CommandFacts& command, const OptionFacts& quiet)
{
    std::vector<OptionFacts> options = command.options;
    options.push_back(quiet);
    return fmt::format("        {})\n            _arguments -s -S{}\n            ;;\n", command.name,
                       arguments(options, "                "));
}

} // namespace

std::string zsh_completion(const ProgramFacts& program)
{
    const auto quiet = std::find_if(program.options.begin(), program.options.end(),
                                    [](const OptionFacts& o) { return o.names.front() == "--quiet"; });
    std::string names, cases;
    for (const CommandFacts& command : program.commands)
    {
        names += "        " + single_quoted(command.name + ":" + escaped(command.what, ":\\")) + "\n";
        cases += command_case(command, *quiet);
    }
    return fmt::format(R"(#compdef timestep_lab
# zsh completion for timestep_lab, written by `timestep_lab completion zsh`

_timestep_lab() {{
    local curcontext="$curcontext" state state_descr line
    typeset -A opt_args
    local -a commands=(
{}    )
    _arguments -C -S{} \
        '1: :->command' \
        '*:: :->arguments' && return
    case $state in
    command) _describe command commands ;;
    arguments)
        case $words[1] in
{}        esac
        ;;
    esac
}}

if [ "$funcstack[1]" = _timestep_lab ]; then
    _timestep_lab "$@"
else
    compdef _timestep_lab timestep_lab
fi
)",
                       names, arguments(program.options, "        "), cases);
}

} // namespace timestep_lab
