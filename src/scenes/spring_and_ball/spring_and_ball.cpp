#include "scenes/spring_and_ball/spring_and_ball.hpp"

#include "scenes/spring_and_ball/spring_exact_motion.hpp"
#include "scenes/spring_and_ball/spring_view.hpp"
#include "sim/physics/spring.hpp"

#include <array>
#include <cmath>

namespace scenes
{

namespace
{
std::int8_t side_of_wall(double x, double wall_x) { return static_cast<std::int8_t>(x < wall_x ? -1 : 1); }
} // namespace

SpringAndBall::State SpringAndBall::initial_state() const
{
    return {.x = knobs.start_x,
            .v = knobs.start_v,
            .wall_side = side_of_wall(knobs.start_x, knobs.wall_x),
            .is_teleported = true};
}

void SpringAndBall::step(State& state, const Step& step, const sim::Input& input, sim::EventCounts& events) const
{
    if (input.grabbed)
    {
        move_with_hand(state, input);
        return;
    }
    integrate_motion(state, step);
    if (is_out_of_bounds(state))
        state.has_blown_up = true;
    else
        collide_with_wall(state, events);
}

void SpringAndBall::integrate_motion(State& state, const Step& step) const
{
    const double squared_angular_frequency = knobs.stiffness / knobs.mass;
    const double angular_frequency = std::sqrt(squared_angular_frequency);
    if (step.integrator == sim::Integrator::exact)
    {
        sim::exact_spring_step(angular_frequency, knobs.damping_ratio, step.h).advance(state.x, state.v);
        return;
    }
    const double damping_rate = 2.0 * knobs.damping_ratio * angular_frequency;
    sim::integrate(step.integrator, state.x, state.v, step.h,
                   [=](double x, double v) { return -squared_angular_frequency * x - damping_rate * v; });
}

void SpringAndBall::collide_with_wall(State& state, sim::EventCounts& events) const
{
    const double offset_from_wall = state.x - knobs.wall_x;
    const double contact_distance = knobs.radius + knobs.wall_thickness / 2.0;
    const bool is_overlapping = std::abs(offset_from_wall) < contact_distance;
    const bool is_swept_hit = knobs.uses_swept_collision && offset_from_wall * state.wall_side < contact_distance;
    if (is_overlapping || is_swept_hit)
    {
        // Mirrors the position at the contact plane. A ball put onto the plane would triple its energy in 1 s at 60 Hz.
        const double contact_plane_x = contact_x(state.wall_side);
        state.x = contact_plane_x + knobs.restitution * (contact_plane_x - state.x);
        if (state.v * state.wall_side < 0.0) state.v = -knobs.restitution * state.v;
        // Counts only hits from the left. The ball hits from the right only after it has passed through the wall.
        if (state.wall_side < 0) ++events.bounced;
    }
    else if (offset_from_wall * state.wall_side < 0.0)
    {
        state.wall_side = static_cast<std::int8_t>(-state.wall_side);
        ++events.tunnelled;
    }
}

namespace
{

struct SpringAndBallView : ViewOf<SpringAndBall>
{
    static constexpr auto knobs = joined_knobs(
        std::array{
            knob<&Knobs::stiffness>(
                "stiffness", "N/m", 1.0, 10'000.0, {.is_logarithmic = true},
                "Stiffness of the spring: with a stiffer spring, the ball swings faster and needs shorter steps."),
            knob<&Knobs::mass>("mass", "kg", 0.1, 10.0, {.is_logarithmic = true},
                               "Mass of the ball; a lighter ball swings faster."),
            knob<&Knobs::damping_ratio>(
                "damping", "", 0.0, 1.0, {},
                "Damping ratio: at 0 the ball swings for ever, at 1 it comes to rest without overshoot."),
        },
        ball_and_wall_knobs<Knobs>);
    static constexpr float aspect = 8.0F;
    static constexpr bool zooms_out = true;

    static Camera camera(const SpringAndBall& scene, draw::Rect area) { return camera_of_spring(scene, area); }
    static std::vector<SceneCircle> grab_circles(const SpringAndBall& scene, const State& shown)
    {
        return {SceneCircle{{shown.x, 0.0}, scene.knobs.radius}};
    }
    static void draw(const Canvas& canvas)
    {
        const SpringSceneDrawing spring_drawing{canvas, canvas.scene, canvas.shown_state, ""};
        spring_drawing.draw_scene();
        canvas.for_each_shown_reference([&](const State& reference_state, LineStyle line_style)
                                        { spring_drawing.draw_reference(reference_state, line_style); });
        spring_drawing.draw_annotations_over_references();
    }
};

} // namespace

extern constinit const SceneType spring_and_ball = make_scene_type<SpringAndBall, SpringAndBallView>(
    {.name = "spring-and-ball",
     .title = "Spring and ball",
     .what_to_watch = "A step that is too long lets the ball pass through the wall, or makes the spring explode.",
     .has_exact_step = true});

} // namespace scenes
