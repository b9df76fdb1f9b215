// programs/demo/panels/canvas.hpp -- draws pictures (draw::Picture) inside panels, in the display's full resolution
#pragma once

#include "draw/shapes/picture.hpp"

#include <imgui.h>

namespace demo
{

/// Draws a picture, clipped to its area. One pixel of the picture is one point of the window.
void draw_picture(const draw::Picture& picture, ImDrawList& ink);

} // namespace demo
