#include "scenes/orbit/orbit.hpp"

#include "sim/physics/portable_math.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace scenes
{

namespace
{
// Distance in metres. A planet farther from the star than this, and faster than escape speed, has escaped.
constexpr double far_out = 10.0;

constexpr std::array orbit_knobs{
    knob<&Orbit::Knobs::period>(
        {.name        = "period",
         .label       = "period",
         .unit        = "s",
         .tooltip     = "Time of a revolution; divided by the step: the number of lines that draw the ellipse.",
         .min         = 0.5,
         .max         = 20.0,
         .logarithmic = true}),
    knob<&Orbit::Knobs::eccentricity>(
        {.name    = "eccentricity",
         .label   = "eccentricity",
         .unit    = "",
         .tooltip = "0 is a circle; the nearer to 1, the sharper the turn around the star.",
         .min     = 0.0,
         .max     = 0.9,
         .applies = Applies::at_reset}),
    knob<&Orbit::Knobs::star_radius>(
        {.name    = "star-radius",
         .label   = "star radius",
         .unit    = "m",
         .tooltip = "A planet that touches the star has crashed; the half axis of the ellipse is 1 m.",
         .min     = 0.01,
         .max     = 0.3}),
};

// Returns the smallest distance in metres between the star, at (0, 0), and the straight line from `from` to `to`.
double nearest_to_star(sim::Vec2 from, sim::Vec2 to)
{
    const sim::Vec2 way  = to - from;
    const double squared = sim::dot(way, way);
    const double share   = squared > 0.0 ? std::clamp(-sim::dot(from, way) / squared, 0.0, 1.0) : 0.0;
    return sim::length(from + share * way);
}
} // namespace

std::span<const SceneKnob> Orbit::knob_table() { return orbit_knobs; }

Orbit::State Orbit::start() const
{
    const double e = knobs.eccentricity;
    return {.x = {1.0 + e, 0.0}, .v = {0.0, std::sqrt(gravity() * (1.0 - e) / (1.0 + e))}, .teleported = true};
}

void Orbit::step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const
{
    if (state.blown_up) return;
    state.teleported       = false;
    const sim::Vec2 before = state.x;
    if (input.grabbed)
    {
        const sim::Vec2 hand{input.hand_x, input.hand_y};
        state = {.x = hand, .v = (1.0 / step.h) * (hand - before), .revolutions = state.revolutions};
        return;
    }
    if (state.crashed) return;
    sim::integrate(step.integrator, state.x, state.v, step.h,
                   [mu = gravity()](sim::Vec2 x, sim::Vec2)
                   {
                       const double r = sim::length(x);
                       return (-mu / (r * r * r)) * x;
                   });
    look(state, before, step.time, events);
}

void Orbit::look(State& state, sim::Vec2 before, double time, sim::Events& events) const
{
    const double r = sim::length(state.x);
    if (!sim::is_finite(state.v) || !(r < sim::bounds))
    {
        state.blown_up = true;
        sim::count(events, sim::event::blown_up, time);
    }
    else if (nearest_to_star(before, state.x) < knobs.star_radius)
    {
        state.crashed = true;
        sim::count(events, sim::event::crashed, time);
    }
    else if (!state.escaped && r > far_out && energy(state) > 0.0)
    {
        state.escaped = true;
        sim::count(events, sim::event::escaped, time);
    }
    if (before.y < 0.0 && state.x.y >= 0.0 && state.x.x > 0.0) ++state.revolutions;
}

void Orbit::blend(const State& previous, const State& current, double alpha, State& out) const
{
    out = current;
    if (current.teleported || current.blown_up) return;
    out.x = sim::lerp(previous.x, current.x, alpha);
    out.v = sim::lerp(previous.v, current.v, alpha);
}

void Orbit::extrapolate(const State& current, double seconds, State& out) const
{
    out = current;
    if (!current.blown_up && !current.crashed) out.x += seconds * current.v;
}

void Orbit::hash(const State& state, sim::StateHash& hash)
{
    for (const double number : {state.x.x, state.x.y, state.v.x, state.v.y}) hash.add(number);
    hash.add(state.revolutions);
    hash.add(state.crashed);
    hash.add(state.escaped);
    hash.add(state.blown_up);
}

double Orbit::energy(const State& state) const
{
    return 0.5 * sim::dot(state.v, state.v) - gravity() / sim::length(state.x);
}

double Orbit::gravity() const
{
    const double w = sim::tau / knobs.period; // Kepler's third law for a semi-major axis of 1 m
    return w * w;
}

namespace
{
// The values of Stumpff's functions for one argument psi > 0: c2 = (1 - cos(sqrt psi))/psi, c3 = (sqrt psi - sin(sqrt
// psi))/psi^1.5; for psi < 0 with cosh and sinh. Kepler's equation in Exact::at() contains them.
struct Stumpff
{
    double c2;
    double c3;
};

Stumpff stumpff(double psi)
{
    if (std::abs(psi) < 1e-3) // the first terms of both series, exact to 1e-15
        return {0.5 - psi / 24.0 + psi * psi / 720.0 - psi * psi * psi / 40320.0,
                1.0 / 6.0 - psi / 120.0 + psi * psi / 5040.0 - psi * psi * psi / 362880.0};
    const double root = std::sqrt(std::abs(psi));
    if (psi > 0.0) return {(1.0 - std::cos(root)) / psi, (root - std::sin(root)) / (psi * root)};
    return {(1.0 - std::cosh(root)) / psi, (root - std::sinh(root)) / (psi * root)};
}
} // namespace

Orbit::Exact::Exact(const Orbit& scene, const State& from)
    : mu_{scene.gravity()}
    , alpha_{2.0 / sim::length(from.x) - sim::dot(from.v, from.v) / mu_}
    , from_{from}
{
    from_.teleported = false;
    from_.crashed    = false;
}

// Computes the planet's position and velocity `seconds` after the initial state. Solves Kepler's equation for the
// "universal variable" chi, which replaces the angle on the orbit (R. Bate, D. Mueller, J. White 1971): first by
// bisection, which is possible because the time grows with chi, then by three Newton steps.
void Orbit::Exact::at(double seconds, State& out) const
{
    out               = from_;
    const double root = std::sqrt(mu_);
    const double r0   = sim::length(from_.x);
    if (!(r0 > 0.0)) return; // at the middle of the star, the motion has no solution
    const double along = sim::dot(from_.x, from_.v) / root;
    const double t     = alpha_ > 0.0 ? std::fmod(seconds, sim::tau / (root * std::pow(alpha_, 1.5))) : seconds;

    double chi = 0.0;
    double r   = r0;
    Stumpff c{0.5, 1.0 / 6.0};
    const auto time_at = [&](double x)
    {
        chi = x;
        c   = stumpff(alpha_ * x * x);
        r   = x * x * c.c2 + along * x * (1.0 - alpha_ * x * x * c.c3) + r0 * (1.0 - alpha_ * x * x * c.c2);
        return (x * x * x * c.c3 + along * x * x * c.c2 + r0 * x * (1.0 - alpha_ * x * x * c.c3)) / root;
    };
    double low  = 0.0;
    double high = 1.0;
    while (time_at(high) < t) high *= 2.0;
    for (int i = 0; i < 30; ++i) (time_at(0.5 * (low + high)) < t ? low : high) = 0.5 * (low + high);
    for (int i = 0; i < 3; ++i)
    {
        const double now = time_at(chi);
        time_at(chi + (t - now) * root / r);
    }
    const double psi_c2 = chi * chi * c.c2;
    const double f      = 1.0 - psi_c2 / r0;
    const double g      = t - chi * chi * chi * c.c3 / root;
    const double f_dot  = root / (r * r0) * chi * (alpha_ * chi * chi * c.c3 - 1.0);
    const double g_dot  = 1.0 - psi_c2 / r;
    out.x               = f * from_.x + g * from_.v;
    out.v               = f_dot * from_.x + g_dot * from_.v;
}

} // namespace scenes
