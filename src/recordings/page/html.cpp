#include "recordings/page/html.hpp"

#include "draw/shapes/theme.hpp"

#include "embedded/page_css.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace recordings
{

namespace
{

std::string css_variables(const draw::Theme& t)
{
    return fmt::format("--ground:{};--panel:{};--raised:{};--line:{};--ink:{};--quiet:{};--accent:{};--warning:{};"
                       "--alarm:{};",
                       css(t.ground), css(t.panel), css(t.raised), css(t.line), css(t.ink), css(t.quiet), css(t.accent),
                       css(t.warning), css(t.alarm));
}

std::string data_element(const std::string& pointer, double value, const std::string& text)
{
    return fmt::format("<data value=\"{}\" data-at=\"{}\">{}</data>", value, pointer, text);
}

std::string figure(const std::string& pointer, double value, int digits)
{
    const std::string fixed = fmt::format("{:.{}f}", value, digits);
    const bool is_zero      = fixed.find_first_not_of("-0.") == fixed.npos;
    const std::string text  = is_zero ? std::string(1, '0') : fixed; // "0" instead of "-0" or "0.00"
    return data_element(pointer, value, text);
}

} // namespace

std::string style_sheet()
{
    return fmt::format(":root{{color-scheme:light dark;{}}}\n@media (prefers-color-scheme:dark){{:root{{{}}}}}\n"
                       "@media print{{:root{{{}}}}}\n{}",
                       css_variables(draw::light), css_variables(draw::dark), css_variables(draw::light),
                       embedded::page_css);
}

std::string dot(timestep::LoopId loop)
{
    return fmt::format("<span class=\"dot\" style=\"--c:{}\"></span>", css(draw::loop_colour(loop)));
}

std::string css(draw::Colour c)
{
    const auto byte = [](float part) { return std::lround(std::fmin(std::fmax(part, 0.0F), 1.0F) * 255.0F); };
    return fmt::format("#{:02x}{:02x}{:02x}", byte(c.r), byte(c.g), byte(c.b));
}

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
    return data_element(pointer, value, fmt::format("{:.6g}", value));
}

std::string unit(std::string_view text) { return fmt::format("<span class=\"unit\">{}</span>", text); }

} // namespace recordings
