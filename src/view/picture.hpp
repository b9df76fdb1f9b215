// view/picture.hpp -- what a frame looks like, as plain shapes in pixels; whoever has a canvas can draw it
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace view
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

struct Point
{
    float x = 0, y = 0;
};

/// In pixels, y down.
struct Rect
{
    float x = 0, y = 0, w = 0, h = 0;
};

/// A rounded, turned box; with no extent it is a disc, with no height a line with round ends.
struct Shape
{
    float x = 0, y = 0;           ///< centre
    float half_w = 0, half_h = 0; ///< of the box before rounding
    float cos = 1, sin = 0;       ///< its turn
    float radius   = 0;           ///< of the rounding, added outside
    float ring     = 0;           ///< width of an outline; 0 fills
    float softness = 0;           ///< width of the blurred edge, beyond anti-aliasing
    Colour colour{};
};

/// Shapes in painter's order.
class Picture
{
public:
    void clear(Rect area)
    {
        area_ = area;
        shapes_.clear();
    }
    void add(const Shape& shape) { shapes_.push_back(shape); }
    void disc(Point at, float radius, Colour colour, float softness = 0)
    {
        add({.x = at.x, .y = at.y, .radius = radius, .softness = softness, .colour = colour});
    }
    void ring(Point at, float radius, float width, Colour colour)
    {
        add({.x = at.x, .y = at.y, .radius = radius, .ring = width, .colour = colour});
    }
    void box(Rect r, float rounding, Colour colour, float outline = 0)
    {
        add({.x      = r.x + r.w / 2,
             .y      = r.y + r.h / 2,
             .half_w = r.w / 2 - rounding,
             .half_h = r.h / 2 - rounding,
             .radius = rounding,
             .ring   = outline,
             .colour = colour});
    }
    void line(Point a, Point b, float width, Colour colour)
    {
        const float dx     = b.x - a.x;
        const float dy     = b.y - a.y;
        const float length = std::sqrt(dx * dx + dy * dy);
        if (length <= 0.0F) return disc(a, width / 2, colour);
        add({.x      = (a.x + b.x) / 2,
             .y      = (a.y + b.y) / 2,
             .half_w = length / 2,
             .cos    = dx / length,
             .sin    = dy / length,
             .radius = width / 2,
             .colour = colour});
    }

    /// The part of the canvas that the picture is meant for.
    Rect area() const { return area_; }
    const std::vector<Shape>& shapes() const { return shapes_; }

private:
    Rect area_{};
    std::vector<Shape> shapes_;
};

} // namespace view
