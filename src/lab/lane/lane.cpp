#include "lab/lane/lane.hpp"

#include "lab/lane/presenting.hpp"
#include "lab/settings/brake.hpp"
#include "telemetry/frames.hpp"
#include "telemetry/metrics.hpp"
#include "timestep/frame_timer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace lab
{

Lane::Lane(const Settings& settings, const LaneKeeps& keeps)
    : chosen_{settings.loop}
    , decisions_{keeps.mathematics ? std::size_t{600} : 0}
    , references_{keeps.mathematics}
    , samples_{keeps.samples}
    , history_{keeps.history}
{
    obey(settings);
    restart();
    pending_events_ = 0;
}

bool Lane::obey(const Settings& settings)
{
    if (interceptor_ != nullptr) interceptor_->see_settings(settings);
    const std::uint32_t changes = chosen_.apply(settings.loop);
    note(changes);
    choose_scene(settings);
    references_.invalidate_schedule();
    if ((changes & telemetry::knob_changed) != 0) longest_step_ = 0.0;
    if ((changes & telemetry::loop_changed) == 0) return false;
    const bool spoiled = is_spoiled();
    references_.go_on_from(world_);
    begin_judgement();
    return spoiled;
}

// Forgets the failures and the steps of the time before, so that the verdict is about the loop from now on.
void Lane::begin_judgement()
{
    began_        = world_.events();
    failures_     = {};
    ring_began_   = references_.ring.world.events().bounced;
    began_at_     = game_;
    paced_from_   = game_;
    longest_step_ = 0.0;
}

void Lane::start_again()
{
    reset();
    started_again_ = wall_;
}

// Returns true if the world's state is already wrong, so that another loop must not continue with it: a body passed
// through a wall or left all bounds, or the steps have fed much energy to a spring.
bool Lane::is_spoiled() const
{
    constexpr double much = 1.5; // limit of the world's energy / its energy at the last reset
    const sim::Events& e  = world_.events();
    for (const sim::EventKind& kind : {sim::event::tunnelled, sim::event::blown_up, sim::event::escaped})
        if (e.*kind.count > began_.*kind.count) return true;
    return world_.stiffness() && !user_changed_energy_ && !(world_.energy() <= much * start_energy_);
}

void Lane::choose_scene(const Settings& settings)
{
    // The energy matters only in scenes with springs (is_spoiled).
    const double energy = world_.stiffness() ? world_.energy() : 0.0;
    const bool other    = &world_.type() != &type_of(settings.scene);
    const auto take     = [&](scenes::World& world)
    { other ? void(world = scenes::World{settings.scene}) : world.set_knobs(settings.scene); };
    take(world_);
    references_.for_each_world(take);
    world_.set_integrator(settings.integrator);
    references_.ring.world.set_integrator(settings.integrator);
    references_.at_shown.world.set_integrator(settings.integrator);
    if (!other)
    {
        const bool same      = !world_.stiffness() || world_.energy() == energy;
        user_changed_energy_ = user_changed_energy_ || !same;
        return;
    }
    history_.clear();
    restart();
}

void Lane::reset()
{
    restart();
    if (interceptor_ != nullptr) interceptor_->reset();
}

void Lane::restart()
{
    world_.reset();
    world_.blend(1.0, presented_);
    references_.restart();
    begin_judgement();
    lost_   = {};
    totals_ = {};
    started_again_.reset();
    user_changed_energy_ = false;
    start_energy_        = world_.energy();
    note(telemetry::reset);
}

void Lane::wait_first(const Settings& settings, sim::VirtualPc& pc)
{
    if (loop().pacer.waits_first()) pc.wait_first(chosen_.loop().pacer, settings.machine);
}

const telemetry::FrameSample& Lane::begin_frame(const timestep::FrameInput& in, const Settings& settings,
                                                const sim::Input& input, sim::Pc& pc)
{
    wall_                       = pc.time();
    const sim::LagSettings& lag = settings.machine.lag;
    const Nanos delay           = lag.on ? lag.delay : Nanos::zero();
    if (std::exchange(delay_, delay) != delay) paced_from_ = game_;
    const sim::Events before = world_.events();
    const double began       = world_.time();
    const Nanos carried      = chosen_.carried();
    const Nanos left         = chosen_.take_left(); // time that the replaced loop still carried (had not simulated)
    if (chosen_.has_thread())
        decisions_.clear(); // a loop on its own thread does not plan once a frame: no decision to store
    else if (references_.mathematics)
        decisions_.push_back({frame_, loop(), in});
    const timestep::StepPlan decided = chosen_.plan(in, settings.machine.step_cost);
    if (interceptor_ != nullptr) interceptor_->begin_frame(settings, in, decided);
    timestep::StepPlan plan = carry_out(decided, settings, input, pc);
    game_ += std::max(in.frame, Nanos::zero());
    const bool restarted = world_.time() < began; // a changed parameter has restarted the scene
    if (restarted) references_.restart();

    simulated_ += plan.stepped;
    shown_ = simulated_ + behind_newest(plan);
    if (restarted) lost_ = {};
    // A filter gives its time back in small pieces. Dropped time up to 1 ms a frame is a slow drift: the picture gets
    // late.
    if (in.frame != Nanos::zero()) // the very first frame has measured no time
        lost_ += plan.filter_error + (telemetry::changes_time(plan.dropped) ? plan.dropped : Nanos::zero());
    lost_ += left;
    advance_references(in, plan, (restarted ? 0.0 : began) + timestep::to_seconds(carried), input, pc);
    plan.dropped += left;
    totals_.add(in.frame, plan);
    present(world_, plan, guessed_input(), presented_);
    record(in.frame, plan, events_since(before));
    // The hand moves the reference motion in this frame, the loop's world in its next step, and a blended picture one
    // step later. So no picture is wrong while the hand holds a body.
    if (input.grabbed || last_input_.grabbed) samples_.back().right_x = std::numeric_limits<double>::quiet_NaN();
    if (references_.mathematics) keep_moment();
    return samples_.back();
}

// Advances the reference motions (simulated separately, for comparison with the loop's pictures) to the time of this
// frame. `account` is the simulated time plus the carried time before the frame, in seconds.
void Lane::advance_references(const timestep::FrameInput& in, const timestep::StepPlan& plan, double account,
                              const sim::Input& input, const sim::Pc& pc)
{
    const double shown = world_.time() + seconds_behind_newest(plan);
    references_.advance(
        {.in = in, .wall = wall_, .game = game_, .clock_error = pc.clock_error(), .account = account, .shown = shown},
        refusal() ? loop() : chosen_.wanted(), input);
    late_ = timestep::from_seconds(references_.ring.shows() - shown);
}

const Decision* Lane::decision(std::int64_t frame) const
{
    for (std::size_t i = decisions_.size(); i-- > 0;)
        if (decisions_[i].frame <= frame) return &decisions_[i];
    return nullptr;
}

const telemetry::FrameSample& Lane::end_frame(const Settings& settings, sim::Pc& pc, std::optional<Nanos> next)
{
    telemetry::FrameSample& last = samples_.back();
    const bool rendered          = renders();
    const auto shown =
        next ? pc.end_recorded_frame(settings.machine, rendered, *next) : pc.end_frame(settings.machine, rendered);
    last.displayed = shown.has_value();
    if (shown)
    {
        last.screen = shown->at;
        last.torn   = shown->torn;
    }
    if (next) return last;
    const sim::Waited waited = pc.wait(chosen_.loop().pacer, last.plan);
    last.slept               = waited.slept;
    last.spun                = waited.spun;
    return last;
}

const telemetry::FrameSample& Lane::show(Nanos wall, Nanos measured, const timestep::StepPlan& plan, Nanos stepping,
                                         const scenes::World& world)
{
    const sim::Events before = world_.events();
    wall_                    = wall;
    stepping_                = stepping;
    world_                   = world;
    game_ += measured;
    simulated_ += plan.stepped;
    shown_ = simulated_ + behind_newest(plan);
    totals_.add(measured, plan);
    present(world_, plan, guessed_input(), presented_);
    record(measured, plan, events_since(before));
    samples_.back().displayed = true;
    samples_.back().screen    = wall + stepping;
    if (references_.mathematics) keep_moment();
    return samples_.back();
}

void Lane::end_as(const telemetry::FrameSample& other)
{
    telemetry::FrameSample& last = samples_.back();
    last.displayed               = other.displayed;
    last.screen                  = other.screen;
    last.torn                    = other.torn;
}

timestep::StepPlan Lane::carry_out(timestep::StepPlan plan, const Settings& settings, const sim::Input& input,
                                   sim::Pc& pc)
{
    keyboard_.begin_frame(wall_, plan);
    const Nanos begun    = pc.elapsed();
    const Nanos too_long = begun + pc.patience();
    if (settings.loop.budget > Nanos::zero() && !chosen_.has_thread())
        plan = carry_out_in_budget(plan, settings, input, pc);
    else
    {
        std::int64_t done = 0;
        while (done < plan.steps && pc.elapsed() < too_long)
            done += step_on(plan.steps - done, plan, settings, input, pc);
        if (done < plan.steps) brake(plan, done);
        if (plan.tail > Nanos::zero()) step(timestep::to_seconds(plan.tail), settings, input, pc);
    }
    stepping_ = pc.elapsed() - begun;
    return plan;
}

// Takes planned steps until they have used up the frame's wall time for steps (LoopChoice::budget). Gives the planned
// steps that are left back to the loop, which carries or drops their time.
timestep::StepPlan Lane::carry_out_in_budget(const timestep::StepPlan& plan, const Settings& settings,
                                             const sim::Input& input, sim::Pc& pc)
{
    struct BudgetClock
    {
        const sim::Pc& pc;

        Nanos now() const { return pc.budget_clock(); }
        void sleep(Nanos) const {}
        void spin() const {}
    };
    const BudgetClock clock{pc};
    const timestep::StepBudget budget{settings.loop.budget};
    const auto left = budget.take_steps(clock, plan, [&](double h) { step(h, settings, input, pc); });
    return chosen_.loop().give_back(plan, left);
}

// Takes the next step, or up to eight steps in one call if the scene computes them faster together. Steps are taken
// singly if a step cost is set, if state hashes are stored, or if an object observes the steps (StepInterceptor).
// Returns the number of steps taken.
std::int64_t Lane::step_on(std::int64_t left, const timestep::StepPlan& plan, const Settings& settings,
                           const sim::Input& input, sim::Pc& pc)
{
    constexpr std::int64_t at_once = 8;
    const bool bundle              = world_.type().steps != nullptr && settings.machine.step_cost == Nanos::zero() &&
                        hashes_wanted_ == 0 && interceptor_ == nullptr;
    if (!bundle)
    {
        step(plan.dt_seconds, settings, input, pc);
        return 1;
    }
    const std::array<sim::Input, at_once> inputs{};
    const std::int64_t taken = std::min(left, at_once);
    longest_step_            = std::max(longest_step_, plan.dt_seconds);
    world_.steps(plan.dt_seconds, {inputs.data(), static_cast<std::size_t>(taken)});
    return taken;
}

void Lane::step(double h, const Settings& settings, const sim::Input& hand, sim::Pc& pc)
{
    last_input_          = hand;
    longest_step_        = std::max(longest_step_, h);
    user_changed_energy_ = user_changed_energy_ || hand.grabbed;
    keyboard_.read(settings.keys, last_input_);
    if (interceptor_ != nullptr) interceptor_->before_step(h, last_input_);
    world_.step(h, last_input_);
    if (interceptor_ != nullptr) interceptor_->after_step(world_);
    pc.spend(chosen_.has_thread() ? Nanos::zero() : settings.machine.step_cost);
    if (hashes_.size() < hashes_wanted_) hashes_.push_back(world_.state_hash());
}

void Lane::press(Nanos at, Button button, bool down)
{
    keyboard_.push(at, button, down);
    references_.press(at, button, down);
}

void Lane::keep_hashes(std::size_t ticks)
{
    hashes_.clear();
    hashes_wanted_ = ticks;
}

// Stops the frame's steps after the first `done` steps, so that a loop without a step limit cannot block the window for
// minutes in a spiral of death. The time of the remaining steps becomes dropped time, and the record of the frame gets
// the event `brake`.
void Lane::brake(timestep::StepPlan& plan, std::int64_t done)
{
    brake_after(done, plan);
    note(telemetry::brake);
}

const telemetry::FrameSample& Lane::stand_still(sim::Pc& pc, Nanos excluded)
{
    wall_     = pc.time();
    stepping_ = Nanos::zero();
    references_.stand_still(pc.clock_error());
    const std::uint32_t why = telemetry::paused | (excluded > Nanos::zero() ? telemetry::excluded : 0U);
    note(why);
    const bool stood = !samples_.empty() && (samples_.back().events & (telemetry::paused | telemetry::excluded)) == why;
    timestep::StepPlan nothing{.carried = chosen_.carried(), .alpha = alpha_, .presentation = loop().presentation};
    if (!samples_.empty()) // the record of a pause keeps the step size of the frame before
    {
        nothing.dt         = samples_.back().plan.dt;
        nothing.dt_seconds = samples_.back().plan.dt_seconds;
    }
    return record(stood ? samples_.back().measured + excluded : excluded, nothing, 0, stood);
}

std::uint32_t Lane::events_since(const sim::Events& before) const
{
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < sim::event_kinds.size(); ++i)
        if (world_.events().*sim::event_kinds[i].count != before.*sim::event_kinds[i].count) bits |= 1U << i;
    return bits;
}

