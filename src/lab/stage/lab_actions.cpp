// Executes the actions of keys, buttons and script files.
#include "lab/lessons/demonstrations.hpp"
#include "lab/settings/assignments.hpp"
#include "lab/settings/configuration_string.hpp"
#include "lab/settings/controls.hpp"
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

sim::VsyncMode vsync_mode_after(sim::VsyncMode mode)
{
    using enum sim::VsyncMode;
    switch (mode)
    {
    case off: return on;
    case on: return adaptive;
    default: return off;
    }
}

// The request for an action that only the window can execute; empty for other actions.
std::optional<Request> window_request_for(Action action)
{
    switch (action)
    {
    case Action::paste_configuration: return request::PasteConfiguration{};
    case Action::toggle_replay_recording: return request::ToggleReplayRecording{};
    case Action::run_last_replay: return request::OpenReplayOrLast{};
    case Action::toggle_film: return request::ToggleFilm{};
    case Action::toggle_full_screen: return request::EnterOrToggleFullScreenOrRestoreEarlier{};
    case Action::save_screenshot: return request::SaveWholeWindow{};
    case Action::quit: return request::SaveRequestedScreenshotAndQuit{};
    case Action::fork_replay: // ReplayPlayer handles this key, so no replay is shown here
        return request::ShowNotice{
            "\"What if\" (W) continues a replay with other settings: record a replay with F7 first"};
    default: return std::nullopt;
    }
}

void show_lessons_page(ViewSettings& view)
{
    view.shows_panels     = true;
    view.shows_all_panels = true;
    view.panel_page       = PanelPage::lessons;
}

} // namespace

void Lab::handle_key(const KeyBinding& key)
{
    if (end_instant_replays() && key.action == Action::close_overlay_or_enter_live_mode) return;
    revert_ended_replay_and_fit_machine_to_mode();
    if (experiment_.driver() != nullptr && experiment_.driver()->handle_key(key, *this) == KeyHandling::consumed)
        return;
    if (const char* reason = ignored_lag_reason(); reason != nullptr && changes_lag(key.action))
    {
        requests.emplace_back(request::ShowNotice{reason});
        return;
    }
    if (auto request = window_request_for(key.action)) requests.push_back(std::move(*request));
    switch (key.action)
    {
    case Action::choose_loop: choose_loop_or_toggle_if_several(settings, key.loop); break;
    case Action::choose_next_vsync_mode: settings.machine().vsync = vsync_mode_after(settings.machine().vsync); break;
    case Action::decrease_delay: change_frame_delay_by_one_step(-1); break;
    case Action::increase_delay: change_frame_delay_by_one_step(1); break;
    case Action::add_hitch: experiment_.add_hitch(*this, hitch_length, telemetry::hitch); break;
    case Action::add_debugger_break:
        experiment_.add_hitch(*this, debugger_break_length, telemetry::debugger_break);
        break;
    case Action::toggle_lag: settings.machine().lag.is_enabled = !settings.machine().lag.is_enabled; break;
    case Action::toggle_race: settings.mode = settings.mode == Mode::live ? Mode::race : Mode::live; break;
    case Action::toggle_pause:
        if (frozen_at_)
            resume();
        else
            settings.is_paused = !settings.is_paused;
        break;
    case Action::run_single_frame:
        request_single_frame();
        frozen_at_.reset();
        break;
    case Action::show_previous_frame: turn_tour_page_or_freeze_adjacent_frame(-1); break;
    case Action::show_next_frame: turn_tour_page_or_freeze_adjacent_frame(1); break;
    case Action::close_overlay_or_enter_live_mode: leave_help_tour_freeze_audience_or_mode(); break;
    case Action::undo: requests.emplace_back(request::ShowNotice{undo_change_or_end_tour()}); break;
    case Action::redo: requests.emplace_back(request::ShowNotice{redo()}); break;
    case Action::copy_configuration:
        requests.emplace_back(request::CopyTextAndShowNotice{configuration_string(settings_without_tour_and_replay()),
                                                             "copied the set-up: Ctrl+V pastes it"});
        break;
    case Action::reset_world: restart_lanes(); break;
    case Action::choose_next_scene:
        switch_to_scene_if_different(settings,
                                     (settings.lane.scene.scene_index + std::size_t{1}) % scenes::all_scenes().size());
        break;
    case Action::show_lessons: show_lessons_page(settings.view); break;
    case Action::demonstrate_loop: request_loop_demonstration_or_show_notice(); break;
    case Action::reset_camera: settings.view.zoom_and_pan = {}; break;
    case Action::toggle_keyboard_control_of_panels:
        settings.view.keyboard_controls_panels = !settings.view.keyboard_controls_panels;
        break;
    case Action::toggle_panels: settings.view.shows_panels = !settings.view.shows_panels; break;
    case Action::toggle_help_page: settings.view.shows_help_page = !settings.view.shows_help_page; break;
    case Action::toggle_sound: settings.view.plays_sound = !settings.view.plays_sound; break;
    case Action::toggle_first_screen:
        settings.view.shows_all_panels ? switch_to_first_screen_in_live_mode() : show_all_panels_and_restore_mode();
        break;
    case Action::toggle_frame_time_recording:
        if (is_recording_frame_times())
            stop_frame_time_recording();
        else
            start_new_frame_time_recording();
        break;
    case Action::toggle_audience_view:
        if (!settings.view.shows_audience_view) end_tour(); // a presentation shows no tour
        set_audience_view_and_full_screen(!settings.view.shows_audience_view);
        break;
    default: break; // actions of window_request_for()
    }
}

