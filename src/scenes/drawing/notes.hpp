// scenes/drawing/notes.hpp -- draws what stands beside the bodies of a scene: its sentence, the way to a lost body, the
// tally of bounces, and the two clocks
#pragma once

#include "scenes/drawing/scene_canvas.hpp"

#include <initializer_list>
#include <string>

namespace scenes
{

/// Writes a sentence that explains the scene at the lower edge of the area: the first of `texts` that ends left of the
/// x coordinate `right`, in pixels. Writes nothing if a film strip (a row of past pictures) is drawn there.
void caption(const SceneCanvas& canvas, std::initializer_list<std::string> texts, float right);
/// Writes a sentence that explains the scene at the lower edge of the area: the first of `texts` that fits into the
/// area. Writes nothing if a film strip (a row of past pictures) is drawn there.
void caption(const SceneCanvas& canvas, std::initializer_list<std::string> texts);
/// Writes the position of a body that is outside of the visible area, with an arrow: "ball at x = 41.7 m ->". Draws
/// nothing if the body is inside the area.
void point_at_lost(const SceneCanvas& canvas, const char* what, sim::Vec2 at);

/// Draws the sign for a bounce, a ball that touches a wall, and a row of marks from `at` to the right: a filled mark
/// for each bounce of the body, an outlined mark crossed by a red line for each pass of the body through the wall, and
/// an outlined mark for each further bounce of the ring that the body has missed. So a still picture shows that the
/// motion is slow, even if body and ring are at the same place by chance. After more than 16 bounces, three dots stand
/// for all but the newest 16. In a high area, writes the numbers below, "2 of 8 bounces" or "4 hits, 3 passed through",
/// if they end left of the x coordinate `right`; in an area less than 100 points high, the marks are smaller. Draws
/// nothing before the ring's first bounce, or if the area is less than 70 points high.
void draw_bounce_tally(const SceneCanvas& canvas, draw::Point at, float right);

/// Draws two dials with one turn in ten seconds. A wedge on the dial of the game shows by how much the game is behind
/// or ahead of the ring (a PC that is never late). Draws nothing if the difference is below 0.1 s, or if the area is
/// too small.
void draw_stopwatches(const SceneCanvas& canvas);

} // namespace scenes
