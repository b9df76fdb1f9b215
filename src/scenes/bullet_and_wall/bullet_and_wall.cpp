#include "scenes/bullet_and_wall/bullet_and_wall.hpp"

#include "draw/shapes/objects.hpp"
#include "scenes/drawing/parts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace scenes
{

namespace
{

using sim::Events;

// The rows below the bullet's path: one row for each shot, the newest at the top.
struct Target
{
    const CanvasOf<BulletAndWall>& canvas;
    double newest;
    float top;
    float row;
    int rows;
    draw::Rect wall;

    explicit Target(const CanvasOf<BulletAndWall>& stage)
        : canvas{stage}
        , newest{static_cast<double>(stage.shown.shot)}
        , top{stage.camera.y(0.0) + stage.px(62)}
        , row{stage.px(17)}
        , rows{std::max(0, static_cast<int>((stage.area.bottom() - stage.px(40) - top) / row))}
    {
        const float width = std::max(canvas.camera.length(canvas.scene.knobs.thickness), canvas.px(6));
        const float foot  = rows > 0 ? top + static_cast<float>(rows) * row : canvas.area.bottom() - canvas.px(8);
        const float head  = canvas.camera.y(0.0) - canvas.px(58);
        wall              = {canvas.camera.x(BulletAndWall::wall_x) - width / 2, head, width, foot - head};
    }
    bool shows(double shot) const { return newest - shot < rows; }
    float y(double shot) const { return top + (static_cast<float>(newest - shot) + 0.5F) * row; }
    float fade(double shot) const
    {
        return 1.0F - static_cast<float>(newest - shot) / (1.3F * static_cast<float>(rows));
    }
};

// Draws the shot's number, and a hole in the wall or a mark where the bullet stopped.
void draw_end_of_shot(const Target& t, sim::Vec2 last)
{
    const CanvasOf<BulletAndWall>& canvas = t.canvas;
    const float y                         = t.y(last.y);
    const float fade                      = t.fade(last.y);
    if (last.x > BulletAndWall::wall_x)
    {
        canvas.picture.box({t.wall.x - canvas.px(1), y - canvas.px(4.5F), t.wall.w + canvas.px(2), canvas.px(9)}, 0,
                           canvas.theme().ground);
        canvas.picture.line({t.wall.x - canvas.px(9), y}, {t.wall.right() + canvas.px(9), y}, canvas.px(2.2F),
                            draw::faded(canvas.theme().alarm, fade));
    }
    else if (last.x >= canvas.scene.contact_x())
        canvas.picture.box({t.wall.x - canvas.px(3), y - canvas.px(4), canvas.px(4), canvas.px(8)}, canvas.px(1.5F),
                           draw::faded(canvas.theme().ink, fade));
    draw::write_small_label(canvas, {canvas.area.x + canvas.px(14), y - canvas.px(8)}, fmt::format("{:.0f}", last.y));
}

void draw_shots(const Target& t)
{
    const CanvasOf<BulletAndWall>& canvas = t.canvas;
    const auto& trail_points              = canvas.trail.trail_points();
    const std::size_t size                = canvas.trail_point_count();
    std::size_t first                     = size;
    while (first > 0 && t.shows(trail_points[first - 1].at[0].y)) --first;
    for (std::size_t i = first; i < size; ++i)
    {
        const sim::Vec2 at     = trail_points[i].at[0];
        const bool begins      = i == first || trail_points[i - 1].at[0].y != at.y;
        const bool ends        = i + 1 == size || trail_points[i + 1].at[0].y != at.y;
        const sim::Vec2 was    = begins ? sim::Vec2{0.0, at.y} : trail_points[i - 1].at[0];
        const draw::Colour ink = at.x > BulletAndWall::wall_x ? canvas.theme().alarm : canvas.loop_colour();
        const draw::Point p{canvas.camera.x(at.x), t.y(at.y)};
        if (begins || was.x != at.x)
        {
            canvas.picture.line({canvas.camera.x(was.x), p.y}, p, canvas.px(1.2F),
                                draw::faded(ink, 0.35F * t.fade(at.y)));
            canvas.picture.disc(p, canvas.px(3.2F), draw::faded(ink, t.fade(at.y)));
        }
        if (ends) draw_end_of_shot(t, at);
    }
}

void draw_gun(const CanvasOf<BulletAndWall>& canvas)
{
    const auto& state       = canvas.shown;
    const draw::Point m     = canvas.at({0.0, 0.0});
    const float u           = canvas.camera.length(0.0246);
    const draw::Colour body = draw::mix(canvas.theme().shade, canvas.theme().metal, 0.25F);
    canvas.picture.quad({draw::Point{m.x - 52 * u, m.y - 11 * u},
                         {m.x - 4 * u, m.y - 7 * u},
                         {m.x - 4 * u, m.y + 7 * u},
                         {m.x - 52 * u, m.y + 11 * u}},
                        body);
    canvas.picture.disc({m.x - 52 * u, m.y}, 11 * u, body);
    canvas.picture.box({m.x - 7 * u, m.y - 9 * u, 7 * u, 18 * u}, 2 * u, canvas.theme().metal);
    const draw::Point axle{m.x - 40 * u, m.y + 16 * u};
    canvas.picture.disc(axle, 15 * u, canvas.theme().ground);
    canvas.picture.ring(axle, 14 * u, 3 * u, canvas.theme().metal);
    canvas.picture.line({axle.x - 13 * u, axle.y}, {axle.x + 13 * u, axle.y}, 2 * u, canvas.theme().metal);
    canvas.picture.line({axle.x, axle.y - 13 * u}, {axle.x, axle.y + 13 * u}, 2 * u, canvas.theme().metal);
    const auto flash = static_cast<float>(1.0 - state.flight / 0.05);
    if (flash <= 0.0F || state.phase == BulletAndWall::Phase::gone) return;
    for (const float lean : {-14.0F, 0.0F, 14.0F})
        canvas.picture.triangle({m.x + 2 * u, m.y - 4 * u}, {m.x + 2 * u, m.y + 4 * u},
                                {m.x + (lean == 0.0F ? 34 : 22) * u, m.y + lean * u},
                                draw::faded(canvas.theme().warning, flash));
}

void draw_bullet(const CanvasOf<BulletAndWall>& canvas)
{
    const auto& state    = canvas.shown;
    const auto& scene    = canvas.scene;
    const draw::Point at = canvas.at({state.x, 0.0});
    const float radius   = std::max(ball_radius(canvas, scene.knobs.radius), canvas.px(6));
    const float tail     = std::max(canvas.camera.x(state.x - 0.016 * state.v), canvas.camera.x(0.0));
    if (state.phase == BulletAndWall::Phase::flying)
        for (int i = 1; i <= 4; ++i)
            canvas.picture.line({at.x + (tail - at.x) * static_cast<float>(i) / 4.0F, at.y}, at, radius * 1.1F,
                                draw::faded(state.passed ? canvas.theme().alarm : canvas.loop_colour(), 0.14F));
    draw_ball(canvas, at, radius,
              state.passed ? draw::mix(canvas.loop_colour(), canvas.theme().alarm, 0.5F) : canvas.loop_colour());
    if (state.passed && canvas.shows_references())
        draw_ring(canvas, canvas.at({scene.contact_x(), 0.0}), radius, LineStyle::solid);
}

struct BulletAndWallView : ViewOf<BulletAndWall>
{
    static constexpr std::array knobs{
        knob<&Knobs::speed>("speed", "m/s", 10.0, 2000.0, {.logarithmic = true},
                            "Speed of the bullet; a faster bullet needs shorter steps."),
        knob<&Knobs::thickness>("thickness", "m", 0.001, 2.0, {.label = "wall thickness", .logarithmic = true},
                                "Thickness of the wall; a bullet passes through a thicker wall less often."),
        knob<&Knobs::radius>("radius", "m", 0.005, 0.5, {.label = "bullet radius", .logarithmic = true},
                             "Radius of the bullet; the longest safe step is (thickness + 2 x radius) / speed."),
        knob<&Knobs::pause>("pause", "s", 0.05, 3.0, {}, "Time between two shots; each shot waits up to 0.1 s longer."),
        toggle<&Knobs::swept>(
            "swept", {.label = "swept collision"},
            "Tests the whole path of each step for a hit, so that no bullet passes through the wall."),
    };
    static constexpr float aspect = 8.0F;

    static Camera camera(const BulletAndWall&, draw::Rect area) { return line_camera(area, -1.7, 20.6); }
    // The y coordinate is the number of the shot, because each shot is drawn in its own row.
    static sim::Vec2 followed(const BulletAndWall&, const State& shown)
    {
        return {shown.x, static_cast<double>(shown.shot)};
    }
    static void draw(const Canvas& canvas)
    {
        const Target target{canvas};
        const float level = canvas.camera.y(0.0);
        const float wall  = canvas.camera.x(BulletAndWall::wall_x);
        for (int metres = 0; metres <= 20; metres += 5)
            canvas.picture.line({canvas.camera.x(metres), level + canvas.px(40)},
                                {canvas.camera.x(metres), level + canvas.px(48)}, canvas.px(1.4F),
                                canvas.theme().shade);
        canvas.picture.line({canvas.camera.x(0), level + canvas.px(44)}, {canvas.camera.x(20), level + canvas.px(44)},
                            canvas.px(1), canvas.theme().line);
        draw::draw_wall(canvas, {.rect               = target.wall,
                                 .hit_point          = {wall, level},
                                 .hole_half_width    = canvas.px(13),
                                 .pass_count         = canvas.count(&Events::tunnelled),
                                 .seconds_since_pass = seconds_since(canvas, &Events::tunnelled),
                                 .seconds_since_hit  = seconds_since(canvas, &Events::bounced)});
        if (canvas.has_trail) draw_shots(target);
        draw_gun(canvas);
        draw_bullet(canvas);
        draw::write_small_label(
            canvas, {wall, target.wall.y - canvas.px(24)},
            fmt::format("{} stopped, {} passed", canvas.count(&Events::bounced), canvas.count(&Events::tunnelled)),
            draw::Align::centre);
        const double safe  = canvas.scene.largest_safe_step();
        const double speed = canvas.scene.knobs.speed;
        const std::string text =
            fmt::format("{:.1f} m in a step; the wall stops what flies {:.3g} m: steps up to {:.3g} ms are safe",
                        speed * canvas.moment.sample.plan.dt_seconds, speed * safe, 1e3 * safe);
        write_caption(canvas, {"a row per shot, a dot per frame; " + text, text});
    }
};

} // namespace

extern constinit const SceneType bullet_and_wall = scene_type<BulletAndWall, BulletAndWallView>(
    {.name  = "bullet-and-wall",
     .title = "Bullet and wall",
     .what_to_watch =
         "The wall stops a bullet only if a step ends inside the wall; shorter steps or a swept collision test "
         "always stop it.",
     .uses_integrator = false});

} // namespace scenes