// Returns the input for predicting a state after the last step: held buttons stay held, without new presses or
// releases.
sim::Input Lane::guessed_input() const
{
    sim::Input input = last_input_;
    input.pressed    = {};
    input.released   = {};
    return input;
}

void Lane::keep_moment()
{
    // If states are large, the history keeps only the shown state of each frame. With all states of each frame it
    // would cover too little time.
    const bool small = has_small_states();
    small ? world_.blend(0.0, before_) : void(before_ = scenes::AnyState{});
    small ? world_.blend(1.0, newest_) : void(newest_ = scenes::AnyState{});
    history_.keep(newest());
}

bool Lane::renders() const
{
    return samples_.empty() || telemetry::is_paused(samples_.back()) || loop().pacer.renders(samples_.back().plan);
}

scenes::Moment Lane::moment_at(Nanos wall) const
{
    const scenes::KeptMoment* kept = history_.at(wall);
    if (kept == nullptr) return newest();
    // Takes the record of the frame from samples_, because it has the time at which the picture reached the screen.
    // That time was not yet known when the history stored its copy.
    const telemetry::Frames frames{samples_};
    const auto place = frames.newest_by(kept->sample.wall);
    const bool known = place && frames[*place].frame == kept->sample.frame;
    return kept->look(known ? frames[*place] : kept->sample);
}

