#include "lab/stage/lab.hpp"

#include "lab/lessons/lesson.hpp"
#include "lab/metrics/scoreboard.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/set_up.hpp"
#include "lab/stage/instant_replay.hpp"
#include "lab/stage/stage.hpp"
#include "sim/machine/live_pc.hpp"
#include "telemetry/frames.hpp"
#include "timestep/presets.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

namespace lab
{

namespace
{
constexpr Nanos hitch{500'000'000};
constexpr Nanos break_length{3'000'000'000};
constexpr Nanos delay_notch{5'000'000}; // change of the frame delay for one key press: 5 ms
constexpr Nanos longest_delay{500'000'000};

sim::VsyncMode after(sim::VsyncMode vsync)
{
    using enum sim::VsyncMode;
    return vsync == off ? on : vsync == on ? adaptive : off;
}

void open_lessons(ViewSettings& view)
{
    view.panels = true;
    view.more   = true;
    view.dock   = Dock::lessons;
}
} // namespace

struct Lab::Parts
{
    Live live;
    std::unique_ptr<ReplayPlayer> replay{};
    std::shared_ptr<const Lesson> lesson_of_file{};
    std::variant<Live*, SideBySide, Race, LessonStage, ReplayStage, DemonstrationStage> stage{&live};
    Judge judge{};

    Parts(const Settings& start, bool looked_at)
        : live{start, looked_at}
    {
    }

    template <class Act>
    decltype(auto) on_stage(Act act)
    {
        return std::visit([&](auto& it) -> decltype(auto) { return act(of(it)); }, stage);
    }
    template <class S>
    static S& of(S& it)
    {
        return it;
    }
    static Live& of(Live* it) { return *it; }

