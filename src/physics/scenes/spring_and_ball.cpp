#include "physics/scenes/spring_and_ball.hpp"

#include "physics/integrators/semi_implicit_euler.hpp"

#include <cmath>

namespace physics
{

namespace
{
constexpr double reach  = 1.0;   // m, the scale of the scene
constexpr double bounds = 1.0e6; // times the scale: nobody calls that a spring any more
} // namespace

SpringAndBall::State SpringAndBall::start() const
{
    return {.x          = knobs.start_x,
            .v          = knobs.start_v,
            .side       = static_cast<std::int8_t>(knobs.start_x < knobs.wall_x ? -1 : 1),
            .teleported = true};
}

void SpringAndBall::step(State& state, double h, double time, const Input& input, Events& events) const
{
    if (state.blown_up) return;
    state.teleported = false;
    if (input.grabbed)
    {
        state.v    = (input.hand_x - state.x) / h;
        state.x    = input.hand_x;
        state.side = static_cast<std::int8_t>(state.x < knobs.wall_x ? -1 : 1);
        return;
    }
    const double w2       = knobs.stiffness / knobs.mass;
    const double friction = 2.0 * knobs.damping * std::sqrt(w2);
    semi_implicit_euler(state.x, state.v, h, [&](double x, double v) { return -w2 * x - friction * v; });

    if (out_of_bounds(state))
    {
        state.blown_up = true;
        ++events.blown_up;
        events.blown_up_at = time;
        return;
    }
    collide(state, time, events);
}

void SpringAndBall::collide(State& state, double time, Events& events) const
{
    const double distance = state.x - knobs.wall_x;
    const double contact  = knobs.radius + knobs.wall_thickness / 2.0;
    if (std::abs(distance) < contact)
    {
        // Mirrored, not pushed out to the contact: pushing out feeds the energy a random walk at coarse steps.
        state.x = 2.0 * (knobs.wall_x + state.side * contact) - state.x;
        if (state.v * state.side < 0.0) state.v = -state.v;
        ++events.bounced;
    }
    else if (distance * state.side < 0.0)
    {
        state.side = static_cast<std::int8_t>(-state.side);
        ++events.tunnelled;
        events.tunnelled_at = time;
    }
}

bool SpringAndBall::out_of_bounds(const State& state) const
{
    return !std::isfinite(state.x) || !std::isfinite(state.v) || std::abs(state.x) > bounds * reach;
}

double SpringAndBall::energy(const State& state) const
{
    return 0.5 * knobs.mass * state.v * state.v + 0.5 * knobs.stiffness * state.x * state.x;
}

double SpringAndBall::angular_frequency() const { return std::sqrt(knobs.stiffness / knobs.mass); }

double SpringAndBall::largest_stable_step() const
{
    const double z = knobs.damping;
    return 2.0 * (std::sqrt(1.0 + z * z) - z) / angular_frequency();
}

SpringAndBall::State blend(const SpringAndBall::State& previous, const SpringAndBall::State& current, double alpha)
{
    if (current.teleported || current.blown_up) return current;
    SpringAndBall::State between = current;
    between.x                    = previous.x + alpha * (current.x - previous.x);
    between.v                    = previous.v + alpha * (current.v - previous.v);
    return between;
}

} // namespace physics
