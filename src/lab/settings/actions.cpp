#include "lab/settings/actions.hpp"

#include "timestep/presets.hpp"

#include <algorithm>
#include <array>

namespace lab
{

namespace
{
constexpr Key loop_key(std::string_view digit, std::string_view preset)
{
    return {digit, Action::loop, static_cast<int>(id_of(*timestep::find_preset(preset))), preset};
}

constexpr std::array table{
    loop_key("1", "fixed"),
    loop_key("2", "variable"),
    loop_key("3", "semi-fixed"),
    loop_key("4", "accumulator"),
    loop_key("5", "interpolated"),
    loop_key("6", "extrapolated"),
    loop_key("7", "render-tick"),
    loop_key("8", "step-ahead"),
    loop_key("9", "godot"),
    Key{"V", Action::vsync, 0, "VSYNC: off, on, adaptive"},
    Key{"L", Action::lag, 0, "lag on or off: the slow PC at one switch"},
    Key{"[", Action::delay_down, 0, "frame delay 5 ms less; on the first screen, one stop"},
    Key{"]", Action::delay_up, 0, "frame delay 5 ms more; on the first screen, one stop"},
    Key{"H", Action::hitch, 0, "one hitch of 500 ms"},
    Key{"B", Action::debugger_break, 0, "debugger break: everything stops for 3 s"},
    Key{"Space", Action::pause, 0, "pause, and go on"},
    Key{"N", Action::step_frame, 0, "one frame of 1/60 s while paused"},
    Key{"Left", Action::frame_back, 0, "back in time by one frame: the stage stands still there"},
    Key{"Right", Action::frame_forward, 0, "forward again by one frame"},
    Key{"R", Action::reset, 0, "reset the world"},
    Key{"S", Action::next_scene, 0, "next scene"},
    Key{"C", Action::compare, 0, "compare: race the loops, and back"},
    Key{"E", Action::lessons, 0, "lessons: one page each"},
    Key{"D", Action::show_me, 0, "show me: ten seconds about the chosen loop (1 to 5), then back"},
    Key{"M", Action::more, 0, "more: every panel, or the first screen's one slider"},
    Key{"G", Action::camera, 0, "camera back to where it shows all; the wheel zooms, the right button moves"},
    Key{"Escape", Action::close, 0, "close what is open: list, card, frozen frame, lesson"},
    Key{"Ctrl+Z", Action::undo, 0, "undo the last change of a control"},
    Key{"Ctrl+Shift+Z", Action::redo, 0, "redo what was undone"},
    Key{"Ctrl+C", Action::copy, 0, "copy the set-up as one line of text"},
    Key{"Ctrl+V", Action::paste, 0, "paste a set-up that was copied"},
    Key{"F9", Action::record, 0, "record frame times, and stop"},
    Key{"F7", Action::record_replay, 0, "record what you do with the live loop as a replay, and stop"},
    Key{"F8", Action::replay, 0, "run the last replay again, to the bit"},
    Key{"W", Action::what_if, 0,
        "what if: from this moment of a replay on with the loop, rate and knobs as they are now"},
    Key{"F10", Action::film, 0, "film the stage, and stop"},
    Key{"F12", Action::screenshot, 0, "screenshot"},
    Key{"Tab", Action::panels, 0, "hide or show the panels"},
    Key{"F1", Action::help, 0, "this list"},
    Key{"F6", Action::panel_keys, 0, "work the panels by arrows, Space and Enter; F6 again leaves"},
    Key{"T", Action::sound, 0, "sound: a tick for each frame (left), a click for each step (right)"},
    Key{"F11", Action::full_screen, 0, "full screen"},
    Key{"Shift+F11", Action::present, 0, "present: stage, slider, verdict and lesson, in large letters"},
    Key{"Ctrl+Q", Action::quit, 0, "quit"},
};
} // namespace

std::span<const Key> keys() { return table; }

const Key* find_key(std::string_view name)
{
    const auto found = std::find_if(table.begin(), table.end(), [&](const Key& k) { return k.name == name; });
    return found == table.end() ? nullptr : &*found;
}

} // namespace lab
