#include "scenes/smoke/smoke.hpp"

#include "sim/physics/vec2.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace scenes
{

namespace
{
constexpr double most_puffs = 4096.0; // largest number of new puffs in a step; more than can exist at the highest rate

constexpr std::array smoke_knobs{
    knob<&Smoke::Knobs::speed>({.name    = "speed",
                                .label   = "speed",
                                .unit    = "m/s",
                                .tooltip = "Speed of the vehicle; the stage is 16 m wide.",
                                .min     = 0.5,
                                .max     = 20.0}),
    knob<&Smoke::Knobs::rate>(
        {.name        = "rate",
         .label       = "rate",
         .unit        = "puffs/s",
         .tooltip     = "Puffs per second; with more puffs than steps they clump, unless they are spread.",
         .min         = 1.0,
         .max         = 1000.0,
         .logarithmic = true}),
    knob<&Smoke::Knobs::life>(
        {.name = "life", .label = "life", .unit = "s", .tooltip = "How long a puff is seen.", .min = 0.5, .max = 4.0}),
    knob<&Smoke::Knobs::spread>(
        {.name    = "spread",
         .label   = "even spread",
         .unit    = "",
         .tooltip = "Gives each puff its own time and place within the step, which prevents clumps."}),
};

// Returns a pseudo-random number from 0 to 1 for the puff with the number `index`. Each `salt` gives another sequence
// of numbers. The numbers are the same on every machine.
float scatter(std::int64_t index, std::uint64_t salt)
{
    std::uint64_t bits = (static_cast<std::uint64_t>(index) + salt) * 0x9e3779b97f4a7c15U;
    bits               = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
    return static_cast<float>(bits >> 40) * 0x1p-24F;
}
} // namespace

std::span<const SceneKnob> Smoke::knob_table() { return smoke_knobs; }

void Smoke::step(State& state, const Step& step, const sim::Input&, sim::Events& events) const
{
    state.teleported = false;
    state.v          = knobs.speed;
    const double was = state.owed;
    state.x += step.h * state.v;
    grow_older(state, step.h);

    state.owed += step.h * knobs.rate;
    const double due = std::floor(state.owed);
    state.owed -= due;
    // Limits the number of new puffs, and so the memory that a very long step needs.
    const double kept = std::min(due, most_puffs);
    state.emitted += static_cast<std::int64_t>(due - kept);
    for (double born = due - kept; born < due; born += 1.0)
    {
        const double ago = knobs.spread ? std::clamp(step.h - (born + 1.0 - was) / knobs.rate, 0.0, step.h) : 0.0;
        if (ago < knobs.life)
            emit(state, state.x - ago * state.v, ago);
        else
            ++state.emitted;
    }
    if (kept > 1.0 && !knobs.spread) sim::count(events, sim::event::clumped, step.time, static_cast<int>(kept) - 1);
}

void Smoke::emit(State& state, double x, double age) const
{
    const float drift_x = -0.25F + 0.1F * scatter(state.emitted, 1);
    const float drift_y = 0.5F + 0.25F * scatter(state.emitted, 2);
    ++state.emitted;
    state.puffs.push_back({.x       = x + age * static_cast<double>(drift_x),
                           .y       = age * static_cast<double>(drift_y),
                           .age     = age,
                           .birth_x = x,
                           .drift_x = drift_x,
                           .drift_y = drift_y});
}

void Smoke::grow_older(State& state, double seconds) const
{
    for (Puff& puff : state.puffs)
    {
        puff.x += seconds * static_cast<double>(puff.drift_x);
        puff.y += seconds * static_cast<double>(puff.drift_y);
        puff.age += seconds;
    }
    const auto young = std::ranges::find_if(state.puffs, [&](const Puff& puff) { return puff.age < knobs.life; });
    state.puffs.erase(state.puffs.begin(), young);
}

void Smoke::blend(const State& previous, const State& current, double alpha, State& out) const
{
    out = current;
    if (current.teleported) return;
    out.x = sim::lerp(previous.x, current.x, alpha);

    // The puffs in both states are ordered by birth and end with the newest puff, so they are matched from the end. A
    // puff that was born in the last step has no earlier position, and is not blended.
    const auto newborn  = static_cast<std::size_t>(current.emitted - previous.emitted);
    const auto survived = out.puffs.size() > newborn ? out.puffs.size() - newborn : 0;
    for (std::size_t i = 0; i < std::min(survived, previous.puffs.size()); ++i)
    {
        Puff& puff       = out.puffs[survived - 1 - i];
        const Puff& then = previous.puffs[previous.puffs.size() - 1 - i];
        puff.x           = sim::lerp(then.x, puff.x, alpha);
        puff.y           = sim::lerp(then.y, puff.y, alpha);
        puff.age         = sim::lerp(then.age, puff.age, alpha);
    }
}

void Smoke::extrapolate(const State& current, double seconds, State& out) const
{
    out = current;
    out.x += seconds * current.v;
    grow_older(out, seconds);
}

void Smoke::hash(const State& state, sim::StateHash& hash)
{
    hash.add(state.x);
    hash.add(state.v);
    hash.add(state.owed);
    hash.add(state.emitted);
    for (const Puff& puff : state.puffs)
    {
        for (const double number : {puff.x, puff.y, puff.age, puff.birth_x}) hash.add(number);
        hash.add(puff.drift_x);
        hash.add(puff.drift_y);
    }
}

double Smoke::unevenness(const State& state) const
{
    double largest = state.puffs.size() < 2 ? even_gap() : 0.0;
    for (std::size_t i = 1; i < state.puffs.size(); ++i)
        largest = std::max(largest, state.puffs[i].birth_x - state.puffs[i - 1].birth_x);
    return largest / even_gap();
}

double Smoke::on_stage(double x) { return x - stage_width * std::floor(x / stage_width); }

Smoke::Exact::Exact(const Smoke& scene, const State& from)
    : scene_{scene}
    , from_{from}
{
    scene_.knobs.spread = true; // if births are spread over the step, one step of any length gives the exact motion
}

void Smoke::Exact::at(double seconds, State& out) const
{
    sim::Events ignored_events{};
    out = from_;
    scene_.step(out, {.h = seconds, .time = seconds, .integrator = sim::Integrator::semi_implicit_euler}, {},
                ignored_events);
}

} // namespace scenes
