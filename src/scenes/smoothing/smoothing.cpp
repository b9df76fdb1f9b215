#include "scenes/smoothing/smoothing.hpp"

#include "scenes/drawing/scene_drawing.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace scenes
{

namespace
{

struct SmoothingView : ViewOf<Smoothing>
{
    static constexpr std::array<std::string_view, 5> rule_names{"lerp-dt", "lerp", "approach", "spring", "smooth-damp"};
    static constexpr std::array knobs{
        choice_knob<&Knobs::rule>("rule", rule_names, {},
                                  "How a step moves the ball at the rate k. lerp-dt: lerp(ball, goal, k * dt); lerp: "
                                  "lerp(ball, goal, k / 60); approach and spring: the same motion with every step "
                                  "length dt; smooth-damp: Unity's SmoothDamp."),
        knob<&Knobs::rate>(
            "rate", "1/s", 1.0, 60.0, {.label = "rate k"},
            "The rate k sets how fast the ball follows: half of the distance is left after 0.693 / k seconds."),
    };
    static constexpr float aspect = 8.0F;

    static Camera camera(const Smoothing&, draw::Rect area)
    {
        return x_range_camera(area, -0.1, 1.1, area.h >= 230 ? 0.3F : 0.4F);
    }
    static sim::Vec2 tracked_point(const Smoothing&, const State& shown) { return {shown.x, 0.0}; }
    static void draw(const Canvas& canvas)
    {
        const draw::Point ball_centre = canvas.pixel_at({canvas.shown_state.x, 0.0});
        const float radius = std::min(canvas.camera.pixel_length(0.03), 0.13F * canvas.area.h);
        const float track_y = canvas.camera.pixel_y(0.0);
        MotionPlot{canvas, MotionPlot::Direction::down, track_y + 1.6F * radius, canvas.bottom_y_above_caption()}
            .draw_plot();
        canvas.picture.add_line(canvas.pixel_at({0.0, 0.0}), canvas.pixel_at({1.0, 0.0}), canvas.to_pixels(3),
                                canvas.theme().dim_metal);
        for (int i = 0; i <= 10; ++i) // a mark at each tenth of the jump
        {
            const float x = canvas.camera.pixel_x(0.1 * i);
            canvas.picture.add_line({x, track_y - canvas.to_pixels(5)}, {x, track_y + canvas.to_pixels(5)},
                                    canvas.to_pixels(1), canvas.theme().dim_metal);
        }
        canvas.picture.add_rectangle({canvas.camera.pixel_x(canvas.shown_state.goal) - canvas.to_pixels(3),
                                      track_y - 1.5F * radius, canvas.to_pixels(6), 3.0F * radius},
                                     canvas.to_pixels(3), canvas.theme().accent);
        draw_ball(canvas, ball_centre, radius, canvas.loop_colour());
        canvas.for_each_shown_reference(
            [&](const State& reference_state, LineStyle line_style) {
                draw_reference_ring(canvas, canvas.pixel_at({reference_state.x, 0.0}), radius, line_style);
            });
        const std::string distance_caption =
            fmt::format("distance to the goal: {:.1f} % of the jump",
                        100.0 * std::abs(canvas.shown_state.goal - canvas.shown_state.x));
        draw_fitting_caption(canvas, {distance_caption + canvas.reference_caption_suffix(), distance_caption});
    }
};

} // namespace

extern constinit const SceneType smoothing = make_scene_type<Smoothing, SmoothingView>(
    {.name = "smoothing",
     .title = "Smoothing",
     .what_to_watch = "The ball should follow the goal equally fast at every frame rate. With one step per frame, the "
                      "rules lerp and lerp-dt make the ball's speed depend on the frame rate.",
     .uses_integrator = false});

} // namespace scenes
