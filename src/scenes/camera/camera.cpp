#include "scenes/camera/camera.hpp"

#include "draw/shapes/scene_objects.hpp"
#include "scenes/drawing/scene_drawing.hpp"
#include "sim/physics/portable_math.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace scenes
{

namespace
{

constexpr double view_width_m = 12.0;

struct CameraSceneView : ViewOf<CameraScene>
{
    static constexpr std::array<std::string_view, 5> follow_names{"newest", "blended", "stepped", "smoothed-newest",
                                                                  "smoothed-blended"};
    static constexpr std::array<std::string_view, 2> look_names{"per-frame", "per-step"};
    static constexpr std::array knobs{
        knob<&Knobs::speed>("speed", "m/s", 0.0, 32.0, {}, "Speed of the runner; the visible area is 12 m wide."),
        choice_knob<&Knobs::follow, Knobs>(
            "camera", follow_names, {},
            "How the camera follows the runner. \"newest\": at the newest state. \"blended\": at the displayed "
            "(interpolated) state. \"stepped\": moves toward the newest state in each step, and is interpolated. "
            "\"smoothed-newest\", \"smoothed-blended\": moves toward the newest or the displayed state in each frame."),
        knob<&Knobs::half_life, Knobs>("half-life", "s", 0.0, 1.0, {},
                                       "Time in which a stepped or smoothed camera halves its distance to the runner. "
                                       "No effect if the setting \"camera\" is \"newest\" or \"blended\"."),
        knob<&Knobs::mouse_speed, Knobs>(
            "mouse", "m/s", 0.0, 8.0, {},
            "Largest speed of a simulated mouse, which moves the camera to the left and to the right once in 4 s."),
        choice_knob<&Knobs::look, Knobs>(
            "look", look_names, {.label = "mouse look"},
            "Whether the camera gets the movement of the mouse in each frame, or only in frames "
            "with a step. No effect while the mouse does not move."),
    };
    static constexpr float aspect = 3.0F;

    static Camera camera(const CameraScene&, draw::Rect area)
    {
        return x_range_camera(area, -0.5 * view_width_m, 0.5 * view_width_m, area.h >= 230 ? 0.5F : 0.75F);
    }
    static sim::Vec2 tracked_point(const CameraScene&, const State& shown)
    {
        return {shown.travelled_distance, 0.5 * CameraScene::runner_height};
    }

    // Draws the ground and a post every 2 m. Every fifth post is taller and labelled with its distance.
    static void draw_ground(const Canvas& canvas)
    {
        constexpr double post_interval = 2.0; // in metres
        const float ground_y = canvas.camera.pixel_y(0.0);
        const double left_metres = canvas.camera.metres_at({canvas.area.x, 0}).x;
        const double right_metres = canvas.camera.metres_at({canvas.area.right(), 0}).x;
        for (double post_number = std::ceil(left_metres / post_interval); post_number * post_interval <= right_metres;
             ++post_number)
        {
            const bool is_labelled = std::fmod(post_number, 5.0) == 0.0;
            const float x = canvas.camera.pixel_x(post_number * post_interval);
            const float half_width = std::max(canvas.camera.pixel_length(0.06), canvas.to_pixels(1));
            const float height = canvas.camera.pixel_length(is_labelled ? 2.3 : 1.9);
            canvas.picture.add_rectangle({x - half_width, ground_y - height, 2 * half_width, height}, half_width,
                                         is_labelled ? canvas.theme().metal : canvas.theme().dim_metal);
            const std::string label = fmt::format("{:.0f} m", post_number * post_interval);
            const float label_space = 2.0F * std::min(x - canvas.area.x, canvas.area.right() - x);
            if (is_labelled && draw::small_label_fits(canvas, label, label_space))
                draw::draw_small_label(canvas, {x, ground_y + canvas.to_pixels(6)}, label, draw::Align::centre);
        }
        canvas.picture.add_line({canvas.area.x, ground_y}, {canvas.area.right(), ground_y}, canvas.to_pixels(3),
                                canvas.theme().dim_metal);
    }

    static void draw_runner(const Canvas& canvas)
    {
        constexpr double stride_metres = 2.4; // distance of two paces
        draw::draw_person(
            canvas, {.feet = canvas.pixel_at({canvas.shown_state.travelled_distance, 0.0}),
                     .height = canvas.camera.pixel_length(CameraScene::runner_height),
                     .front_leg_angle = 0.85F * static_cast<float>(std::sin(canvas.shown_state.travelled_distance *
                                                                            sim::tau / stride_metres)),
                     .colour = canvas.loop_colour()});
    }

    static void draw_reference(const Canvas& canvas, const State& reference_state, LineStyle line_style)
    {
        const double reference_x =
            reference_state.travelled_distance - canvas.moment.sample.reference_camera_x + canvas.camera.position_x;
        const float width = canvas.camera.pixel_length(0.45 * CameraScene::runner_height);
        const draw::Point top = canvas.pixel_at({reference_x, CameraScene::runner_height});
        draw_reference_box(canvas,
                           {top.x - width / 2, top.y, width, canvas.camera.pixel_length(CameraScene::runner_height)},
                           0.4F * width, line_style);
    }

    static void draw(const Canvas& canvas)
    {
        draw_ground(canvas);
        MotionPlot{canvas, MotionPlot::Direction::down, canvas.camera.pixel_y(0.0) + canvas.to_pixels(28),
                   canvas.bottom_y_above_caption()}
            .draw_plot();
        canvas.for_each_shown_reference([&](const State& reference_state, LineStyle line_style)
                                        { draw_reference(canvas, reference_state, line_style); });
        draw_runner(canvas);
        draw_fitting_caption(canvas, {"dots: the runner's place on the screen in the frames before"});
    }
};

} // namespace

extern constinit const SceneType camera_scene = make_scene_type<CameraScene, CameraSceneView>(
    {.name = "camera",
     .title = "Camera",
     .what_to_watch = "The runner should stand still on the screen while the posts glide. If the runner is "
                      "interpolated but the camera follows the newest state, the runner jitters.",
     .uses_integrator = false});

} // namespace scenes
