#include "lab/lane.hpp"

#include <algorithm>
#include <utility>

namespace lab
{

namespace
{
// The laboratory's emergency brake: an uncapped loop in a spiral would otherwise hold the window for minutes.
constexpr Nanos patience{2'000'000'000};
constexpr timestep::Rate ghost_rate    = timestep::hz(4800);
constexpr std::int64_t ghost_dot_every = 20; // steps
constexpr Nanos ghost_patience{3'600'000'000'000};

timestep::Loop make_loop(const LoopSettings& settings)
{
    return timestep::all_presets[settings.preset].make(settings.rate);
}
} // namespace

Lane::Lane(const Settings& settings)
    : preset_{settings.loop.preset}
    , rate_{settings.loop.rate}
    , loop_{make_loop(settings.loop)}
    , ghost_clock_{ghost_rate}
{
    obey(settings);
    reset();
    pending_events_ = 0;
}

void Lane::obey(const Settings& settings)
{
    if (settings.loop.preset != preset_)
    {
        moved_to_dropped_ += loop_.carried();
        preset_ = settings.loop.preset;
        rate_   = settings.loop.rate;
        loop_   = make_loop(settings.loop);
        note(telemetry::loop_changed);
    }
    if (!(settings.loop.rate == rate_))
    {
        rate_ = settings.loop.rate;
        loop_.set_rate(rate_);
        note(telemetry::knob_changed);
    }
    choose_scene(settings);
}

void Lane::choose_scene(const Settings& settings)
{
    const bool other = world_.scene_row().name != physics::all_scenes()[settings.scene.index()].name;
    const auto take  = [&]<class Scene>(const Scene& scene)
    {
        for (physics::World* world : {&world_, &ghost_})
        {
            if (other) *world = physics::World{scene};
            world->scene<Scene>().knobs = scene.knobs;
        }
    };
    std::visit(take, settings.scene);
    world_.set_integrator(settings.integrator);
    if (other) reset();
}

void Lane::reset()
{
    world_.reset();
    world_.blend(1.0, presented_);
    ghost_.reset();
    ghost_dots_.clear();
    totals_ = {};
    note(telemetry::reset);
}

const telemetry::FrameSample& Lane::advance(Nanos frame, const Settings& settings, const physics::Input& input,
                                            machine::Pc& pc)
{
    wall_                         = pc.time();
    const physics::Events before  = world_.events();
    const timestep::StepPlan plan = carry_out(loop_.plan({.frame = frame}), settings, input, pc);
    game_ += std::max(frame, Nanos::zero());
    advance_ghost(frame, input);

    simulated_ += plan.stepped;
    totals_.in += frame;
    totals_.stepped += plan.stepped;
    totals_.dropped += plan.dropped;
    totals_.steps += plan.steps;
    ++totals_.frames;
    present(plan, input);
    return record(frame, plan, events_since(before));
}

timestep::StepPlan Lane::carry_out(timestep::StepPlan plan, const Settings& settings, const physics::Input& input,
                                   machine::Pc& pc)
{
    plan.dropped += std::exchange(moved_to_dropped_, Nanos{});
    const Nanos begun = pc.elapsed();
    std::int64_t done = 0;
    for (; done < plan.steps && pc.elapsed() - begun < patience; ++done)
    {
        world_.step(plan.dt_seconds, input);
        pc.spend(settings.machine.step_cost);
    }
    if (done < plan.steps) brake(plan, done);
    if (plan.tail > Nanos::zero())
    {
        world_.step(timestep::to_seconds(plan.tail), input);
        pc.spend(settings.machine.step_cost);
    }
    stepping_ = pc.elapsed() - begun;
    return plan;
}

// What the brake leaves undone is dropped, and said to be.
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
    const timestep::StepPlan nothing{.carried = loop_.carried(), .alpha = alpha_, .presentation = loop_.presentation};
    return record(Nanos::zero(), nothing, 0);
}

// The ghost lives on the clock, not on the loop: the same physics, finely stepped, with all the time that has passed.
void Lane::advance_ghost(Nanos frame, const physics::Input& input)
{
    const timestep::StepPlan plan =
        ghost_clock_.plan(std::clamp(frame, Nanos::zero(), ghost_patience), timestep::Unlimited{});
    const Nanos begun = game_ - plan.stepped;
    for (std::int64_t i = 0; i < plan.steps; ++i)
    {
        ghost_.step(plan.dt_seconds, input);
        if (++ghost_steps_ % ghost_dot_every == 0) ghost_dots_.push_back({begun + (i + 1) * plan.dt, ghost_.probe().x});
    }
}

std::uint32_t Lane::events_since(const physics::Events& before) const
{
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < physics::event_kinds.size(); ++i)
        if (world_.events().*physics::event_kinds[i].count != before.*physics::event_kinds[i].count) bits |= 1U << i;
    return bits;
}

void Lane::present(const timestep::StepPlan& plan, const physics::Input& input)
{
    using enum timestep::Presentation;
    switch (plan.presentation)
    {
    case interpolate:
    case step_ahead: return world_.blend(plan.alpha, presented_);
    case extrapolate: return world_.extrapolate(timestep::to_seconds(plan.carried), presented_);
    case render_tick: return world_.look_ahead(timestep::to_seconds(plan.carried), input, presented_);
    case latest: break;
    }
    world_.blend(1.0, presented_);
}

physics::Probe Lane::presented_probe() const { return world_.probe(presented_); }

const telemetry::FrameSample& Lane::record(Nanos frame, const timestep::StepPlan& plan, std::uint32_t events)
{
    alpha_                     = plan.alpha;
    const physics::Probe probe = world_.probe();
    samples_.push_back({.frame     = frame_++,
                        .wall      = wall_,
                        .measured  = frame,
                        .game      = game_,
                        .plan      = plan,
                        .stepping  = stepping_,
                        .simulated = simulated_,
                        .x         = probe.x,
                        .v         = probe.v,
                        .energy    = probe.energy,
                        .shown_x   = presented_probe().x,
                        .exact_x   = ghost_.probe().x,
                        .events    = events | std::exchange(pending_events_, 0U)});
    return samples_.back();
}

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
