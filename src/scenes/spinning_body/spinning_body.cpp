#include "scenes/spinning_body/spinning_body.hpp"

#include "sim/physics/portable_math.hpp"

#include <array>
#include <cmath>

namespace scenes
{

namespace
{
constexpr std::array<std::string_view, 3> blends{"slerp", "nlerp", "components"};

constexpr std::array spinning_body_knobs{
    knob<&SpinningBody::Knobs::spin>(
        {.name    = "spin",
         .label   = "spin",
         .unit    = "turns/s",
         .tooltip = "Turns about the long axis; more than half a turn in a step is blended backwards.",
         .min     = 0.0,
         .max     = 20.0}),
    knob<&SpinningBody::Knobs::tilt>(
        {.name    = "tilt",
         .label   = "tilt",
         .unit    = "deg",
         .tooltip = "Angle between the long axis and the vertical, the axis of the wobble.",
         .min     = 0.0,
         .max     = 80.0}),
    knob<&SpinningBody::Knobs::blend>(
        {.name    = "blend",
         .label   = "blend",
         .unit    = "",
         .tooltip = "How two rotations are blended: along the arc, nearly along it, or number by number.",
         .choices = blends}),
};

// Half of the size of the box in metres. The constants below are the box's moments of inertia in kg m^2: `half_length`
// for a rotation about the long axis, `across` for a rotation about one of the other two axes.
constexpr sim::Vec3 half        = SpinningBody::half_size;
constexpr double half_length    = (half.x * half.x + half.z * half.z) / 3.0;
constexpr double across         = (half.x * half.x + half.y * half.y) / 3.0;
constexpr sim::Vec3 corner_mark = half;

double fraction(double turns) { return turns - std::floor(turns); }

sim::Quaternion orientation(double precession, double tilt_degrees, double spin)
{
    const auto half_turn    = [](double turns) { return sim::sin_cos(0.5 * sim::tau * turns); };
    const sim::SinCos p     = half_turn(precession);
    const sim::SinCos t     = half_turn(tilt_degrees / 360.0);
    const sim::SinCos s     = half_turn(spin);
    const sim::Quaternion q = sim::Quaternion{p.cos, 0.0, p.sin, 0.0} * sim::Quaternion{t.cos, t.sin, 0.0, 0.0} *
                              sim::Quaternion{s.cos, 0.0, s.sin, 0.0};
    return q.w < 0.0 ? -q : q;
}
} // namespace

std::span<const SceneKnob> SpinningBody::knob_table() { return spinning_body_knobs; }

SpinningBody::State SpinningBody::start() const { return {.q = orientation(0.0, knobs.tilt, 0.0), .teleported = true}; }

void SpinningBody::step(State& state, const Step& step, const sim::Input&, sim::Events& events) const
{
    state.teleported             = false;
    const sim::Quaternion before = state.q;
    turn(state, step.h);
    // Counts the event `shrunk` if the body would be drawn more than 2 % too small. Half-way between two states, the
    // squared length of the blended quaternion, and so the drawn size, is (1 + dot) / 2, where dot is the dot product
    // of both quaternions. It is below 0.98 if dot is below 0.96.
    if (knobs.blend == Blend::components && sim::dot(before, state.q) < 0.96)
        sim::count(events, sim::event::shrunk, step.time);
    if (turn_rate() * step.h > 0.5) sim::count(events, sim::event::wrong_turn, step.time);
}

void SpinningBody::turn(State& state, double seconds) const
{
    state.precession = fraction(state.precession + precession_rate() * seconds);
    state.spin       = fraction(state.spin + spin_rate() * seconds);
    state.q          = orientation(state.precession, knobs.tilt, state.spin);
}

double SpinningBody::precession_rate() const
{
    return half_length / across * knobs.spin / sim::sin_cos(sim::tau * knobs.tilt / 360.0).cos;
}

double SpinningBody::spin_rate() const { return knobs.spin * (1.0 - half_length / across); }

double SpinningBody::turn_rate() const
{
    const double sideways = precession_rate() * sim::sin_cos(sim::tau * knobs.tilt / 360.0).sin;
    return std::sqrt(knobs.spin * knobs.spin + sideways * sideways);
}

void SpinningBody::blend(const State& previous, const State& current, double alpha, State& out) const
{
    out = current;
    if (current.teleported) return;
    switch (knobs.blend)
    {
    case Blend::slerp: out.q = sim::slerp(previous.q, current.q, alpha); break;
    case Blend::nlerp: out.q = sim::nlerp(previous.q, current.q, alpha); break;
    case Blend::components: out.q = sim::blend_components(previous.q, current.q, alpha); break;
    }
}

void SpinningBody::extrapolate(const State& current, double seconds, State& out) const
{
    out            = current;
    out.teleported = false;
    turn(out, seconds);
}

Probe SpinningBody::probe(const State& state) const
{
    const sim::Vec3 corner = sim::rotated(state.q, corner_mark);
    const sim::Vec3 axis   = sim::rotated(state.q, {0.0, 1.0, 0.0});
    const double about     = sim::tau * spin_rate();
    const double turned    = sim::tau * precession_rate();
    // Velocity of the marked corner along x: the x component of the cross product of the angular velocity and the
    // corner's position.
    const double v      = (turned + about * axis.y) * corner.z - about * axis.z * corner.y;
    const double spin   = sim::tau * knobs.spin;
    const double wobble = turned * sim::sin_cos(sim::tau * knobs.tilt / 360.0).sin;
    return {.x = corner.x, .v = v, .energy = 0.5 * (half_length * spin * spin + across * wobble * wobble)};
}

void SpinningBody::hash(const State& state, sim::StateHash& hash)
{
    for (const double number : {state.precession, state.spin, state.q.w, state.q.x, state.q.y, state.q.z})
        hash.add(number);
}

} // namespace scenes
