// tests/views/says.hpp -- what is written in a picture
#pragma once

#include "draw/shapes/picture.hpp"

#include <algorithm>
#include <string_view>

/// Whether one of its labels has this text in it.
inline bool says(const draw::Picture& picture, std::string_view text)
{
    return std::ranges::any_of(picture.labels(),
                               [&](const auto& label) { return label.text.find(text) != label.text.npos; });
}