    const Lanes& lanes()
    {
        return on_stage([](const auto& it) -> const Lanes& { return it.lanes(); });
    }
    const Proof* proof()
    {
        return on_stage([](const auto& it) { return it.proof(); });
    }
};

Lab::Lab(const Settings& start, std::unique_ptr<sim::Pc> pc, bool looked_at)
    : Desk{start, std::move(pc)}
    , parts_{std::make_unique<Parts>(start, looked_at)}
{
}

Lab::Lab(const Settings& start, sim::Clock& clock)
    : Lab{start, std::make_unique<sim::LivePc>(clock, start.seed)}
{
}

Lab::~Lab() = default;

void Lab::start_real_time()
{
    Desk::start_real_time();
    even_ = wants_even_frames();
    if (even_) parts_->live = Live{settings, true, true};
}

// Makes the loops of Mode::live start again with other frames: even ones, or those of this PC. A replay that is being
// recorded ends first, because its loop cannot continue.
void Lab::choose_frames()
{
    const bool even = wants_even_frames();
    if (even == even_) return;
    if (records_replay) return static_cast<void>(requests.emplace_back(request::RecordReplay{}));
    even_     = even;
    new_live_ = settings;
    over_     = over_ || settings.mode == Mode::live;
}

void Lab::drive(Drive commands) { drive_ = std::move(commands); }

std::size_t Lab::lanes() const { return std::min(parts_->lanes().size(), RaceSettings::most_lanes); }

const Lane& Lab::lane(std::size_t i) const { return parts_->lanes()[i].lane(); }

std::size_t Lab::selected() const { return std::min(settings.race.selected, lanes() - 1); }

const LaneSetup& Lab::setup(std::size_t i) const { return parts_->lanes()[i].setup(); }

const Lane& Lab::live_lane() const { return parts_->live.lanes()[0].lane(); }

template <class Kind>
Kind* Lab::stage_as()
{
    return std::get_if<Kind>(&parts_->stage);
}
template <class Kind>
const Kind* Lab::stage_as() const
{
    return std::get_if<Kind>(&parts_->stage);
}
template LessonStage* Lab::stage_as<LessonStage>();
template const LessonStage* Lab::stage_as<LessonStage>() const;
template DemonstrationStage* Lab::stage_as<DemonstrationStage>();
template const DemonstrationStage* Lab::stage_as<DemonstrationStage>() const;
template ReplayStage* Lab::stage_as<ReplayStage>();
template const ReplayStage* Lab::stage_as<ReplayStage>() const;

StageTraits Lab::stage_traits() const
{
    return parts_->on_stage([](const auto& it) { return it.traits(); });
}

void Lab::apply(const Key& key)
{
    if (end_instant_replays() && key.name == "Escape") return;
    settle_mode();
    if (parts_->on_stage([&](auto& it) { return it.takes(key, *this); })) return;
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
    case Action::frame_back: tour_ ? turn_tour(false) : freeze_beside(-1); break;
    case Action::frame_forward: tour_ ? turn_tour(true) : freeze_beside(1); break;
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
        if (const auto* shown = find_demonstration(timestep::all_presets[settings.loop.preset].name))
            show_me(*shown);
        else
            requests.emplace_back(request::Notice{"Show me is about the loops 1 to 5: choose one of them"});
        break;
    case Action::camera: settings.view.lens = {}; break;
    case Action::panel_keys: settings.view.panel_keys = !settings.view.panel_keys; break;
    case Action::panels: settings.view.panels = !settings.view.panels; break;
    case Action::more: unfold(!settings.view.more); break;
    case Action::help: settings.view.help = !settings.view.help; break;
    case Action::record: record(!recording()); break;
    case Action::record_replay: requests.emplace_back(request::RecordReplay{}); break;
    case Action::replay: requests.emplace_back(request::OpenReplay{}); break;
    case Action::what_if: // ReplayStage carries it out
        requests.emplace_back(request::Notice{"What if (W) continues a replay with other settings: F7 records one"});
        break;
    case Action::sound: settings.view.sound = !settings.view.sound; break;
    case Action::film: requests.emplace_back(request::ToggleFilm{}); break;
    case Action::full_screen: requests.emplace_back(request::FullScreen{}); break;
    case Action::present: present(!settings.view.present); break;
    case Action::screenshot: requests.emplace_back(request::Screenshot{}); break;
    case Action::quit: requests.emplace_back(request::Quit{}); break;
    }
}

// During the tour, undoes the tour as a whole: the settings of its cards are no steps of the user.
std::string Lab::undo()
{
    if (tour_)
    {
        end_tour();
        return "undone: the tour";
    }
    undo_.see(settings, pc().time());
    before_link_.reset();
    return undo_.undo(settings);
}

std::string Lab::redo()
{
    if (tour_) return "there is no step to be done again during the tour";
    undo_.see(settings, pc().time());
    return undo_.redo(settings);
}

std::string Lab::take_set_up(std::string_view text)
{
    auto read = parse_set_up(text, set_up());
    if (auto* error = std::get_if<std::string>(&read)) return std::move(*error);
    end_tour();
    leave_replay();
    end_undo_step();
    if (!before_link_ && is_set_up_link(text)) before_link_ = settings_to_keep();
    settings = std::get<Settings>(std::move(read));
    return "";
}

// Resets the shown loops. A stage (content of the window) that cannot restart itself is replaced in the next frame,
// because a frame must end on the stage on which it began. In this case the live loop, which the window does not show,
// is reset at once.
void Lab::reset()
{
    if (frozen_) go_on();
    parts_->judge.clear();
    if (parts_->on_stage([](auto& it) { return it.restart(); })) return;
    parts_->live.reset();
    over_ = true;
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
    parts_->on_stage([&](auto& it) { it.lose(*this, duration, event); });
}

void Lab::press(Button button, bool down)
{
    held_[static_cast<std::size_t>(button)] = down;
    if (down) end_instant_replays();
    parts_->on_stage([&](auto& it) { it.press(*this, button, down); });
}

void Lab::let_all_go()
{
    for (std::size_t i = 0; i < held_.size(); ++i)
        if (held_[i]) press(static_cast<Button>(i), false);
}

// Changes the frame delay: on the first screen to the next marked position of the slider, elsewhere by 5 ms.
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
    while (next_command_ < drive_.size() && drive_[next_command_].at <= now()) apply(drive_[next_command_++]);
}

void Lab::apply(const DriveCommand& command)
{
    using Kind = DriveCommand::Kind;
    settle_mode();
    switch (command.kind)
    {
    case Kind::key: apply(*command.key); break;
    case Kind::set:
        if (const Control* row = find_control(settings, command.path);
            row != nullptr && !assign(settings, *row, command.text))
            parts_->on_stage([](auto& it) { it.note(telemetry::knob_changed); });
        break;
    case Kind::grab: input = {.grabbed = true, .hand_x = command.hand_x}; break;
    case Kind::release: input.grabbed = false; break;
    case Kind::press: press(command.button, true); break;
    case Kind::let_go: press(command.button, false); break;
    case Kind::screenshot: requests.emplace_back(request::Screenshot{command.text}); break;
    case Kind::quit: requests.emplace_back(request::Quit{}); break;
    }
}

