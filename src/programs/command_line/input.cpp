#include "programs/command_line/input.hpp"

#include "base/number.hpp"
#include "base/text.hpp"

#include <algorithm>

namespace command_line
{

std::string unknown(std::string_view what, std::string_view name, const std::vector<std::string>& names)
{
    return base::unknown(what, name, std::vector<std::string_view>{names.begin(), names.end()});
}

std::size_t index_of(std::string_view name, const std::vector<std::string>& names, std::string_view what,
                     std::string_view flag)
{
    const auto found = std::ranges::find(names, name);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    throw BadInput{"{}{}{}", base::Verbatim{flag}, flag.empty() ? base::Verbatim{""} : base::Verbatim{": "},
                   base::Verbatim{unknown(what, name, names)}};
}

std::optional<std::int64_t> count_of(std::string_view flag, std::string_view text)
{
    const auto count = base::parse_count(text);
    if (!count && !text.empty()) throw BadInput{"{} takes a whole number from 1 to 1e12, not '{}'", flag, text};
    return count;
}

std::optional<timestep::Nanos> duration_of(std::string_view flag, std::string_view text)
{
    const auto time = base::parse_duration(text, timestep::Nanos{1'000'000'000});
    if (!time && !text.empty()) throw BadInput{"{} takes a time such as 10 or 500ms, not '{}'", flag, text};
    return time;
}

timestep::Rate rate_of(std::string_view flag, std::string_view text)
{
    if (const auto rate = timestep::parse_rate(text)) return *rate;
    throw BadInput{"{} takes a rate above 0 and below 1000000 such as 60, 59.94 or 60000/1001, not '{}'", flag, text};
}

timestep::Nanos refresh_period_of(std::string_view text)
{
    return text.empty() ? timestep::Nanos::zero() : step_ns(rate_of("--refresh-hz", text));
}

} // namespace command_line
