// view/parts/explosion.hpp -- what is drawn of a motion so wide that the camera had to step back
#pragma once

#include "view/parts/page.hpp"
#include "view/scene_view.hpp"

namespace view
{

/// From half as far again on.
bool is_explosion(const Stage& stage);
/// Lines at powers of ten, as far apart as their words need it.
void draw_wide_grid(const Stage& stage);
/// The presented dots of the page joined, and beside the `ball` by how much each swing is wider than the one before.
void draw_explosion(const Stage& stage, const Page& page, Point ball);

} // namespace view
