// lab/settings/actions.hpp -- what a key does, as one row of a table: keyboard, drive file and help are all made from
// it
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace lab
{

enum class Action : std::uint8_t
{
    loop, ///< the key's digit is the place of the preset
    vsync,
    lag,
    delay_down,
    delay_up,
    hitch,
    debugger_break,
    pause,
    step_frame,
    frame_back, ///< the stage goes back in time, and stands still there
    frame_forward,
    go_on, ///< from there to the newest frame
    reset,
    next_scene,
    compare, ///< a race of loops, and back
    lessons,
    camera,     ///< back to where it shows all
    panel_keys, ///< the keyboard works the panels, and back
    film,
    panels,
    more,
    help,
    record,
    record_replay, ///< of the live loop, and stop
    replay,        ///< the last one again
    what_if,       ///< from here on, as the settings are now
    sound,
    full_screen,
    screenshot,
    quit,
};

struct Key
{
    std::string_view name; ///< as SDL names it
    Action action{};
    int argument = 0;      ///< the preset's index for Action::loop
    std::string_view help; ///< empty for keys that the row above explains
};

/// Whether a key that is held down does it again and again.
constexpr bool repeats(Action action)
{
    using enum Action;
    return action == delay_down || action == delay_up || action == frame_back || action == frame_forward;
}

/// All keys, in the order of the help page.
std::span<const Key> keys();
/// The key of that name, or null.
const Key* find_key(std::string_view name);

} // namespace lab
