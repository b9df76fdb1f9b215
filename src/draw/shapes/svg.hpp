// draw/shapes/svg.hpp -- writes a picture as a standalone SVG, for reports and for tests
#pragma once

#include "draw/shapes/picture.hpp"

#include <string>
#include <string_view>

namespace draw
{

/// Escapes text for use in SVG and HTML, between tags or in attributes. Control characters become "?".
std::string markup_escaped(std::string_view text);
/// Formats the colour as "#rrggbb", without its opacity.
std::string css_colour_without_alpha(Colour colour);

/// Rounds coordinates to 0.01 pixels. `id_prefix` begins with a letter and must differ between pictures of a page.
std::string to_svg(const Picture& picture, std::string_view id_prefix = "g");

} // namespace draw
