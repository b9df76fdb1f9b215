// programs/demo/panels/canvas.hpp -- pictures inside of panels: as sharp as the display is, whatever its scale
#pragma once

#include "draw/shapes/picture.hpp"

#include <imgui.h>

namespace demo
{

/// Draws a picture whose pixels are the window's points, clipped to its area.
void draw_picture(const draw::Picture& picture, ImDrawList& ink);

} // namespace demo
