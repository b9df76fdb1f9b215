// scenes/drawing/caption.hpp -- the sentence below a scene, and the words that point at what has left it
#pragma once

#include "scenes/drawing/scene_canvas.hpp"

#include <initializer_list>
#include <string>

namespace scenes
{

/// Explains the scene at its foot, unless a film strip is there: the first of the texts that ends before `right`
/// (pixels).
void caption(const SceneCanvas& canvas, std::initializer_list<std::string> texts, float right);
/// The same, as wide as the stage.
void caption(const SceneCanvas& canvas, std::initializer_list<std::string> texts);
/// Points at a body that has left the stage: "ball at x = 41.7 m ->". Draws nothing while it is there.
void point_at_lost(const SceneCanvas& canvas, const char* what, sim::Vec2 at);

} // namespace scenes
