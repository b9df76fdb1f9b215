#include "scenes/ball_with_part/ball_with_part.hpp"

#include "sim/physics/vec2.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace scenes
{

namespace
{
constexpr std::array ball_with_part_knobs{
    knob<&BallWithPart::Knobs::stiffness>(
        {.name        = "stiffness",
         .label       = "stiffness",
         .unit        = "N/m",
         .tooltip     = "How hard the spring pulls the ball: a stiffer one swings faster.",
         .min         = 1.0,
         .max         = 10'000.0,
         .logarithmic = true}),
    knob<&BallWithPart::Knobs::mass>({.name        = "mass",
                                      .label       = "mass",
                                      .unit        = "kg",
                                      .tooltip     = "Mass of the ball; a lighter ball swings faster.",
                                      .min         = 0.1,
                                      .max         = 10.0,
                                      .logarithmic = true}),
    knob<&BallWithPart::Knobs::part_stiffness>(
        {.name        = "part-stiffness",
         .label       = "part's stiffness",
         .unit        = "N/m",
         .tooltip     = "How hard the part's spring pulls: a stiffer one explodes with shorter steps.",
         .min         = 1.0,
         .max         = 10'000.0,
         .logarithmic = true}),
    knob<&BallWithPart::Knobs::part_mass>(
        {.name        = "part-mass",
         .label       = "part's mass",
         .unit        = "kg",
         .tooltip     = "Mass of the part in the ball: a lighter one explodes with shorter steps.",
         .min         = 0.001,
         .max         = 1.0,
         .logarithmic = true}),
    knob<&BallWithPart::Knobs::part_damping>(
        {.name  = "part-damping",
         .label = "part's damping",
         .unit  = "",
         .tooltip =
             "Ratio to critical damping of the part's spring: 0 swings for ever, 1 comes to rest without a swing.",
         .min = 0.0,
         .max = 1.0}),
    knob<&BallWithPart::Knobs::start_x>({.name    = "start-x",
                                         .label   = "start position",
                                         .unit    = "m",
                                         .tooltip = "Where the ball is let go, in metres from the spring's rest.",
                                         .min     = -2.0,
                                         .max     = 2.0,
                                         .applies = Applies::at_reset}),
    knob<&BallWithPart::Knobs::start_v>(
        {.name    = "start-v",
         .label   = "start speed",
         .unit    = "m/s",
         .tooltip = "How fast the ball is thrown at the start, towards the wall when positive.",
         .min     = -200.0,
         .max     = 200.0,
         .applies = Applies::at_reset}),
    knob<&BallWithPart::Knobs::wall_x>(
        {.name    = "wall-x",
         .label   = "wall position",
         .unit    = "m",
         .tooltip = "Where the middle of the wall stands, in metres from the spring's rest.",
         .min     = 0.4,
         .max     = 2.0}),
    knob<&BallWithPart::Knobs::wall_thickness>(
        {.name        = "wall-thickness",
         .label       = "wall thickness",
         .unit        = "m",
         .tooltip     = "If a step moves the ball further than this plus its width, it may pass through.",
         .min         = 0.001,
         .max         = 0.5,
         .logarithmic = true}),
    knob<&BallWithPart::Knobs::radius>({.name    = "radius",
                                        .label   = "ball radius",
                                        .unit    = "m",
                                        .tooltip = "A smaller ball passes the wall more easily.",
                                        .min     = 0.01,
                                        .max     = 0.4}),
    knob<&BallWithPart::Knobs::restitution>({.name    = "restitution",
                                             .label   = "restitution",
                                             .unit    = "",
                                             .tooltip = "Speed after a bounce over the speed before: 1 loses nothing.",
                                             .min     = 0.0,
                                             .max     = 1.0}),
    knob<&BallWithPart::Knobs::swept>(
        {.name    = "swept",
         .label   = "swept collision",
         .unit    = "",
         .tooltip = "Tests the whole way of a step for the wall, so that no ball passes it."}),
};
} // namespace

std::span<const SceneKnob> BallWithPart::knob_table() { return ball_with_part_knobs; }

BallWithPart::State BallWithPart::start() const
{
    return {.ball = ball().start(), .part_x = knobs.start_x, .part_v = knobs.start_v, .teleported = true};
}

void BallWithPart::step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const
{
    if (state.ball.blown_up) return;
    state.teleported           = false;
    state.ball.teleported      = false;
    const SpringAndBall alone  = ball();
    SpringAndBall::State moved = state.ball;
    if (input.grabbed) alone.step(moved, step, input, events);
    move(state, step);
    if (input.grabbed)
    {
        state.ball = moved;
        return;
    }
    // For the part, only infinity and NaN are tested, not the distance sim::bounds: if the part is farther away, its
    // spring pulls the ball there, too, in the next steps.
    const bool has_part = std::isfinite(state.part_x) && std::isfinite(state.part_v);
    if (!has_part || SpringAndBall::out_of_bounds(state.ball))
    {
        state.ball.blown_up = true;
        sim::count(events, sim::event::blown_up, step.time);
        return;
    }
    const SpringAndBall::State before = state.ball;
    alone.collide(state.ball, step.time, events);
    // A bounce moves and reverses the part together with the ball. If the part went on at its old speed, each bounce
    // would make it swing by more than the ball's diameter.
    state.part_x += state.ball.x - before.x;
    if (state.ball.v != before.v) state.part_v = -knobs.restitution * state.part_v;
}

void BallWithPart::move(State& state, const Step& step) const
{
    sim::Vec2 x{state.ball.x, state.part_x};
    sim::Vec2 v{state.ball.v, state.part_v};
    const double friction = part_friction();
    sim::integrate(step.integrator, x, v, step.h,
                   [&](const sim::Vec2& at, const sim::Vec2& speed)
                   {
                       const double pull = knobs.part_stiffness * (at.y - at.x) + friction * (speed.y - speed.x);
                       return sim::Vec2{(pull - knobs.stiffness * at.x) / knobs.mass, -pull / knobs.part_mass};
                   });
    state.ball.x = x.x;
    state.ball.v = v.x;
    state.part_x = x.y;
    state.part_v = v.y;
}

// Returns the friction of the part's spring in N per m/s.
double BallWithPart::part_friction() const
{
    return 2.0 * knobs.part_damping * std::sqrt(knobs.part_stiffness * knobs.part_mass);
}

void BallWithPart::blend(const State& previous, const State& current, double alpha, State& out) const
{
    out = current;
    if (current.teleported || current.ball.blown_up) return;
    out.ball   = scenes::blend(previous.ball, current.ball, alpha);
    out.part_x = previous.part_x + alpha * (current.part_x - previous.part_x);
    out.part_v = previous.part_v + alpha * (current.part_v - previous.part_v);
}

void BallWithPart::extrapolate(const State& current, double seconds, State& out) const
{
    out = current;
    if (current.ball.blown_up) return;
    out.ball.x += seconds * current.ball.v;
    out.part_x += seconds * current.part_v;
}

void BallWithPart::hash(const State& state, sim::StateHash& hash)
{
    SpringAndBall::hash(state.ball, hash);
    hash.add(state.part_x);
    hash.add(state.part_v);
}

SpringAndBall BallWithPart::ball() const
{
    return {.knobs = {.stiffness      = knobs.stiffness,
                      .mass           = knobs.mass,
                      .start_x        = knobs.start_x,
                      .start_v        = knobs.start_v,
                      .wall_x         = knobs.wall_x,
                      .wall_thickness = knobs.wall_thickness,
                      .radius         = knobs.radius,
                      .restitution    = knobs.restitution,
                      .swept          = knobs.swept}};
}

double BallWithPart::energy(const State& state) const
{
    const double stretch = state.part_x - state.ball.x;
    return ball().energy(state.ball) + 0.5 * knobs.part_mass * state.part_v * state.part_v +
           0.5 * knobs.part_stiffness * stretch * stretch;
}

Stiffness BallWithPart::stiffness() const
{
    // The squared angular frequencies are the eigenvalues of the matrix of the accelerations.
    const double of_ball  = (knobs.stiffness + knobs.part_stiffness) / knobs.mass;
    const double of_part  = knobs.part_stiffness / knobs.part_mass;
    const double coupling = knobs.part_stiffness * knobs.part_stiffness / (knobs.mass * knobs.part_mass);
    const double half     = 0.5 * (of_ball - of_part);
    const double w        = std::sqrt(0.5 * (of_ball + of_part) + std::sqrt(half * half + coupling));
    // Reduced mass of ball and part in kg.
    const double reduced = knobs.mass * knobs.part_mass / (knobs.mass + knobs.part_mass);
    return {.w = w, .z = std::min(part_friction() / (2.0 * reduced * w), 1.0), .body = "the light part in the ball"};
}

} // namespace scenes
