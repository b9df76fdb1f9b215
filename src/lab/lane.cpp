#include "lab/lane.hpp"

#include "telemetry/frames.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

namespace lab
{

namespace
{
// Values only, in the order of the tables: what the loop carries stays.
void copy_knobs(const timestep::Loop& from, timestep::Loop& to)
{
    std::vector<double> values;
    timestep::Loop readable = from;
    timestep::for_each_knob(readable, [&](std::string_view, const timestep::KnobRef& k) { values.push_back(k.get()); });
    auto value = values.begin();
    timestep::for_each_knob(to,
                            [&](std::string_view, const timestep::KnobRef& k)
                            {
                                if (k.get() != *value) k.set(*value);
                                ++value;
                            });
}

// What the picture of a plan shows, less what the newest state shows.
Nanos behind_newest(const timestep::StepPlan& plan)
{
    using enum timestep::Presentation;
    switch (plan.presentation)
    {
    case interpolate:
    case step_ahead: return Nanos{std::llround(plan.alpha * static_cast<double>(plan.dt.count()))} - plan.dt;
    case extrapolate:
    case render_tick: return plan.carried;
    case latest: break;
    }
    return Nanos::zero();
}
} // namespace

Lane::Lane(const Settings& settings, const LaneKeeps& keeps)
    : preset_{settings.loop.preset}
    , loop_{settings.loop.axes}
    , decisions_{keeps.ghost ? std::size_t{600} : 0}
    , samples_{keeps.samples}
    , history_{keeps.history}
{
    if (keeps.ghost) ghost_.emplace();
    obey(settings);
    reset();
    pending_events_ = 0;
}

void Lane::obey(const Settings& settings)
{
    refusal_ = timestep::check(settings.loop.axes);
    if (!refusal_) choose_loop(settings.loop);
    choose_scene(settings);
}

void Lane::choose_loop(const LoopSettings& settings)
{
    if (std::exchange(preset_, settings.preset) != settings.preset)
    {
        moved_to_dropped_ += loop_.carried();
        loop_ = settings.axes;
        note(telemetry::loop_changed);
    }
    choose_axes(settings.axes);
    if (!(settings.rate() == loop_.rate()))
    {
        loop_.set_rate(settings.rate());
        note(telemetry::knob_changed);
    }
}

// An axis that was switched starts afresh; of the others only the numbers are taken over.
void Lane::choose_axes(const timestep::Loop& axes)
{
    if (axes.stepper.index() != loop_.stepper.index())
    {
        moved_to_dropped_ += loop_.carried();
        loop_.stepper = axes.stepper;
        note(telemetry::loop_changed);
    }
    if (axes.filter.index() != loop_.filter.index()) loop_.filter = axes.filter;
    if (axes.overload.index() != loop_.overload.index()) loop_.overload = axes.overload;
    if (axes.pacer.index() != loop_.pacer.index()) loop_.pacer = axes.pacer;
    loop_.presentation = axes.presentation;
    copy_knobs(axes, loop_);
}

void Lane::choose_scene(const Settings& settings)
{
    const bool other = world_.scene_row().name != physics::all_scenes()[settings.scene.index()].name;
    const auto take  = [&]<class Scene>(const Scene& scene)
    {
        for (physics::World* world : {&world_, ghost_ ? &ghost_->world : nullptr})
        {
            if (world == nullptr) continue;
            if (other) *world = physics::World{scene};
            world->scene<Scene>().knobs = scene.knobs;
        }
    };
    std::visit(take, settings.scene);
    world_.set_integrator(settings.integrator);
    if (!other) return;
    history_.clear();
    reset();
}

void Lane::reset()
{
    world_.reset();
    world_.blend(1.0, presented_);
    if (ghost_) ghost_->reset();
    totals_       = {};
    start_energy_ = world_.energy();
    note(telemetry::reset);
}

const telemetry::FrameSample& Lane::advance(const timestep::FrameInput& in, const Settings& settings,
                                            const physics::Input& input, machine::Pc& pc)
{
    wall_                        = pc.time();
    const physics::Events before = world_.events();
    if (ghost_) decisions_.push_back({frame_, loop_, in});
    const timestep::StepPlan plan = carry_out(loop_.plan(in), settings, input, pc);
    game_ += std::max(in.frame, Nanos::zero());
    if (ghost_) ghost_->advance({in.frame, wall_, game_}, input);

    simulated_ += plan.stepped;
    shown_ = simulated_ + behind_newest(plan);
    totals_.in += in.frame;
    totals_.stepped += plan.stepped;
    totals_.dropped += plan.dropped;
    totals_.filter_error += plan.filter_error;
    totals_.steps += plan.steps;
    ++totals_.frames;
    present(plan);
    record(in.frame, plan, events_since(before));
    if (ghost_) keep_moment();
    return samples_.back();
}

const Decision* Lane::decision(std::int64_t frame) const
{
    for (std::size_t i = decisions_.size(); i-- > 0;)
        if (decisions_[i].frame <= frame) return &decisions_[i];
    return nullptr;
}

const telemetry::FrameSample& Lane::end_frame(const Settings& settings, machine::Pc& pc, std::optional<Nanos> next)
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
    const machine::Waited waited = pc.wait(loop_.pacer, last.plan);
    last.slept                   = waited.slept;
    last.spun                    = waited.spun;
    return last;
}

