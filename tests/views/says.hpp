// tests/views/says.hpp -- searches the labels of a picture, and checks where they are
#pragma once

#include "draw/shapes/picture.hpp"
#include "views/marks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

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

/// Returns the metres that a text such as "-5 m" or "150 km" stands for; empty for other texts.
inline std::optional<double> length_in(std::string_view text)
{
    double number         = 0;
    const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view unit{end, static_cast<std::size_t>(text.data() + text.size() - end)};
    if (bad != std::errc{} || (unit != " m" && unit != " km")) return std::nullopt;
    return unit == " m" ? number : 1000 * number;
}

/// Returns the rectangle of a label at a scale of 1, from the average width of a character.
inline draw::Rect room_of(const draw::Label& label)
{
    const float width = views::estimated_text_width(label.text, label.font, 1);
    const float share = label.align == draw::Align::left ? 0.0F : label.align == draw::Align::centre ? 0.5F : 1.0F;
    return {label.at.x - share * width, label.at.y, width, 13};
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
        const bool is_of_grid = length_in(one.text) && one.font == draw::Font::words;
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
