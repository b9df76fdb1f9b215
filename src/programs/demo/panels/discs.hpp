// programs/demo/panels/discs.hpp -- draws small discs as images in the font texture: a disc takes 2 triangles then,
// instead of about 24
#pragma once

#include <imgui.h>

namespace demo
{

/// Draws the images of all discs into the atlas, after its fonts were added. `pixel_ratio` is pixels per point.
void make_discs(ImFontAtlas& atlas, float pixel_ratio);
/// Draws a disc of `radius` points around `at`. The radius is rounded to half pixels, and the image's corner to whole
/// pixels, as for characters. Returns false without drawing if the radius is above 8 pixels.
bool add_disc(ImDrawList& ink, ImVec2 at, float radius, ImU32 colour);

} // namespace demo
