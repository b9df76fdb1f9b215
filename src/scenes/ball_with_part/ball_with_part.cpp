#include "scenes/ball_with_part/ball_with_part.hpp"

#include "draw/shapes/pen.hpp"
#include "scenes/drawing/failures.hpp"
#include "scenes/drawing/scene_view.hpp"
#include "scenes/scene_type.hpp"
#include "scenes/spring_and_ball/draw.hpp"
#include "sim/physics/vec2.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace scenes
{

namespace
{
constexpr std::array ball_with_part_knobs{
    knob<&BallWithPart::Knobs::stiffness>("stiffness", "N/m", 1.0, 10'000.0,
                                          "How hard the spring pulls the ball: a stiffer one swings faster.",
                                          {.logarithmic = true}),
    knob<&BallWithPart::Knobs::mass>("mass", "kg", 0.1, 10.0, "Mass of the ball; a lighter ball swings faster.",
                                     {.logarithmic = true}),
    knob<&BallWithPart::Knobs::part_stiffness>(
        "part-stiffness", "N/m", 1.0, 10'000.0,
        "How hard the part's spring pulls: a stiffer one explodes with shorter steps.",
        {.label = "part's stiffness", .logarithmic = true}),
    knob<&BallWithPart::Knobs::part_mass>("part-mass", "kg", 0.001, 1.0,
                                          "Mass of the part in the ball: a lighter one explodes with shorter steps.",
                                          {.label = "part's mass", .logarithmic = true}),
    knob<&BallWithPart::Knobs::part_damping>(
        "part-damping", "", 0.0, 1.0,
        "Ratio to critical damping of the part's spring: 0 swings for ever, 1 comes to rest without a swing.",
        {.label = "part's damping"}),
    knob<&BallWithPart::Knobs::start_x>("start-x", "m", -2.0, 2.0,
                                        "Where the ball is let go, in metres from the spring's rest.",
                                        {.label = "start position", .applies = Applies::at_reset}),
    knob<&BallWithPart::Knobs::start_v>("start-v", "m/s", -200.0, 200.0,
                                        "How fast the ball is thrown at the start, towards the wall when positive.",
                                        {.label = "start speed", .applies = Applies::at_reset}),
    knob<&BallWithPart::Knobs::wall_x>("wall-x", "m", 0.4, 2.0,
                                       "Where the middle of the wall stands, in metres from the spring's rest.",
                                       {.label = "wall position"}),
    knob<&BallWithPart::Knobs::wall_thickness>(
        "wall-thickness", "m", 0.001, 0.5,
        "If a step moves the ball further than this plus its width, it may pass through.",
        {.label = "wall thickness", .logarithmic = true}),
    knob<&BallWithPart::Knobs::radius>("radius", "m", 0.01, 0.4, "A smaller ball passes the wall more easily.",
                                       {.label = "ball radius"}),
    knob<&BallWithPart::Knobs::restitution>("restitution", "", 0.0, 1.0,
                                            "Speed after a bounce over the speed before: 1 loses nothing."),
    toggle<&BallWithPart::Knobs::swept>("swept",
                                        "Tests the whole way of a step for the wall, so that no ball passes it.",
                                        {.label = "swept collision"}),
};
} // namespace

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
    blend_fields<SpringAndBall>(previous.ball, current.ball, alpha, out.ball);
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
    hash_fields<SpringAndBall>(state.ball, hash);
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

namespace
{

Camera ball_with_part_camera(const World& world, draw::Rect area)
{
    return camera_of_spring(world.scene().as<BallWithPart>().ball(), area);
}

// Draws the part as a disc. If it has left the ball (if its middle is outside), it is joined to the ball by a line and
// has a label. After the camera has zoomed out, it is not drawn. A part that has left the stage is drawn at most one
// width of the stage outside of it.
void draw_part(const SceneCanvas& s, const DrawnSpring& ball, double part_x)
{
    const double stretch = part_x - ball.shown.x;
    if (!std::isfinite(stretch)) return;
    if (is_explosion(s) || !s.area.contains(ball.ball())) return;
    const float radius       = std::max(0.3F * ball.radius(), s.px(3));
    const draw::Point middle = ball.ball();
    const float x         = std::clamp(middle.x + s.camera.length(std::clamp(stretch, -1e6, 1e6)), s.area.x - s.area.w,
                                       s.area.right() + s.area.w);
    const bool is_outside = std::abs(stretch) > ball.scene.knobs.radius;
    if (is_outside) s.picture.line(middle, {x, middle.y}, s.px(2), s.theme().metal);
    s.picture.disc({x, middle.y}, radius, s.theme().metal);
    s.picture.ring({x, middle.y}, radius, s.px(1.4F), s.theme().ink);
    if (s.roomy() && is_outside) draw::word(s, {x, middle.y + radius + s.px(4)}, "light part", draw::Align::centre);
}

void draw_ball_with_part(const SceneCanvas& s)
{
    const BallWithPart::State& shown = s.shown<BallWithPart>();
    const SpringAndBall scene        = s.scene<BallWithPart>().ball();
    const DrawnSpring drawn{s, scene, shown.ball, "grey disc: a part of low mass, first to explode"};
    drawn.draw();
    draw_part(s, drawn, shown.part_x);
    s.for_each_ring<BallWithPart>([&](const BallWithPart::State& held, Edge edge)
                                  { drawn.draw_held(held.ball, edge); });
    drawn.draw_words();
}

std::vector<GrabHandle> ball_with_part_handles(const World& world, const AnyState& shown)
{
    return {{{world.probe(shown).x, 0.0}, world.scene().as<BallWithPart>().knobs.radius}};
}

constexpr SceneView ball_with_part_view{.aspect    = 8.0F,
                                        .camera    = ball_with_part_camera,
                                        .draw      = draw_ball_with_part,
                                        .handles   = ball_with_part_handles,
                                        .zooms_out = true};

} // namespace

constinit const SceneType ball_with_part = scene_type<BallWithPart>(
    {.name  = "ball-with-part",
     .title = "Spring and ball with a light part",
     .watch = "Inside the ball hangs a light part on a stiff spring: long steps make it explode, and the ball with it.",
     .knobs = ball_with_part_knobs,
     .view  = &ball_with_part_view});

} // namespace scenes
