#include "scenes/bouncing_ball/bouncing_ball.hpp"

#include "draw/shapes/scene_objects.hpp"
#include "scenes/drawing/scene_drawing.hpp"

#include <algorithm>
#include <cmath>

namespace scenes
{

namespace
{

using sim::EventCounts;

// x position of the ball / view width. The plot of past frames is left of the ball, the energy bars are right of it.
constexpr float ball_x_share = 0.56F;

double energy_after_bounce(const BouncingBall::State& state, std::int64_t bounce_number)
{
    constexpr auto max_recorded_count = static_cast<std::int64_t>(BouncingBall::max_recorded_bounces);
    const bool is_recorded =
        bounce_number <= state.bounce_count && bounce_number > state.bounce_count - max_recorded_count;
    return is_recorded
               ? state.bounce_energies[static_cast<std::size_t>(bounce_number - 1) % BouncingBall::max_recorded_bounces]
               : std::nan("");
}

// Draws the height after each bounce as a bar, and the exact height as an outline. An excess is in the alarm colour.
void draw_bounce_bars(const CanvasOf<BouncingBall>& canvas)
{
    constexpr auto max_bars = static_cast<std::int64_t>(BouncingBall::max_recorded_bounces);
    const auto& state = canvas.shown_state;
    const auto& knobs = canvas.scene.knobs;
    const float bars_left =
        canvas.camera.pixel_x(0.0) + canvas.to_pixels(26) + drawn_ball_radius_pixels(canvas, knobs.radius);
    const float bar_pitch = (canvas.area.right() - canvas.to_pixels(16) - bars_left) / static_cast<float>(max_bars);
    const auto first_bounce = std::max<std::int64_t>(1, state.bounce_count - max_bars + 1);
    for (std::int64_t bounce_number = first_bounce; bounce_number <= state.bounce_count; ++bounce_number)
    {
        const float bar_x = bars_left + (static_cast<float>(bounce_number - first_bounce) + 0.19F) * bar_pitch;
        const float width = 0.62F * bar_pitch;
        const float floor_y = canvas.camera.pixel_y(0.0);
        const float bar_top_y = canvas.camera.pixel_y(energy_after_bounce(state, bounce_number) / knobs.gravity);
        const double exact_energy = energy_after_bounce(canvas.fine_step_state(), bounce_number);
        const bool has_exact_energy = canvas.shows_references() && std::isfinite(exact_energy);
        const float exact_top_y = has_exact_energy ? canvas.camera.pixel_y(exact_energy / knobs.gravity) : bar_top_y;
        const float correct_top_y = std::max(bar_top_y, exact_top_y);
        canvas.picture.add_rectangle({bar_x, correct_top_y, width, floor_y - correct_top_y}, canvas.to_pixels(2),
                                     draw::faded(canvas.loop_colour(), 0.85F));
        if (bar_top_y < exact_top_y - canvas.to_pixels(1))
            canvas.picture.add_rectangle({bar_x, bar_top_y, width, exact_top_y - bar_top_y}, canvas.to_pixels(2),
                                         canvas.theme().alarm);
        if (has_exact_energy)
            canvas.picture.add_rectangle({bar_x - canvas.to_pixels(2), exact_top_y - canvas.to_pixels(1),
                                          width + canvas.to_pixels(4), floor_y - exact_top_y + canvas.to_pixels(1)},
                                         canvas.to_pixels(3), draw::faded(canvas.theme().text, 0.55F),
                                         canvas.to_pixels(1.2F));
        draw::draw_small_label(
            canvas, {bar_x + 0.31F * bar_pitch, canvas.camera.pixel_y(-knobs.floor_thickness) + canvas.to_pixels(6)},
            std::to_string(bounce_number), draw::Align::centre);
    }
}

// Draws a dotted line above which no correct bounce rises.
void draw_start_height_line(const CanvasOf<BouncingBall>& canvas)
{
    const auto& knobs = canvas.scene.knobs;
    const float y = canvas.camera.pixel_y(knobs.height);
    const float end_x = canvas.area.right() - canvas.to_pixels(14);
    for (float x = canvas.camera.pixel_x(0.0) + canvas.to_pixels(20); x < end_x; x += canvas.to_pixels(9))
        canvas.picture.add_line({x, y}, {x + canvas.to_pixels(3), y}, canvas.to_pixels(1),
                                draw::faded(canvas.theme().dim_text, 0.5F));
}

void draw_floor(const CanvasOf<BouncingBall>& canvas)
{
    const auto& knobs = canvas.scene.knobs;
    const float top_y = canvas.camera.pixel_y(0.0);
    const float thickness = std::max(canvas.camera.pixel_length(knobs.floor_thickness), canvas.to_pixels(3));
    const float ball_x = canvas.camera.pixel_x(0.0);
    draw::draw_wall(canvas, {.rect = {canvas.area.x, top_y, canvas.area.w, thickness},
                             .hit_point = {ball_x, top_y},
                             .hole_half_width = 1.15F * drawn_ball_radius_pixels(canvas, knobs.radius),
                             .pass_count = canvas.event_count(&EventCounts::tunnelled),
                             .seconds_since_pass = seconds_since_recent_event(canvas, &EventCounts::tunnelled),
                             .seconds_since_hit = seconds_since_recent_event(canvas, &EventCounts::bounced),
                             .pass_direction = {0, 1}});
}

struct BouncingBallView : ViewOf<BouncingBall>
{
    static constexpr std::array<std::string_view, 3> collision_names{"push-out", "mirror", "swept"};
    static constexpr std::array knobs{
        knob<&Knobs::gravity>("gravity", "m/s^2", 0.5, 30.0, {},
                              "Acceleration of gravity: 9.81 m/s^2 on Earth, 1.6 on the Moon."),
        knob<&Knobs::height>("height", "m", 0.1, 10.0, {.effect_time = KnobEffectTime::next_reset},
                             "Height from which the ball is dropped; from higher up, the ball lands faster."),
        knob<&Knobs::restitution>("restitution", "", 0.0, 1.0, {},
                                  "Speed after a bounce / speed before the bounce; 1 means that no speed is lost."),
        knob<&Knobs::radius>("radius", "m", 0.02, 0.5, {.label = "ball radius"},
                             "Radius of the ball; a smaller ball falls through the floor more easily."),
        knob<&Knobs::floor_thickness>("floor-thickness", "m", 0.005, 1.0,
                                      {.label = "floor thickness", .is_logarithmic = true},
                                      "Thickness of the floor; a step that moves the ball further than this plus the "
                                      "ball's width can miss the floor."),
        knob<&Knobs::rest_speed>(
            "rest-speed", "m/s", 0.0, 1.0, {.label = "rest speed"},
            "If the ball is slower than this after a bounce, it comes to rest; at 0 the ball bounces for ever."),
        choice_knob<&Knobs::collision>("collision", collision_names, {},
                                       "How a ball inside the floor is corrected: moved to the surface, mirrored at "
                                       "the surface, or made to bounce at the exact time of the hit."),
    };
    static constexpr float aspect = 3.5F;

