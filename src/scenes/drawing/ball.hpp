// scenes/drawing/ball.hpp -- a ball, and the outlines that mark reference positions
#pragma once

#include "scenes/drawing/scene_canvas.hpp"

namespace scenes
{

/// Returns the radius in pixels, at least 3 points so that the ball stays visible.
float ball_radius(const SceneCanvas& canvas, double metres);
/// Draws a softly lit ball with a glow of the same colour.
void draw_ball(const draw::Pen& pen, draw::Point at, float radius, draw::Colour colour);
/// Draws a ring at `at`, the reference position of the body at `thing`. If the ring is solid and apart from the body, a
/// thin line joins them, and a word beside the line says how late the picture is.
void draw_ring(const SceneCanvas& canvas, draw::Point thing, draw::Point at, float radius, Edge edge);
/// Draws a ring without a line and without words.
void draw_ring(const draw::Pen& pen, draw::Point at, float radius, Edge edge);
/// Draws the outline of a box at its reference position.
void draw_frame(const draw::Pen& pen, draw::Rect box, float rounding, Edge edge);
/// Draws one edge of a shape at its reference position.
void draw_edge(const draw::Pen& pen, draw::Point a, draw::Point b, Edge edge);

} // namespace scenes
