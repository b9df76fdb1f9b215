// tests/scenes/ruined.hpp -- the picture of a scene whose state a broken run has filled with NaN
#pragma once

#include "draw/shapes/picture.hpp"
#include "scenes/scenes.hpp"

#include <functional>
#include <limits>
#include <string_view>
#include <variant>

inline constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// Plays the scene for 20 frames, calls `ruin` on the state that is shown, and draws it.
draw::Picture picture_of_ruined(std::string_view scene, const std::function<void(scenes::AnyState&)>& ruin);

/// `ruin` writes NaN into all numbers of a state that are drawn. Checks that the picture's shapes are sound all the
/// same.
template <scenes::Scene S>
draw::Picture check_ruined(void (*ruin)(typename S::State&))
{
    return picture_of_ruined(S::name, [&](scenes::AnyState& shown) { ruin(std::get<typename S::State>(shown)); });
}
