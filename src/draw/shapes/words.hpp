// draw/shapes/words.hpp -- writes words into a picture
#pragma once

#include "draw/shapes/pen.hpp"

#include <initializer_list>
#include <string>
#include <string_view>

namespace draw
{

/// Writes the first of `texts` that fits at the lower edge of the area, left of the x coordinate `right` in pixels.
/// Writes nothing if no text fits, or if the area is too low for texts (Pen::roomy).
void at_foot(const Pen& pen, std::initializer_list<std::string> texts, float right);
/// Writes a word into the picture at the point `at`, in pixels. Writes nothing if the area is too low for texts
/// (Pen::roomy).
void word(const Pen& pen, Point at, std::string text, Align align = Align::left);
/// Returns true if a word() is at most `room` pixels wide.
bool figures_fit(const Pen& pen, std::string_view text, float room);
/// Returns a length as text with three significant digits and without exponents: "1.29 m", "-1290 km".
std::string length_text(double metres);

} // namespace draw
