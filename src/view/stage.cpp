#include "view/stage.hpp"

#include <algorithm>
#include <cmath>

namespace view
{

namespace
{

using physics::SpringAndBall;
using timestep::Nanos;

constexpr double anchor_m        = -2.1;
constexpr double trail_seconds   = 1.6;
constexpr std::size_t trail_dots = 700;

struct Stage
{
    Picture& picture;
    const lab::Lane& lane;
    const StageStyle& style;
    Rect area;
    Camera camera;
    float y;

    float px(float pixels) const { return pixels * style.scale; }
};

const SpringAndBall& ball_scene(const Stage& s) { return s.lane.world().scene<SpringAndBall>(); }

bool happened(const telemetry::FrameSample& sample, int physics::Events::*count)
{
    for (std::size_t i = 0; i < physics::event_kinds.size(); ++i)
        if (physics::event_kinds[i].count == count) return (sample.events & 1U << i) != 0;
    return false;
}

void draw_ground(const Stage& s)
{
    const Theme& t = s.style.theme;
    s.picture.box(s.area, 0, t.ground);
    for (int i = -5; i <= 5; ++i)
    {
        const float x = s.camera.x(i * 0.5);
        if (x < s.area.x || x > s.area.x + s.area.w) continue;
        s.picture.line({x, s.area.y}, {x, s.area.y + s.area.h}, s.px(1), faded(t.line, i % 2 == 0 ? 0.55F : 0.25F));
    }
    const float rest = s.camera.x(0.0);
    s.picture.line({rest, s.y - s.px(48)}, {rest, s.y + s.px(48)}, s.px(1), faded(t.quiet, 0.35F));
}

// A helix seen from the side: the far half of every coil first and darker, the near half on top.
void draw_coil(const Stage& s, float from, float to)
{
    constexpr int coils  = 21;
    constexpr int pieces = 14;
    const Theme& t       = s.style.theme;
    const float lead     = s.px(16);
    const float radius   = s.px(19);
    const float length   = to - from - 2 * lead;
    const float lean     = std::clamp(std::abs(length) / (coils * 5.0F), s.px(1), s.px(6));
    const auto at        = [&](int i)
    {
        const float turn  = static_cast<float>(i) / pieces * 6.2831853F;
        const float along = static_cast<float>(i) / (coils * pieces);
        return Point{from + lead + along * length + lean * std::sin(turn), s.y - radius * std::cos(turn)};
    };
    const auto near = [&](int i) { return i % pieces < pieces / 2; };

    s.picture.line({from, s.y}, {from + lead, s.y}, s.px(3), t.shade);
    s.picture.line({from + lead, s.y}, at(0), s.px(3), t.shade);
    s.picture.line({to - lead, s.y}, {to, s.y}, s.px(3), t.shade);
    s.picture.line({to - lead, s.y}, at(coils * pieces), s.px(3), t.shade);
    for (int i = 0; i < coils * pieces; ++i)
        if (!near(i)) s.picture.line(at(i), at(i + 1), s.px(2.5F), t.shade);
    for (int i = 0; i < coils * pieces; ++i)
        if (near(i)) s.picture.line(at(i), at(i + 1), s.px(3.2F), t.metal);
}

void draw_spring(const Stage& s, float ball_x)
{
    const float anchor = s.camera.x(anchor_m);
    const float edge   = s.area.x + s.area.w + s.px(200);
    draw_coil(s, anchor, std::clamp(ball_x, s.area.x - s.px(200), edge));
    s.picture.box({anchor - s.px(12), s.y - s.px(44), s.px(12), s.px(88)}, s.px(3), s.style.theme.shade);
}

void draw_wall(const Stage& s)
{
    const auto& knobs = ball_scene(s).knobs;
    const float width = std::max(s.camera.length(knobs.wall_thickness), s.px(2));
    const Rect wall{s.camera.x(knobs.wall_x) - width / 2, s.area.y + s.px(12), width, s.area.h - s.px(24)};
    const auto& samples = s.lane.samples();
    bool hit            = false;
    bool passed         = false;
    for (std::size_t i = samples.size(), n = 0; i-- > 0 && n < 4; ++n)
    {
        hit |= happened(samples[i], &physics::Events::bounced);
        passed |= happened(samples[i], &physics::Events::tunnelled);
    }
    const Colour plain = mix(s.style.theme.shade, s.style.theme.metal, 0.15F);
    s.picture.box(wall, std::min(width / 2, s.px(3)),
                  passed ? s.style.theme.alarm
                  : hit  ? mix(plain, s.style.theme.ink, 0.5F)
                         : plain);
}

// Time runs down the page: the newest moment is at the ball, older ones below it, at their own game time.
struct Page
{
    const Stage& s;
    Nanos now;
    float top;

