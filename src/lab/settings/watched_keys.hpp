// lab/settings/watched_keys.hpp -- decides which keys do nothing in lessons, network games and replays, because the
// user must not change their settings
#pragma once

#include "lab/settings/actions.hpp"

namespace lab
{

/// True if the key's action changes the PC or the scene. Lessons, network games and replays ignore such keys.
constexpr bool would_change_lanes(Action action)
{
    switch (action)
    {
    case Action::hitch:
    case Action::debugger_break:
    case Action::next_scene:
    case Action::lag:
    case Action::vsync:
    case Action::delay_down:
    case Action::delay_up: return true;
    default: return false;
    }
}

} // namespace lab
