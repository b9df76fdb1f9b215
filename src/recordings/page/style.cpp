#include "recordings/page/style.hpp"

#include "draw/shapes/theme.hpp"

#include "embedded/page_css.hpp"

#include <fmt/core.h>

#include <cmath>

namespace recordings
{

namespace
{

std::string variables(const draw::Theme& t)
{
    return fmt::format("--ground:{};--panel:{};--raised:{};--line:{};--ink:{};--quiet:{};--accent:{};--warning:{};"
                       "--alarm:{};",
                       css(t.ground), css(t.panel), css(t.raised), css(t.line), css(t.ink), css(t.quiet), css(t.accent),
                       css(t.warning), css(t.alarm));
}

} // namespace

std::string style_sheet()
{
    return fmt::format(":root{{color-scheme:light dark;{}}}\n@media (prefers-color-scheme:dark){{:root{{{}}}}}\n"
                       "@media print{{:root{{{}}}}}\n{}",
                       variables(draw::light), variables(draw::dark), variables(draw::light), embedded::page_css);
}

std::string dot(std::size_t preset)
{
    return fmt::format("<span class=\"dot\" style=\"--c:{}\"></span>", css(draw::loop_colour(preset)));
}

std::string css(draw::Colour c)
{
    const auto byte = [](float part) { return std::lround(std::fmin(std::fmax(part, 0.0F), 1.0F) * 255.0F); };
    return fmt::format("#{:02x}{:02x}{:02x}", byte(c.r), byte(c.g), byte(c.b));
}

} // namespace recordings