// Returns the body's coordinate, computed by the scene's formula for its motion (not by steps), at the simulated time
// that the picture shows; NaN if the scene has no such formula.
// Negative times count as zero, because before its first step an interpolating loop shows the start.
double Lane::find_exact()
{
    const double time = world_.time() + timestep::to_seconds(shown_ - simulated_);
    if (!world_.exact(std::max(time, 0.0), exact_)) return std::numeric_limits<double>::quiet_NaN();
    return world_.probe(exact_).x;
}

// Returns the reference motion's coordinate at the simulated time that the picture shows. Returns NaN within one step
// after a body was teleported, such as to the start of a lap: in only one of the two simulations (the loop's world and
// the reference), the body may still be at the end of its lap.
double Lane::right_x(const timestep::StepPlan& plan) const
{
    const Reference& right = references_.at_shown;
    const double newest    = std::max(world_.teleported_at(), right.world.teleported_at());
    const double step      = std::max(plan.dt_seconds, references_.step());
    return newest > 0.0 && right.shows() - newest < step ? std::numeric_limits<double>::quiet_NaN() : right.x();
}

// Adds the record of a frame, or replaces the newest record if `replaces` is true. A whole pause is one record; so a
// long pause does not push older records out of the ring buffer.
const telemetry::FrameSample& Lane::record(Nanos frame, const timestep::StepPlan& plan, std::uint32_t events,
                                           bool replaces)
{
    alpha_                    = plan.alpha;
    const scenes::Probe probe = world_.probe();
    const telemetry::FrameSample sample{.frame     = frame_++,
                                        .wall      = wall_,
                                        .measured  = frame,
                                        .game      = game_,
                                        .plan      = plan,
                                        .stepping  = stepping_,
                                        .simulated = simulated_,
                                        .shown     = shown_,
                                        .late      = late_,
                                        .lost      = lost_,
                                        .x         = probe.x,
                                        .v         = probe.v,
                                        .energy    = probe.energy,
                                        .shown_x   = presented_probe().x,
                                        .ring_x    = references_.ring.x(),
                                        .right_x   = right_x(plan),
                                        .exact_x   = find_exact(),
                                        .events    = events | std::exchange(pending_events_, 0U)};
    if (replaces)
        samples_.back() = sample;
    else
        samples_.push_back(sample);
    ++fresh_;
    if (events != 0) remember_failures(events);
    return samples_.back();
}

