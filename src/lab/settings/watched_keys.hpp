// lab/settings/watched_keys.hpp -- keys where lanes are only watched: their numbers are of their own set-up
#pragma once

#include "lab/settings/actions.hpp"

namespace lab
{

/// Whether a key would change the PC or the scene of what is watched; there it does nothing.
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
