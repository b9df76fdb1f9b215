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
    const CanvasOf<BulletAndWall>& s;
    double newest;
    float top;
    float row;
    int rows;
    draw::Rect wall;

    explicit Target(const CanvasOf<BulletAndWall>& stage)
        : s{stage}
        , newest{static_cast<double>(stage.shown.shot)}
        , top{stage.camera.y(0.0) + stage.px(62)}
        , row{stage.px(17)}
        , rows{std::max(0, static_cast<int>((stage.area.bottom() - stage.px(40) - top) / row))}
    {
        const float width = std::max(s.camera.length(s.scene.knobs.thickness), s.px(6));
        const float foot  = rows > 0 ? top + static_cast<float>(rows) * row : s.area.bottom() - s.px(8);
        const float head  = s.camera.y(0.0) - s.px(58);
        wall              = {s.camera.x(BulletAndWall::wall_x) - width / 2, head, width, foot - head};
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
    const CanvasOf<BulletAndWall>& s = t.s;
    const float y                    = t.y(last.y);
    const float fade                 = t.fade(last.y);
    if (last.x > BulletAndWall::wall_x)
    {
        s.picture.box({t.wall.x - s.px(1), y - s.px(4.5F), t.wall.w + s.px(2), s.px(9)}, 0, s.theme().ground);
        s.picture.line({t.wall.x - s.px(9), y}, {t.wall.right() + s.px(9), y}, s.px(2.2F),
                       draw::faded(s.theme().alarm, fade));
    }
    else if (last.x >= s.scene.contact_x())
        s.picture.box({t.wall.x - s.px(3), y - s.px(4), s.px(4), s.px(8)}, s.px(1.5F),
                      draw::faded(s.theme().ink, fade));
    draw::write_small_label(s, {s.area.x + s.px(14), y - s.px(8)}, fmt::format("{:.0f}", last.y));
}

void draw_shots(const Target& t)
{
    const CanvasOf<BulletAndWall>& s = t.s;
    const auto& trail_points         = s.trail.trail_points();
    const std::size_t size           = s.trail_point_count();
    std::size_t first                = size;
    while (first > 0 && t.shows(trail_points[first - 1].at[0].y)) --first;
    for (std::size_t i = first; i < size; ++i)
    {
        const sim::Vec2 at     = trail_points[i].at[0];
        const bool begins      = i == first || trail_points[i - 1].at[0].y != at.y;
        const bool ends        = i + 1 == size || trail_points[i + 1].at[0].y != at.y;
        const sim::Vec2 was    = begins ? sim::Vec2{0.0, at.y} : trail_points[i - 1].at[0];
        const draw::Colour ink = at.x > BulletAndWall::wall_x ? s.theme().alarm : s.loop_colour();
        const draw::Point p{s.camera.x(at.x), t.y(at.y)};
        if (begins || was.x != at.x)
        {
            s.picture.line({s.camera.x(was.x), p.y}, p, s.px(1.2F), draw::faded(ink, 0.35F * t.fade(at.y)));
            s.picture.disc(p, s.px(3.2F), draw::faded(ink, t.fade(at.y)));
        }
        if (ends) draw_end_of_shot(t, at);
    }
}

