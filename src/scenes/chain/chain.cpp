#include "scenes/chain/chain.hpp"

#include "scenes/drawing/scene_drawing.hpp"

#include <algorithm>
#include <array>

namespace scenes
{

namespace
{

using sim::Vec2;

constexpr double particle_radius = 0.045; // drawn radius in metres
constexpr double rope_end_radius = 0.11;

// Draws a link as a zigzag. A longer link is thinner and closer to the alarm colour.
void draw_link(const CanvasOf<Chain>& canvas, Vec2 from, Vec2 to)
{
    constexpr std::array<float, 6> zigzag_offsets{0.0F, 1.0F, -1.0F, 1.0F, -1.0F, 0.0F};
    const double length = sim::length(to - from);
    const double rest_length = canvas.scene.knobs.link_length;
    const auto alarm_share = static_cast<float>(std::clamp((length / rest_length - 1.15) / 0.85, 0.0, 1.0));
    const draw::Colour ink =
        draw::mix(draw::mix(canvas.theme().dim_metal, canvas.theme().metal, 0.6F), canvas.theme().alarm, alarm_share);
    const draw::Point from_pixel = canvas.pixel_at(from);
    const draw::Point to_pixel = canvas.pixel_at(to);
    const float half_width =
        canvas.camera.pixel_length(0.22 * rest_length) / std::max(1.0F, static_cast<float>(length / rest_length));
    const draw::Point zigzag_offset_vector{static_cast<float>((from.y - to.y) / length) * half_width,
                                           static_cast<float>((from.x - to.x) / length) * half_width};
    draw::Point previous_point = from_pixel;
    for (std::size_t i = 0; i < zigzag_offsets.size(); ++i)
    {
        const float fraction = 0.2F + 0.6F * static_cast<float>(i) / static_cast<float>(zigzag_offsets.size() - 1);
        const draw::Point point{
            from_pixel.x + fraction * (to_pixel.x - from_pixel.x) + zigzag_offsets[i] * zigzag_offset_vector.x,
            from_pixel.y + fraction * (to_pixel.y - from_pixel.y) + zigzag_offsets[i] * zigzag_offset_vector.y};
        canvas.picture.add_line(previous_point, point, canvas.to_pixels(1.7F), ink);
        previous_point = point;
    }
    canvas.picture.add_line(previous_point, to_pixel, canvas.to_pixels(1.7F), ink);
}

void draw_chain(const CanvasOf<Chain>& canvas, const Chain::ParticleVectors& particles)
{
    const float drawn_particle_radius = drawn_ball_radius_pixels(canvas, particle_radius);
    Vec2 upper_position{};
    for (const Vec2 particle : particles.values)
    {
        draw_link(canvas, upper_position, particle);
        upper_position = particle;
    }
    for (const Vec2 particle : particles.values)
        canvas.picture.add_lit_ball(canvas.pixel_at(particle), drawn_particle_radius,
                                    draw::mix(canvas.theme().dim_metal, canvas.theme().metal, 0.55F));
}

void draw_reference(const CanvasOf<Chain>& canvas, const Chain::State& reference_state, LineStyle line_style)
{
    Vec2 upper_position{};
    for (const Vec2 particle : reference_state.x.values)
    {
        draw_reference_line(canvas, canvas.pixel_at(upper_position), canvas.pixel_at(particle), line_style);
        upper_position = particle;
    }
    draw_reference_ring(canvas, canvas.pixel_at(upper_position), drawn_ball_radius_pixels(canvas, rope_end_radius),
                        line_style);
}

void draw_ceiling(const CanvasOf<Chain>& canvas)
{
    const draw::Point nail = canvas.pixel_at({0.0, 0.0});
    const float half_width = canvas.to_pixels(46);
    canvas.picture.add_rectangle(
        {nail.x - half_width, nail.y - canvas.to_pixels(11), 2 * half_width, canvas.to_pixels(9)}, canvas.to_pixels(2),
        canvas.theme().dim_metal);
    for (float x = -half_width + canvas.to_pixels(4); x < half_width - canvas.to_pixels(4); x += canvas.to_pixels(11))
        canvas.picture.add_line({nail.x + x, nail.y - canvas.to_pixels(12)},
                                {nail.x + x + canvas.to_pixels(7), nail.y - canvas.to_pixels(19)},
                                canvas.to_pixels(1.6F), canvas.theme().dim_metal);
    canvas.picture.add_lit_ball(nail, canvas.to_pixels(5), canvas.theme().metal);
}

struct ChainView : ViewOf<Chain>
{
    static constexpr std::array knobs{
        knob<&Knobs::stiffness>("stiffness", "N/m", 10.0, 20'000.0, {.is_logarithmic = true},
                                "Stiffness of each link; a stiffer rope needs shorter steps."),
        knob<&Knobs::mass>("mass", "kg", 0.01, 1.0, {.is_logarithmic = true},
                           "Mass of each knot of the rope; a lighter knot vibrates faster."),
        knob<&Knobs::damping_ratio>("damping", "", 0.0, 1.0, {},
                                    "Damping ratio of the rope's fastest vibration; with an explicit integrator, more "
                                    "damping needs shorter steps."),
        knob<&Knobs::gravity>("gravity", "m/s^2", 0.0, 30.0, {}, "Acceleration of gravity: 9.81 m/s^2 on Earth."),
        knob<&Knobs::link_length>("link", "m", 0.05, 0.5, {.label = "link length"},
                                  "Length of each of the 16 links at rest."),
    };
    static constexpr float aspect = 1.6F;
    static constexpr bool zooms_out = true;