// Stores the circumstances of each kind of failure in `events` (bits of event_kinds), which happened in the last frame.
void Lane::remember_failures(std::uint32_t events)
{
    const telemetry::Frames frames{samples_};
    const telemetry::FrameSample& last = frames.back();
    Failure newest{.wall     = last.wall,
                   .game     = last.game,
                   .step     = std::max(last.plan.steps > 0 ? last.plan.dt : Nanos{}, last.plan.tail),
                   .shortest = last.plan.tail > Nanos::zero() ? last.plan.tail : last.plan.dt,
                   .energy   = last.energy / start_energy_,
                   .hiccup   = (last.events & telemetry::hiccup) != 0};
    constexpr std::uint32_t anew = telemetry::reset | telemetry::loop_changed;
    for (std::size_t i = frames.size(); i-- > 1 && (frames[i].events & anew) == 0;)
    {
        const telemetry::FrameSample& before = frames[i - 1];
        if (last.wall - before.wall > std::chrono::seconds{1}) break;
        for (const Nanos step : {before.plan.steps > 0 ? before.plan.dt : Nanos{}, before.plan.tail})
        {
            if (step == Nanos::zero()) continue;
            newest.shortest = std::min(newest.shortest, step);
            newest.longest  = std::max(newest.longest, step);
        }
    }
    for (std::size_t i = 0; i < sim::event_kinds.size(); ++i)
        if (sim::event_kinds[i].failure && (events >> i & 1U) != 0)
            failures_[i] = {failures_[i] ? failures_[i]->first : newest, newest};
}

const Failures* Lane::failures(const sim::EventKind& kind) const
{
    const auto* const found = std::ranges::find(sim::event_kinds, kind.count, &sim::EventKind::count);
    const auto& failures    = failures_[static_cast<std::size_t>(found - sim::event_kinds.begin())];
    return failures ? &*failures : nullptr;
}

} // namespace lab
