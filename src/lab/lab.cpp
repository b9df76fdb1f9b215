#include "lab/lab.hpp"

#include "machine/live_pc.hpp"
#include "telemetry/frames.hpp"

#include <stdexcept>

namespace lab
{

namespace
{
constexpr Nanos hitch{500'000'000};
constexpr Nanos debugger_break{3'000'000'000};
constexpr Nanos delay_notch{5'000'000};
constexpr Nanos longest_delay{500'000'000};
constexpr Nanos single_frame{16'666'667};

// Nothing on a machine on which time stands still.
std::optional<bool> is_reproducible(const LaneSetup& setup)
{
    try
    {
        return reproducible(setup);
    }
    catch (const std::runtime_error&)
    {
        return std::nullopt;
    }
}

machine::Vsync after(machine::Vsync vsync)
{
    using enum machine::Vsync;
    return vsync == off ? on : vsync == on ? adaptive : off;
}
} // namespace

Lab::Lab(const Settings& start, std::unique_ptr<machine::Pc> pc)
    : settings{start}
    , pc_{std::move(pc)}
    , lane_{start, looked_at_keeps}
{
}

Lab::Lab(const Settings& start, machine::Clock& clock)
    : Lab{start, std::make_unique<machine::LivePc>(clock, start.seed)}
{
}

bool Lab::apply(const Key& key)
{
    if (lesson_ && apply_to_lesson(key)) return true;
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
    case Action::pause: frozen_ ? go_on() : static_cast<void>(settings.paused = !settings.paused); break;
    case Action::step_frame:
        step_one_ = settings.paused;
        frozen_.reset();
        break;
    case Action::frame_back: freeze_beside(-1); break;
    case Action::frame_forward: freeze_beside(1); break;
    case Action::go_on:
        if (frozen_) go_on();
        break;
    case Action::reset: reset(); break;
    case Action::next_scene: choose_scene(settings, (settings.scene.index() + 1) % physics::all_scenes().size()); break;
    case Action::experiments: open_experiments(); break;
    case Action::camera: settings.view.lens = {}; break;
    case Action::panel_keys: settings.view.panel_keys = !settings.view.panel_keys; break;
    case Action::panels: settings.view.panels = !settings.view.panels; break;
    case Action::help: settings.view.help = !settings.view.help; break;
    case Action::record: record(!recording_); break;
    case Action::film:
    case Action::full_screen:
    case Action::screenshot:
    case Action::quit: return false;
    }
    return true;
}

void Lab::start_tour()
{
    forget(settings);
    lane_.reset();
    tour_.emplace();
}

void Lab::skip_tour()
{
    tour_.reset();
    progress.tour_done = true;
}

void Lab::go_on_with_tour()
{
    if (!tour_) return;
    tour_->look(lane_);
    if (tour_->step() == Tour::Step::done) progress.tour_done = true;
}

void Lab::reset()
{
    if (frozen_) go_on();
    if (lesson_) return lesson_->restart();
    lane_.reset();
    race_.reset();
    results_.clear();
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

void Lab::open_experiments()
{
    settings.view.panels = true;
    settings.view.dock   = Dock::experiments;
}

// The digits are answers, and what would change the lanes of an experiment does nothing: its numbers are of its own
// set-up, or they would prove nothing.
bool Lab::apply_to_lesson(const Key& key)
{
    const bool asking = lesson_->stage() == Lesson::Stage::asking;
    switch (key.action)
    {
    case Action::loop: lesson_->guess_at(static_cast<std::size_t>(key.name[0] - '1')); return true;
    case Action::pause:
        if (asking) lesson_->run();
        return asking;
    case Action::hitch:
    case Action::debugger_break:
    case Action::next_scene:
    case Action::lag:
    case Action::vsync:
    case Action::delay_down:
    case Action::delay_up: return true;
    default: return false;
    }
}

// Once, in every lane that is on the stage.
void Lab::lose(Nanos duration, std::uint32_t event)
{
    if (settings.mode == Mode::live) pc_->hitch(duration);
    if (!race_) lane_.note(event);
    for (std::size_t i = 0; race_ && i < race_->size(); ++i)
    {
        if (settings.mode != Mode::live) race_->lane(i).hitch(duration);
        race_->lane(i).lane().note(event);
    }
}

// Live, the clock of the lanes is the PC's; a race has a slower or faster one.
void Lab::press(Button button, bool down)
{
    const bool live = settings.mode == Mode::live;
    const Nanos at  = live ? pc_->time() + pc_->elapsed() : race_time_;
    if (!race_) lane_.press(at, button, down);
    for (std::size_t i = 0; race_ && i < race_->size(); ++i) race_->lane(i).lane().press(at, button, down);
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
        requests.film |= command.key->action == Action::film;
        requests.quit |= command.key->action == Action::quit;
        break;
    case Kind::set:
        if (const Knob* knob = find_knob(settings, command.path);
            knob != nullptr && !assign(settings, *knob, command.text))
            lane_.note(telemetry::knob_changed);
        break;
    case Kind::grab: input = {.grabbed = true, .hand_x = command.hand_x}; break;
    case Kind::release: input.grabbed = false; break;
    case Kind::press: press(command.button, true); break;
    case Kind::let_go: press(command.button, false); break;
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

std::size_t Lab::advance()
{
    if (!settings.paused) frozen_.reset();
    begun_as_ = settings.mode;
    advance_lanes();
    if (!lesson_) journal_.see(settings, settings.mode == Mode::live ? pc_->time() : race_time_);
    return take_fresh();
}

// Of the selected lane; nobody asks for those of the others.
std::size_t Lab::take_fresh()
{
    Race* all = race();
    if (all == nullptr) return lane_.take_fresh();
    std::size_t of_selected = 0;
    for (std::size_t i = 0; i < all->size(); ++i)
    {
        const std::size_t fresh = all->lane(i).lane().take_fresh();
        if (i == selected()) of_selected = fresh;
    }
    return of_selected;
}

void Lab::advance_lanes()
{
    if (settings.mode == Mode::experiment)
    {
        race_.reset();
        return advance_lesson(pc_->begin_frame(settings.machine));
    }
    if (std::exchange(lesson_, nullptr))
    {
        results_.clear();
        begin_anew();
    }
    if (settings.mode == Mode::live && !settings.race.beside)
    {
        if (race_) begin_anew();
        race_.reset();
        advance_alone(begin_frame());
        return go_on_with_tour();
    }
    if (!same_lanes()) start_race();
    turn_lanes();
    if (settings.mode == Mode::live)
        advance_beside(begin_frame());
    else
        advance_race(pc_->begin_frame(settings.machine));
}

// What a live frame gives to the loops; nothing while they stand still.
std::optional<Nanos> Lab::live_frame(Nanos frame)
{
    if (recording_) recorded_.push_back(frame);
    if (!settings.paused) return frame;
    if (std::exchange(step_one_, false)) return single_frame;
    return std::nullopt;
}

void Lab::advance_alone(Nanos frame)
{
    lane_.obey(settings);
    if (const auto given = live_frame(frame))
        lane_.advance({*given, refresh_period()}, settings, input, *pc_);
    else
        lane_.stand_still(*pc_);
}

void Lab::advance_beside(Nanos frame)
{
    const auto given = live_frame(frame);
    for (std::size_t i = 0; i < race_->size(); ++i)
    {
        if (given)
            race_->lane(i).feed(*given, refresh_period(), *pc_);
        else
            race_->lane(i).lane().stand_still(*pc_);
    }
}

std::vector<LaneSetup> Lab::setups() const
{
    auto lanes = settings.mode == Mode::duel ? duel_of(settings, settings.race.machines)
                                             : race_of(settings, settings.race.loops);
    if (settings.mode == Mode::race && playback_)
        for (LaneSetup& lane : lanes) lane.recording = playback_;
    return lanes;
}

// Who runs is settled at the start; machine, scene and step rate may be turned while they run.
bool Lab::same_lanes() const
{
    return race_ && raced_.mode == settings.mode && raced_.race.loops == settings.race.loops &&
           raced_.race.machines == settings.race.machines && raced_.scene.index() == settings.scene.index() &&
           (settings.mode != Mode::duel || raced_.loop.preset == settings.loop.preset);
}

// The lanes' clock: what was shown and turned on another one means nothing now.
void Lab::begin_anew()
{
    journal_.clear();
    settings.view.time.to.reset();
    if (frozen_) go_on();
}

void Lab::start_race()
{
    results_.clear();
    begin_anew();
    raced_     = settings;
    race_time_ = Nanos::zero();
    looked_at_ = Nanos::zero();
    race_.emplace(setups());
    if (settings.mode == Mode::live) return;
    for (std::size_t i = 0; i < race_->size(); ++i)
    {
        if (RaceLane& lane = race_->lane(i); !lane.ended()) lane.frame();
    }
}

// Side by side on this PC only the selected lane's steps cost what they were asked to cost: the others get the frame
// times that come of it.
void Lab::turn_lanes()
{
    for (std::size_t i = 0; i < race_->size(); ++i)
    {
        RaceLane& lane = race_->lane(i);
        Settings& s    = lane.setup().settings;
        if (settings.mode != Mode::duel) s.machine = settings.machine;
        if (settings.mode == Mode::live && i != selected()) s.machine.step_cost = Nanos::zero();
        s.scene      = settings.scene;
        s.integrator = settings.integrator;
        if (!(raced_.loop.rate() == settings.loop.rate())) s.loop.axes.set_rate(settings.loop.rate());
        lane.input = input;
        lane.obey();
    }
    raced_ = settings;
}

void Lab::advance_race(Nanos watched)
{
    if (std::exchange(step_one_, false))
    {
        const telemetry::FrameSample* frame = race_->single_frame();
        race_time_                          = std::max(race_time_, race_->time());
        if (frame != nullptr) looked_at_ = std::max(looked_at_, frame->screen);
        return;
    }
    race_time_ += Tempo{settings.paused, settings.race.speed}.lab_time(watched);
    if (!race_->advance_to(race_time_)) race_time_ = race_->time();
}

void Lab::advance_lesson(Nanos watched)
{
    if (!lesson_ || lesson_->place() != settings.experiment)
    {
        lesson_ = std::make_unique<Lesson>(settings.experiment);
        results_.clear();
        begin_anew();
    }
    if (std::exchange(step_one_, false)) lesson_->single_frame();
    const bool open = lesson_->stage() != Lesson::Stage::revealed;
    lesson_->advance(Tempo{settings.paused, settings.race.speed}.lab_time(watched));
    if (!open || lesson_->stage() != Lesson::Stage::revealed) return;
    Learnt& best = progress.experiments.try_emplace(lesson_->experiment().name, Learnt::seen).first->second;
    best         = std::max(best, lesson_->learnt());
}

Screen Lab::on_screen(std::size_t i)
{
    if (frozen_)
    {
        Screen still;
        still.parts.push_back({0.0, lane(i).moment_at(*frozen_)});
        return still;
    }
    if (lesson_) return lesson_->on_screen(i);
    looked_at_ = std::max(looked_at_, race_time_);
    if (race_ && settings.mode != Mode::live) return race_->lane(i).on_screen(looked_at_);
    Screen screen;
    screen.parts.push_back({0.0, lane(i).newest()});
    screen.arrived.push_back(lane(i).newest());
    return screen;
}

const std::vector<LaneResult>& Lab::results()
{
    constexpr Nanos judging{250'000'000};
    if (lesson_ && lesson_->verdict() != nullptr) return lesson_->verdict()->results;
    const std::size_t all = race() != nullptr ? race()->size() : 1;
    if (results_.size() != all || pc_->time() - judged_at_ >= judging) judge();
    return results_;
}

void Lab::judge()
{
    judged_at_            = pc_->time();
    const bool other_loop = std::exchange(judged_loop_, settings.loop.preset) != settings.loop.preset;
    if (results_.size() != lanes() || other_loop) reproducible_.clear();
    results_.clear();
    for (std::size_t i = 0; race() != nullptr && i < race()->size(); ++i) results_.push_back(race()->result(i));
    if (race() == nullptr)
        results_.push_back(result_of({std::string{timestep::all_presets[settings.loop.preset].name}, settings, {}},
                                     lane_, meter_.result(lane_.start_energy())));
    judge_reproducibility();
}

// One lane at a time, since it plays each for some seconds; and not of a storm, which would take that long.
void Lab::judge_reproducibility()
{
    const bool storm = std::holds_alternative<physics::Storm>(settings.scene);
    if (!storm && !lesson_ && reproducible_.size() < results_.size())
        reproducible_.push_back(is_reproducible(results_[reproducible_.size()].setup));
    for (std::size_t i = 0; i < reproducible_.size(); ++i) results_[i].reproducible = reproducible_[i];
}

// In a race the lag is the virtual PC's: the laboratory itself stays fluid, and polite to the core.
void Lab::lose_time()
{
    if (begun_as_ == Mode::live) return end_live();
    pc_->end_frame({.limit_hz = 120.0, .vsync = settings.machine.vsync, .render_cost = {}}, true);
}

void Lab::end_live()
{
    const auto next = playback_ ? playback_->peek() : std::nullopt;
    if (!race_)
    {
        const telemetry::FrameSample& last = lane_.end_frame(settings, *pc_, next);
        if ((last.events & telemetry::reset) != 0) meter_ = telemetry::Meter{looked_at_exact_to};
        return meter_.add(last);
    }
    const telemetry::FrameSample driver = race_->lane(selected()).lane().end_frame(settings, *pc_, next);
    for (std::size_t i = 0; i < race_->size(); ++i) race_->lane(i).end_fed(driver);
}

void Lab::record(bool on)
{
    if (on) recorded_.clear();
    recording_ = on;
}

} // namespace lab