    float age(Nanos game) const { return static_cast<float>(timestep::to_seconds(now - game) / trail_seconds); }
    Point at(Nanos game, double x) const
    {
        const float height = s.area.y + s.area.h - top;
        return {s.camera.x(std::clamp(x, -9.0, 9.0)), top + age(game) * height};
    }
};

void draw_exact_line(const Stage& s, const Page& page)
{
    const auto& dots = s.lane.ghost_dots();
    for (std::size_t i = dots.size(); i-- > 1;)
    {
        const float age = page.age(dots[i - 1].game);
        if (age > 1.0F) break;
        const Colour ink = faded(s.style.theme.quiet, 0.5F * (1.0F - age));
        s.picture.line(page.at(dots[i].game, dots[i].x), page.at(dots[i - 1].game, dots[i - 1].x), s.px(1.2F), ink);
    }
}

void draw_presented_dots(const Stage& s, const Page& page)
{
    const auto& samples = s.lane.samples();
    for (std::size_t i = samples.size(), drawn = 0; i-- > 0 && drawn < trail_dots; ++drawn)
    {
        const telemetry::FrameSample& f = samples[i];
        const float age                 = page.age(f.game);
        if (age > 1.0F) break;
        const bool paused = (f.events & telemetry::paused) != 0;
        if (!paused) s.picture.disc(page.at(f.game, f.shown_x), s.px(3.4F), faded(s.style.loop, 1.0F - age));
        if ((f.events & telemetry::reset) != 0) break;
    }
}

void draw_trail(const Stage& s, bool ghost)
{
    if (s.lane.samples().empty()) return;
    const Page page{s, s.lane.samples().back().game, s.y};
    if (ghost) draw_exact_line(s, page);
    draw_presented_dots(s, page);
}

void draw_ball(const Stage& s, float x)
{
    const float radius  = std::max(s.camera.length(ball_scene(s).knobs.radius), s.px(3));
    const Colour colour = s.style.loop;
    s.picture.disc({x, s.y + radius * 0.18F}, radius * 1.02F, faded(rgb(0x000000), 0.35F), radius * 0.5F);
    s.picture.disc({x, s.y}, radius, colour);
    s.picture.disc({x, s.y + radius * 0.30F}, radius * 0.52F, faded(mix(colour, rgb(0x000000), 0.6F), 0.35F),
                   radius * 0.8F);
    s.picture.disc({x - radius * 0.30F, s.y - radius * 0.34F}, radius * 0.16F, faded(rgb(0xffffff), 0.55F),
                   radius * 0.42F);
}

void draw_ghost(const Stage& s)
{
    const float radius = std::max(s.camera.length(ball_scene(s).knobs.radius), s.px(3));
    s.picture.ring({s.camera.x(s.lane.ghost().probe().x), s.y}, radius, s.px(1.6F), faded(s.style.theme.ink, 0.75F));
}

void draw_spring_and_ball(const Stage& s, const lab::ViewSettings& show)
{
    const double x   = s.lane.presented_probe().x;
    const float ball = s.camera.x(std::isfinite(x) ? std::clamp(x, -50.0, 50.0) : 50.0);
    if (show.trail) draw_trail(s, show.ghost);
    draw_wall(s);
    draw_spring(s, ball);
    draw_ball(s, ball);
    if (show.ghost) draw_ghost(s);
}

void draw_uniform_motion(const Stage& s)
{
    const auto& knobs  = s.lane.world().scene<physics::UniformMotion>().knobs;
    const auto& state  = std::get<physics::UniformMotion::State>(s.lane.presented());
    const double apart = physics::UniformMotion::stage_width / knobs.bars;
    for (int i = 0; i < knobs.bars; ++i)
    {
        const float x = s.camera.x(physics::UniformMotion::on_stage(state, i * apart));
        if (i == 0)
            s.picture.disc({x, s.y}, s.px(36), s.style.loop);
        else
            s.picture.box({x - s.px(5), s.area.y + s.area.h * 0.1F, s.px(10), s.area.h * 0.8F}, s.px(3),
                          s.style.theme.metal);
    }
}

} // namespace

Camera camera_for(const physics::World& world, Rect area)
{
    double left  = 0.0;
    double right = physics::UniformMotion::stage_width;
    if (world.runs<SpringAndBall>())
    {
        right = std::max(1.9, world.scene<SpringAndBall>().knobs.wall_x + 0.7);
        left  = anchor_m - 0.25;
    }
    return {.area = area, .centre_m = (left + right) / 2, .pixels_per_m = static_cast<double>(area.w) / (right - left)};
}

std::optional<Grip> grip_of(const lab::Lane& lane, Rect area)
{
    if (!lane.world().runs<SpringAndBall>()) return std::nullopt;
    const Camera camera = camera_for(lane.world(), area);
    return Grip{{camera.x(lane.presented_probe().x), axis_y(area)},
                camera.length(lane.world().scene<SpringAndBall>().knobs.radius)};
}

float axis_y(Rect area) { return area.y + area.h * 0.36F; }

void draw_stage(Picture& picture, const lab::Lane& lane, const lab::ViewSettings& show, Rect area,
                const StageStyle& style)
{
    picture.clear(area);
    const Stage stage{picture, lane, style, area, camera_for(lane.world(), area), axis_y(area)};
    draw_ground(stage);
    if (lane.world().runs<SpringAndBall>()) draw_spring_and_ball(stage, show);
    if (lane.world().runs<physics::UniformMotion>()) draw_uniform_motion(stage);
}

} // namespace view
