// tests/views/shapes.hpp -- searches the shapes and labels of a picture, and checks what holds for any picture
#pragma once

#include "base/number.hpp"
#include "draw/shapes/draw_context.hpp"
#include "draw/shapes/picture.hpp"
#include "views/marks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

inline bool is_finite_shape(const draw::Shape& shape)
{
    if (const auto* q = std::get_if<draw::Quad>(&shape))
        return std::ranges::all_of(q->corners, [](draw::Point p) { return std::isfinite(p.x) && std::isfinite(p.y); });
    const draw::RoundedBox& b = std::get<draw::RoundedBox>(shape);
    const auto all = {b.x, b.y, b.half_w, b.half_h, b.cos, b.sin, b.radius, b.outline_width, b.blur_width};
    return std::ranges::all_of(all, [](float f) { return std::isfinite(f); });
}

inline bool is_colour(const draw::Shape& shape)
{
    const draw::Colour c = std::visit([](const auto& s) { return s.colour; }, shape);
    return std::ranges::all_of(std::array{c.r, c.g, c.b, c.a}, [](float part) { return part >= 0 && part <= 1.0001F; });
}

/// Requires that all numbers of shapes are finite, that colours are from 0 to 1, and that labels have text and lie in
/// the picture.
inline void check_sound(const draw::Picture& picture)
{
    for (const draw::Shape& shape : picture.shapes())
    {
        REQUIRE(is_finite_shape(shape));
        REQUIRE(is_colour(shape));
    }
    for (const draw::Label& label : picture.labels())
    {
        REQUIRE(picture.area().contains(label.anchor));
        REQUIRE_FALSE(label.text.empty());
    }
}

/// Returns the boxes of a picture for which `keep(box)` is true, in painter's order.
std::vector<draw::RoundedBox> boxes_where(const draw::Picture& picture, auto keep)
{
    std::vector<draw::RoundedBox> found;
    for (const draw::Shape& shape : picture.shapes())
        if (const auto* box = std::get_if<draw::RoundedBox>(&shape); box != nullptr && keep(*box))
            found.push_back(*box);
    return found;
}

inline std::vector<draw::RoundedBox> balls(const draw::Picture& picture)
{
    return boxes_where(picture, [](const auto& b) { return b.is_lit_ball; });
}

/// Returns whether two points are the same, up to a tenth of a pixel.
inline bool is_near(draw::Point a, draw::Point b) { return std::hypot(a.x - b.x, a.y - b.y) < 0.1F; }

/// Returns the first box whose middle is at this pixel and for which `keep(box)` is true, or null.
const draw::RoundedBox* box_at(const draw::Picture& picture, draw::Point at, auto keep)
{
    for (const draw::Shape& shape : picture.shapes())
        if (const auto* box = std::get_if<draw::RoundedBox>(&shape);
            box != nullptr && is_near({box->x, box->y}, at) && keep(*box))
            return box;
    return nullptr;
}

/// Returns whether two colours differ at most in how transparent they are.
inline bool is_same_ink(draw::Colour a, draw::Colour b) { return a.r == b.r && a.g == b.g && a.b == b.b; }

/// Returns whether a box is a line: without height, with round ends.
inline bool is_line(const draw::RoundedBox& b)
{
    return b.half_w > 0 && b.half_h == 0 && b.outline_width == 0 && b.radius > 0;
}

/// Returns the two ends of a line, without their rounding.
inline std::array<draw::Point, 2> ends_of(const draw::RoundedBox& line)
{
    const float dx = line.cos * line.half_w;
    const float dy = line.sin * line.half_w;
    return {{{line.x - dx, line.y - dy}, {line.x + dx, line.y + dy}}};
}

/// Returns the distance in pixels between a point and the nearest point of a line.
inline float distance_to(const draw::RoundedBox& line, draw::Point p)
{
    const float along = (p.x - line.x) * line.cos + (p.y - line.y) * line.sin;
    const float across = (p.y - line.y) * line.cos - (p.x - line.x) * line.sin;
    return std::hypot(std::max(std::abs(along) - line.half_w, 0.0F), across);
}

/// Returns whether a label of the picture contains this text.
inline bool says(const draw::Picture& picture, std::string_view text)
{
    return std::ranges::any_of(picture.labels(),
                               [&](const auto& label) { return label.text.find(text) != label.text.npos; });
}

/// Returns the first label that begins with this text, or null.
inline const draw::Label* label_that_begins(const draw::Picture& picture, std::string_view text)
{
    const auto found = std::ranges::find_if(picture.labels(), [&](const auto& l) { return l.text.starts_with(text); });
    return found == picture.labels().end() ? nullptr : &*found;
}

/// Parses a length with its unit, such as "-5 m" or "150 km". Returns metres; std::nullopt for any other text.
inline std::optional<double> length_in(std::string_view text)
{
    if (!text.ends_with(" m") && !text.ends_with(" km")) return std::nullopt;
    const auto number = base::parse_number<double>(text.substr(0, text.rfind(' ')));
    return number && text.ends_with(" km") ? 1000 * *number : number;
}

/// Returns the rectangle of a label at a scale of 1, from the average width of a character.
inline draw::Rect room_of(const draw::Label& label)
{
    const float width = draw::estimated_text_width(label.text, label.font, 1);
    const float share = label.align == draw::Align::left ? 0.0F : label.align == draw::Align::centre ? 0.5F : 1.0F;
    return {label.anchor.x - share * width, label.anchor.y, width, 13};
}

/// Checks that every label lies inside the picture, up to `beyond` pixels, and that no two labels overlap. Only the
/// last number of an explosion's grid may be cut by the right edge.
inline void check_words(const draw::Picture& picture, float beyond = 1)
{
    const draw::Rect& area = picture.area();
    for (const draw::Label& one : picture.labels())
    {
        CAPTURE(one.text);
        const draw::Rect room = room_of(one);
        CHECK(room.x >= area.x - beyond);
        const bool is_of_grid = length_in(one.text) && one.font == draw::Font::proportional;
        CHECK((is_of_grid || room.right() <= area.right() + beyond));
        CHECK(room.bottom() <= area.bottom() + beyond);
        for (const draw::Label* other = &one + 1; other < picture.labels().data() + picture.labels().size(); ++other)
        {
            CAPTURE(other->text);
            const draw::Rect shared = draw::intersection(room, room_of(*other));
            CHECK((shared.w <= 0 || shared.h <= 0));
        }
    }
}