void Lab::execute(Action action) { handle_key(*std::ranges::find(key_bindings(), action, &KeyBinding::action)); }

void Lab::request_loop_demonstration_or_show_notice()
{
    if (const auto* demonstration = find_demonstration(settings.lane.loop.preset))
        requested_demonstration = demonstration;
    else
        requests.emplace_back(
            request::ShowNotice{"\"Show me\" has demonstrations of loops 1 to 5: choose one of them first"});
}

// Shows the next (1) or previous (-1) page of the tour. If no tour is running, shows the next or previous frame.
void Lab::turn_tour_page_or_freeze_adjacent_frame(int direction)
{
    if (tour_)
        turn_tour_page_or_end_tour(direction);
    else
        freeze_and_move_by_recorded_frames(direction);
}

UndoNotice Lab::undo_change_or_end_tour()
{
    if (tour_)
    {
        end_tour();
        return "undone: the tour";
    }
    if (auto notice = restore_in_replay(replay_changes, undone_replay_changes_, "undone")) return *notice;
    undo_history.record_changes(settings, pc().frame_start_time());
    settings_before_configuration_link_.reset();
    return undo_history.undo(settings);
}

// In a replay, a change that is undone gives its setting back to the replay.
std::optional<UndoNotice> Lab::restore_in_replay(std::vector<Assignment>& popped, std::vector<Assignment>& pushed,
                                                 std::string_view done_word)
{
    if (!settings_before_replay_ || popped.empty()) return std::nullopt;
    pushed.push_back(std::move(popped.back()));
    popped.pop_back();
    show_recorded_config(*replay_->recorded_config());
    undo_history.ignore_changes(settings);
    return fmt::format("{}: {}", done_word, labelled_value(settings, pushed.back().key));
}

UndoNotice Lab::redo()
{
    if (tour_) return "nothing can be redone during the tour";
    if (auto notice = restore_in_replay(undone_replay_changes_, replay_changes, "redone")) return *notice;
    undo_history.record_changes(settings, pc().frame_start_time());
    return undo_history.redo(settings);
}

base::OptionalError Lab::replace_settings_by_configuration_string(std::string_view text)
{
    auto parsed_settings = parse_configuration_string(text, settings_without_tour_and_replay());
    if (auto* error = std::get_if<std::string>(&parsed_settings)) return std::move(*error);
    end_tour();
    leave_replay();
    undo_history.record_changes_and_end_step(settings, pc().frame_start_time());
    if (!settings_before_configuration_link_ && is_configuration_link(text))
        settings_before_configuration_link_ = settings_to_save();
    settings = std::get<Settings>(std::move(parsed_settings));
    return std::nullopt;
}

void Lab::change_frame_delay_by_one_step(int direction)
{
    settings.machine().lag.is_enabled = true;
    Nanos delay                       = settings.machine().lag.delay;
    if (shows_first_screen(settings))
        delay = direction > 0 ? DelayVerdicts::next_longer_snap_delay_or_max(delay)
                              : DelayVerdicts::next_shorter_snap_delay_or_zero(delay);
    else
        delay += direction * delay_key_step;
    control_of(ControlId::frame_delay).set(settings, timestep::to_millis(delay));
}

