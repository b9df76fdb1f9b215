#include "scenes/ball_with_part/ball_with_part.hpp"

#include "scenes/drawing/parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace scenes
{

void BallWithPart::step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const
{
    const SpringAndBall alone = ball();
    SpringAndBall::State held = state;
    if (input.grabbed) alone.step(held, step, input, events);
    move(state, step);
    if (input.grabbed)
    {
        static_cast<SpringAndBall::State&>(state) = held;
        return;
    }
    // For the part, only infinity and NaN are tested, not the distance sim::bounds: if the part is farther away, its
    // spring pulls the ball there, too, in the next steps.
    const bool has_part = std::isfinite(state.part_x) && std::isfinite(state.part_v);
    if (!has_part || SpringAndBall::out_of_bounds(state))
        return happen(state.blown_up, sim::event::blown_up, step, events);
    const SpringAndBall::State before = state;
    alone.collide(state, step, events);
    // A bounce moves and reverses the part together with the ball. If the part went on at its old speed, each bounce
    // would make it swing by more than the ball's diameter.
    state.part_x += state.x - before.x;
    if (state.v != before.v) state.part_v = -knobs.restitution * state.part_v;
}

void BallWithPart::move(State& state, const Step& step) const
{
    sim::Vec2 x{state.x, state.part_x};
    sim::Vec2 v{state.v, state.part_v};
    const double friction = part_friction();
    sim::integrate(step.integrator, x, v, step.h,
                   [&](const sim::Vec2& at, const sim::Vec2& speed)
                   {
                       const double pull = knobs.part_stiffness * (at.y - at.x) + friction * (speed.y - speed.x);
                       return sim::Vec2{(pull - knobs.stiffness * at.x) / knobs.mass, -pull / knobs.part_mass};
                   });
    state.x      = x.x;
    state.v      = v.x;
    state.part_x = x.y;
    state.part_v = v.y;
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

// Draws the part as a disc. If it has left the ball (if its middle is outside), it is joined to the ball by a line and
// has a label. After the camera has zoomed out, it is not drawn. A part that has left the stage is drawn at most one
// width of the stage outside of it.
void draw_part(const CanvasOf<BallWithPart>& s, const DrawnSpring& ball, double part_x)
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

struct BallWithPartView : ViewOf<BallWithPart>
{
    static constexpr auto knobs = joined(
        std::array{
            knob<&Knobs::stiffness, Knobs>("stiffness", "N/m", 1.0, 10'000.0, {.logarithmic = true},
                                           "How hard the spring pulls the ball: a stiffer one swings faster."),
            knob<&Knobs::mass, Knobs>("mass", "kg", 0.1, 10.0, {.logarithmic = true},
                                      "Mass of the ball; a lighter ball swings faster."),
            knob<&Knobs::part_stiffness>(
                "part-stiffness", "N/m", 1.0, 10'000.0, {.label = "part's stiffness", .logarithmic = true},
                "How hard the part's spring pulls: a stiffer one explodes with shorter steps."),
            knob<&Knobs::part_mass>("part-mass", "kg", 0.001, 1.0, {.label = "part's mass", .logarithmic = true},
                                    "Mass of the part in the ball: a lighter one explodes with shorter steps."),
            knob<&Knobs::part_damping>(
                "part-damping", "", 0.0, 1.0, {.label = "part's damping"},
                "Ratio to critical damping of the part's spring: 0 swings for ever, 1 comes to rest without a swing."),
        },
        ball_and_wall_knobs<Knobs>);
    static constexpr float aspect   = 8.0F;
    static constexpr bool zooms_out = true;

    static Camera camera(const BallWithPart& scene, draw::Rect area) { return camera_of_spring(scene.ball(), area); }
    static GrabHandle handles(const BallWithPart& scene, const State& shown)
    {
        return {{shown.x, 0.0}, scene.knobs.radius};
    }
    static void draw(const Canvas& s)
    {
        const SpringAndBall ball = s.scene.ball();
        const DrawnSpring drawn{s, ball, s.shown, "grey disc: a part of low mass, first to explode"};
        drawn.draw();
        draw_part(s, drawn, s.shown.part_x);
        s.for_each_ring([&](const State& held, Edge edge) { drawn.draw_held(held, edge); });
        drawn.draw_words();
    }
};

} // namespace

extern constinit const SceneType ball_with_part = scene_type<BallWithPart, BallWithPartView>(
    {.name  = "ball-with-part",
     .title = "Spring and ball with a light part",
     .watch =
         "Inside the ball hangs a light part on a stiff spring: long steps make it explode, and the ball with it."});

} // namespace scenes
