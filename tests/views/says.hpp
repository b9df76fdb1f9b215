// tests/views/says.hpp -- searches the labels of a picture
#pragma once

#include "draw/shapes/picture.hpp"

#include <algorithm>
#include <string_view>

/// Returns whether a label of the picture contains this text.
inline bool says(const draw::Picture& picture, std::string_view text)
{
    return std::ranges::any_of(picture.labels(),
                               [&](const auto& label) { return label.text.find(text) != label.text.npos; });
}
