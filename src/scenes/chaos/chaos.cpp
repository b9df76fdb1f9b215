#include "scenes/chaos/chaos.hpp"

#include "sim/physics/portable_math.hpp"

#include <bit>
#include <cmath>
#include <numbers>

namespace scenes
{

namespace
{
constexpr std::array chaos_knobs{
    knob<&Chaos::Knobs::gravity>({.name    = "gravity",
                                  .label   = "gravity",
                                  .unit    = "m/s^2",
                                  .tooltip = "Acceleration of gravity: 9.81 on Earth.",
                                  .min     = 0.0,
                                  .max     = 30.0}),
    knob<&Chaos::Knobs::length1>({.name    = "length-1",
                                  .label   = "upper length",
                                  .unit    = "m",
                                  .tooltip = "Length of the rod that hangs from the nail.",
                                  .min     = 0.2,
                                  .max     = 2.0}),
    knob<&Chaos::Knobs::length2>({.name    = "length-2",
                                  .label   = "lower length",
                                  .unit    = "m",
                                  .tooltip = "Length of the rod that hangs from the upper rod.",
                                  .min     = 0.2,
                                  .max     = 2.0}),
    knob<&Chaos::Knobs::mass1>({.name        = "mass-1",
                                .label       = "upper mass",
                                .unit        = "kg",
                                .tooltip     = "Mass at the joint between the rods.",
                                .min         = 0.1,
                                .max         = 5.0,
                                .logarithmic = true}),
    knob<&Chaos::Knobs::mass2>({.name        = "mass-2",
                                .label       = "lower mass",
                                .unit        = "kg",
                                .tooltip     = "Mass at the end of the lower rod.",
                                .min         = 0.1,
                                .max         = 5.0,
                                .logarithmic = true}),
    knob<&Chaos::Knobs::angle1>(
        {.name    = "angle-1",
         .label   = "upper angle",
         .unit    = "deg",
         .tooltip = "Angle of the upper rod at the start, from straight down; small swings are not chaotic.",
         .min     = -180.0,
         .max     = 180.0,
         .applies = Applies::at_reset}),
    knob<&Chaos::Knobs::angle2>({.name    = "angle-2",
                                 .label   = "lower angle",
                                 .unit    = "deg",
                                 .tooltip = "Angle of the lower rod at the start, from straight down.",
                                 .min     = -180.0,
                                 .max     = 180.0,
                                 .applies = Applies::at_reset}),
    knob<&Chaos::Knobs::bit>({.name    = "bit",
                              .label   = "flipped bit",
                              .unit    = "",
                              .tooltip = "The bit that differs in the second run's upper angle: 0 is the last of 52.",
                              .min     = 0.0,
                              .max     = 51.0,
                              .applies = Applies::at_reset}),
};

constexpr double radians = std::numbers::pi / 180.0;
// Angular acceleration of the lower rod, in rad/s^2, while the user holds down the key `left` or `right`.
constexpr double push = 4.0;

bool fine(const Chaos::Pendulum& p)
{
    return sim::is_finite(p.angle) && sim::is_finite(p.speed) && std::abs(p.angle.x) < 1e6 && std::abs(p.angle.y) < 1e6;
}
} // namespace

std::span<const SceneKnob> Chaos::knob_table() { return chaos_knobs; }

Chaos::State Chaos::start() const
{
    const Pendulum first{.angle = {knobs.angle1 * radians, knobs.angle2 * radians}};
    Pendulum second = first;
    const auto bits = std::bit_cast<std::uint64_t>(first.angle.x);
    second.angle.x  = std::bit_cast<double>(bits ^ (std::uint64_t{1} << knobs.bit));
    return {.run = {first, second}, .teleported = true};
}

void Chaos::step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const
{
    if (state.blown_up) return;
    state.teleported  = false;
    const auto before = state.run;
    const sim::Vec2 pushed{0.0, push * (int{input.held.right} - int{input.held.left})};
    for (Pendulum& p : state.run)
        sim::integrate(step.integrator, p.angle, p.speed, step.h,
                       [&](sim::Vec2 angle, sim::Vec2 speed)
                       { return pushed.y == 0.0 ? acceleration(angle, speed) : acceleration(angle, speed) + pushed; });
    if (!fine(state.run[0]) || !fine(state.run[1]))
    {
        state.run      = before; // the new angles can be NaN or huge; restores the angles before this step
        state.blown_up = true;
        sim::count(events, sim::event::blown_up, step.time);
    }
    else if (!state.parted && distance(state) > far_apart)
    {
        state.parted = true;
        sim::count(events, sim::event::parted, step.time);
    }
}

// Solves Lagrange's two equations for the angular accelerations a1 and a2:
//     l1 a1 + q l2 cos(d) a2 = -q l2 w2^2 sin(d) - g sin(angle1)      q = m2 / (m1 + m2), d = angle1 - angle2
//     l1 cos(d) a1 + l2 a2   =    l1 w1^2 sin(d) - g sin(angle2)
// l1 and l2 are the lengths of the rods, m1 and m2 the masses, w1 and w2 the angular speeds.
sim::Vec2 Chaos::acceleration(sim::Vec2 angle, sim::Vec2 speed) const
{
    const double q            = knobs.mass2 / (knobs.mass1 + knobs.mass2);
    const sim::SinCos between = sim::sin_cos(angle.x - angle.y);
    const double right1 =
        -q * knobs.length2 * speed.y * speed.y * between.sin - knobs.gravity * sim::sin_cos(angle.x).sin;
    const double right2  = knobs.length1 * speed.x * speed.x * between.sin - knobs.gravity * sim::sin_cos(angle.y).sin;
    const double divisor = 1.0 - q * between.cos * between.cos;
    return {(right1 - q * between.cos * right2) / (knobs.length1 * divisor),
            (right2 - between.cos * right1) / (knobs.length2 * divisor)};
}

void Chaos::blend(const State& previous, const State& current, double alpha, State& out) const
{
    out = current;
    if (current.teleported || current.blown_up) return;
    for (std::size_t i = 0; i < out.run.size(); ++i)
        out.run[i].angle = sim::lerp(previous.run[i].angle, current.run[i].angle, alpha);
}

void Chaos::extrapolate(const State& current, double seconds, State& out) const
{
    out = current;
    if (current.blown_up) return;
    for (Pendulum& p : out.run) p.angle += seconds * p.speed;
}

Probe Chaos::probe(const State& state) const
{
    const Pendulum& p = state.run[0];
    return {.x = p.angle.y, .v = p.speed.y, .energy = energy(p)};
}

void Chaos::hash(const State& state, sim::StateHash& hash)
{
    for (const Pendulum& p : state.run)
        for (const double number : {p.angle.x, p.angle.y, p.speed.x, p.speed.y}) hash.add(number);
    hash.add(state.parted);
    hash.add(state.blown_up);
}

std::array<sim::Vec2, 2> Chaos::joints(const Pendulum& pendulum) const
{
    const sim::SinCos upper = sim::sin_cos(pendulum.angle.x);
    const sim::SinCos lower = sim::sin_cos(pendulum.angle.y);
    const sim::Vec2 middle  = knobs.length1 * sim::Vec2{upper.sin, -upper.cos};
    return {middle, middle + knobs.length2 * sim::Vec2{lower.sin, -lower.cos}};
}

double Chaos::distance(const State& state) const
{
    return sim::length(joints(state.run[1])[1] - joints(state.run[0])[1]);
}

double Chaos::energy(const Pendulum& pendulum) const
{
    const auto [middle, end] = joints(pendulum);
    const sim::SinCos upper  = sim::sin_cos(pendulum.angle.x);
    const sim::SinCos lower  = sim::sin_cos(pendulum.angle.y);
    const sim::Vec2 middle_v = knobs.length1 * pendulum.speed.x * sim::Vec2{upper.cos, upper.sin};
    const sim::Vec2 end_v    = middle_v + knobs.length2 * pendulum.speed.y * sim::Vec2{lower.cos, lower.sin};
    const double height1     = middle.y + knobs.length1;
    const double height2     = end.y + knobs.length1 + knobs.length2;
    return 0.5 * knobs.mass1 * sim::dot(middle_v, middle_v) + 0.5 * knobs.mass2 * sim::dot(end_v, end_v) +
           knobs.gravity * (knobs.mass1 * height1 + knobs.mass2 * height2);
}

} // namespace scenes
