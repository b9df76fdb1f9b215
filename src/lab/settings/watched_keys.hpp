// lab/settings/watched_keys.hpp -- the keys that do nothing while the stage shows lanes with a fixed set-up: lessons,
// network games and replays
#pragma once

#include "lab/settings/actions.hpp"

namespace lab
{

/// True if the key's action changes the PC or the scene. Such a key does nothing on a stage with a fixed set-up.
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
