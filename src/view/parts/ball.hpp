// view/parts/ball.hpp -- a ball, and the rings where it ought to be
#pragma once

#include "view/scene_canvas.hpp"

namespace view
{

/// Never smaller than can be seen.
float ball_radius(const SceneCanvas& canvas, double metres);
/// Softly lit, with a glow of its own colour around it.
void draw_ball(const Pen& pen, Point at, float radius, Colour colour);
/// A ring where the thing at `thing` ought to be. When they are apart, a thread joins it to a perfect PC's, and says by
/// how much the picture is late.
void draw_ring(const SceneCanvas& canvas, Point thing, Point at, float radius, Edge edge);
/// The ring alone.
void draw_ring(const Pen& pen, Point at, float radius, Edge edge);
/// The outline of a box that ought to be there.
void draw_frame(const Pen& pen, Rect box, float rounding, Edge edge);
/// The edges of a shape that ought to be there: a line of it.
void draw_edge(const Pen& pen, Point a, Point b, Edge edge);

} // namespace view
