#include "recordings/page/html.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace recordings
{

namespace
{

std::string tagged(const std::string& pointer, double value, const std::string& text)
{
    return fmt::format("<data value=\"{}\" data-at=\"{}\">{}</data>", value, pointer, text);
}

std::string figure(const std::string& pointer, double value, int digits)
{
    const std::string fixed = fmt::format("{:.{}f}", value, digits);
    const bool is_zero      = fixed.find_first_not_of("-0.") == fixed.npos;
    const std::string text  = is_zero ? std::string(1, '0') : fixed; // "0" instead of "-0" or "0.00"
    return tagged(pointer, value, text);
}

} // namespace

const Json& Numbers::at(const std::string& pointer) const { return data_.at(Json::json_pointer{pointer}); }

std::string Numbers::fixed(const std::string& pointer, int digits) const
{
    const Json& value = at(pointer);
    return value.is_number() ? figure(pointer, value.get<double>(), digits) : "unknown";
}

std::string Numbers::rough(const std::string& pointer, std::string_view unknown) const
{
    const Json& value = at(pointer);
    if (!value.is_number()) return std::string{unknown};
    const double size = std::abs(value.get<double>());
    return figure(pointer, value.get<double>(), size < 10.0 ? 2 : size < 100.0 ? 1 : 0);
}

std::string Numbers::plain(const std::string& pointer) const
{
    const auto value = at(pointer).get<double>();
    return tagged(pointer, value, fmt::format("{:.6g}", value));
}

std::string unit(std::string_view text) { return fmt::format("<span class=\"unit\">{}</span>", text); }

} // namespace recordings
