// tests/scenes/ruined.hpp -- draws a scene whose state is NaN, as after a broken run
#pragma once

#include "draw/shapes/picture.hpp"
#include "scenes/runs.hpp"

#include <functional>
#include <limits>
#include <string_view>

inline constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// Runs the scene for 20 frames, calls `ruin` on the shown state, and returns its picture.
draw::Picture picture_of_ruined(std::string_view scene, const std::function<void(scenes::AnyState&)>& ruin);

/// Checks that the picture of a ruined state has only valid shapes. `ruin` sets all drawn numbers of the state to NaN.
template <class S>
draw::Picture check_ruined(void (*ruin)(typename S::State&))
{
    return picture_of_ruined(scenes::name_of<S>(),
                             [&](scenes::AnyState& shown) { ruin(shown.as<typename S::State>()); });
}
