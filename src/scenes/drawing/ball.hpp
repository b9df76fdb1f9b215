// scenes/drawing/ball.hpp -- draws a ball, and the outlines that show where a body would be on a PC that is never
// late (solid lines), or in the exact motion (dashed lines)
#pragma once

#include "scenes/drawing/scene_canvas.hpp"
#include "sim/physics/vec2.hpp"

namespace scenes
{

/// Converts the radius of a ball from metres to pixels. The result is at least 3 points, so that the ball stays
/// visible.
float ball_radius(const SceneCanvas& canvas, double metres);
/// Draws a ball with soft light, and a glow of the same colour around it.
void draw_ball(const draw::Pen& pen, draw::Point at, float radius, draw::Colour colour);
/// Radius of a ring divided by the radius of the body that it belongs to. The ring shows where the body would be on a
/// PC that is never late.
inline constexpr float ring_size = 1.2F;
/// Draws a ring at `at`, the position of the body on a PC that is never late (solid ring) or in the exact motion
/// (dashed ring). `radius` is the radius of the body in pixels. A solid ring is larger than the body, so that both are
/// visible where they meet.
void draw_ring(const draw::Pen& pen, draw::Point at, float radius, Edge edge);
/// Draws a small arrow head outside the ring at `at`, in the direction of `velocity`, the velocity in m/s of the body
/// on a PC that is never late. Draws nothing if it is zero or not a number.
void draw_heading(const draw::Pen& pen, draw::Point at, float radius, sim::Vec2 velocity);
/// Draws the outline of a box where the body would be on a PC that is never late (solid lines) or in the exact motion
/// (dashed lines).
void draw_frame(const draw::Pen& pen, draw::Rect box, float rounding, Edge edge);
/// Draws a line from `a` to `b`: one side of the outline that shows where the body would be on a PC that is never late
/// (solid line) or in the exact motion (dashed line).
void draw_edge(const draw::Pen& pen, draw::Point a, draw::Point b, Edge edge);

} // namespace scenes
