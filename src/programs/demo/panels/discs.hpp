// programs/demo/panels/discs.hpp -- small discs as pictures of the font's texture: two triangles each, where a round
// shape takes two dozen
#pragma once

#include <imgui.h>

namespace demo
{

/// Draws them into the atlas, which must have its fonts. `pixel_ratio` pixels make a point.
void make_discs(ImFontAtlas& atlas, float pixel_ratio);
/// A disc of `radius` points, to the nearest half of a pixel and in a whole one, as characters are. False when it is
/// too large for that.
bool add_disc(ImDrawList& ink, ImVec2 at, float radius, ImU32 colour);

} // namespace demo
