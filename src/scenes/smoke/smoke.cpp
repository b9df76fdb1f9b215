#include "scenes/smoke/smoke.hpp"

#include "scenes/drawing/scene_drawing.hpp"
#include "sim/physics/portable_math.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace scenes
{

namespace
{

constexpr std::size_t max_drawn_puffs = 400;
constexpr double van_length = 1.32;
constexpr double van_height = 0.77;

// Returns n: every n-th puff is drawn. The choice depends on the puff's serial number, so that no puff flickers.
std::int64_t drawn_puff_stride(const Smoke::State& state)
{
    return 1 + static_cast<std::int64_t>(state.puffs.size() / max_drawn_puffs);
}

// Calls draw(puff, relative_age) for each drawn puff, oldest first. `relative_age` is the age / the lifetime, 0 to 1.
void for_each_drawn_puff(const Smoke& scene, const Smoke::State& state, auto draw)
{
    const auto stride = drawn_puff_stride(state);
    const auto number_before_oldest = state.newest_puff_number - static_cast<std::int64_t>(state.puffs.size());
    for (std::size_t i = 0; i < state.puffs.size(); ++i)
        if ((number_before_oldest + static_cast<std::int64_t>(i)) % stride == 0)
            draw(state.puffs[i], static_cast<float>(state.puffs[i].age / scene.knobs.lifetime));
}

void draw_cloud(const CanvasOf<Smoke>& canvas)
{
    const draw::Colour fresh_colour = draw::mix(canvas.loop_colour(), canvas.theme().text, 0.35F);
    const auto draw_visible_puff = [&](const Smoke::Puff& puff, float relative_age)
    {
        if (relative_age > 0.94F) return; // an old puff is too pale to be visible, and its size makes it slow to draw
        const float radius =
            canvas.camera.pixel_length(0.08) + canvas.camera.pixel_length(0.15) * std::sqrt(relative_age);
        const draw::Colour ink =
            draw::faded(draw::mix(fresh_colour, canvas.theme().dim_metal, relative_age), 0.62F * (1.0F - relative_age));
        const draw::Point centre = canvas.pixel_at({Smoke::wrapped_x(puff.x), puff.y + 0.32});
        canvas.picture.add_disc(centre, radius, ink, 0.9F * radius);

        // A copy at the other end of the area, if the puff overlaps one end
        const float width = canvas.camera.pixel_length(Smoke::visible_width);
        const float blurred_radius = 1.5F * radius;
        if (centre.x < canvas.area.x + blurred_radius)
            canvas.picture.add_disc({centre.x + width, centre.y}, radius, ink, 0.9F * radius);
        if (centre.x > canvas.area.right() - blurred_radius)
            canvas.picture.add_disc({centre.x - width, centre.y}, radius, ink, 0.9F * radius);
    };
    for_each_drawn_puff(canvas.scene, canvas.shown_state, draw_visible_puff);
}

// Marks, below the road, where each puff left the van. A lower row of marks shows where each puff should have left it.
void draw_emission_marks(const CanvasOf<Smoke>& canvas)
{
    const float road_y = canvas.camera.pixel_y(0.0);
    const auto draw_emission_mark = [&](const Smoke::Puff& puff, float relative_age)
    {
        const float x = canvas.camera.pixel_x(Smoke::wrapped_x(puff.emission_x));
        canvas.picture.add_line({x, road_y + canvas.to_pixels(13)}, {x, road_y + canvas.to_pixels(25)},
                                canvas.to_pixels(2), draw::faded(canvas.loop_colour(), 1.0F - 0.8F * relative_age));
    };
    const auto draw_correct_emission_mark = [&](const Smoke::Puff& puff, float relative_age)
    {
        const float x = canvas.camera.pixel_x(Smoke::wrapped_x(puff.emission_x));
        canvas.picture.add_line({x, road_y + canvas.to_pixels(28)}, {x, road_y + canvas.to_pixels(34)},
                                canvas.to_pixels(1.2F),
                                draw::faded(canvas.theme().dim_text, 0.8F * (1.0F - relative_age)));
    };
    for_each_drawn_puff(canvas.scene, canvas.shown_state, draw_emission_mark);
    canvas.for_each_shown_reference(
        [&](const Smoke::State& reference_state, LineStyle)
        { for_each_drawn_puff(canvas.scene, reference_state, draw_correct_emission_mark); });
}

void draw_wheel(const CanvasOf<Smoke>& canvas, draw::Point centre, float radius, float angle)
{
    canvas.picture.add_disc(centre, radius, canvas.theme().dim_metal);
    canvas.picture.add_disc(centre, radius * 0.55F, canvas.theme().metal);
    for (int i = 0; i < 3; ++i)
    {
        const float spoke_angle = angle + static_cast<float>(i) * 2.0F * std::numbers::pi_v<float> / 3.0F;
        canvas.picture.add_line(
            centre,
            {centre.x + radius * 0.8F * std::cos(spoke_angle), centre.y + radius * 0.8F * std::sin(spoke_angle)},
            0.2F * radius, canvas.theme().background);
    }
}

// Draws the van. `rear_ground_point` is at the van's left end, at the height of the road.
void draw_van(const CanvasOf<Smoke>& canvas, draw::Point rear_ground_point, double travelled_metres)
{
    const float unit = canvas.camera.pixel_length(0.0176);
    const float road_y = rear_ground_point.y;
    const draw::Colour body_colour = canvas.loop_colour();
    const auto at = [&](float x, float y) { return draw::Point{rear_ground_point.x + x * unit, road_y + y * unit}; };
    const auto draw_box = [&](float x, float y, float w, float h, float rounding, draw::Colour colour)
    {
        canvas.picture.add_rectangle({rear_ground_point.x + x * unit, road_y + y * unit, w * unit, h * unit},
                                     rounding * unit, colour);
    };
    draw_box(-8, -13, 10, 4, 2, canvas.theme().dim_metal);
    draw_box(0, -44, 52, 36, 5, body_colour);
    draw_box(44, -31, 30, 23, 5, body_colour);
    canvas.picture.add_quad({at(50, -44), at(58, -42), at(70, -29), at(50, -29)}, body_colour);
    canvas.picture.add_quad({at(53, -39), at(58, -39), at(65, -29), at(53, -29)},
                            draw::faded(canvas.theme().background, 0.75F));
    draw_box(0, -20, 74, 3, 1, draw::faded(canvas.theme().background, 0.35F));
    draw_box(70, -22, 5, 6, 2, canvas.theme().warning);
    const auto wheel_angle = static_cast<float>(std::fmod(travelled_metres / 0.14, sim::tau));
    draw_wheel(canvas, at(15, -8), 8 * unit, wheel_angle);
    draw_wheel(canvas, at(59, -8), 8 * unit, wheel_angle);
}

void draw_road(const CanvasOf<Smoke>& canvas)
{
    const float y = canvas.camera.pixel_y(0.0);
    canvas.picture.add_line({canvas.area.x, y + canvas.to_pixels(2)}, {canvas.area.right(), y + canvas.to_pixels(2)},
                            canvas.to_pixels(4), draw::mix(canvas.theme().background, canvas.theme().dim_metal, 0.7F));
    for (int i = 0; i <= 16; ++i)
        canvas.picture.add_line({canvas.camera.pixel_x(i), y + canvas.to_pixels(6)},
                                {canvas.camera.pixel_x(i), y + canvas.to_pixels(10)}, canvas.to_pixels(1),
                                canvas.theme().dim_metal);
}

void draw_smoke_caption(const CanvasOf<Smoke>& canvas)
{
    const auto& state = canvas.shown_state;
    const double max_spacing_ratio = canvas.scene.max_spacing_ratio(state);
    const std::string gap_caption =
        fmt::format("the widest gap between two puffs is {:.1f} times the right distance", max_spacing_ratio);
    if (drawn_puff_stride(state) > 1)
        draw_fitting_caption(
            canvas, {fmt::format("{}; 1 puff in {} is drawn", gap_caption, drawn_puff_stride(state)), gap_caption});
    else
        draw_fitting_caption(
            canvas, {"marks: where puffs were born, and where they should be born; " + gap_caption, gap_caption});
}

struct SmokeView : ViewOf<Smoke>
{
    static constexpr std::array knobs{
        knob<&Knobs::speed>("speed", "m/s", 0.5, 20.0, {}, "Speed of the van; the visible area is 16 m wide."),
        knob<&Knobs::puff_rate>(
            "rate", "puffs/s", 1.0, 1000.0, {.is_logarithmic = true},
            "Puffs of smoke per second. If there are more puffs than steps per second, several puffs start "
            "in one place, unless \"even spread\" is on."),
        knob<&Knobs::lifetime>("life", "s", 0.5, 4.0, {}, "Time for which a puff of smoke is visible."),
        toggle_knob<&Knobs::spreads_emission_over_step>(
            "spread", {.label = "even spread"},
            "Gives each puff of smoke its own time and place within the step; otherwise the puffs come in clumps."),
    };
    static constexpr float aspect = 7.0F;

    static Camera camera(const Smoke&, draw::Rect area)
    {
        return x_range_camera(area, 0.0, Smoke::visible_width, area.h > 0.3F * area.w ? 0.52F : 0.72F);
    }
    static std::vector<SceneCircle> guess_marks(const Smoke& scene, const State& shown)
    {
        std::vector<SceneCircle> emission_circles;
        for_each_drawn_puff(
            scene, shown,
            [&](const Smoke::Puff& puff, float) {
                emission_circles.push_back({{Smoke::wrapped_x(puff.emission_x), 1.6 * van_height}, 0.03});
            });
        std::ranges::reverse(emission_circles);
        return emission_circles;
    }
    static void draw(const Canvas& canvas)
    {
        const auto& state = canvas.shown_state;
        const float visible_width_pixels = canvas.camera.pixel_length(Smoke::visible_width);
        const draw::Point rear_ground_point = canvas.pixel_at({Smoke::wrapped_x(state.x), 0.0});
        draw_road(canvas);
        MotionPlot{canvas, MotionPlot::Direction::down, rear_ground_point.y + canvas.to_pixels(44),
                   canvas.bottom_y_above_caption(), Smoke::wrapped_x}
            .draw_plot();
        if (canvas.shows_trail) draw_emission_marks(canvas);
        draw_cloud(canvas);
        draw_van(canvas, rear_ground_point, state.x);
        draw_van(canvas, {rear_ground_point.x - visible_width_pixels, rear_ground_point.y}, state.x);
        canvas.for_each_shown_reference(
            [&](const State& reference_state, LineStyle line_style)
            {
                const draw::Point top_left = canvas.pixel_at({Smoke::wrapped_x(reference_state.x), van_height});
                draw_reference_box(canvas,
                                   {top_left.x, top_left.y, canvas.camera.pixel_length(van_length),
                                    canvas.camera.pixel_length(van_height)},
                                   canvas.to_pixels(6), line_style);
            });
        draw_smoke_caption(canvas);
    }
};

} // namespace

extern constinit const SceneType smoke = make_scene_type<Smoke, SmokeView>(
    {.name = "smoke",
     .title = "Smoke",
     .what_to_watch =
         "The puffs should be evenly spaced; after a lag spike, one long step puts all its puffs in one place.",
     .uses_integrator = false});

} // namespace scenes
