// scenes/drawing/ball.hpp -- a ball, and the rings where it ought to be
#pragma once

#include "scenes/drawing/scene_canvas.hpp"

namespace scenes
{

/// Never smaller than can be seen.
float ball_radius(const SceneCanvas& canvas, double metres);
/// Softly lit, with a glow of its own colour around it.
void draw_ball(const draw::Pen& pen, draw::Point at, float radius, draw::Colour colour);
/// A ring where the thing at `thing` ought to be. When they are apart, a thread joins it to a perfect PC's, and says by
/// how much the picture is late.
void draw_ring(const SceneCanvas& canvas, draw::Point thing, draw::Point at, float radius, Edge edge);
/// The ring alone.
void draw_ring(const draw::Pen& pen, draw::Point at, float radius, Edge edge);
/// The outline of a box that ought to be there.
void draw_frame(const draw::Pen& pen, draw::Rect box, float rounding, Edge edge);
/// The edges of a shape that ought to be there: a line of it.
void draw_edge(const draw::Pen& pen, draw::Point a, draw::Point b, Edge edge);

} // namespace scenes