// Makes the stage (the content of the window) that the settings choose, unless it is already there. A new stage has a
// new clock, so the results and the list of changes of the old stage are deleted. Keys that are down are released on
// the old stage, because it gets no more input.
void Lab::choose_stage()
{
    choose_frames();
    if (settings.mode == Mode::replay && parts_->replay == nullptr) settings.mode = Mode::live;
    if (settings.mode == Mode::lesson && shows_a_file(settings) && parts_->lesson_of_file == nullptr)
        settings.mode = Mode::live;
    if (settings.mode == Mode::compare && settings.race.kept.empty()) settings.mode = Mode::live;
    settle_mode();
    const bool suits = parts_->on_stage([&](const auto& it) { return it.suits(settings); });
    if (!std::exchange(over_, false) && to_show_ == nullptr && suits) return;
    let_all_go();
    exclude_frames(2); // this frame, which makes the lanes, and the next one, which measures the first drawing
    if (const auto start = std::exchange(new_live_, {}))
    {
        parts_->live = Live{*start, true, even_};
        parts_->live.lanes()[0].lane().intercept_steps(interceptor_);
    }
    put_on_stage();
    parts_->judge.clear();
    journal.clear();
    settings.view.time.to.reset();
    replays_ended_ = Nanos{-1};
    if (frozen_) go_on();
}

void Lab::put_on_stage()
{
    if (const Demonstration* shown = std::exchange(to_show_, nullptr))
        return static_cast<void>(parts_->stage.emplace<DemonstrationStage>(*shown, settings));
    switch (settings.mode)
    {
    case Mode::live:
        parts_->live.suits(settings) ? void(parts_->stage = &parts_->live)
                                     : void(parts_->stage.emplace<SideBySide>(settings, even_));
        break;
    case Mode::race:
    case Mode::duel:
    case Mode::compare: parts_->stage.emplace<Race>(*this); break;
    case Mode::lesson: parts_->stage.emplace<LessonStage>(settings, answers, parts_->lesson_of_file); break;
    case Mode::network:
        parts_->stage.emplace<LessonStage>(settings, answers);
        // The timeline shows all PCs of a network game, the plots show only one.
        if (settings.view.dock == Dock::plots) settings.view.dock = Dock::timeline;
        break;
    case Mode::replay:
        parts_->replay->enter(settings);
        parts_->stage.emplace<ReplayStage>(*parts_->replay);
        break;
    }
}

// Restores the settings that a replay has changed, if the mode is no replay, and shows the machine of the mode.
void Lab::settle_mode()
{
    if (settings.mode != Mode::replay) leave_replay();
    select_machine(settings);
}

std::size_t Lab::begin_frame()
{
    if (!settings.paused) frozen_.reset();
    if (!is_first_screen(settings)) end_tour();
    choose_stage();
    if (constexpr Nanos between_looks{50'000'000}; !tour_ && pc().time() >= seen_at_ + between_looks)
    {
        // Looks for changed settings every 50 ms, not in every frame: comparing all controls takes some microseconds.
        seen_at_ = pc().time();
        undo_.see(settings, seen_at_);
    }
    const bool open = parts_->proof() == nullptr;
    parts_->on_stage([&](auto& it) { it.begin_frame(*this); });
    const std::size_t fresh = take_fresh();
    if (open && parts_->proof() != nullptr) stand_at(*parts_->proof());
    return fresh;
}

// Returns the number of frames of the selected loop that are new since the last call. Frames of the loops that were not
// selected are never reported.
std::size_t Lab::take_fresh()
{
    std::size_t of_selected = 0;
    const auto take         = [&](auto& it)
    {
        for (std::size_t i = 0; i < it.lanes().size(); ++i)
            if (const std::size_t fresh = it.lanes()[i].lane().take_fresh(); i == selected()) of_selected = fresh;
    };
    parts_->on_stage(take);
    return of_selected;
}

void Lab::end_frame()
{
    parts_->on_stage([&](auto& it) { it.end_frame(*this); });
}

Screen Lab::on_screen(std::size_t i)
{
    const auto past = frozen_ ? frozen_ : instant_replay(i);
    if (past) return {.parts = {{0.0, lane(i).moment_at(*past)}}, .arrived = {}};
    return parts_->on_stage([&](auto& it) { return it.on_screen(i); });
}

std::optional<Nanos> Lab::instant_replay(std::size_t i) const
{
    return stage_traits().has_own_ending ? std::nullopt : instant_replay_of(lane(i), replays_ended_);
}

bool Lab::end_instant_replays()
{
    bool any   = false;
    Nanos last = replays_ended_;
    for (std::size_t i = 0; i < lanes(); ++i)
    {
        if (!instant_replay(i)) continue;
        any  = true;
        last = std::max(last, telemetry::Frames{lane(i).samples()}.back().wall);
    }
    replays_ended_ = last;
    return any;
}

scenes::Moment Lab::shown(std::size_t i)
{
    const Screen screen = on_screen(i);
    return screen.parts.empty() ? lane(i).newest() : screen.parts.back().moment;
}

