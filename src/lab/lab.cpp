#include "lab/lab.hpp"

#include "machine/live_pc.hpp"

namespace lab
{

namespace
{
constexpr Nanos hitch{500'000'000};
constexpr Nanos debugger_break{3'000'000'000};
constexpr Nanos delay_notch{5'000'000};
constexpr Nanos longest_delay{500'000'000};
constexpr Nanos single_frame{16'666'667};

machine::Vsync after(machine::Vsync vsync)
{
    using enum machine::Vsync;
    return vsync == off ? on : vsync == on ? adaptive : off;
}
} // namespace

Lab::Lab(const Settings& start, std::unique_ptr<machine::Pc> pc)
    : settings{start}
    , pc_{std::move(pc)}
    , lane_{start}
{
}

Lab::Lab(const Settings& start, machine::Clock& clock)
    : Lab{start, std::make_unique<machine::LivePc>(clock, start.seed)}
{
}

bool Lab::apply(const Key& key)
{
    switch (key.action)
    {
    case Action::loop: choose_loop(settings, static_cast<std::size_t>(key.argument)); break;
    case Action::vsync: settings.machine.vsync = after(settings.machine.vsync); break;
    case Action::lag: settings.machine.lag.on = !settings.machine.lag.on; break;
    case Action::delay_down: change_delay(-delay_notch); break;
    case Action::delay_up: change_delay(delay_notch); break;
    case Action::hitch: lose(hitch, telemetry::hitch); break;
    case Action::debugger_break: lose(debugger_break, telemetry::debugger_break); break;
    case Action::compare: settings.mode = settings.mode == Mode::live ? Mode::race : Mode::live; break;
    case Action::pause: settings.paused = !settings.paused; break;
    case Action::step_frame: step_one_ = settings.paused; break;
    case Action::reset:
        lane_.reset();
        race_.reset();
        break;
    case Action::next_scene: next_scene(); break;
    case Action::panels: settings.view.panels = !settings.view.panels; break;
    case Action::help: settings.view.help = !settings.view.help; break;
    case Action::record: record(!recording_); break;
    case Action::full_screen:
    case Action::screenshot:
    case Action::quit: return false;
    }
    return true;
}

// Once, in every lane that is on the stage.
void Lab::lose(Nanos duration, std::uint32_t event)
{
    if (!race_)
    {
        pc_->hitch(duration);
        lane_.note(event);
        return;
    }
    for (std::size_t i = 0; i < race_->size(); ++i)
    {
        race_->lane(i).hitch(duration);
        race_->lane(i).lane().note(event);
    }
}

void Lab::next_scene()
{
    const auto rows = physics::all_scenes();
    settings.scene  = *physics::make_scene(rows[(settings.scene.index() + 1) % rows.size()].name);
}

void Lab::change_delay(Nanos by)
{
    Nanos& delay = settings.machine.lag.delay;
    delay        = std::clamp(delay + by, Nanos::zero(), longest_delay);
}

WindowRequests Lab::follow_drive()
{
    WindowRequests requests;
    while (next_command_ < drive_.size() && drive_[next_command_].at <= pc_->time() + pc_->elapsed())
        obey(drive_[next_command_++], requests);
    return requests;
}

void Lab::obey(const DriveCommand& command, WindowRequests& requests)
{
    using Kind = DriveCommand::Kind;
    switch (command.kind)
    {
    case Kind::key:
        if (apply(*command.key)) break;
        requests.full_screen |= command.key->action == Action::full_screen;
        requests.screenshot |= command.key->action == Action::screenshot;
        requests.quit |= command.key->action == Action::quit;
        break;
    case Kind::set:
        if (const Knob* knob = find_knob(settings, command.path);
            knob != nullptr && !assign(settings, *knob, command.text))
            lane_.note(telemetry::knob_changed);
        break;
    case Kind::grab: input = {.grabbed = true, .hand_x = command.hand_x}; break;
    case Kind::release: input.grabbed = false; break;
    case Kind::screenshot:
        requests.screenshot      = true;
        requests.screenshot_file = command.text;
        break;
    case Kind::quit: requests.quit = true; break;
    }
}

Nanos Lab::begin_frame()
{
    if (!playback_) return pc_->begin_frame(settings.machine);
    const int rounds    = playback_->rounds();
    const auto recorded = playback_->next();
    if (!recorded) return pc_->begin_frame(settings.machine);
    if (playback_->rounds() != rounds) lane_.note(telemetry::recording_looped);
    return pc_->begin_recorded_frame(*recorded);
}

Nanos Lab::refresh_period() const
{
    const Nanos known = pc_->refresh_period(settings.machine);
    if (known > Nanos::zero() || display.refresh_hz <= 0.0) return known;
    return timestep::from_seconds(1.0 / display.refresh_hz);
}

const telemetry::FrameSample& Lab::advance()
{
    if (settings.mode != Mode::live)
    {
        advance_race(pc_->begin_frame(settings.machine));
        return lane().samples().back();
    }
    race_.reset();
    return advance_live(begin_frame());
}

const telemetry::FrameSample& Lab::advance_live(Nanos frame)
{
    lane_.obey(settings);
    if (recording_) recorded_.push_back(frame);
    if (!settings.paused) return lane_.advance({frame, refresh_period()}, settings, input, *pc_);
    if (!std::exchange(step_one_, false)) return lane_.stand_still(*pc_);
    return lane_.advance({single_frame, refresh_period()}, settings, input, *pc_);
}

std::vector<LaneSetup> Lab::setups() const
{
    auto lanes = settings.mode == Mode::race ? race_of(settings, settings.race.loops)
                                             : duel_of(settings, settings.race.machines);
    if (settings.mode == Mode::race && playback_)
        for (LaneSetup& lane : lanes) lane.recording = playback_;
    return lanes;
}

void Lab::start_race()
{
    raced_     = settings;
    race_time_ = Nanos::zero();
    race_.emplace(setups());
    for (std::size_t i = 0; i < race_->size(); ++i)
    {
        if (RaceLane& lane = race_->lane(i); !lane.ended()) lane.frame();
    }
}

// Who runs is settled at the start; machine, scene and step rate may be turned while they run.
void Lab::advance_race(Nanos watched)
{
    const bool same = race_ && raced_.mode == settings.mode && raced_.race.loops == settings.race.loops &&
                      raced_.race.machines == settings.race.machines &&
                      raced_.scene.index() == settings.scene.index() &&
                      (settings.mode == Mode::race || raced_.loop.preset == settings.loop.preset);
    if (!same) start_race();
    for (std::size_t i = 0; i < race_->size(); ++i)
    {
        RaceLane& lane = race_->lane(i);
        Settings& s    = lane.setup().settings;
        if (settings.mode == Mode::race) s.machine = settings.machine;
        s.scene      = settings.scene;
        s.integrator = settings.integrator;
        if (!(raced_.loop.rate() == settings.loop.rate())) s.loop.axes.set_rate(settings.loop.rate());
        lane.input = input;
        lane.obey();
    }
    raced_ = settings;
    if (std::exchange(step_one_, false)) return race_->single_frame();
    race_time_ += Tempo{settings.paused, settings.race.speed}.lab_time(watched);
    if (!race_->advance_to(race_time_)) race_time_ = race_->time();
}

std::vector<LaneResult> Lab::results() const
{
    std::vector<LaneResult> all;
    for (std::size_t i = 0; race_ && i < race_->size(); ++i) all.push_back(race_->result(i));
    return all;
}

// In a race the lag is the virtual PC's: the laboratory itself stays fluid, and polite to the core.
void Lab::lose_time()
{
    if (settings.mode == Mode::live)
        lane_.end_frame(settings, *pc_, playback_ ? playback_->peek() : std::nullopt);
    else
        pc_->end_frame({.limit_hz = 120.0, .vsync = settings.machine.vsync, .render_cost = {}}, true);
}

void Lab::record(bool on)
{
    if (on) recorded_.clear();
    recording_ = on;
}

} // namespace lab
