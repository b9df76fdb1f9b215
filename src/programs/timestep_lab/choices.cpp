#include "programs/timestep_lab/choices.hpp"

#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

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

} // namespace

// Stores the valid values of an option as the description of a validator, because CLI11 has no other place for them.
// The validator is inactive: it checks nothing, and --help does not show it.
void offer(CLI::Option& option, const std::vector<std::string>& words)
{
    CLI::Validator never{[](std::string&) { return std::string{}; }, fmt::format("{}", fmt::join(words, "\n")), key};
    option.check(never.active(false));
}

std::vector<std::string> choices_of(const CLI::Option& option)
{
    try
    {
        // The cast is safe, because the option is not changed.
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