void Lab::execute_newly_due_commands()
{
    while (next_command_index_ < timed_commands.size() && timed_commands[next_command_index_].time <= now())
        execute(timed_commands[next_command_index_++]);
}

void Lab::execute(const TimedCommand& command)
{
    using Kind = TimedCommand::Kind;
    revert_ended_replay_and_fit_machine_to_mode();
    switch (command.kind)
    {
    case Kind::press_key: handle_key(*command.key_binding); break;
    case Kind::set_control:
        if (!assign_by_path(settings, command.control_path, command.new_value)) experiment_.add_change_event();
        break;
    case Kind::grab_body:
        input       = {.grabbed = true, .drag_target_x = command.drag_target_x};
        hand_motion = HandMotion::jumps;
        break;
    case Kind::release_body: input.grabbed = false; break;
    case Kind::press_button: set_button(command.button, true); break;
    case Kind::release_button: set_button(command.button, false); break;
    case Kind::save_screenshot: requests.emplace_back(request::SaveWholeWindow{command.screenshot_file}); break;
    case Kind::quit: requests.emplace_back(request::SaveRequestedScreenshotAndQuit{}); break;
    }
}

void Lab::start_tour()
{
    end_tour();
    undo_history.record_changes(settings, pc().frame_start_time());
    tour_.emplace(settings);
    restart_lanes();
}

void Lab::turn_tour_page_or_end_tour(int page_offset)
{
    if (!tour_) return;
    if (tour_->turn_page(page_offset, settings))
        restart_lanes();
    else if (page_offset > 0)
        end_tour();
}

void Lab::end_tour()
{
    if (!tour_) return;
    settings = settings_without_tour_and_replay();
    tour_.reset();
    progress.is_tour_over = true;
    restart_lanes();
}

Settings Lab::settings_without_tour_and_replay() const
{
    if (!tour_) return settings_without_replay();
    Settings restored   = tour_->settings_before();
    const bool leaves   = !shows_first_screen(settings); // the user has opened something else, which stays open
    const bool had_more = restored.view.shows_all_panels;
    restored.view       = settings.view;
    restored.is_paused  = false;
    if (!leaves)
    {
        restored.view.shows_all_panels = had_more;
        return restored;
    }
    restored.mode                 = settings.mode;
    restored.lesson_index         = settings.lesson_index;
    restored.network.sync_method  = settings.network.sync_method;
    restored.race.is_side_by_side = settings.race.is_side_by_side;
    return restored;
}

Settings Lab::settings_to_save() const
{
    const Settings current_settings = settings_without_tour_and_replay();
    Settings saved_settings         = settings_before_configuration_link_.value_or(current_settings);
    saved_settings.view             = current_settings.view;
    if (saved_settings.mode == Mode::lesson || saved_settings.mode == Mode::network) saved_settings.mode = Mode::live;
    select_machine(saved_settings);
    return saved_settings;
}

void Lab::enter_live_mode() { settings.mode = Mode::live; }

void Lab::show_all_panels_and_restore_mode()
{
    const auto mode_and_layout = std::exchange(mode_and_layout_before_first_screen_, {});
    if (shows_first_screen(settings) && mode_and_layout)
    {
        settings.mode                 = mode_and_layout->mode;
        settings.race.is_side_by_side = mode_and_layout->is_side_by_side;
    }
    settings.view.shows_all_panels = true;
}

void Lab::switch_to_first_screen_in_live_mode()
{
    mode_and_layout_before_first_screen_ = ModeAndLayout{settings.mode, settings.race.is_side_by_side};
    settings.view.shows_all_panels       = false;
    settings.mode                        = Mode::live;
    settings.race.is_side_by_side        = false;
}

void Lab::set_audience_view_and_full_screen(bool is_on)
{
    settings.view.shows_audience_view = is_on;
    if (is_on) settings.view.shows_panels = true;
    requests.emplace_back(request::EnterOrToggleFullScreenOrRestoreEarlier{is_on});
}

void Lab::leave_help_tour_freeze_audience_or_mode()
{
    if (settings.view.shows_help_page)
        settings.view.shows_help_page = false;
    else if (tour_)
        end_tour();
    else if (frozen_at_)
        resume();
    else if (settings.view.shows_audience_view)
        set_audience_view_and_full_screen(false);
    else if (settings.mode != Mode::race && settings.mode != Mode::duel)
        settings.mode = Mode::live;
}

} // namespace lab
