// Executes the actions of keys, buttons and script files.
#include "lab/lessons/demonstrations.hpp"
#include "lab/settings/assignments.hpp"
#include "lab/settings/configuration_string.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/lane_list.hpp"
#include "lab/stage/lab.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace lab
{

namespace
{
constexpr Nanos hitch_length{500'000'000};
constexpr Nanos debugger_break_length{3'000'000'000};
constexpr Nanos delay_key_step{5'000'000};

// The request for an action that only the window can execute; empty for other actions.
std::optional<Request> window_request_for(Action action)
{
    switch (action)
    {
    case Action::paste_configuration: return request::PasteConfiguration{};
    case Action::toggle_replay_recording: return request::ToggleReplayRecording{};
    case Action::run_last_replay: return request::OpenReplay{};
    case Action::toggle_film: return request::ToggleFilm{};
    case Action::toggle_full_screen: return request::ChangeFullScreen{};
    case Action::save_screenshot: return request::SaveWholeWindow{};
    case Action::quit: return request::Quit{};
    case Action::fork_replay: // ReplayPlayer handles this key, so no replay is shown here
        return request::ShowNotice{
            "\"What if\" (W) continues a replay with other settings: record a replay with F7 first"};
    default: return std::nullopt;
    }
}

void change_frame_delay(Settings& settings, int direction)
{
    settings.lane.machine.lag.is_enabled = true;
    Nanos delay = settings.lane.machine.lag.delay;
    if (shows_first_screen(settings))
        delay = direction > 0 ? DelayVerdicts::next_longer_delay(delay) : DelayVerdicts::next_shorter_delay(delay);
    else
        delay += direction * delay_key_step;
    control_of(ControlId::frame_delay).set(settings, timestep::to_millis(delay));
}

// Does an action that changes nothing but settings. Returns false for other actions.
bool change_settings(Settings& settings, const KeyBinding& key)
{
    ViewSettings& view = settings.view;
    switch (key.action)
    {
    case Action::choose_loop: settings.lane.loop.choose_preset(key.loop); return true;
    case Action::choose_next_vsync_mode:
    {
        using enum sim::VsyncMode;
        sim::VsyncMode& vsync = settings.lane.machine.vsync;
        vsync = vsync == composed ? off : vsync == off ? adaptive : vsync == adaptive ? on : composed;
        return true;
    }
    case Action::decrease_delay: change_frame_delay(settings, -1); return true;
    case Action::increase_delay: change_frame_delay(settings, 1); return true;
    case Action::toggle_lag: settings.lane.machine.lag.is_enabled = !settings.lane.machine.lag.is_enabled; return true;
    case Action::toggle_five_loops:
        show_lanes(settings);
        view.shows_all_panels = true;
        toggle_five_loops(settings);
        return true;
    case Action::choose_next_scene:
        choose_scene(settings, (settings.lane.scene.scene_index + std::size_t{1}) % scenes::all_scenes().size());
        return true;
    case Action::show_lessons:
        view.shows_panels = true;
        view.shows_all_panels = true;
        view.panel_page = PanelPage::lessons;
        return true;
    case Action::reset_camera: view.zoom_and_pan = {}; return true;
    case Action::toggle_keyboard_control_of_panels:
        view.keyboard_controls_panels = !view.keyboard_controls_panels;
        return true;
    case Action::toggle_panels: view.shows_panels = !view.shows_panels; return true;
    case Action::toggle_help_page: view.shows_help_page = !view.shows_help_page; return true;
    case Action::toggle_sound: view.plays_sound = !view.plays_sound; return true;
    default: return false;
    }
}

} // namespace

void Lab::close_topmost()
{
    Settings& settings = session.settings;
    if (settings.view.shows_help_page)
        settings.view.shows_help_page = false;
    else if (frozen_at_)
        resume();
    else if (settings.view.shows_audience_view)
        set_audience_view(false);
    else
        show_lanes(settings);
}

// Does an action that stops, moves, restarts or records the frames. Returns false for other actions.
bool Lab::change_course_of_time(Action action)
{
    switch (action)
    {
    case Action::add_hitch: experiment.add_hitch(this_pc, hitch_length, telemetry::hitch); return true;
    case Action::add_debugger_break:
        experiment.add_hitch(this_pc, debugger_break_length, telemetry::debugger_break);
        return true;
    case Action::toggle_pause:
        if (frozen_at_)
            resume();
        else
            session.settings.is_paused = !session.settings.is_paused;
        return true;
    case Action::run_single_frame:
        this_pc.request_single_frame(session.settings);
        frozen_at_.reset();
        return true;
    case Action::show_previous_frame:
    case Action::show_next_frame: move_frozen_frame(action == Action::show_next_frame ? 1 : -1); return true;
    case Action::reset_world: restart_lanes(); return true;
    case Action::toggle_frame_time_recording:
        if (this_pc.is_recording_frame_times())
            this_pc.stop_recording();
        else
            this_pc.start_recording();
        return true;
    default: return false;
    }
}

void Lab::handle_key(const KeyBinding& key)
{
    if (end_instant_replays() && key.action == Action::close_topmost) return;
    session.apply_mode();
    Settings& settings = session.settings;
    const Nanos now = this_pc.pc().frame_start_time();
    if (experiment.driver() != nullptr &&
        experiment.driver()->handle_key(key, session, requests) == KeyHandling::consumed)
        return;
    if (const char* reason = this_pc.ignored_lag_reason(settings); reason != nullptr && changes_lag(key.action))
    {
        requests.emplace_back(request::ShowNotice{reason});
        return;
    }
    if (auto request = window_request_for(key.action))
    {
        requests.push_back(std::move(*request));
        return;
    }
    if (change_settings(settings, key) || change_course_of_time(key.action)) return;
    switch (key.action)
    {
    case Action::close_topmost: close_topmost(); break;
    case Action::undo: requests.emplace_back(request::ShowNotice{session.undo(now)}); break;
    case Action::redo: requests.emplace_back(request::ShowNotice{session.redo(now)}); break;
    case Action::copy_configuration:
        requests.emplace_back(
            request::CopyText{configuration_string(session.own_settings()), "copied the set-up: Ctrl+V pastes it"});
        break;
    case Action::demonstrate_loop:
        if (const auto* demonstration = find_demonstration(settings.lane.loop.preset))
            requested_demonstration = demonstration;
        else
            requests.emplace_back(
                request::ShowNotice{"\"Show me\" has demonstrations of loops 1 to 5: choose one of them first"});
        break;
    case Action::toggle_first_screen:
        settings.view.shows_all_panels ? session.enter_first_screen() : session.leave_first_screen();
        break;
    case Action::toggle_audience_view: set_audience_view(!settings.view.shows_audience_view); break;
    default: break; // done above
    }
}

void Lab::execute(Action action) { handle_key(*std::ranges::find(key_bindings(), action, &KeyBinding::action)); }

base::OptionalError Lab::open_configuration(std::string_view text)
{
    auto parsed_settings = parse_configuration_string(text, session.own_settings());
    if (auto* error = std::get_if<std::string>(&parsed_settings)) return std::move(*error);
    session.open(std::get<Settings>(parsed_settings), is_configuration_link(text), this_pc.pc().frame_start_time());
    return std::nullopt;
}

void Lab::execute_newly_due_commands()
{
    while (next_command_index_ < timed_commands.size() && timed_commands[next_command_index_].time <= this_pc.now())
        execute(timed_commands[next_command_index_++]);
}

void Lab::execute(const TimedCommand& command)
{
    using Kind = TimedCommand::Kind;
    session.apply_mode();
    switch (command.kind)
    {
    case Kind::press_key: handle_key(*command.key_binding); break;
    case Kind::set_control:
        if (!assign_by_path(session.settings, command.control_path, command.new_value)) experiment.add_change_event();
        break;
    case Kind::grab_body:
        session.input = {.grabbed = true, .drag_target_x = command.drag_target_x};
        session.hand_motion = HandMotion::jumps;
        break;
    case Kind::release_body: session.input.grabbed = false; break;
    case Kind::press_button: set_button(command.button, true); break;
    case Kind::release_button: set_button(command.button, false); break;
    case Kind::save_screenshot: requests.emplace_back(request::SaveWholeWindow{command.screenshot_file}); break;
    case Kind::quit: requests.emplace_back(request::Quit{}); break;
    }
}

void Lab::set_audience_view(bool is_on)
{
    session.settings.view.shows_audience_view = is_on;
    if (is_on) session.settings.view.shows_panels = true;
    requests.emplace_back(request::ChangeFullScreen{is_on});
}

} // namespace lab
