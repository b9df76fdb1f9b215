// draw/shapes/svg.hpp -- writes a picture as a standalone SVG, for reports and for tests
#pragma once

#include "draw/shapes/picture.hpp"

#include <string>
#include <string_view>

namespace draw
{

/// Returns `text` escaped for use between tags and in attributes of SVG and HTML. Control characters become "?".
std::string escaped(std::string_view text);

/// One self-contained SVG. Coordinates are rounded to a hundredth of a pixel. Every id begins with `ids`, whose first
/// character must be a letter; pictures on one page need different values.
std::string to_svg(const Picture& picture, std::string_view ids = "g");

} // namespace draw
