// The actions of the class Lab that are executed by keys, drive files and buttons.
#include "lab/lessons/demonstrations.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/set_up.hpp"
#include "lab/stage/lab.hpp"
#include "lab/stage/replay_stage.hpp"
#include "timestep/presets.hpp"

#include <algorithm>
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

sim::VsyncMode next_vsync_mode(sim::VsyncMode vsync)
{
    using enum sim::VsyncMode;
    switch (vsync)
    {
    case off: return on;
    case on: return adaptive;
    default: return off;
    }
}

void open_lessons(ViewSettings& view)
{
    view.panels = true;
    view.more   = true;
    view.dock   = Dock::lessons;
}
} // namespace

void Lab::drive(Drive commands) { drive_ = std::move(commands); }

void Lab::apply(const Key& key)
{
    if (end_instant_replays() && key.name == "Escape") return;
    update_mode();
    if (stage_->handle(key, *this)) return;
    switch (key.action)
    {
    case Action::loop: choose_or_toggle_loop(settings, static_cast<timestep::LoopId>(key.argument)); break;
    case Action::vsync: settings.machine.vsync = next_vsync_mode(settings.machine.vsync); break;
    case Action::lag: settings.machine.lag.on = !settings.machine.lag.on; break;
    case Action::delay_down: change_delay(-1); break;
    case Action::delay_up: change_delay(1); break;
    case Action::hitch: stage_->add_hitch(*this, hitch_length, telemetry::hitch); break;
    case Action::debugger_break: stage_->add_hitch(*this, debugger_break_length, telemetry::debugger_break); break;
    case Action::compare: settings.mode = settings.mode == Mode::live ? Mode::race : Mode::live; break;
    case Action::pause:
        if (frozen_)
            resume();
        else
            settings.paused = !settings.paused;
        break;
    case Action::step_frame:
        request_single_frame();
        frozen_.reset();
        break;
    case Action::frame_back: step_picture_or_tour(-1); break;
    case Action::frame_forward: step_picture_or_tour(1); break;
    case Action::close: close(); break;
    case Action::undo: requests.emplace_back(request::Notice{undo()}); break;
    case Action::redo: requests.emplace_back(request::Notice{redo()}); break;
    case Action::copy:
        requests.emplace_back(request::Copy{set_up_text(set_up()), "copied the set-up: Ctrl+V pastes it"});
        break;
    case Action::paste: requests.emplace_back(request::Paste{}); break;
    case Action::reset: reset(); break;
    case Action::next_scene:
        choose_scene(settings, (settings.scene.scene + std::size_t{1}) % scenes::all_scenes().size());
        break;
    case Action::lessons: open_lessons(settings.view); break;
    case Action::show_me:
        if (const auto* shown = find_demonstration(settings.loop.preset))
            start_demonstration(*shown);
        else
            requests.emplace_back(
                request::Notice{"\"Show me\" has demonstrations of loops 1 to 5: choose one of them first"});
        break;
    case Action::camera: settings.view.lens = {}; break;
    case Action::panel_keys: settings.view.panel_keys = !settings.view.panel_keys; break;
    case Action::panels: settings.view.panels = !settings.view.panels; break;
    case Action::more: set_all_panels(!settings.view.more); break;
    case Action::help: settings.view.help = !settings.view.help; break;
    case Action::record: record(!recording()); break;
    case Action::record_replay: requests.emplace_back(request::RecordReplay{}); break;
    case Action::replay: requests.emplace_back(request::OpenReplay{}); break;
    case Action::what_if: // ReplayStage handles this key; here no replay is shown
        requests.emplace_back(
            request::Notice{"\"What if\" (W) continues a replay with other settings: record a replay with F7 first"});
        break;
    case Action::sound: settings.view.sound = !settings.view.sound; break;
    case Action::film: requests.emplace_back(request::ToggleFilm{}); break;
    case Action::full_screen: requests.emplace_back(request::FullScreen{}); break;
    case Action::present: switch_presentation(!settings.view.present); break;
    case Action::screenshot: requests.emplace_back(request::Screenshot{}); break;
    case Action::quit: requests.emplace_back(request::Quit{}); break;
    }
}

// During the tour, shows the next card; otherwise the next frame. Shows the previous one if `by` is -1.
void Lab::step_picture_or_tour(int by)
{
    if (tour_)
        turn_tour(by);
    else
        freeze_relative_frame(by);
}

