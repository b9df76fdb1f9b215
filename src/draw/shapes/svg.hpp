// draw/shapes/svg.hpp -- writes a picture as a standalone SVG, for reports and for tests
#pragma once

#include "draw/shapes/picture.hpp"

#include <string>
#include <string_view>

namespace draw
{

/// Escapes text between tags, and attributes, of SVG and HTML. Control characters become "?".
std::string escaped(std::string_view text);

/// Coordinates are rounded to 0.01 pixels. Pictures on one page need different id prefixes; each begins with a letter.
std::string to_svg(const Picture& picture, std::string_view id_prefix = "g");

} // namespace draw
