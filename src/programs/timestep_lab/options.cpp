#include "programs/timestep_lab/options.hpp"

#include <CLI/App.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace timestep_lab
{

namespace
{

constexpr const char* key = "choices";

std::vector<std::string> split(std::string_view text, char at)
{
    std::vector<std::string> parts;
    while (!text.empty())
    {
        const auto end = std::min(text.find(at), text.size());
        parts.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

// Returns true if the user must type the word exactly, such as `frame_ns`. Returns false if it is a placeholder, such
// as NUMBER.
bool is_literal(std::string_view word)
{
    return !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-") == word.npos;
}

// Stores the valid values of an option in CLI11, for --help and shell completion. CLI11 can store them only as the
// description of a validator; this validator is inactive and checks nothing.
void offer(CLI::Option& option, const std::vector<std::string>& words)
{
    CLI::Validator never{[](std::string&) { return std::string{}; }, fmt::format("{}", fmt::join(words, "\n")), key};
    option.check(never.active(false));
}

CLI::Option& with_details(CLI::Option& option, const OptionDetails& details)
{
    option.type_name(details.type)->required(details.required);
    if (details.shows_default) option.capture_default_str();
    if (!details.group.empty()) option.group(details.group);
    if (!details.choices.empty()) offer(option, details.choices);
    return option;
}

} // namespace

CLI::App& add_command(CLI::App& program, const std::string& name, const std::string& description)
{
    return *program.add_subcommand(name, description);
}

void set_action(CLI::App& command, std::function<void()> action) { command.callback(std::move(action)); }

CLI::Option& add_option(CLI::App& command, const std::string& name, std::string& value, const std::string& description,
                        const OptionDetails& details)
{
    return with_details(*command.add_option(name, value, description), details);
}

CLI::Option& add_option(CLI::App& command, const std::string& name, std::vector<std::string>& values,
                        const std::string& description, const OptionDetails& details)
{
    return with_details(*command.add_option(name, values, description), details);
}

CLI::Option& add_flag(CLI::App& command, const std::string& name, bool& value, const std::string& description)
{
    return *command.add_flag(name, value, description);
}

void needs(CLI::Option& option, CLI::Option& other) { option.needs(&other); }

void excludes(CLI::Option& option, CLI::Option& other) { option.excludes(&other); }

bool takes_file(const CLI::Option& option) { return option.get_type_name().find("FILE") != std::string::npos; }

std::vector<std::string> choices_of(const CLI::Option& option)
{
    try
    {
        // get_validator() has no const version; it does not change the option
        const CLI::Validator& told = *const_cast<CLI::Option&>(option).get_validator(key);
        return split(told.active(true).get_description(), '\n');
    }
    catch (const CLI::OptionNotFound&)
    {
        std::vector<std::string> words = split(option.get_type_name(), '|');
        return words.size() > 1 && std::ranges::all_of(words, is_literal) ? words : std::vector<std::string>{};
    }
}

} // namespace timestep_lab
