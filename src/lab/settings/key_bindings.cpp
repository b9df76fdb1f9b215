#include "lab/settings/key_bindings.hpp"

#include "base/text.hpp"
#include "timestep/presets.hpp"

#include <array>

namespace lab
{

namespace
{

constexpr KeyBinding key_for_loop(std::string_view digit, std::string_view preset_name, std::string_view heading = "")
{
    return {digit, Action::choose_loop, preset_name, heading, id_of(*timestep::find_preset(preset_name))};
}

constexpr std::array binding_table{
    key_for_loop("1", "fixed", "Loop"),
    key_for_loop("2", "variable"),
    key_for_loop("3", "semi-fixed"),
    key_for_loop("4", "accumulator"),
    key_for_loop("5", "interpolated"),
    key_for_loop("6", "extrapolated"),
    key_for_loop("7", "render-tick"),
    key_for_loop("8", "step-ahead"),
    key_for_loop("9", "godot"),
    KeyBinding{"V", Action::choose_next_vsync_mode, "VSYNC: off, on, adaptive", "This PC"},
    KeyBinding{"L", Action::toggle_lag, "lag on or off: all delays of the slow PC"},
    KeyBinding{"[", Action::decrease_delay, "frame delay 5 ms less; first screen: to the next slider mark"},
    KeyBinding{"]", Action::increase_delay, "frame delay 5 ms more; first screen: to the next slider mark"},
    KeyBinding{"H", Action::add_hitch, "one hitch of 500 ms"},
    KeyBinding{"B", Action::add_debugger_break, "debugger break: everything stops for 3 s"},
    KeyBinding{"Space", Action::toggle_pause, "pause or continue", "Time"},
    KeyBinding{"N", Action::run_single_frame, "run the next frame of each loop while paused"},
    KeyBinding{"Left", Action::show_previous_frame, "pause, and show the previous frame"},
    KeyBinding{"Right", Action::show_next_frame, "show the next frame"},
    KeyBinding{"R", Action::reset_world, "reset the world"},
    KeyBinding{"S", Action::choose_next_scene, "next scene", "View"},
    KeyBinding{"C", Action::toggle_five_loops, "compare: the five loops, or again the lanes of before"},
    KeyBinding{"E", Action::show_lessons, "list of lessons, one page each"},
    KeyBinding{"D", Action::demonstrate_loop, "show me: a demonstration of loop 1 to 5 in ten seconds"},
    KeyBinding{"M", Action::toggle_first_screen, "more: all panels, or only the first screen"},
    KeyBinding{"G", Action::reset_camera, "reset the camera; the mouse wheel zooms, the right button pans"},
    KeyBinding{"Escape", Action::close_topmost, "close the list of keys, card, frozen frame or lesson"},
    KeyBinding{"Ctrl+Z", Action::undo, "undo the last change of a control", "Set-up"},
    KeyBinding{"Ctrl+Shift+Z", Action::redo, "redo the last undone change"},
    KeyBinding{"Ctrl+C", Action::copy_configuration, "copy the set-up as one line of text"},
    KeyBinding{"Ctrl+V", Action::paste_configuration, "paste a copied set-up"},
    KeyBinding{"F9", Action::toggle_frame_time_recording, "start or stop recording frame times", "Files"},
    KeyBinding{"F7", Action::toggle_replay_recording, "start or stop recording inputs and settings as a replay"},
    KeyBinding{"F8", Action::run_last_replay, "run the last replay again, bit-identical"},
    KeyBinding{"W", Action::fork_replay,
               "what if: continue a replay from here with the present loop, rate and settings"},
    KeyBinding{"F10", Action::toggle_film, "start or stop filming the stage"},
    KeyBinding{"F12", Action::save_screenshot, "screenshot"},
    KeyBinding{"Tab", Action::toggle_panels, "hide or show the panels", "Window"},
    KeyBinding{"F1", Action::toggle_help_page, "show or hide this list of keys"},
    KeyBinding{"F6", Action::toggle_keyboard_control_of_panels,
               "control the panels with arrows, Space, Enter; press F6 again to stop"},
    KeyBinding{"T", Action::toggle_sound, "sound: high for each frame (left), low for each step (right)"},
    KeyBinding{"F11", Action::toggle_full_screen, "full screen"},
    KeyBinding{"Shift+F11", Action::toggle_audience_view,
               "present: scene, slider, result and lesson, in large letters"},
    KeyBinding{"Ctrl+Q", Action::quit, "quit"},
};

} // namespace

std::span<const KeyBinding> key_bindings() { return binding_table; }

const KeyBinding* find_key_binding(std::string_view key_name)
{
    return base::find_row_by_name(binding_table, key_name, &KeyBinding::name);
}

} // namespace lab
