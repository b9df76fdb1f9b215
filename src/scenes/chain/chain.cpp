#include "scenes/chain/chain.hpp"

#include <algorithm>
#include <cmath>

namespace scenes
{

namespace
{
constexpr std::array chain_knobs{
    knob<&Chain::Knobs::stiffness>({.name        = "stiffness",
                                    .label       = "stiffness",
                                    .unit        = "N/m",
                                    .tooltip     = "Stiffness of each link; a stiffer rope needs smaller steps.",
                                    .min         = 10.0,
                                    .max         = 20'000.0,
                                    .logarithmic = true}),
    knob<&Chain::Knobs::mass>({.name        = "mass",
                               .label       = "mass",
                               .unit        = "kg",
                               .tooltip     = "Mass of each knot; a lighter knot vibrates faster.",
                               .min         = 0.01,
                               .max         = 1.0,
                               .logarithmic = true}),
    knob<&Chain::Knobs::damping>(
        {.name    = "damping",
         .label   = "damping",
         .unit    = "",
         .tooltip = "Ratio to critical damping of the fastest vibration; with explicit steps it reduces "
                    "stability.",
         .min     = 0.0,
         .max     = 1.0}),
    knob<&Chain::Knobs::gravity>({.name    = "gravity",
                                  .label   = "gravity",
                                  .unit    = "m/s^2",
                                  .tooltip = "Acceleration of gravity: 9.81 on Earth.",
                                  .min     = 0.0,
                                  .max     = 30.0}),
    knob<&Chain::Knobs::link>({.name    = "link",
                               .label   = "link length",
                               .unit    = "m",
                               .tooltip = "Length of each of the 16 links at rest.",
                               .min     = 0.05,
                               .max     = 0.5}),
};
} // namespace

std::span<const SceneKnob> Chain::knob_table() { return chain_knobs; }

Chain::State Chain::start() const
{
    State state{.teleported = true};
    for (std::size_t i = 0; i < links; ++i) state.x.at[i] = {knobs.link * static_cast<double>(i + 1), 0.0};
    return state;
}

void Chain::step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const
{
    if (state.blown_up) return;
    state.teleported = false;
    const sim::Vec2 hand{input.hand_x, input.hand_y};
    if (!input.grabbed)
        state.held = -1;
    else if (state.held < 0)
    {
        const auto nearest =
            std::ranges::min_element(state.x.at, {}, [&](sim::Vec2 p) { return sim::dot(p - hand, p - hand); });
        state.held = static_cast<int>(nearest - state.x.at.begin());
    }
    const sim::Vec2 from = state.held < 0 ? sim::Vec2{} : state.x.at[static_cast<std::size_t>(state.held)];
    sim::integrate(step.integrator, state.x, state.v, step.h,
                   [this](const Knots& x, const Knots& v) { return acceleration(x, v); });
    if (state.held >= 0) hold(state, step, input, from);

    const bool fine = std::ranges::all_of(state.x.at, [](sim::Vec2 p)
                                          // False beyond the bounds, and false for NaN.
                                          { return std::abs(p.x) < sim::bounds && std::abs(p.y) < sim::bounds; });
    if (fine) return;
    state.blown_up = true;
    sim::count(events, sim::event::blown_up, step.time);
}

void Chain::hold(State& state, const Step& step, const sim::Input& input, sim::Vec2 from) const
{
    const auto i  = static_cast<std::size_t>(state.held);
    state.x.at[i] = {input.hand_x, input.hand_y};
    state.v.at[i] = (1.0 / step.h) * (state.x.at[i] - from);
}

Chain::Knots Chain::acceleration(const Knots& x, const Knots& v) const
{
    const double stiffness = knobs.stiffness / knobs.mass;
    const double friction  = knobs.damping * std::sqrt(stiffness); // damping constant / mass of a knot, in 1/s
    Knots a;
    sim::Vec2 upper{};
    sim::Vec2 upper_v{};
    for (std::size_t i = 0; i < links; ++i)
    {
        const sim::Vec2 along = x.at[i] - upper;
        const double length   = sim::length(along);
        const sim::Vec2 axis  = length > 0.0 ? (1.0 / length) * along : sim::Vec2{};
        const double pull     = stiffness * (length - knobs.link) + friction * sim::dot(v.at[i] - upper_v, axis);

        a.at[i] = sim::Vec2{0.0, -knobs.gravity} - pull * axis;
        if (i > 0) a.at[i - 1] += pull * axis;
        upper   = x.at[i];
        upper_v = v.at[i];
    }
    return a;
}

void Chain::blend(const State& previous, const State& current, double alpha, State& out) const
{
    out = current;
    if (current.teleported || current.blown_up) return;
    for (std::size_t i = 0; i < links; ++i) out.x.at[i] = sim::lerp(previous.x.at[i], current.x.at[i], alpha);
}

void Chain::extrapolate(const State& current, double seconds, State& out) const
{
    out = current;
    if (!current.blown_up) out.x = current.x + seconds * current.v;
}

Probe Chain::probe(const State& state) const
{
    return {.x = state.x.at.back().x, .v = state.v.at.back().x, .energy = energy(state)};
}

void Chain::hash(const State& state, sim::StateHash& hash)
{
    for (const Knots* knots : {&state.x, &state.v})
        for (const sim::Vec2 p : knots->at)
        {
            hash.add(p.x);
            hash.add(p.y);
        }
    hash.add(state.held);
    hash.add(state.blown_up);
}

Stiffness Chain::stiffness() const { return {.w = 2.0 * std::sqrt(knobs.stiffness / knobs.mass), .z = knobs.damping}; }

double Chain::energy(const State& state) const
{
    double energy = 0.0;
    sim::Vec2 upper{};
    for (std::size_t i = 0; i < links; ++i)
    {
        const double hanging = -knobs.link * static_cast<double>(i + 1);
        const double stretch = sim::length(state.x.at[i] - upper) - knobs.link;
        energy += 0.5 * knobs.mass * sim::dot(state.v.at[i], state.v.at[i]) +
                  0.5 * knobs.stiffness * stretch * stretch + knobs.mass * knobs.gravity * (state.x.at[i].y - hanging);
        upper = state.x.at[i];
    }
    return energy;
}

} // namespace scenes
