// lab/settings/key_bindings.hpp -- the actions of the program, and the table of the keys that start them
#pragma once

#include "timestep/preset.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace lab
{

enum class Action : std::uint8_t
{
    choose_loop, ///< choose the loop KeyBinding::loop for the selected lane; in a lesson, choose the answer with this
                 ///< number
    choose_next_vsync_mode,
    toggle_lag,
    decrease_delay,
    increase_delay,
    add_hitch,
    add_debugger_break,
    toggle_pause,
    run_single_frame, ///< while paused, run one frame of 1/60 s
    show_previous_frame, ///< pause, and show the previous frame
    show_next_frame,
    close_topmost, ///< close the list of keys, a frozen frame, a lesson or a replay
    undo,
    redo,
    copy_configuration, ///< copy the settings to the clipboard as a configuration string
    paste_configuration, ///< apply the configuration string that is on the clipboard
    reset_world,
    choose_next_scene,
    toggle_five_loops, ///< show the five best-known loops, or again the lanes of before
    show_lessons,
    demonstrate_loop, ///< run a ten-second demonstration of the chosen loop
    reset_camera, ///< show the whole scene
    toggle_keyboard_control_of_panels, ///< switch keyboard control of the panels on or off
    toggle_film, ///< start or stop recording a video of the loops
    toggle_panels,
    toggle_first_screen, ///< switch between all panels and the simple first screen
    toggle_help_page,
    toggle_frame_time_recording, ///< start or stop recording this PC's frame times
    toggle_replay_recording, ///< start or stop recording the user's inputs in a replay file
    run_last_replay, ///< run the replay file that was recorded or opened last
    fork_replay, ///< continue the replay from its shown time with the window's settings
    toggle_sound,
    toggle_full_screen,
    toggle_audience_view, ///< show only the loops, the delay slider, the verdict and the lesson, enlarged
    save_screenshot,
    quit,
};

struct KeyBinding
{
    std::string_view name; ///< SDL name of the key, with the prefix "Ctrl+" or "Shift+" if that key is held
    Action action{};
    std::string_view description; ///< text in the list of keys; for Action::choose_loop the name of the loop
    std::string_view heading{}; ///< heading above the key in the list of keys, for the first key of a group
    timestep::PresetId loop{}; ///< for Action::choose_loop
};

constexpr bool repeats_while_held(Action action)
{
    using enum Action;
    return action == decrease_delay || action == increase_delay || action == show_previous_frame ||
           action == show_next_frame;
}

/// True if the action leaves the experiment as it is.
constexpr bool acts_on_window(Action action)
{
    using enum Action;
    return action == save_screenshot || action == toggle_full_screen || action == toggle_sound ||
           action == toggle_keyboard_control_of_panels || action == toggle_film || action == quit;
}

/// All keys and their actions, in the order of the list that F1 shows.
std::span<const KeyBinding> key_bindings();
/// Null if no key has this name.
const KeyBinding* find_key_binding(std::string_view key_name);

constexpr bool changes_lag(Action action)
{
    using enum Action;
    return action == add_hitch || action == add_debugger_break || action == toggle_lag || action == decrease_delay ||
           action == increase_delay;
}
/// True if the action changes the simulated PC or the scene. During a lesson, the keys of such actions do nothing.
constexpr bool changes_setup(Action action)
{
    return changes_lag(action) || action == Action::choose_next_scene || action == Action::choose_next_vsync_mode;
}

} // namespace lab