void Lane::end_as(const telemetry::FrameSample& other)
{
    telemetry::FrameSample& last = samples_.back();
    last.displayed               = other.displayed;
    last.screen                  = other.screen;
    last.torn                    = other.torn;
}

timestep::StepPlan Lane::carry_out(timestep::StepPlan plan, const Settings& settings, const physics::Input& input,
                                   machine::Pc& pc)
{
    plan.dropped += std::exchange(moved_to_dropped_, Nanos{});
    keyboard_.begin_frame(wall_, plan);
    const Nanos begun    = pc.elapsed();
    const Nanos too_long = begun + pc.patience();
    std::int64_t done    = 0;
    while (done < plan.steps && pc.elapsed() < too_long) done += step_on(plan.steps - done, plan, settings, input, pc);
    if (done < plan.steps) brake(plan, done);
    if (plan.tail > Nanos::zero()) step(timestep::to_seconds(plan.tail), settings, input, pc);
    stepping_ = pc.elapsed() - begun;
    return plan;
}

// A storm whose steps cost what they really cost takes some of them at once: its balls stay in the cache meanwhile.
std::int64_t Lane::step_on(std::int64_t left, const timestep::StepPlan& plan, const Settings& settings,
                           const physics::Input& input, machine::Pc& pc)
{
    constexpr std::int64_t at_once = 8;
    const bool bundle =
        world_.runs<physics::Storm>() && settings.machine.step_cost == Nanos::zero() && hashes_wanted_ == 0;
    if (!bundle)
    {
        step(plan.dt_seconds, settings, input, pc);
        return 1;
    }
    const std::array<physics::Input, at_once> inputs{};
    const std::int64_t taken = std::min(left, at_once);
    world_.steps(plan.dt_seconds, {inputs.data(), static_cast<std::size_t>(taken)});
    return taken;
}

void Lane::step(double h, const Settings& settings, const physics::Input& hand, machine::Pc& pc)
{
    last_input_ = hand;
    keyboard_.read(settings.keys, last_input_);
    world_.step(h, last_input_);
    pc.spend(settings.machine.step_cost);
    if (hashes_.size() < hashes_wanted_) hashes_.push_back(world_.state_hash());
}

void Lane::press(Nanos at, Button button, bool down)
{
    keyboard_.push(at, button, down);
    if (ghost_) ghost_->press(at, button, down);
}

void Lane::keep_hashes(std::size_t ticks)
{
    hashes_.clear();
    hashes_wanted_ = ticks;
}

// The laboratory's emergency brake: an uncapped loop in a spiral would otherwise hold the window for minutes. What it
// leaves undone is dropped, and said to be.
void Lane::brake(timestep::StepPlan& plan, std::int64_t done)
{
    const Nanos given_up = (plan.steps - done) * plan.dt + plan.tail;
    plan.steps           = done;
    plan.tail            = Nanos::zero();
    plan.stepped -= given_up;
    plan.dropped += given_up;
    note(telemetry::brake);
}

const telemetry::FrameSample& Lane::stand_still(machine::Pc& pc)
{
    wall_     = pc.time();
    stepping_ = Nanos::zero();
    note(telemetry::paused);
    const bool stood = !samples_.empty() && telemetry::is_paused(samples_.back());
    timestep::StepPlan nothing{.carried = loop_.carried(), .alpha = alpha_, .presentation = loop_.presentation};
    if (!samples_.empty()) // how far apart the two states in sight are
    {
        nothing.dt         = samples_.back().plan.dt;
        nothing.dt_seconds = samples_.back().plan.dt_seconds;
    }
    return record(Nanos::zero(), nothing, 0, stood);
}

