#include "ranking/report/html.hpp"

#include "base/number.hpp"
#include "draw/shapes/theme.hpp"

#include "embedded/page_css.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace ranking
{

namespace
{

std::string css_variables(const draw::Theme& theme)
{
    return fmt::format("--ground:{};--panel:{};--raised:{};--line:{};--ink:{};--quiet:{};--accent:{};--warning:{};"
                       "--alarm:{};",
                       css_colour_without_alpha(theme.background), css_colour_without_alpha(theme.panel_background),
                       css_colour_without_alpha(theme.control_background), css_colour_without_alpha(theme.border),
                       css_colour_without_alpha(theme.text), css_colour_without_alpha(theme.dim_text),
                       css_colour_without_alpha(theme.accent), css_colour_without_alpha(theme.warning),
                       css_colour_without_alpha(theme.alarm));
}

std::string data_element(const std::string& json_pointer, double value, std::string_view text)
{
    return fmt::format("<data value=\"{}\" data-at=\"{}\">{}</data>", value, json_pointer, text);
}

} // namespace

std::string style_sheet()
{
    return fmt::format(":root{{color-scheme:light dark;{}}}\n@media (prefers-color-scheme:dark){{:root{{{}}}}}\n"
                       "@media print{{:root{{color-scheme:light;{}}}}}\n{}",
                       css_variables(draw::light_theme), css_variables(draw::dark_theme),
                       css_variables(draw::light_theme), embedded::page_css);
}

std::string loop_dot_html(timestep::PresetId loop)
{
    return fmt::format("<span class=\"dot\" style=\"--c:{}\"></span>",
                       css_colour_without_alpha(draw::loop_colour(loop)));
}

PageNumberFormatter PageNumberFormatter::at(std::string_view path) const
{
    return {page_json, fmt::format("{}/{}", json_pointer, path)};
}

const Json& PageNumberFormatter::value_at(std::string_view path) const
{
    return page_json.at(Json::json_pointer{at(path).json_pointer});
}

std::string PageNumberFormatter::fixed_decimals_html(std::string_view path, int decimals) const
{
    const Json& value = value_at(path);
    if (!value.is_number()) return "unknown";
    const std::string decimal_text = fmt::format("{:.{}f}", value.get<double>(), decimals);
    const bool is_zero = decimal_text.find_first_not_of("-0.") == decimal_text.npos; // not "-0" or "0.00"
    return data_element(at(path).json_pointer, value.get<double>(), is_zero ? "0" : decimal_text);
}

std::string PageNumberFormatter::rounded_number_html(std::string_view path) const
{
    const Json& value = value_at(path);
    if (!value.is_number()) return "unknown";
    const double absolute = std::abs(value.get<double>());
    return fixed_decimals_html(path, absolute < 10.0 ? 2 : absolute < 100.0 ? 1 : 0);
}

std::string PageNumberFormatter::short_number_html(std::string_view path) const
{
    const auto value = value_at(path).get<double>();
    return data_element(at(path).json_pointer, value, base::number_text(value));
}

std::string unit_html_without_escaping(std::string_view unit)
{
    return fmt::format("<span class=\"unit\">{}</span>", unit);
}

} // namespace ranking
