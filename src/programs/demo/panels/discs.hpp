// programs/demo/panels/discs.hpp -- draws small discs as textured rectangles of 2 triangles each; a drawn circle would
// have about 24 triangles
#pragma once

#include <imgui.h>

namespace demo
{

/// Adds images of discs, with radii of up to 8 pixels, to the font texture `atlas`. The fonts must have been added
/// before. `pixel_ratio` is the number of pixels per point.
void make_discs(ImFontAtlas& atlas, float pixel_ratio);
/// Draws a disc with its centre at `at` and a radius in points. The radius is rounded to half pixels, and the position
/// to whole pixels. Returns false and draws nothing if the radius is larger than 8 pixels.
bool add_disc(ImDrawList& ink, ImVec2 at, float radius, ImU32 colour);

} // namespace demo
