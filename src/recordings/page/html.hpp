// recordings/page/html.hpp -- the style sheet of HTML pages in the colours of the window, and numbers as HTML
#pragma once

#include "draw/shapes/picture.hpp"
#include "draw/shapes/svg.hpp"
#include "recordings/facts/inspection.hpp"
#include "timestep/preset.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace recordings
{

/// The style sheet assets/report/page.css after the theme colours as CSS variables, such as --ink. The browser's
/// setting selects the light or the dark theme; print is always light.
std::string style_sheet();
/// The HTML of a round mark in the loop's colour.
std::string loop_dot_html(timestep::LoopId loop);
/// The colour as "#rrggbb".
std::string css_colour(draw::Colour colour);

using draw::escaped;

/// Formats the numbers of the page. Each number is read from the page's JSON, and its HTML element has the JSON pointer
/// of the value in the attribute data-at.
class PageNumbers
{
public:
    explicit PageNumbers(const Json& data)
        : data_{data}
    {
    }

    const Json& value_at(const std::string& pointer) const;
    /// A number with `digits` decimals; "unknown" if it is null.
    std::string fixed_html(const std::string& pointer, int digits) const;
    /// A number with about three digits, at most two of them decimals; `unknown` if it is null.
    std::string rounded_html(const std::string& pointer, std::string_view unknown = "unknown") const;
    /// A number in the shortest form: 50, 59.94.
    std::string shortest_html(const std::string& pointer) const;
    std::string integer_html(const std::string& pointer) const { return fixed_html(pointer, 0); }

private:
    const Json& data_;
};

/// The HTML of a unit, in smaller letters after a number.
std::string unit_html(std::string_view unit);

} // namespace recordings
