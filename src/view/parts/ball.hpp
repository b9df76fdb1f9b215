// view/parts/ball.hpp -- a ball, and the ring where it ought to be
#pragma once

#include "view/scene_view.hpp"

namespace view
{

/// Never smaller than can be seen.
float ball_radius(const Stage& stage, double metres);
/// Softly lit, with a glow of its own colour around it.
void draw_ball(const Stage& stage, Point at, float radius, Colour colour);
/// The ring of the exact motion, where it is asked for.
void draw_ghost_ring(const Stage& stage, Point at, float radius);

} // namespace view
