// view/svg.hpp -- a picture as a standalone SVG: for reports, and for tests that can be looked at
#pragma once

#include "view/picture.hpp"

#include <string>

namespace view
{

/// One file, which needs nothing else. Places are rounded to a hundredth of a pixel.
std::string to_svg(const Picture& picture);

} // namespace view