void draw_gun(const CanvasOf<BulletAndWall>& s)
{
    const auto& state       = s.shown;
    const draw::Point m     = s.at({0.0, 0.0});
    const float u           = s.camera.length(0.0246);
    const draw::Colour body = draw::mix(s.theme().shade, s.theme().metal, 0.25F);
    s.picture.quad({draw::Point{m.x - 52 * u, m.y - 11 * u},
                    {m.x - 4 * u, m.y - 7 * u},
                    {m.x - 4 * u, m.y + 7 * u},
                    {m.x - 52 * u, m.y + 11 * u}},
                   body);
    s.picture.disc({m.x - 52 * u, m.y}, 11 * u, body);
    s.picture.box({m.x - 7 * u, m.y - 9 * u, 7 * u, 18 * u}, 2 * u, s.theme().metal);
    const draw::Point axle{m.x - 40 * u, m.y + 16 * u};
    s.picture.disc(axle, 15 * u, s.theme().ground);
    s.picture.ring(axle, 14 * u, 3 * u, s.theme().metal);
    s.picture.line({axle.x - 13 * u, axle.y}, {axle.x + 13 * u, axle.y}, 2 * u, s.theme().metal);
    s.picture.line({axle.x, axle.y - 13 * u}, {axle.x, axle.y + 13 * u}, 2 * u, s.theme().metal);
    const auto flash = static_cast<float>(1.0 - state.flight / 0.05);
    if (flash <= 0.0F || state.phase == BulletAndWall::Phase::gone) return;
    for (const float lean : {-14.0F, 0.0F, 14.0F})
        s.picture.triangle({m.x + 2 * u, m.y - 4 * u}, {m.x + 2 * u, m.y + 4 * u},
                           {m.x + (lean == 0.0F ? 34 : 22) * u, m.y + lean * u}, draw::faded(s.theme().warning, flash));
}

void draw_bullet(const CanvasOf<BulletAndWall>& s)
{
    const auto& state    = s.shown;
    const auto& scene    = s.scene;
    const draw::Point at = s.at({state.x, 0.0});
    const float radius   = std::max(ball_radius(s, scene.knobs.radius), s.px(6));
    const float tail     = std::max(s.camera.x(state.x - 0.016 * state.v), s.camera.x(0.0));
    if (state.phase == BulletAndWall::Phase::flying)
        for (int i = 1; i <= 4; ++i)
            s.picture.line({at.x + (tail - at.x) * static_cast<float>(i) / 4.0F, at.y}, at, radius * 1.1F,
                           draw::faded(state.passed ? s.theme().alarm : s.loop_colour(), 0.14F));
    draw_ball(s, at, radius, state.passed ? draw::mix(s.loop_colour(), s.theme().alarm, 0.5F) : s.loop_colour());
    if (state.passed && s.shows_references()) draw_ring(s, s.at({scene.contact_x(), 0.0}), radius, LineStyle::solid);
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
    static void draw(const Canvas& s)
    {
        const Target target{s};
        const float level = s.camera.y(0.0);
        const float wall  = s.camera.x(BulletAndWall::wall_x);
        for (int metres = 0; metres <= 20; metres += 5)
            s.picture.line({s.camera.x(metres), level + s.px(40)}, {s.camera.x(metres), level + s.px(48)}, s.px(1.4F),
                           s.theme().shade);
        s.picture.line({s.camera.x(0), level + s.px(44)}, {s.camera.x(20), level + s.px(44)}, s.px(1), s.theme().line);
        draw::draw_wall(s, {.rect               = target.wall,
                            .hit_point          = {wall, level},
                            .hole_half_width    = s.px(13),
                            .pass_count         = s.count(&Events::tunnelled),
                            .seconds_since_pass = seconds_since(s, &Events::tunnelled),
                            .seconds_since_hit  = seconds_since(s, &Events::bounced)});
        if (s.has_trail) draw_shots(target);
        draw_gun(s);
        draw_bullet(s);
        draw::write_small_label(
            s, {wall, target.wall.y - s.px(24)},
            fmt::format("{} stopped, {} passed", s.count(&Events::bounced), s.count(&Events::tunnelled)),
            draw::Align::centre);
        const double safe  = s.scene.largest_safe_step();
        const double speed = s.scene.knobs.speed;
        const std::string text =
            fmt::format("{:.1f} m in a step; the wall stops what flies {:.3g} m: steps up to {:.3g} ms are safe",
                        speed * s.moment.sample.plan.dt_seconds, speed * safe, 1e3 * safe);
        write_caption(s, {"a row per shot, a dot per frame; " + text, text});
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
