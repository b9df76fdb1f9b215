// draw/shapes/svg.hpp -- writes a picture as a standalone SVG, for reports and for tests
#pragma once

#include "draw/shapes/picture.hpp"

#include <string>
#include <string_view>

namespace draw
{

/// Returns `text` escaped for use between tags and in attributes of SVG and HTML. Control characters become "?".
std::string escaped(std::string_view text);

/// Returns a self-contained SVG with coordinates rounded to 0.01 pixels. Every id begins with `id_prefix`, which must
/// begin with a letter; pictures on the same page need different values.
std::string to_svg(const Picture& picture, std::string_view id_prefix = "g");

} // namespace draw
