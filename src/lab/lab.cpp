#include "lab/lab.hpp"

#include "lab/control_text.hpp"
#include "lab/controls.hpp"
#include "lab/instant_replay.hpp"
#include "machine/live_pc.hpp"
#include "telemetry/frames.hpp"

namespace lab
{

namespace
{
constexpr Nanos hitch{500'000'000};
constexpr Nanos break_length{3'000'000'000};
constexpr Nanos delay_notch{5'000'000};
constexpr Nanos longest_delay{500'000'000};

machine::Vsync after(machine::Vsync vsync)
{
    using enum machine::Vsync;
    return vsync == off ? on : vsync == on ? adaptive : off;
}

void open_lessons(ViewSettings& view)
{
    view.panels = true;
    view.more   = true;
    view.dock   = Dock::lessons;
}
} // namespace

Lab::Lab(const Settings& start, std::unique_ptr<machine::Pc> pc, bool looked_at)
    : Desk{start, std::move(pc)}
    , live_{start, looked_at}
{
}

Lab::Lab(const Settings& start, machine::Clock& clock)
    : Lab{start, std::make_unique<machine::LivePc>(clock, start.seed)}
{
}

const Lanes& Lab::all_lanes() const
{
    return on_stage([](const auto& it) -> const Lanes& { return it.lanes(); });
}

void Lab::apply(const Key& key)
{
    if (lesson() != nullptr && lesson()->takes(key)) return;
    if (network() != nullptr && network()->takes(key, *this)) return;
    switch (key.action)
    {
    case Action::loop: choose_loop(settings, static_cast<std::size_t>(key.argument)); break;
    case Action::vsync: settings.machine.vsync = after(settings.machine.vsync); break;
    case Action::lag: settings.machine.lag.on = !settings.machine.lag.on; break;
    case Action::delay_down: change_delay(false); break;
    case Action::delay_up: change_delay(true); break;
    case Action::hitch: lose(hitch, telemetry::hitch); break;
    case Action::debugger_break: lose(break_length, telemetry::debugger_break); break;
    case Action::compare: settings.mode = settings.mode == Mode::live ? Mode::race : Mode::live; break;
    case Action::pause: frozen_ ? go_on() : static_cast<void>(settings.paused = !settings.paused); break;
    case Action::step_frame:
        ask_for_single_frame();
        frozen_.reset();
        break;
    case Action::frame_back: freeze_beside(-1); break;
    case Action::frame_forward: freeze_beside(1); break;
    case Action::go_on:
        if (frozen_) go_on();
        break;
    case Action::reset: reset(); break;
    case Action::next_scene: choose_scene(settings, (settings.scene.index() + 1) % physics::all_scenes().size()); break;
    case Action::lessons: open_lessons(settings.view); break;
    case Action::camera: settings.view.lens = {}; break;
    case Action::panel_keys: settings.view.panel_keys = !settings.view.panel_keys; break;
    case Action::panels: settings.view.panels = !settings.view.panels; break;
    case Action::more: unfold(!settings.view.more); break;
    case Action::help: settings.view.help = !settings.view.help; break;
    case Action::record: record(!recording()); break;
    case Action::record_replay: requests.emplace_back(request::RecordReplay{}); break;
    case Action::replay: requests.emplace_back(request::Replay{}); break;
    case Action::what_if:
        if (ReplayPlayer* there = replay_player()) there->fork(*this);
        break;
    case Action::sound: settings.view.sound = !settings.view.sound; break;
    case Action::film: requests.emplace_back(request::Film{}); break;
    case Action::full_screen: requests.emplace_back(request::FullScreen{}); break;
    case Action::screenshot: requests.emplace_back(request::Screenshot{}); break;
    case Action::quit: requests.emplace_back(request::Quit{}); break;
    }
}

// The live lane too, while it waits. A race is begun anew: by the next frame, since this one must end as it began.
void Lab::reset()
{
    if (frozen_) go_on();
    judge_.clear();
    if (lesson() != nullptr) return lesson()->restart();
    live_.reset();
    over_ = !is_live();
}

void Lab::freeze(Nanos wall)
{
    settings.paused = true;
    frozen_         = wall;
}

void Lab::freeze_beside(std::int64_t frames)
{
    const telemetry::Frames all{lane().samples()};
    if (all.empty()) return;
    const auto newest = static_cast<std::int64_t>(all.size()) - 1;
    const auto from   = frozen_ ? static_cast<std::int64_t>(all.newest_by(*frozen_).value_or(0)) : newest;
    std::int64_t to   = std::clamp(from + frames, std::int64_t{0}, newest);
    while (to > 0 && to < newest && telemetry::is_paused(all[static_cast<std::size_t>(to)])) to += frames < 0 ? -1 : 1;
    freeze(all[static_cast<std::size_t>(to)].wall);
}

void Lab::go_on()
{
    frozen_.reset();
    settings.paused = false;
}

void Lab::lose(Nanos duration, std::uint32_t event)
{
    on_stage([&](auto& it) { it.lose(*this, duration, event); });
}

void Lab::press(Button button, bool down)
{
    held_[static_cast<std::size_t>(button)] = down;
    on_stage([&](auto& it) { it.press(*this, button, down); });
}

void Lab::let_all_go()
{
    for (std::size_t i = 0; i < held_.size(); ++i)
        if (held_[i]) press(static_cast<Button>(i), false);
}

// From stop to stop where the slider has some.
void Lab::change_delay(bool longer)
{
    Nanos& delay = settings.machine.lag.delay;
    if (is_first_screen(settings))
        delay = longer ? Slowness::stop_after(delay) : Slowness::stop_before(delay);
    else
        delay = std::clamp(delay + (longer ? delay_notch : -delay_notch), Nanos::zero(), longest_delay);
}

void Lab::follow_drive()
{
    while (next_command_ < drive_.size() && drive_[next_command_].at <= now()) obey(drive_[next_command_++]);
}

void Lab::obey(const DriveCommand& command)
{
    using Kind = DriveCommand::Kind;
    switch (command.kind)
    {
    case Kind::key: apply(*command.key); break;
    case Kind::set:
        if (const Control* row = find_control(settings, command.path);
            row != nullptr && !assign(settings, *row, command.text))
            on_stage([](auto& it) { it.note(telemetry::knob_changed); });
        break;
    case Kind::grab: input = {.grabbed = true, .hand_x = command.hand_x}; break;
    case Kind::release: input.grabbed = false; break;
    case Kind::press: press(command.button, true); break;
    case Kind::let_go: press(command.button, false); break;
    case Kind::screenshot: requests.emplace_back(request::Screenshot{command.text}); break;
    case Kind::quit: requests.emplace_back(request::Quit{}); break;
    }
}

// Other lanes have a clock of their own: what was shown and turned on the one before means nothing now. Nor would it
// hear of a key that is let go meanwhile.
void Lab::turn_stage()
{
    if (settings.mode == Mode::replay && player_ == nullptr) settings.mode = Mode::live;
    if (!std::exchange(over_, false) && on_stage([&](const auto& it) { return it.suits(settings); })) return;
    let_all_go();
    if (std::exchange(anew_, false))
    {
        live_ = Live{settings};
        live_.lanes()[0].lane().intercept_steps(interceptor_);
    }
    switch (settings.mode)
    {
    case Mode::live: live_.suits(settings) ? void(stage_ = &live_) : void(stage_.emplace<SideBySide>(settings)); break;
    case Mode::race:
    case Mode::duel: stage_.emplace<Race>(*this); break;
    case Mode::lesson: stage_.emplace<LessonStage>(settings.lesson); break;
    case Mode::network:
        stage_.emplace<Network>(*this);
        if (settings.view.dock == Dock::plots) settings.view.dock = Dock::timeline; // the one that all PCs share
        break;
    case Mode::replay: stage_.emplace<ReplayStage>(*player_); break;
    }
    judge_.clear();
    journal.clear();
    settings.view.time.to.reset();
    if (frozen_) go_on();
}

// How many frames are new is asked of the selected lane; nobody asks for those of the others.
std::size_t Lab::begin_frame()
{
    if (!settings.paused) frozen_.reset();
    turn_stage();
    const bool open         = lesson() != nullptr && lesson()->verdict() == nullptr;
    const std::size_t fresh = on_stage(
        [&](auto& it)
        {
            it.begin_frame(*this);
            std::size_t of_selected = 0;
            for (std::size_t i = 0; i < it.lanes().size(); ++i)
                if (const std::size_t of_lane = it.lanes()[i].lane().take_fresh(); i == selected())
                    of_selected = of_lane;
            return of_selected;
        });
    if (open && lesson()->verdict() != nullptr) stand_as(lesson()->lesson().proof);
    return fresh;
}

void Lab::end_frame()
{
    on_stage([&](auto& it) { it.end_frame(*this); });
}

Screen Lab::on_screen(std::size_t i)
{
    const auto past = frozen_ ? frozen_ : instant_replay(i);
    if (past) return {.parts = {{0.0, lane(i).moment_at(*past)}}, .arrived = {}};
    return on_stage([&](auto& it) { return it.on_screen(i); });
}

std::optional<Nanos> Lab::instant_replay(std::size_t i) const
{
    const bool has_own_ending = lesson() != nullptr || network() != nullptr || replay_player() != nullptr;
    return has_own_ending ? std::nullopt : instant_replay_of(lane(i));
}

physics::Moment Lab::shown(std::size_t i)
{
    const Screen screen = on_screen(i);
    return screen.parts.empty() ? lane(i).newest() : screen.parts.back().moment;
}

std::optional<Believed> Lab::belief(std::size_t i)
{
    const Lane* of = lesson() == nullptr ? nullptr : lesson()->belief(i);
    if (of == nullptr) return std::nullopt;
    return Believed{*of, frozen_ ? of->moment_at(*frozen_) : lesson()->believed()};
}

const std::vector<LaneResult>& Lab::results()
{
    if (lesson() != nullptr && lesson()->phase() == LessonStage::Phase::revealed) return lesson()->verdict()->results;
    const bool of_loops = lesson() == nullptr && network() == nullptr && replay_player() == nullptr;
    return judge_.look(all_lanes(), pc().time(), of_loops);
}

} // namespace lab
