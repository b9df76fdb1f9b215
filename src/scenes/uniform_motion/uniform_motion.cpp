#include "scenes/uniform_motion/uniform_motion.hpp"

#include "scenes/drawing/scene_drawing.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace scenes
{

namespace
{

struct UniformMotionView : ViewOf<UniformMotion>
{
    static constexpr std::array knobs{
        knob<&Knobs::speed>("speed", "m/s", 0.0, 64.0, {}, "Speed of all bodies; the visible area is 16 m wide."),
        knob<&Knobs::bar_count>(
            "bars", "", 1.0, 32.0, {},
            "Number of evenly spaced bars. Follow one bar with your eye: if the motion is uneven, the bars shake."),
    };
    static constexpr float aspect = 8.0F;
    static constexpr auto wrapped_x = UniformMotion::wrapped_x;

    // In an area at least 230 pixels high, the body is in the upper part, above the plot of past frames.
    static Camera camera(const UniformMotion&, draw::Rect area)
    {
        return x_range_camera(area, 0.0, UniformMotion::visible_width, area.h >= 230 ? 0.39F : 0.515F);
    }
    static sim::Vec2 tracked_point(const UniformMotion&, const State& shown)
    {
        return {wrapped_x(shown.travelled_distance), 0.0};
    }

    // Calls draw_at(x), in pixels, twice: for the body, and for a copy that is visible if the body overlaps an edge.
    static void draw_wrapped(const Canvas& canvas, double x_metres, auto draw_at)
    {
        const float x = canvas.camera.pixel_x(x_metres);
        const float visible_width_pixels = canvas.camera.pixel_length(UniformMotion::visible_width);
        draw_at(x);
        draw_at(x_metres < 0.5 * UniformMotion::visible_width ? x + visible_width_pixels : x - visible_width_pixels);
    }

    static void draw_bars(const Canvas& canvas, float top_y, float bottom_y)
    {
        const int bar_count = canvas.scene.knobs.bar_count;
        const float bar_width =
            std::min(canvas.camera.pixel_length(0.2), 0.3F * canvas.area.w / static_cast<float>(bar_count));
        for (int i = 1; i < bar_count; ++i) // the body takes the place 0
            draw_wrapped(
                canvas, wrapped_x(UniformMotion::visible_width * i / bar_count + canvas.shown_state.travelled_distance),
                [&](float x)
                {
                    canvas.picture.add_rectangle({x - bar_width / 2, top_y, bar_width, bottom_y - top_y}, bar_width / 2,
                                                 canvas.theme().metal);
                });
    }

    static void draw_ruler(const Canvas& canvas, float y)
    {
        for (int i = 0; i <= 32; ++i)
        {
            const float x = canvas.camera.pixel_x(0.5 * i);
            canvas.picture.add_line({x, y}, {x, y - canvas.to_pixels(i % 2 == 0 ? 9 : 5)}, canvas.to_pixels(1),
                                    canvas.theme().dim_metal);
        }
        canvas.picture.add_line({canvas.area.x, y}, {canvas.area.right(), y}, canvas.to_pixels(1),
                                canvas.theme().dim_metal);
    }

    static void draw(const Canvas& canvas)
    {
        const float middle_y = canvas.camera.pixel_y(0.0);
        const float half_height = (canvas.has_height_for_text() ? 0.19F : 0.225F) * canvas.area.h;
        const float top_y = middle_y - half_height;
        const float bottom_y = middle_y + half_height;
        const float radius = std::min(canvas.camera.pixel_length(0.64), 0.3F * (bottom_y - top_y));

        MotionPlot{canvas, MotionPlot::Direction::down, bottom_y + canvas.to_pixels(18),
                   canvas.bottom_y_above_caption(), wrapped_x}
            .draw_plot();
        draw_bars(canvas, top_y, bottom_y);
        draw_ruler(canvas, bottom_y + canvas.to_pixels(14));
        draw_wrapped(canvas, wrapped_x(canvas.shown_state.travelled_distance),
                     [&](float x) {
                         draw_ball(canvas, {x, middle_y}, radius, canvas.loop_colour());
                     });
        canvas.for_each_shown_reference(
            [&](const State& reference_state, LineStyle line_style)
            {
                draw_wrapped(canvas, wrapped_x(reference_state.travelled_distance),
                             [&](float x) {
                                 draw_reference_ring(canvas, {x, middle_y}, radius, line_style);
                             });
            });
        const std::string speed_caption =
            fmt::format("{:.0f} pixels a second", canvas.scene.knobs.speed * canvas.camera.pixels_per_m);
        draw_fitting_caption(
            canvas, {speed_caption + "; smooth motion: dots at equal distances" + canvas.reference_caption_suffix(),
                     speed_caption});
    }
};

} // namespace

extern constinit const SceneType uniform_motion = make_scene_type<UniformMotion, UniformMotionView>(
    {.name = "uniform-motion",
     .title = "Uniform motion",
     .what_to_watch =
         "The bars should glide; if steps and frames do not match, the bars stutter, shake or look doubled.",
     .uses_integrator = false});

} // namespace scenes
