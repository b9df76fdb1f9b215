// programs/demo/panels/canvas.hpp -- draws pictures (draw::Picture) inside panels, in the display's full resolution
#pragma once

#include "draw/shapes/picture.hpp"

#include <imgui.h>

namespace demo
{

/// Draws a picture, clipped to its area. One pixel of the picture is one point of the window.
void draw_picture(const draw::Picture& picture, ImDrawList& ink);

/// Adds images of discs, with radii of up to 8 pixels, to the font texture `atlas`. The fonts must have been added
/// before. `pixel_ratio` is the number of pixels per point.
void make_discs(ImFontAtlas& atlas, float pixel_ratio);
/// Draws a disc with its centre at `at` and a radius in points. The radius is rounded to half pixels, and the position
/// to whole pixels. Returns false and draws nothing if the radius is larger than 8 pixels.
bool add_disc(ImDrawList& ink, ImVec2 at, float radius, ImU32 colour);

} // namespace demo