    static Camera camera(const BouncingBall& scene, draw::Rect area)
    {
        const Knobs& scene_knobs = scene.knobs;
        const double visible_height = scene.picture_top();
        Camera camera = rectangle_camera_below_labels(
            area, {-0.1, -0.22 * visible_height - scene_knobs.floor_thickness}, {0.1, visible_height});
        camera.origin.x = area.x + ball_x_share * area.w;
        return camera;
    }
    static std::vector<SceneCircle> grab_circles(const BouncingBall& scene, const State& shown)
    {
        return {SceneCircle{{0.0, shown.y}, scene.knobs.radius}};
    }
    static void draw(const Canvas& canvas)
    {
        const float radius = drawn_ball_radius_pixels(canvas, canvas.scene.knobs.radius);
        MotionPlot{canvas, MotionPlot::Direction::left, canvas.camera.pixel_x(0.0), canvas.area.x}.draw_plot();
        draw_floor(canvas);
        draw_start_height_line(canvas);
        draw_bounce_bars(canvas);
        canvas.for_each_shown_reference(
            [&](const State& reference_state, LineStyle line_style) {
                draw_reference_ring(canvas, canvas.pixel_at({0.0, reference_state.y}), radius, line_style);
            });
        draw_ball(canvas, canvas.pixel_at({0.0, canvas.shown_state.y}), radius, canvas.loop_colour());
        draw_off_screen_arrow(canvas, "ball", {0.0, canvas.shown_state.y});
        draw_fitting_caption(canvas,
                             {"bars: height of each bounce; outlines: exact height; red: energy gained by errors",
                              "bars: height of each bounce; outlines: exact height"});
    }
};

} // namespace

extern constinit const SceneType bouncing_ball = make_scene_type<BouncingBall, BouncingBallView>(
    {.name = "bouncing-ball",
     .title = "Bouncing ball",
     .what_to_watch =
         "Each bounce should lose the same share of height; with long steps the ball gains energy, never comes "
         "to rest, or falls through the floor."});

} // namespace scenes
