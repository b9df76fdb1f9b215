// tests/scenes/ruined.hpp -- draws a scene whose state is NaN, as after a broken run
#pragma once

#include "scenes/runs.hpp"
#include "views/playing.hpp"

#include <numbers>

inline constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// Runs the scene for 20 frames, and checks that the picture of its ruined state has only valid shapes. `ruin` sets all
/// drawn numbers of the state to NaN.
template <class S>
draw::Picture check_ruined(void (*ruin)(typename S::State&))
{
    Played played{settings_of(scenes::name_of<S>()), 20};
    ruin(const_cast<scenes::AnyState&>(played.lab.lane().presented_state()).as<typename S::State>());
    views::add_newest_frame(played.trace, played.lab.lane());
    check_sound(played.draw());
    return played.picture;
}
