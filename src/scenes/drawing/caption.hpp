// scenes/drawing/caption.hpp -- draws the sentence below a scene, and the text for a body outside of the visible area
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

} // namespace scenes
