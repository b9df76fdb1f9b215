// scenes/drawing/caption.hpp -- the sentence below a scene, and the text that points at a body outside the stage
#pragma once

#include "scenes/drawing/scene_canvas.hpp"

#include <initializer_list>
#include <string>

namespace scenes
{

/// Writes a sentence that explains the scene at the foot of the area: the first of `texts` that ends before `right`
/// (pixels). Writes nothing if a film strip is drawn there.
void caption(const SceneCanvas& canvas, std::initializer_list<std::string> texts, float right);
/// Does the same; the sentence may be as wide as the area.
void caption(const SceneCanvas& canvas, std::initializer_list<std::string> texts);
/// Points at a body outside the area: "ball at x = 41.7 m ->". Draws nothing while the body is inside.
void point_at_lost(const SceneCanvas& canvas, const char* what, sim::Vec2 at);

} // namespace scenes
