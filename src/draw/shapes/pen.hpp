// draw/shapes/pen.hpp -- the data that every function for drawing shapes needs: the picture, the colours, the scale and
// the area; and functions that write words into the area
#pragma once

#include "draw/shapes/picture.hpp"
#include "draw/shapes/theme.hpp"

#include <initializer_list>
#include <string>
#include <string_view>

namespace draw
{

struct StageStyle
{
    const Theme& theme;
    /// Colour of the game loop that moves the drawn objects: each loop that the user compares has its own colour.
    Colour loop;
    float scale = 1.0; ///< pixels per point (unit of length in layouts): 1 on an ordinary screen, 2 on a HiDPI screen
    bool has_legend = true; ///< true if the picture explains its marks; the first of several lanes does it for all
    bool is_only = false;   ///< true if no other lane is drawn beside this one, so that the legend needs only its marks
};

struct Pen
{
    Picture& picture;
    const StageStyle& style;
    Rect area; ///< the part of the picture to draw in, in pixels

    const Theme& theme() const { return style.theme; }
    Colour loop() const { return style.loop; }
    /// Converts a length in points (pixels of an ordinary screen) to pixels of this screen.
    float px(float points) const { return points * style.scale; }
    /// Returns true if the area is at least 230 points high: then it has room for texts, such as captions and the time
    /// scale. The area is lower if the window is small or shows many loops.
    bool roomy() const { return area.h >= px(230); }
    /// Returns the y coordinate in pixels of the lower edge of the scene (the picture of the simulated world). A
    /// caption is drawn below it if the area is high enough.
    float foot() const { return area.bottom() - (roomy() ? px(34) : 0); }
};

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
