// scenes/drawing/ball.hpp -- draws a ball, and the outlines that mark the positions of reference motions
#pragma once

#include "scenes/drawing/scene_canvas.hpp"

namespace scenes
{

/// Converts the radius of a ball from metres to pixels. The result is at least 3 points, so that the ball stays
/// visible.
float ball_radius(const SceneCanvas& canvas, double metres);
/// Draws a ball with soft light, and a glow of the same colour around it.
void draw_ball(const draw::Pen& pen, draw::Point at, float radius, draw::Colour colour);
/// Draws a ring at `at`, the position of a reference motion of the body at `thing`. If the line style is solid and the
/// ring is far enough from the body, a thin line joins them, and a text at the line says how late the picture is.
void draw_ring(const SceneCanvas& canvas, draw::Point thing, draw::Point at, float radius, Edge edge);
/// Draws only the ring, without a line to the body and without text.
void draw_ring(const draw::Pen& pen, draw::Point at, float radius, Edge edge);
/// Draws the outline of a box at the position of a reference motion.
void draw_frame(const draw::Pen& pen, draw::Rect box, float rounding, Edge edge);
/// Draws one side of a shape, from `a` to `b`, at the position of a reference motion.
void draw_edge(const draw::Pen& pen, draw::Point a, draw::Point b, Edge edge);

} // namespace scenes
