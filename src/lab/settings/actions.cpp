#include "lab/settings/actions.hpp"

#include "base/files.hpp"
#include "base/number.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "lab/settings/configuration_string.hpp"
#include "timestep/presets.hpp"

#include <algorithm>
#include <array>

namespace lab
{

namespace
{

constexpr KeyBinding key_for_loop(std::string_view digit, std::string_view preset, std::string_view heading = "")
{
    return {digit, Action::choose_loop, preset, heading, id_of(*timestep::find_preset(preset))};
}

constexpr std::array all_bindings{
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
    KeyBinding{"N", Action::run_single_frame, "run one frame of 1/60 s while paused"},
    KeyBinding{"Left", Action::show_previous_frame, "pause, and show the previous frame"},
    KeyBinding{"Right", Action::show_next_frame, "show the next frame"},
    KeyBinding{"R", Action::reset_world, "reset the world"},
    KeyBinding{"S", Action::choose_next_scene, "next scene", "View"},
    KeyBinding{"C", Action::toggle_race, "compare: start or end a race of loops"},
    KeyBinding{"E", Action::show_lessons, "list of lessons, one page each"},
    KeyBinding{"D", Action::demonstrate_loop, "show me: a demonstration of loop 1 to 5 in ten seconds"},
    KeyBinding{"M", Action::toggle_first_screen, "more: all panels, or only the first screen"},
    KeyBinding{"G", Action::reset_camera, "reset the camera; the mouse wheel zooms, the right button pans"},
    KeyBinding{"Escape", Action::close_overlay_or_go_live, "close the list of keys, card, frozen frame or lesson"},
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

using CommandKind = TimedCommand::Kind;
using base::OptionalError;

constexpr std::array<std::string_view, 8> command_names{"key",   "set",    "grab",       "release",
                                                        "press", "let-go", "screenshot", "quit"};

OptionalError parse_key(TimedCommand& command, std::string_view name)
{
    command.key = find_key_by_name(name);
    if (command.key != nullptr) return std::nullopt;
    return base::unknown_name_message_with_suggestion("key", name, base::names_of(all_bindings, &KeyBinding::name));
}

OptionalError parse_grab(TimedCommand& command, std::string_view text)
{
    const auto x = base::parse_number<double>(text);
    if (!x) return base::message("grab needs a distance from rest in metres, not '{}'", text);
    command.drag_target_x = *x;
    return std::nullopt;
}

OptionalError parse_button(TimedCommand& command, std::string_view name)
{
    const auto found = std::ranges::find(button_names, name);
    if (found == button_names.end()) return base::unknown_name_message_with_suggestion("button", name, button_names);
    command.button = static_cast<Button>(found - button_names.begin());
    return std::nullopt;
}

// `settings_so_far` are the settings after all earlier commands; a `set` command changes them.
OptionalError parse_arguments(TimedCommand& command, std::span<const std::string_view> arguments,
                              Settings& settings_so_far)
{
    static constexpr std::array<std::size_t, command_names.size()> argument_counts{1, 2, 1, 0, 1, 1, 1, 0};
    const auto kind = static_cast<std::size_t>(command.kind);
    if (arguments.size() != argument_counts[kind])
        return base::message("'{}' needs {} argument(s), not {}", command_names[kind], argument_counts[kind],
                             arguments.size());
    switch (command.kind)
    {
    case CommandKind::key: return parse_key(command, arguments[0]);
    case CommandKind::set:
        command.control_path = arguments[0];
        command.new_value    = arguments[1];
        return assign_by_path(settings_so_far, command.control_path, command.new_value);
    case CommandKind::grab_body: return parse_grab(command, arguments[0]);
    case CommandKind::press_button:
    case CommandKind::release_button: return parse_button(command, arguments[0]);
    case CommandKind::save_screenshot: command.screenshot_file = arguments[0]; break;
    case CommandKind::release_body:
    case CommandKind::quit: break;
    }
    return std::nullopt;
}

OptionalError parse_command(TimedCommand& command, std::span<const std::string_view> words, Settings& settings_so_far)
{
    if (words.size() < 3 || words[0] != "at") return "a command is 'at SECONDS COMMAND ...'";
    const auto time = base::parse_duration(words[1], Nanos{1'000'000'000});
    if (!time) return base::message("'{}' is not a time in seconds, such as 1.5", words[1]);
    command.time    = *time;
    const auto name = std::ranges::find(command_names, words[2]);
    if (name == command_names.end())
        return base::unknown_name_message_with_suggestion("command", words[2], command_names);
    command.kind = static_cast<CommandKind>(name - command_names.begin());
    return parse_arguments(command, words.subspan(3), settings_so_far);
}

} // namespace

std::span<const KeyBinding> key_bindings() { return all_bindings; }

const KeyBinding* find_key_by_name(std::string_view name)
{
    return base::find_row_by_name(all_bindings, name, &KeyBinding::name);
}

base::Result<TimedCommands> parse_script(std::string_view text, std::string_view file_name,
                                         const Settings& initial_settings)
{
    TimedCommands commands;
    Settings settings_so_far = initial_settings;
    for (std::size_t line_number = 1; !text.empty(); ++line_number)
    {
        const auto end                            = text.find('\n');
        const std::string_view line               = text.substr(0, end);
        const std::vector<std::string_view> words = base::words_of(line.substr(0, line.find('#')));
        text.remove_prefix(end == text.npos ? text.size() : end + 1);
        if (words.empty()) continue;

        TimedCommand command;
        if (const OptionalError error = parse_command(command, words, settings_so_far))
            return base::message("{}:{}: {}", file_name, line_number, base::Verbatim{*error});
        commands.push_back(std::move(command));
    }
    std::ranges::stable_sort(commands, {}, &TimedCommand::time);
    return commands;
}

base::Result<TimedCommands> read_script(const std::string& path, const Settings& initial_settings)
{
    const auto text = base::read_small_file_or_pipe(base::path_from_utf8(path));
    if (const auto* failure = std::get_if<base::ReadFailure>(&text))
        return base::message("{}: {}; give the path of a script file", path, base::Verbatim{failure->reason});
    return parse_script(std::get<std::string>(text), path, initial_settings);
}

} // namespace lab
