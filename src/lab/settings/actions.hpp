// lab/settings/actions.hpp -- the table of keys and their actions; the keyboard, drive files and the help page use it
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace lab
{

enum class Action : std::uint8_t
{
    loop, ///< choose the preset of Key::argument
    vsync,
    lag,
    delay_down,
    delay_up,
    hitch,
    debugger_break,
    pause,
    step_frame,
    frame_back, ///< show the frame before, and stop the stage there
    frame_forward,
    go_on, ///< show the newest frame again, and continue
    reset,
    next_scene,
    compare, ///< start a race of loops, or go back to the live loop
    lessons,
    camera,     ///< move the camera back to where it shows everything
    panel_keys, ///< let the keyboard control the panels, or stop that
    film,
    panels,
    more,
    help,
    record,
    record_replay, ///< start to record a replay of the live loop, or stop
    replay,        ///< run the last recorded replay again
    what_if,       ///< continue a replay from its present moment with the present settings
    sound,
    full_screen,
    screenshot,
    quit,
};

struct Key
{
    std::string_view name; ///< SDL's name of the key
    Action action{};
    int argument = 0;      ///< the preset's index for Action::loop
    std::string_view help; ///< text for the help page; for Action::loop the preset's name
};

/// True if the action repeats while the user holds the key down.
constexpr bool repeats(Action action)
{
    using enum Action;
    return action == delay_down || action == delay_up || action == frame_back || action == frame_forward;
}

/// Returns all keys in the order of the help page.
std::span<const Key> keys();
/// Returns the key with that name, or null.
const Key* find_key(std::string_view name);

} // namespace lab
