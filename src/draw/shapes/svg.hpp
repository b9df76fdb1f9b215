// draw/shapes/svg.hpp -- a picture as a standalone SVG: for reports, and for tests that can be looked at
#pragma once

#include "draw/shapes/picture.hpp"

#include <string>
#include <string_view>

namespace draw
{

/// Text as it stands between tags and in attributes, of SVG and HTML alike.
std::string escaped(std::string_view text);

/// One file, which needs nothing else. Places are rounded to a hundredth of a pixel. Several in one page must have ids
/// that begin differently, with a letter.
std::string to_svg(const Picture& picture, std::string_view ids = "g");

} // namespace draw
