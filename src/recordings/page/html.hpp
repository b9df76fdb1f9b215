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

/// The style sheet assets/report/page.css, and before it the colours of the window's themes as CSS variables, such as
/// --ink. The browser's setting chooses the light or the dark theme; on paper the theme is light.
std::string style_sheet();
/// The HTML of a round mark in the colour of a loop.
std::string dot(timestep::LoopId loop);
/// The colour as "#rrggbb".
std::string css(draw::Colour colour);

using draw::escaped;

/// Formats the numbers of the page. Every number is read from the JSON in the page, and its HTML element has the JSON
/// pointer of the value in the attribute data-at.
class Numbers
{
public:
    explicit Numbers(const Json& data)
        : data_{data}
    {
    }

    const Json& at(const std::string& pointer) const;
    /// Formats a number with `digits` digits after the decimal point; "unknown" if it is null.
    std::string fixed(const std::string& pointer, int digits) const;
    /// Formats a number with about three digits, at most two of them after the decimal point; returns `unknown` if it
    /// is null.
    std::string rough(const std::string& pointer, std::string_view unknown = "unknown") const;
    /// Formats a number in the shortest form: 50, 59.94.
    std::string plain(const std::string& pointer) const;
    std::string whole(const std::string& pointer) const { return fixed(pointer, 0); }

private:
    const Json& data_;
};

/// The HTML of a unit, which stands behind a number in smaller letters.
std::string unit(std::string_view text);

} // namespace recordings
