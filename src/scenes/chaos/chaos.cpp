#include "scenes/chaos/chaos.hpp"

#include "base/number.hpp"
#include "scenes/drawing/scene_drawing.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace scenes
{

namespace
{

constexpr double end_ball_radius = 0.09; // drawn radius in metres
constexpr double chart_seconds = 30.0;
constexpr double min_chart_distance = 1e-17; // lower end of the chart in metres
constexpr double max_chart_distance = 10.0; // upper end of the chart in metres

void draw_pendulum(const CanvasOf<Chaos>& canvas, const Chaos::DoublePendulum& pendulum, draw::Colour colour,
                   float width)
{
    const auto [joint, end] = canvas.scene.rod_ends(pendulum);
    const draw::Colour rod_colour = draw::mix(colour, canvas.theme().dim_metal, 0.35F);
    canvas.picture.add_line(canvas.pixel_at({0.0, 0.0}), canvas.pixel_at(joint), width, rod_colour);
    canvas.picture.add_line(canvas.pixel_at(joint), canvas.pixel_at(end), width, rod_colour);
    canvas.picture.add_lit_ball(canvas.pixel_at(joint), 0.75F * drawn_ball_radius_pixels(canvas, end_ball_radius),
                                colour);
    draw_ball(canvas, canvas.pixel_at(end), drawn_ball_radius_pixels(canvas, end_ball_radius), colour);
}

// Distance between the pendulums' ends over time, on a logarithmic scale: exponential growth is a straight line.
struct DistanceChart
{
    const CanvasOf<Chaos>& canvas;
    draw::Rect area;

    float y_at(double metres) const
    {
        const double height_share =
            std::log10(std::clamp(metres, min_chart_distance, max_chart_distance) / min_chart_distance) /
            std::log10(max_chart_distance / min_chart_distance);
        return area.bottom() - static_cast<float>(height_share) * area.h;
    }
    void draw_grid() const
    {
        for (const int exponent : {-15, -10, -5, 0})
        {
            const float line_y = y_at(std::pow(10.0, exponent));
            canvas.picture.add_line({area.x, line_y}, {area.right(), line_y}, canvas.to_pixels(1),
                                    canvas.theme().border);
            draw::draw_small_label(canvas, {area.x - canvas.to_pixels(6), line_y - canvas.to_pixels(8)},
                                   exponent == 0 ? "1 m" : fmt::format("1e{} m", exponent), draw::Align::right);
        }
        const float divergence_y = y_at(Chaos::divergence_distance);
        for (float x = area.x; x < area.right(); x += canvas.to_pixels(10))
            canvas.picture.add_line({x, divergence_y}, {x + canvas.to_pixels(4), divergence_y}, canvas.to_pixels(1.2F),
                                    draw::faded(canvas.theme().alarm, 0.7F));
        draw::draw_small_label(canvas, {area.x + area.w / 2, area.y - canvas.to_pixels(22)}, "distance of the two ends",
                               draw::Align::centre);
    }
    void draw_curve() const
    {
        const auto& trail_points = canvas.trail.points;
        draw::Point previous_point{};
        const std::size_t point_count = canvas.trail_point_count();
        for (std::size_t i = 0; i < point_count; ++i)
        {
            const double seconds_ago =
                timestep::to_seconds(trail_points[point_count - 1].game_time - trail_points[i].game_time);
            if (seconds_ago > chart_seconds) continue;
            const double distance = sim::length(trail_points[i].positions[1] - trail_points[i].positions[0]);
            const draw::Point point{area.right() - static_cast<float>(seconds_ago / chart_seconds) * area.w,
                                    y_at(distance)};
            if (previous_point.x > 0.0F && point.x - previous_point.x < canvas.to_pixels(1.5F)) continue;
            if (previous_point.x > 0.0F)
                canvas.picture.add_line(previous_point, point, canvas.to_pixels(1.8F),
                                        distance > Chaos::divergence_distance ? canvas.theme().alarm
                                                                              : canvas.loop_colour());
            previous_point = point;
        }
    }
};

struct ChaosView : ViewOf<Chaos>
{
    static constexpr std::array knobs{
        knob<&Knobs::gravity>("gravity", "m/s^2", 0.0, 30.0, {}, "Acceleration of gravity: 9.81 m/s^2 on Earth."),
        knob<&Knobs::length1>("length-1", "m", 0.2, 2.0, {.label = "upper length"},
                              "Length of the upper rod, which hangs from the nail."),
        knob<&Knobs::length2>("length-2", "m", 0.2, 2.0, {.label = "lower length"},
                              "Length of the lower rod, which hangs from the upper rod."),
        knob<&Knobs::mass1>("mass-1", "kg", 0.1, 5.0, {.label = "upper mass", .is_logarithmic = true},
                            "Mass at the joint between the rods."),
        knob<&Knobs::mass2>("mass-2", "kg", 0.1, 5.0, {.label = "lower mass", .is_logarithmic = true},
                            "Mass at the end of the lower rod."),
        knob<&Knobs::angle1>("angle-1", "deg", -180.0, 180.0,
                             {.label = "upper angle", .effect_time = KnobEffectTime::next_reset},
                             "Angle of the upper rod at the start, from straight down; small swings are not chaotic."),
        knob<&Knobs::angle2>("angle-2", "deg", -180.0, 180.0,
                             {.label = "lower angle", .effect_time = KnobEffectTime::next_reset},
                             "Angle of the lower rod at the start, from straight down."),
        knob<&Knobs::flipped_bit>("bit", "", 0.0, 51.0,
                                  {.label = "flipped bit", .effect_time = KnobEffectTime::next_reset},
                                  "The two pendulums start with upper angles that differ in this bit; 0 is the lowest "
                                  "of the 52 bits of the number."),
    };
    static constexpr float aspect = 1.8F;

    static Camera camera(const Chaos& scene, draw::Rect area)
    {
        const double max_distance = 1.06 * (scene.knobs.length1 + scene.knobs.length2) + end_ball_radius;
        Camera shifted_camera =
            rectangle_camera_below_labels(area, {-max_distance, -max_distance}, {max_distance, max_distance});
        shifted_camera.origin.x -= 0.20F * area.w; // makes space for the chart on the right
        return shifted_camera;
    }
    static TrackedPoints tracked_points(const Chaos& scene, const State& shown)
    {
        return {scene.rod_ends(shown.pendulums[0]).end, scene.rod_ends(shown.pendulums[1]).end};
    }
    static void draw(const Canvas& canvas)
    {
        const draw::Colour second_colour = canvas.theme().dim_text;
        draw_trail(
            canvas,
            {.point_index = 1, .duration_seconds = 3.0, .line_width = canvas.to_pixels(1.6F), .colour = second_colour});
        draw_trail(
            canvas,
            {.duration_seconds = 3.0, .line_width = canvas.to_pixels(1.6F), .dot_radius = canvas.to_pixels(2.4F)});
        draw_pendulum(canvas, canvas.shown_state.pendulums[1], second_colour, canvas.to_pixels(4));
        draw_pendulum(canvas, canvas.shown_state.pendulums[0], canvas.loop_colour(), canvas.to_pixels(4));
        canvas.picture.add_lit_ball(canvas.pixel_at({0.0, 0.0}), canvas.to_pixels(6), canvas.theme().metal);
        const auto end_pixel = [&](const State& state)
        { return canvas.pixel_at(canvas.scene.rod_ends(state.pendulums[0]).end); };
        canvas.for_each_shown_reference(
            [&](const State& reference_state, LineStyle line_style)
            {
                draw_reference_ring(canvas, end_pixel(reference_state),
                                    drawn_ball_radius_pixels(canvas, end_ball_radius), line_style);
            });
        const double distance = canvas.scene.end_distance(canvas.shown_state);
        draw_fitting_caption(
            canvas,
            {fmt::format("grey: a second pendulum whose start differs in one bit; distance now {} m{}{}",
                         base::number_text(distance, 2), canvas.shown_state.has_diverged ? ", the motions differ" : "",
                         canvas.reference_caption_suffix()),
             fmt::format("grey: a second pendulum, one bit different: {} m", base::number_text(distance, 2))});
        const float chart_left = canvas.area.x + 0.66F * canvas.area.w;
        const draw::Rect chart_area{chart_left, canvas.area.y + 0.26F * canvas.area.h,
                                    canvas.area.right() - canvas.to_pixels(20) - chart_left, 0.5F * canvas.area.h};
        if (!canvas.has_height_for_text() || chart_area.w < canvas.to_pixels(120)) return;
        const DistanceChart chart{canvas, chart_area};
        chart.draw_grid();
        chart.draw_curve();
    }
};

} // namespace

extern constinit const SceneType chaos = make_scene_type<Chaos, ChaosView>(
    {.name = "chaos",
     .title = "Chaos",
     .what_to_watch = "Two pendulums whose start angles differ in one bit move together at first, then differently; so "
                      "do two runs with different step sizes.",
     // Not semi-implicit Euler: it loses energy if accelerations depend on velocities, as in a double pendulum.
     .default_integrator = sim::Integrator::rk4});

} // namespace scenes