    static Camera camera(const Chain& scene, draw::Rect area)
    {
        return rectangle_camera_below_labels(area, scene.picture_min(), scene.picture_max());
    }
    static Vec2 tracked_point(const Chain&, const State& shown) { return shown.x.values.back(); }
    // The rope's end comes first: the window shows the first circle as the place to grab.
    static std::vector<SceneCircle> grab_circles(const Chain&, const State& shown)
    {
        std::vector<SceneCircle> grab_circles{{shown.x.values.back(), rope_end_radius}};
        for (const Vec2 particle : shown.x.values) grab_circles.push_back({particle, particle_radius});
        return grab_circles;
    }
    static void draw(const Canvas& canvas)
    {
        const auto& state = canvas.shown_state;
        const Vec2 rope_end = state.x.values.back();
        if (is_automatically_zoomed_out(canvas)) draw_metre_grid(canvas);
        draw_trail(canvas, {.line_width = canvas.to_pixels(1), .dot_radius = canvas.to_pixels(2.6F)});
        canvas.for_each_shown_reference([&](const State& reference_state, LineStyle line_style)
                                        { draw_reference(canvas, reference_state, line_style); });
        draw_ceiling(canvas);
        draw_chain(canvas, state.x);
        draw_ball(canvas, canvas.pixel_at(rope_end), drawn_ball_radius_pixels(canvas, rope_end_radius),
                  canvas.loop_colour());
        if (state.held_particle_index >= 0)
            canvas.picture.add_circle_outline(
                canvas.pixel_at(state.x.values.at(static_cast<std::size_t>(state.held_particle_index))),
                canvas.to_pixels(14), canvas.to_pixels(2), canvas.theme().accent);
        draw_off_screen_arrow(canvas, "end of the rope", rope_end);
        if (is_automatically_zoomed_out(canvas)) return; // the labels of the zoomed-out grid are in the caption's place
        const std::string dots_caption = "one dot per presented frame of the rope's end";
        draw_fitting_caption(canvas, {dots_caption + canvas.reference_caption_suffix(), dots_caption});
    }
};

} // namespace

extern constinit const SceneType chain = make_scene_type<Chain, ChainView>(
    {.name = "chain",
     .title = "Chain",
     .what_to_watch =
         "The rope should swing and settle; steps slightly too long for its springs make the rope explode."});

} // namespace scenes
