// draw/shapes/picture.hpp -- what a frame looks like, as plain shapes and words in pixels; whoever has a canvas can
// draw it
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace draw
{

/// Straight (not premultiplied) sRGB, each from 0 to 1.
struct Colour
{
    float r = 0, g = 0, b = 0, a = 1;

    friend bool operator==(const Colour&, const Colour&) = default;
};

constexpr Colour rgb(std::uint32_t hex, float alpha = 1.0F)
{
    return {static_cast<float>(hex >> 16 & 0xff) / 255.0F, static_cast<float>(hex >> 8 & 0xff) / 255.0F,
            static_cast<float>(hex & 0xff) / 255.0F, alpha};
}
constexpr Colour faded(Colour c, float alpha) { return {c.r, c.g, c.b, c.a * alpha}; }
constexpr Colour mix(Colour a, Colour b, float t)
{
    return {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t, a.a + (b.a - a.a) * t};
}

/// In pixels, y down.
struct Point
{
    float x = 0, y = 0;

    friend bool operator==(Point, Point) = default;
};

/// In pixels, y down.
struct Rect
{
    float x = 0, y = 0, w = 0, h = 0;

    float right() const { return x + w; }
    float bottom() const { return y + h; }
    bool contains(Point p) const { return p.x >= x && p.x <= right() && p.y >= y && p.y <= bottom(); }
};

/// What two rectangles that meet have in common.
Rect common(const Rect& a, const Rect& b);

/// A rounded, turned box; with no extent it is a disc, with no height a line with round ends.
struct Box
{
    float x = 0, y = 0;           ///< centre
    float half_w = 0, half_h = 0; ///< before rounding
    float cos = 1, sin = 0;       ///< its turn
    float radius = 0;             ///< of the rounding, added outside
    float ring   = 0;             ///< width of an outline; 0 fills
    float soft   = 0;             ///< width of a disc's blurred edge, beyond anti-aliasing
    bool lit     = false;         ///< a disc that is a ball, lit from above left
    Colour colour{};

    bool is_disc() const { return half_w == 0 && half_h == 0; }
};

/// Convex, the corners in either order; the last two may be the same.
struct Quad
{
    std::array<Point, 4> corners{};
    Colour colour{};
};

using Shape = std::variant<Box, Quad>;

enum class Align : std::uint8_t
{
    left,
    centre,
    right,
};

enum class Font : std::uint8_t
{
    words,   ///< proportional
    figures, ///< every character as wide as the next
};

/// One line of text; whoever draws it knows the size of its fonts.
struct Label
{
    Point at; ///< the top of the line, at its left end, middle or right end
    std::string text;
    Colour colour{};
    Align align = Align::left;
    Font font   = Font::words;
};

/// How a ball's colour changes from where the light falls on it: `white` and `black` are mixed into it.
struct LitStop
{
    float at; ///< distance from the highlight, in `lit_reach` radii
    float white;
    float black;
};
inline constexpr std::array<LitStop, 4> lit_stops{
    {{0.0F, 0.75F, 0.0F}, {0.3F, 0.16F, 0.0F}, {0.55F, 0.0F, 0.0F}, {1.0F, 0.0F, 0.5F}}};
inline constexpr Point lit_highlight{-0.30F, -0.36F}; ///< in radii from the centre
inline constexpr float lit_reach = 1.47F;             ///< to the far rim

/// Shapes in painter's order, and the words on top of them. What cannot be seen is left out: outside of the area,
/// without ink, or (a motion that blew up) at no finite place.
class Picture
{
public:
    void clear(Rect area, Colour ground);

    void add(const Box& box);
    void quad(const std::array<Point, 4>& corners, Colour colour);
    void triangle(Point a, Point b, Point c, Colour colour) { quad({a, b, c, c}, colour); }
    void disc(Point at, float radius, Colour colour, float soft = 0);
    void ball(Point at, float radius, Colour colour);
    void ring(Point at, float radius, float width, Colour colour);
    /// With `outline` 0 it is filled, otherwise drawn with a line of that width along its edge.
    void box(Rect r, float rounding, Colour colour, float outline = 0);
    /// With round ends; only the part in and near the area is kept, so one end may be far away.
    void line(Point a, Point b, float width, Colour colour);
    void write(Label label);

    /// The part of the canvas that the picture is meant for, and the colour behind everything.
    Rect area() const { return area_; }
    Colour ground() const { return ground_; }
    const std::vector<Shape>& shapes() const { return shapes_; }
    const std::vector<Label>& labels() const { return labels_; }

private:
    Rect area_{};
    Colour ground_{};
    std::vector<Shape> shapes_;
    std::vector<Label> labels_;
};

} // namespace draw
