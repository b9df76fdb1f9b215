// view/parts/words.hpp -- what a picture says in words
#pragma once

#include "view/scene_view.hpp"

#include <initializer_list>
#include <string>

namespace view
{

/// One sentence at the foot of the stage: the first that ends before its right; none in a strip.
void at_foot(const Stage& stage, std::initializer_list<std::string> texts, float right);
/// What explains the scene there, unless a film strip has the word: the first that ends before `right` (pixels).
void caption(const Stage& stage, std::initializer_list<std::string> texts, float right);
/// The same, as wide as the stage.
void caption(const Stage& stage, std::initializer_list<std::string> texts);
/// A word in the scene. Left out in strips.
void word(const Stage& stage, Point at, std::string text, Align align = Align::left);
/// "1.29 m", "-1290 km": three significant figures, and no exponents.
std::string length_text(double metres);
/// Points at what has left the stage: "ball at x = 41.7 m ->"; nothing while it is there.
void point_at_lost(const Stage& stage, const char* what, physics::Vec2 at);

} // namespace view