std::uint32_t Lane::events_since(const physics::Events& before) const
{
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < physics::event_kinds.size(); ++i)
        if (world_.events().*physics::event_kinds[i].count != before.*physics::event_kinds[i].count) bits |= 1U << i;
    return bits;
}

void Lane::present(const timestep::StepPlan& plan)
{
    using enum timestep::Presentation;
    switch (plan.presentation)
    {
    case interpolate:
    case step_ahead: return world_.blend(plan.alpha, presented_);
    case extrapolate: return world_.extrapolate(timestep::to_seconds(plan.carried), presented_);
    case render_tick: return world_.look_ahead(timestep::to_seconds(plan.carried), guessed_input(), presented_);
    case latest: break;
    }
    world_.blend(1.0, presented_);
}

// A look ahead knows what is held, and no press that has not reached a step.
physics::Input Lane::guessed_input() const
{
    physics::Input input = last_input_;
    input.pressed        = {};
    input.released       = {};
    return input;
}

void Lane::keep_moment()
{
    // Of large states one is enough: the past would be short otherwise.
    const bool small = physics::heap_bytes(presented_) == 0;
    small ? world_.blend(0.0, before_) : void(before_ = {});
    small ? world_.blend(1.0, newest_) : void(newest_ = {});
    history_.keep(newest());
}

bool Lane::renders() const
{
    return samples_.empty() || telemetry::is_paused(samples_.back()) || loop_.pacer.renders(samples_.back().plan);
}

physics::Probe Lane::presented_probe() const { return world_.probe(presented_); }

Moment Lane::moment_at(Nanos wall) const
{
    const KeptMoment* kept = history_.at(wall);
    if (kept == nullptr) return newest();
    // The ring knows when its picture reached the screen, which was not known yet when it was kept.
    const telemetry::Frames frames{samples_};
    const auto place = frames.newest_by(kept->sample.wall);
    const bool known = place && frames[*place].frame == kept->sample.frame;
    return {known ? frames[*place] : kept->sample, kept->shown, kept->ghost, kept->events, kept->before, kept->newest};
}

// At the simulated moment that the picture shows; before the first step, a loop that looks back shows the start.
double Lane::find_exact()
{
    const double time = world_.time() + timestep::to_seconds(shown_ - simulated_);
    const bool known  = world_.exact(std::max(time, 0.0), exact_);
    return known ? world_.probe(exact_).x : std::numeric_limits<double>::quiet_NaN();
}

// A pause is one sample, however long: it must not drive what was before out of the ring.
const telemetry::FrameSample& Lane::record(Nanos frame, const timestep::StepPlan& plan, std::uint32_t events,
                                           bool replaces)
{
    alpha_                     = plan.alpha;
    const physics::Probe probe = world_.probe();
    const telemetry::FrameSample sample{.frame     = frame_++,
                                        .wall      = wall_,
                                        .measured  = frame,
                                        .game      = game_,
                                        .plan      = plan,
                                        .stepping  = stepping_,
                                        .simulated = simulated_,
                                        .shown     = shown_,
                                        .x         = probe.x,
                                        .v         = probe.v,
                                        .energy    = probe.energy,
                                        .shown_x   = presented_probe().x,
                                        .exact_x   = find_exact(),
                                        .events    = events | std::exchange(pending_events_, 0U)};
    if (replaces)
        samples_.back() = sample;
    else
        samples_.push_back(sample);
    ++fresh_;
    return samples_.back();
}

std::size_t Lane::take_fresh() { return std::min(std::exchange(fresh_, 0), samples_.size()); }

double Lane::speed() const
{
    Nanos in{};
    Nanos stepped{};
    for (std::size_t i = samples_.size(); i-- > 0 && in < Nanos{1'000'000'000};)
    {
        in += samples_[i].measured;
        stepped += samples_[i].plan.stepped;
    }
    return in > Nanos::zero() ? timestep::to_seconds(stepped) / timestep::to_seconds(in) : 1.0;
}

bool Lane::spiralling() const
{
    constexpr std::size_t window = 8;
    Nanos stepping{};
    Nanos simulated{};
    std::int64_t steps = 0;
    for (std::size_t i = samples_.size(), n = 0; i-- > 0 && n < window; ++n)
    {
        stepping += samples_[i].stepping;
        simulated += samples_[i].plan.stepped;
        steps += samples_[i].plan.steps;
    }
    return steps > static_cast<std::int64_t>(window) && stepping >= simulated;
}

} // namespace lab
