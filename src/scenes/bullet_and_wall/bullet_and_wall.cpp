#include "scenes/bullet_and_wall/bullet_and_wall.hpp"

#include "base/number.hpp"
#include "draw/shapes/scene_objects.hpp"
#include "scenes/drawing/scene_drawing.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace scenes
{

namespace
{

using sim::EventCounts;

// The past shots, drawn below the bullet's path: one row per shot, the newest on top.
struct ShotRows
{
    const CanvasOf<BulletAndWall>& canvas;
    double newest_shot_number = static_cast<double>(canvas.shown_state.shot_number);
    float top_y = canvas.camera.pixel_y(0.0) + canvas.to_pixels(62);
    float row_height = canvas.to_pixels(17);
    int row_count = std::max(0, static_cast<int>((canvas.area.bottom() - canvas.to_pixels(40) - top_y) / row_height));
    float wall_width = std::max(canvas.camera.pixel_length(canvas.scene.knobs.thickness), canvas.to_pixels(6));
    float wall_top = canvas.camera.pixel_y(0.0) - canvas.to_pixels(58);
    float wall_bottom = row_count > 0 ? top_y + static_cast<float>(row_count) * row_height
                                      : canvas.area.bottom() - canvas.to_pixels(8);
    draw::Rect wall_rect{canvas.camera.pixel_x(BulletAndWall::wall_x) - wall_width / 2, wall_top, wall_width,
                         wall_bottom - wall_top};

    bool has_row_for(double shot_number) const { return newest_shot_number - shot_number < row_count; }
    float row_y(double shot_number) const
    {
        return top_y + (static_cast<float>(newest_shot_number - shot_number) + 0.5F) * row_height;
    }
    float row_opacity(double shot_number) const
    {
        return 1.0F - static_cast<float>(newest_shot_number - shot_number) / (1.3F * static_cast<float>(row_count));
    }
};

// Draws the shot's number, and a hole in the wall or a mark where the bullet stopped.
void draw_shot_end(const ShotRows& shot_rows, double shot_number, double end_x)
{
    const CanvasOf<BulletAndWall>& canvas = shot_rows.canvas;
    const float y = shot_rows.row_y(shot_number);
    const float opacity = shot_rows.row_opacity(shot_number);
    if (end_x > BulletAndWall::wall_x)
    {
        canvas.picture.add_rectangle({shot_rows.wall_rect.x - canvas.to_pixels(1), y - canvas.to_pixels(4.5F),
                                      shot_rows.wall_rect.w + canvas.to_pixels(2), canvas.to_pixels(9)},
                                     0, canvas.theme().background);
        canvas.picture.add_line({shot_rows.wall_rect.x - canvas.to_pixels(9), y},
                                {shot_rows.wall_rect.right() + canvas.to_pixels(9), y}, canvas.to_pixels(2.2F),
                                draw::faded(canvas.theme().alarm, opacity));
    }
    else if (end_x >= canvas.scene.contact_x())
        canvas.picture.add_rectangle({shot_rows.wall_rect.x - canvas.to_pixels(3), y - canvas.to_pixels(4),
                                      canvas.to_pixels(4), canvas.to_pixels(8)},
                                     canvas.to_pixels(1.5F), draw::faded(canvas.theme().text, opacity));
    draw::draw_small_label(canvas, {canvas.area.x + canvas.to_pixels(14), y - canvas.to_pixels(8)},
                           fmt::format("{:.0f}", shot_number));
}

void draw_shots(const ShotRows& shot_rows)
{
    const CanvasOf<BulletAndWall>& canvas = shot_rows.canvas;
    const auto& trail_points = canvas.trail.points;
    const std::size_t point_count = canvas.trail_point_count();
    std::size_t first_point_index = point_count;
    while (first_point_index > 0 && shot_rows.has_row_for(trail_points[first_point_index - 1].positions[0].y))
        --first_point_index;
    for (std::size_t i = first_point_index; i < point_count; ++i)
    {
        const auto [x, shot_number] = trail_points[i].positions[0];
        const bool is_first_point = i == first_point_index || trail_points[i - 1].positions[0].y != shot_number;
        const bool is_last_point = i + 1 == point_count || trail_points[i + 1].positions[0].y != shot_number;
        const double previous_x = is_first_point ? 0.0 : trail_points[i - 1].positions[0].x;
        const draw::Colour shot_colour = x > BulletAndWall::wall_x ? canvas.theme().alarm : canvas.loop_colour();
        const draw::Point point{canvas.camera.pixel_x(x), shot_rows.row_y(shot_number)};
        if (is_first_point || previous_x != x)
        {
            canvas.picture.add_line({canvas.camera.pixel_x(previous_x), point.y}, point, canvas.to_pixels(1.2F),
                                    draw::faded(shot_colour, 0.35F * shot_rows.row_opacity(shot_number)));
            canvas.picture.add_disc(point, canvas.to_pixels(3.2F),
                                    draw::faded(shot_colour, shot_rows.row_opacity(shot_number)));
        }
        if (is_last_point) draw_shot_end(shot_rows, shot_number, x);
    }
}

void draw_gun(const CanvasOf<BulletAndWall>& canvas)
{
    const auto& state = canvas.shown_state;
    const draw::Point muzzle = canvas.pixel_at({0.0, 0.0});
    const float unit = canvas.camera.pixel_length(0.0246);
    const draw::Colour barrel_colour = draw::mix(canvas.theme().dim_metal, canvas.theme().metal, 0.25F);
    const auto gun_point = [&](float x, float y) { return draw::Point{muzzle.x + x * unit, muzzle.y + y * unit}; };
    canvas.picture.add_quad({gun_point(-52, -11), gun_point(-4, -7), gun_point(-4, 7), gun_point(-52, 11)},
                            barrel_colour);
    canvas.picture.add_disc(gun_point(-52, 0), 11 * unit, barrel_colour);
    canvas.picture.add_rectangle({muzzle.x - 7 * unit, muzzle.y - 9 * unit, 7 * unit, 18 * unit}, 2 * unit,
                                 canvas.theme().metal);
    const draw::Point axle = gun_point(-40, 16);
    canvas.picture.add_disc(axle, 15 * unit, canvas.theme().background);
    canvas.picture.add_circle_outline(axle, 14 * unit, 3 * unit, canvas.theme().metal);
    canvas.picture.add_line({axle.x - 13 * unit, axle.y}, {axle.x + 13 * unit, axle.y}, 2 * unit, canvas.theme().metal);
    canvas.picture.add_line({axle.x, axle.y - 13 * unit}, {axle.x, axle.y + 13 * unit}, 2 * unit, canvas.theme().metal);
    const auto flash_opacity = static_cast<float>(1.0 - state.flight_time / 0.05);
    if (flash_opacity <= 0.0F || state.phase == BulletAndWall::Phase::disappeared) return;
    for (const float flame_y : {-14.0F, 0.0F, 14.0F})
        canvas.picture.add_triangle(gun_point(2, -4), gun_point(2, 4), gun_point(flame_y == 0.0F ? 34 : 22, flame_y),
                                    draw::faded(canvas.theme().warning, flash_opacity));
}

void draw_bullet(const CanvasOf<BulletAndWall>& canvas)
{
    const auto& state = canvas.shown_state;
    const auto& scene = canvas.scene;
    const draw::Point centre = canvas.pixel_at({state.x, 0.0});
    const float radius = std::max(drawn_ball_radius_pixels(canvas, scene.knobs.radius), canvas.to_pixels(6));
    const float streak_end_x = std::max(canvas.camera.pixel_x(state.x - 0.016 * state.v), canvas.camera.pixel_x(0.0));
    if (state.phase == BulletAndWall::Phase::flying)
        for (int i = 1; i <= 4; ++i)
            canvas.picture.add_line(
                {centre.x + (streak_end_x - centre.x) * static_cast<float>(i) / 4.0F, centre.y}, centre, radius * 1.1F,
                draw::faded(state.has_tunnelled ? canvas.theme().alarm : canvas.loop_colour(), 0.14F));
    draw_ball(canvas, centre, radius,
              state.has_tunnelled ? draw::mix(canvas.loop_colour(), canvas.theme().alarm, 0.5F) : canvas.loop_colour());
    if (state.has_tunnelled && canvas.shows_references())
        draw_reference_ring(canvas, canvas.pixel_at({scene.contact_x(), 0.0}), radius, LineStyle::solid);
}

struct BulletAndWallView : ViewOf<BulletAndWall>
{
    static constexpr std::array knobs{
        knob<&Knobs::speed>("speed", "m/s", 10.0, 2000.0, {.is_logarithmic = true},
                            "Speed of the bullet; a faster bullet needs shorter steps."),
        knob<&Knobs::thickness>("thickness", "m", 0.001, 2.0, {.label = "wall thickness", .is_logarithmic = true},
                                "Thickness of the wall; a bullet passes through a thicker wall less often."),
        knob<&Knobs::radius>("radius", "m", 0.005, 0.5, {.label = "bullet radius", .is_logarithmic = true},
                             "Radius of the bullet; the longest safe step is (thickness + 2 x radius) / speed."),
        knob<&Knobs::min_pause>("pause", "s", 0.05, 3.0, {},
                                "Shortest pause between two shots; a random time of up to 0.1 s is added."),
        toggle_knob<&Knobs::uses_swept_collision>(
            "swept", {.label = "swept collision"},
            "Tests the whole path of each step for a hit, so that no bullet passes through the wall."),
    };
    static constexpr float aspect = 8.0F;

    static Camera camera(const BulletAndWall&, draw::Rect area) { return x_range_camera(area, -1.7, 20.6); }
    // x is the bullet's position; y is the number of the shot, because draw_shots() draws each shot in its own row.
    static sim::Vec2 tracked_point(const BulletAndWall&, const State& shown)
    {
        return {shown.x, static_cast<double>(shown.shot_number)};
    }
    static void draw(const Canvas& canvas)
    {
        const ShotRows shot_rows{canvas};
        const float path_pixel_y = canvas.camera.pixel_y(0.0);
        const float wall_pixel_x = canvas.camera.pixel_x(BulletAndWall::wall_x);
        for (int metres = 0; metres <= 20; metres += 5)
            canvas.picture.add_line({canvas.camera.pixel_x(metres), path_pixel_y + canvas.to_pixels(40)},
                                    {canvas.camera.pixel_x(metres), path_pixel_y + canvas.to_pixels(48)},
                                    canvas.to_pixels(1.4F), canvas.theme().dim_metal);
        canvas.picture.add_line({canvas.camera.pixel_x(0), path_pixel_y + canvas.to_pixels(44)},
                                {canvas.camera.pixel_x(20), path_pixel_y + canvas.to_pixels(44)}, canvas.to_pixels(1),
                                canvas.theme().border);
        draw::draw_wall(canvas, {.rect = shot_rows.wall_rect,
                                 .hit_point = {wall_pixel_x, path_pixel_y},
                                 .hole_half_width = canvas.to_pixels(13),
                                 .pass_count = canvas.event_count(&EventCounts::tunnelled),
                                 .seconds_since_pass = seconds_since_recent_event(canvas, &EventCounts::tunnelled),
                                 .seconds_since_hit = seconds_since_recent_event(canvas, &EventCounts::bounced)});
        if (canvas.shows_trail) draw_shots(shot_rows);
        draw_gun(canvas);
        draw_bullet(canvas);
        draw::draw_small_label(canvas, {wall_pixel_x, shot_rows.wall_rect.y - canvas.to_pixels(24)},
                               fmt::format("{} stopped, {} passed", canvas.event_count(&EventCounts::bounced),
                                           canvas.event_count(&EventCounts::tunnelled)),
                               draw::Align::centre);
        const double safe_step_s = canvas.scene.largest_step_without_tunnelling();
        const double speed = canvas.scene.knobs.speed;
        const std::string safe_steps_caption =
            fmt::format("{:.1f} m per step; bullets up to {} m per step are stopped: steps up to {} ms are safe",
                        speed * canvas.moment.sample.plan.dt_seconds, base::number_text(speed * safe_step_s, 3),
                        base::number_text(1e3 * safe_step_s, 3));
        draw_fitting_caption(canvas, {"a row per shot, a dot per frame; " + safe_steps_caption, safe_steps_caption});
    }
};

} // namespace

extern constinit const SceneType bullet_and_wall = make_scene_type<BulletAndWall, BulletAndWallView>(
    {.name = "bullet-and-wall",
     .title = "Bullet and wall",
     .what_to_watch =
         "The wall stops a bullet only if a step ends inside the wall; shorter steps or a swept collision test "
         "always stop it.",
     .uses_integrator = false});

} // namespace scenes
