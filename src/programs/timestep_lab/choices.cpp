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

// Returns true if the user types `word` as it is, such as `frame_ns`; false for a placeholder, such as NUMBER.
bool is_literal(std::string_view word)
{
    return !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-") == word.npos;
}

} // namespace

// Stores the words as the description of a validator, because CLI11 stores no other data with an option. The validator
// is inactive: it checks nothing and does not appear in --help.
void offer(CLI::Option& option, const std::vector<std::string>& words)
{
    CLI::Validator never{[](std::string&) { return std::string{}; }, fmt::format("{}", fmt::join(words, "\n")), key};
    option.check(never.active(false));
}

std::vector<std::string> choices_of(const CLI::Option& option)
{
    try
    {
        const CLI::Validator& told = *const_cast<CLI::Option&>(option).get_validator(key); // does not change the option
        return split(told.active(true).get_description(), '\n');
    }
    catch (const CLI::OptionNotFound&)
    {
        std::vector<std::string> words = split(option.get_type_name(), '|');
        return words.size() > 1 && std::ranges::all_of(words, is_literal) ? words : std::vector<std::string>{};
    }
}

} // namespace timestep_lab
