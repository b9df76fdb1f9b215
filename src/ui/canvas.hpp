// ui/canvas.hpp -- pictures inside of panels: as sharp as the display is, whatever its scale
#pragma once

#include "view/picture.hpp"

#include <imgui.h>

namespace ui
{

/// Draws a picture whose pixels are the window's points, clipped to its area.
void draw_picture(const view::Picture& picture, ImDrawList& ink);

} // namespace ui
