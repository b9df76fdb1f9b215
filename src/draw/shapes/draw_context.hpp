// draw/shapes/draw_context.hpp -- the context of drawing functions (picture, theme, scale, area); captions, labels,
// number texts
#pragma once

#include "draw/shapes/picture.hpp"
#include "draw/shapes/theme.hpp"

#include <initializer_list>
#include <string>
#include <string_view>

namespace draw
{

struct DrawContext
{
    Picture& picture;
    const ViewStyle& style;
    Rect area;

    const Theme& theme() const { return style.theme; }
    Colour loop_colour() const { return style.loop_colour; }
    /// Converts points (the unit of layout, as for fonts) to pixels.
    float to_pixels(float points) const { return points * style.pixels_per_point; }
    /// The width in pixels, estimated from mean letter widths without the real fonts.
    float text_width(std::string_view text, Font font) const;
    /// Draws a sharp line, one point wide, to the right of or below its start; positions and lengths are in pixels.
    void draw_horizontal_line(float x, float y, float length, Colour colour) const
    {
        picture.add_rectangle({x, y - to_pixels(0.5F), length, to_pixels(1)}, 0, colour);
    }
    void draw_vertical_line(float x, float y, float length, Colour colour) const
    {
        picture.add_rectangle({x - to_pixels(0.5F), y, to_pixels(1), length}, 0, colour);
    }
    /// True if the area is high enough for captions and labels.
    bool has_height_for_text() const { return area.h >= to_pixels(186); }
    /// The y coordinate in pixels of the lower edge of the drawing, which is above the caption if there is one.
    float bottom_y_above_caption() const
    {
        return area.bottom() - (style.has_captions && has_height_for_text() ? to_pixels(34) : 0);
    }
};

/// DrawContext::text_width() with a scale of `pixels_per_point`.
float estimated_text_width(std::string_view text, Font font, float pixels_per_point);
/// Draws the first caption that fits, if has_height_for_text().
void draw_bottom_caption(const DrawContext& context, std::initializer_list<std::string> captions_longest_first,
                         float max_x_px);
/// Draws nothing unless has_height_for_text(). `anchor` is the left end, middle or right end of the text's upper edge.
void draw_small_label(const DrawContext& context, Point anchor, std::string text, Align align = Align::left);
bool small_label_fits(const DrawContext& context, std::string_view text, float max_width_px);
/// A length with three significant digits, such as "0.05 mm", "1.29 m" or "-1290 km".
std::string length_text(double metres);
/// The smallest f * 10^n >= `value` with f in `allowed_factors` (1 to 10, ascending). `value` must be positive.
double round_number_at_least(double value, std::initializer_list<double> allowed_factors = {1.0, 2.0, 5.0});

} // namespace draw
