// draw/shapes/picture.hpp -- a picture as a list of plain shapes and labels in pixels, independent of the renderer
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace draw
{

/// sRGB with straight (not premultiplied) alpha; each component is from 0 to 1.
struct Colour
{
    float r = 0, g = 0, b = 0, a = 1;

    friend bool operator==(const Colour&, const Colour&) = default;
};

/// `hex` is 0xRRGGBB.
constexpr Colour rgb(std::uint32_t hex, float alpha = 1.0F)
{
    return {static_cast<float>(hex >> 16 & 0xff) / 255.0F, static_cast<float>(hex >> 8 & 0xff) / 255.0F,
            static_cast<float>(hex & 0xff) / 255.0F, alpha};
}
constexpr Colour faded(Colour c, float opacity_factor) { return {c.r, c.g, c.b, c.a * opacity_factor}; }
constexpr Colour mix(Colour a, Colour b, float share_of_b)
{
    return {a.r + (b.r - a.r) * share_of_b, a.g + (b.g - a.g) * share_of_b, a.b + (b.b - a.b) * share_of_b,
            a.a + (b.a - a.a) * share_of_b};
}

/// A position in pixels; y grows downwards.
struct Point
{
    float x = 0, y = 0;

    friend bool operator==(Point, Point) = default;
};

/// Left and upper edge, width and height in pixels; y grows downwards.
struct Rect
{
    float x = 0, y = 0, w = 0, h = 0;

    float right() const { return x + w; }
    float bottom() const { return y + h; }
    bool contains(Point p) const { return p.x >= x && p.x <= right() && p.y >= y && p.y <= bottom(); }
};

/// The part that both rectangles cover. Its width or height is 0 if they do not overlap.
Rect intersection(const Rect& a, const Rect& b);

/// A rotated box with round corners. It is a disc if half_w = half_h = 0, and a line if only half_h = 0.
struct RoundedBox
{
    float x = 0, y = 0; ///< centre of the box in pixels
    float half_w = 0, half_h = 0; ///< half of the width and height in pixels, without the border
    float cos = 1, sin = 0; ///< cosine and sine of the rotation angle
    float radius = 0; ///< radius of the corners and width of the border, in pixels
    float outline_width = 0; ///< width of the outline in pixels; 0 fills the shape
    float blur_width = 0; ///< width of the blurred edge of a disc in pixels; 0 for a sharp edge
    bool is_lit_ball = false; ///< true: a disc is shaded as a sphere with light from the upper left
    Colour colour{};

    bool is_disc() const { return half_w == 0 && half_h == 0; }
};

/// A quadrilateral with its corners in the order of its outline. In a triangle, the last two corners are equal.
struct Quad
{
    std::array<Point, 4> corners{};
    Colour colour{};
};

using Shape = std::variant<RoundedBox, Quad>;

enum class Align : std::uint8_t
{
    left,
    centre,
    right,
};

enum class Font : std::uint8_t
{
    proportional, ///< proportional font for sentences
    monospaced, ///< monospaced font for numbers
};

struct Label
{
    Point anchor; ///< left end, middle or right end of the text's upper edge, depending on `align`
    std::string text;
    Colour colour{};
    Align align = Align::left;
    Font font = Font::proportional;
};

/// A colour stop of a shaded ball's gradient: mix(mix(colour of the ball, white, white_share), black, black_share).
struct LitBallGradientStop
{
    /// Distance from the ball's highlight: 0 at the highlight, 1 at the point of the ball's edge farthest from it.
    float distance;
    float white_share;
    float black_share;
};
inline constexpr std::array<LitBallGradientStop, 4> lit_ball_gradient_stops{
    {{0.0F, 0.75F, 0.0F}, {0.3F, 0.16F, 0.0F}, {0.55F, 0.0F, 0.0F}, {1.0F, 0.0F, 0.5F}}};
/// Position of the highlight relative to the ball's centre, in radii of the ball.
inline constexpr Point lit_ball_highlight{-0.30F, -0.36F};
/// Distance from the highlight to the farthest point of the ball's edge, in radii of the ball.
inline constexpr float lit_ball_gradient_radius = 1.47F;

/// Labels are drawn over the shapes.
class Picture
{
public:
    /// Removes all shapes and labels, and sets the area and its background colour.
    void reset(Rect area, Colour background);

    // The following functions append a shape or a label; lengths are in pixels.
    void add_rounded_box(const RoundedBox& box);
    void add_quad(const std::array<Point, 4>& corners, Colour colour);
    void add_triangle(Point a, Point b, Point c, Colour colour) { add_quad({a, b, c, c}, colour); }
    void add_disc(Point centre, float radius, Colour colour, float blur_width = 0);
    /// A disc that is shaded as a sphere.
    void add_lit_ball(Point centre, float radius, Colour colour);
    /// An unfilled circle whose line has the thickness `outline_width`.
    void add_circle_outline(Point centre, float radius, float outline_width, Colour colour);
    /// A rectangle with round corners. It is filled if `outline_width` is 0, otherwise only an outline.
    void add_rectangle(Rect rect, float corner_radius, Colour colour, float outline_width = 0);
    /// A line with round ends. Its ends may be far outside of the area: only the part in or near the area is stored.
    void add_line(Point a, Point b, float width, Colour colour);
    /// Adds nothing if the anchor is outside of the area.
    void add_label(Label label);
    void add_monospaced_label(Point anchor, std::string text, Colour colour, Align align = Align::left)
    {
        add_label({anchor, std::move(text), colour, align, Font::monospaced});
    }

    Rect area() const { return area_; }
    Colour background() const { return background_; }
    const std::vector<Shape>& shapes() const { return shapes_; }
    const std::vector<Label>& labels() const { return labels_; }

private:
    Rect area_{};
    Colour background_{};
    std::vector<Shape> shapes_;
    std::vector<Label> labels_;
};

} // namespace draw
