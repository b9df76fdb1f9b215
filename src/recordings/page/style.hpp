// recordings/page/style.hpp -- the style sheet of HTML pages, in the colours of the window
#pragma once

#include "draw/shapes/picture.hpp"

#include <cstddef>
#include <string>

namespace recordings
{

/// Returns the style sheet assets/report/page.css, and before it the colours of the window's themes as CSS variables,
/// such as --ink. The browser's setting chooses the light or the dark theme; on paper the theme is light.
std::string style_sheet();
/// Returns the HTML of a round mark in the colour of the loop timestep::all_presets[preset].
std::string dot(std::size_t preset);
/// Returns the colour as "#rrggbb".
std::string css(draw::Colour colour);

} // namespace recordings
