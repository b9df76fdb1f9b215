// draw/shapes/words.hpp -- words in a picture
#pragma once

#include "draw/shapes/pen.hpp"

#include <initializer_list>
#include <string>

namespace draw
{

/// Writes one sentence at the foot of the area: the first of the texts that ends before `right`; none in a strip.
void at_foot(const Pen& pen, std::initializer_list<std::string> texts, float right);
/// Writes a word in the scene; nothing in a strip.
void word(const Pen& pen, Point at, std::string text, Align align = Align::left);
/// "1.29 m", "-1290 km": three significant figures, and no exponents.
std::string length_text(double metres);

} // namespace draw