// During the tour, undoes the whole tour, because the settings of its cards are no changes by the user.
std::string Lab::undo()
{
    if (tour_)
    {
        end_tour();
        return "undone: the tour";
    }
    undo_.observe(settings, pc().time());
    set_up_before_link_.reset();
    return undo_.undo(settings);
}

std::string Lab::redo()
{
    if (tour_) return "nothing can be redone during the tour";
    undo_.observe(settings, pc().time());
    return undo_.redo(settings);
}

base::Error Lab::apply_set_up(std::string_view text)
{
    auto read = parse_set_up(text, set_up());
    if (auto* error = std::get_if<std::string>(&read)) return std::move(*error);
    end_tour();
    leave_replay();
    end_undo_step();
    if (!set_up_before_link_ && is_set_up_link(text)) set_up_before_link_ = settings_to_keep();
    settings = std::get<Settings>(std::move(read));
    return std::nullopt;
}

// Changes the frame delay by one slider position on the first screen, otherwise by 5 ms.
void Lab::change_delay(int by)
{
    Nanos delay = settings.machine.lag.delay;
    if (is_first_screen(settings))
        delay = by > 0 ? Slowness::stop_after(delay) : Slowness::stop_before(delay);
    else
        delay += by * delay_key_step;
    control(ControlId::frame_delay).set(settings, timestep::to_millis(delay));
}

void Lab::execute_due_commands()
{
    while (next_command_ < drive_.size() && drive_[next_command_].at <= now()) apply(drive_[next_command_++]);
}

void Lab::apply(const DriveCommand& command)
{
    using Kind = DriveCommand::Kind;
    update_mode();
    switch (command.kind)
    {
    case Kind::key: apply(*command.key); break;
    case Kind::set:
        if (!set(settings, command.path, command.text)) stage_->add_events(telemetry::knob_changed);
        break;
    case Kind::grab: input = {.grabbed = true, .hand_x = command.hand_x}; break;
    case Kind::release: input.grabbed = false; break;
    case Kind::press: press(command.button, true); break;
    case Kind::let_go: press(command.button, false); break;
    case Kind::screenshot: requests.emplace_back(request::Screenshot{command.text}); break;
    case Kind::quit: requests.emplace_back(request::Quit{}); break;
    }
}

void Lab::start_tour()
{
    end_tour();
    undo_.observe(settings, pc().time());
    tour_.emplace(settings);
    reset();
}

void Lab::turn_tour(int cards)
{
    if (!tour_) return;
    if (tour_->turn(cards, settings))
        reset();
    else if (cards > 0)
        end_tour();
}

void Lab::end_tour()
{
    if (!tour_) return;
    settings = set_up();
    tour_.reset();
    progress.tour_done = true;
    reset();
}

Settings Lab::set_up() const
{
    if (tour_) return tour_->before(settings);
    return replay_ ? replay_->settings_after_replay(settings) : settings;
}

Settings Lab::settings_to_keep() const
{
    const Settings now = set_up();
    Settings kept      = set_up_before_link_.value_or(now);
    kept.view          = now.view;
    if (kept.mode == Mode::lesson || kept.mode == Mode::network) kept.mode = Mode::live;
    swap_machine_for_mode(kept);
    return kept;
}

void Lab::set_all_panels(bool more)
{
    const bool was_first_screen = is_first_screen(settings);
    settings.view.more          = more;
    if (more && was_first_screen && mode_before_first_screen_)
    {
        settings.mode              = mode_before_first_screen_->first;
        settings.race.side_by_side = mode_before_first_screen_->second;
    }
    mode_before_first_screen_.reset();
    if (more) return;
    mode_before_first_screen_  = {settings.mode, settings.race.side_by_side};
    settings.mode              = Mode::live;
    settings.race.side_by_side = false;
}

void Lab::switch_presentation(bool on)
{
    if (on) end_tour(); // a presentation does not show the tour's card
    settings.view.present = on;
    if (on) settings.view.panels = true;
    requests.emplace_back(request::FullScreen{on});
}

// Closes the first of these that is open: the list of keys, the tour, a stopped display, the presentation, the content
// of the window, such as a lesson. A race or a duel stays open.
void Lab::close()
{
    if (settings.view.help)
        settings.view.help = false;
    else if (tour_)
        end_tour();
    else if (frozen_)
        resume();
    else if (settings.view.present)
        switch_presentation(false);
    else if (settings.mode != Mode::race && settings.mode != Mode::duel)
        settings.mode = Mode::live;
}

void Lab::start_demonstration(const Demonstration& shown) { next_demonstration_ = &shown; }

} // namespace lab