std::optional<Believed> Lab::belief(std::size_t i)
{
    return parts_->on_stage([&](auto& it) { return it.belief(i, frozen_); });
}

const std::vector<LaneResult>& Lab::results()
{
    if (const auto* own = parts_->on_stage([](const auto& it) { return it.results(); })) return *own;
    return parts_->judge.look(parts_->lanes(), pc().time(), !stage_traits().has_own_ending);
}

const Proof* Lab::shown_proof() const
{
    const Proof* shown = parts_->proof();
    return shown != nullptr && frozen_ && frozen_ == shown->at ? shown : nullptr;
}

// Shows the view that proves a lesson's answer: selects the loop, the page and the plots that `proof` names, and stops
// the picture at the time that `proof` names.
void Lab::stand_at(const Proof& proof)
{
    settings.race.selected = proof.lane;
    if (proof.dock) settings.view.dock = *proof.dock;
    settings.view.plots |= proof.plots;
    if (proof.at) freeze(*proof.at);
}

// Runs the loops of the finished lesson again. Their clock starts again at zero, so the old results are deleted and the
// timeline follows the newest frame.
void Lab::try_it()
{
    if (frozen_) go_on();
    if (auto* lesson = stage_as<LessonStage>()) lesson->try_it();
    parts_->judge.clear();
    settings.view.time.to.reset();
}

void Lab::show_replay(std::unique_ptr<ReplayPlayer> player)
{
    leave_replay();
    over_          = true;
    parts_->replay = std::move(player);
    parts_->replay->enter(settings);
    settings.replay_at = 0.0;
    settings.mode      = Mode::replay;
    // A ReplayStage has a reference to its player, so it must be replaced together with the player.
    if (std::holds_alternative<ReplayStage>(parts_->stage)) parts_->stage.emplace<ReplayStage>(*parts_->replay);
}

void Lab::show_lesson(Lesson lesson)
{
    end_tour();
    answers[lesson.name]   = {}; // forgets the answer to a former lesson with the same name
    over_                  = true;
    parts_->lesson_of_file = std::make_shared<const Lesson>(std::move(lesson));
    open_of_file(settings, *parts_->lesson_of_file);
}

void Lab::leave_replay()
{
    if (parts_->replay) parts_->replay->leave(settings);
}

void Lab::start_over()
{
    end_tour();
    leave_replay();
    settings.mode              = Mode::live;
    settings.race.side_by_side = false;
    settings.view.more         = true; // shows all panels: the simple first screen would show two loops
    select_machine(settings);
    new_live_ = settings;
    over_     = true;
}

void Lab::intercept_steps(StepInterceptor* interceptor)
{
    interceptor_ = interceptor;
    if (!new_live_) parts_->live.lanes()[0].lane().intercept_steps(interceptor);
}

void Lab::start_tour()
{
    end_tour();
    undo_.see(settings, pc().time());
    tour_.emplace(settings);
    reset();
}

void Lab::turn_tour(bool forwards)
{
    if (!tour_) return;
    if (tour_->turn(forwards, settings))
        reset();
    else if (forwards)
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
    return parts_->replay ? parts_->replay->without_replay(settings) : settings;
}

Settings Lab::settings_to_keep() const
{
    const Settings now = set_up();
    Settings kept      = before_link_.value_or(now);
    kept.view          = now.view;
    if (kept.mode == Mode::lesson || kept.mode == Mode::network) kept.mode = Mode::live;
    select_machine(kept);
    return kept;
}

void Lab::unfold(bool more)
{
    const bool was_first = is_first_screen(settings);
    settings.view.more   = more;
    if (more && was_first && folded_)
    {
        settings.mode              = folded_->first;
        settings.race.side_by_side = folded_->second;
    }
    folded_.reset();
    if (more) return;
    folded_                    = {settings.mode, settings.race.side_by_side};
    settings.mode              = Mode::live;
    settings.race.side_by_side = false;
}

void Lab::present(bool on)
{
    if (on) end_tour(); // a presentation does not show the tour's card
    settings.view.present = on;
    if (on) settings.view.panels = true;
    requests.emplace_back(request::FullScreen{on});
}

// The action of the Escape key. Closes the first of these that is open: the list of keys, the tour, a stopped picture,
// the presentation, and the content of the window, such as a lesson (but not a race or a duel).
void Lab::close()
{
    if (settings.view.help)
        settings.view.help = false;
    else if (tour_)
        end_tour();
    else if (frozen_)
        go_on();
    else if (settings.view.present)
        present(false);
    else if (settings.mode != Mode::race && settings.mode != Mode::duel)
        settings.mode = Mode::live;
}

void Lab::show_me(const Demonstration& shown) { to_show_ = &shown; }

} // namespace lab
