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
    /// Colour of the loop that moves the drawn objects.
    Colour loop;
    float scale =
        1.0; ///< pixels per point (the unit of length in layouts): 1 on an ordinary screen, 2 on a HiDPI screen
    bool has_legend = true; ///< true if the picture explains its marks; only the first of several lanes explains them
    bool is_only_lane =
        false; ///< true if no other lane is drawn beside this one, so that the legend needs only its marks
};

struct Pen
{
    Picture& picture;
    const StageStyle& style;
    Rect area; ///< the part of the picture to draw in, in pixels

    const Theme& theme() const { return style.theme; }
    Colour loop_colour() const { return style.loop; }
    float px(float points) const { return points * style.scale; }
    /// True if the area is high enough for captions: at least 230 points.
    bool has_text_room() const { return area.h >= px(230); }
    /// y coordinate of the scene's lower edge in pixels. With has_text_room(), the caption is below that edge.
    float scene_bottom() const { return area.bottom() - (has_text_room() ? px(34) : 0); }
};

/// Draws the first of `texts` that ends left of `right`, in pixels, at the lower edge. Draws nothing without
/// Pen::has_text_room().
void write_at_bottom(const Pen& pen, std::initializer_list<std::string> texts, float right);
/// Draws a label in the small monospaced font. Draws nothing without Pen::has_text_room().
void write_small_label(const Pen& pen, Point at, std::string text, Align align = Align::left);
/// True if a small label is at most `max_width` pixels wide.
bool small_label_fits(const Pen& pen, std::string_view text, float max_width);
/// Three significant digits without an exponent: "1.29 m", "-1290 km".
std::string length_text(double metres);
/// The smallest of 1, 2, 5, 10, 20, 50 ... (also of 0.5, 0.2 ...) that is at least `value` > 0.
double round_number_above(double value);

} // namespace draw
