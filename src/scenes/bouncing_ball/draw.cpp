#include "draw/shapes/wall.hpp"
#include "draw/shapes/words.hpp"
#include "scenes/bouncing_ball/bouncing_ball.hpp"
#include "scenes/drawing/ball.hpp"
#include "scenes/drawing/caption.hpp"
#include "scenes/drawing/happened.hpp"
#include "scenes/drawing/page.hpp"
#include "scenes/drawing/scene_view.hpp"

#include <algorithm>
#include <cmath>

namespace scenes
{

namespace
{

using sim::Events;

// Horizontal position of the ball, divided by the width of the drawing area. Left of the ball is the plot of its past
// positions, right of it are the bars for the bounces.
constexpr float column = 0.56F;

Camera bouncing_ball_camera(const World& world, draw::Rect area)
{
    const auto& knobs = world.scene().as<BouncingBall>().knobs;
    const double high = knobs.height + 2.2 * knobs.radius;
    Camera fits       = around(area, {-0.1, -0.22 * high - knobs.floor_thickness}, {0.1, high});
    fits.origin.x     = area.x + column * area.w;
    return fits;
}

struct Bar
{
    float x;      // left edge of the bar in pixels
    float width;  // width of the bar in pixels
    double gain;  // energy of the ball after the bounce, in J/kg
    double truth; // exact energy of the ball after the bounce, in J/kg; NaN if unknown
};

// Draws a bar that is as high as the ball rises after a bounce. The part above the exact height has the alarm colour.
// An outline shows the exact height.
void draw_bar(const SceneCanvas& s, const Bar& bar)
{
    const double g    = s.scene<BouncingBall>().knobs.gravity;
    const float foot  = s.camera.y(0.0);
    const float top   = s.camera.y(bar.gain / g);
    const bool known  = s.has_rings() && std::isfinite(bar.truth);
    const float right = known ? s.camera.y(bar.truth / g) : top;
    const float plain = std::max(top, right);
    s.picture.box({bar.x, plain, bar.width, foot - plain}, s.px(2), draw::faded(s.loop(), 0.85F));
    if (top < right - s.px(1)) s.picture.box({bar.x, top, bar.width, right - top}, s.px(2), s.theme().alarm);
    if (known)
        s.picture.box({bar.x - s.px(2), right - s.px(1), bar.width + s.px(4), foot - right + s.px(1)}, s.px(3),
                      draw::faded(s.theme().ink, 0.55F), s.px(1.2F));
}

double energy_after(const BouncingBall::State& state, std::int64_t bounce)
{
    const bool kept =
        bounce <= state.bounces && bounce > state.bounces - static_cast<std::int64_t>(BouncingBall::bounces_kept);
    return kept ? state.bounce_energy[static_cast<std::size_t>(bounce - 1) % BouncingBall::bounces_kept] : std::nan("");
}

void draw_bars(const SceneCanvas& s)
{
    constexpr auto kept = static_cast<std::int64_t>(BouncingBall::bounces_kept);
    const auto& state   = s.shown<BouncingBall>();
    const float from    = s.camera.x(0.0) + s.px(26) + ball_radius(s, s.scene<BouncingBall>().knobs.radius);
    const float pitch   = (s.area.right() - s.px(16) - from) / static_cast<float>(kept);
    const auto first    = std::max<std::int64_t>(1, state.bounces - kept + 1);
    for (std::int64_t bounce = first; bounce <= state.bounces; ++bounce)
    {
        const float x = from + (static_cast<float>(bounce - first) + 0.19F) * pitch;
        draw_bar(s, {x, 0.62F * pitch, energy_after(state, bounce), energy_after(s.exact<BouncingBall>(), bounce)});
        draw::word(s, {x + 0.31F * pitch, s.camera.y(-s.scene<BouncingBall>().knobs.floor_thickness) + s.px(6)},
                   std::to_string(bounce), draw::Align::centre);
    }
}

// Draws a dotted line at the height from which the ball falls at the start; a correct bounce never rises above it.
void draw_height(const SceneCanvas& s)
{
    const auto& knobs = s.scene<BouncingBall>().knobs;
    const float y     = s.camera.y(knobs.height);
    const float end   = s.area.right() - s.px(14);
    for (float x = s.camera.x(0.0) + s.px(20); x < end; x += s.px(9))
        s.picture.line({x, y}, {x + s.px(3), y}, s.px(1), draw::faded(s.theme().quiet, 0.5F));
}

void draw_floor(const SceneCanvas& s)
{
    const auto& knobs = s.scene<BouncingBall>().knobs;
    const float top   = s.camera.y(0.0);
    const float thick = std::max(s.camera.length(knobs.floor_thickness), s.px(3));
    const float x     = s.camera.x(0.0);
    draw::draw_wall(s, {.rect      = {s.area.x, top, s.area.w, thick},
                        .struck    = {x, top},
                        .hole      = 1.15F * ball_radius(s, knobs.radius),
                        .passes    = s.count(&Events::tunnelled),
                        .since     = seconds_since(s, &Events::tunnelled),
                        .since_hit = seconds_since(s, &Events::bounced),
                        .towards   = {0, 1}});
}

void draw_bouncing_ball(const SceneCanvas& s)
{
    const auto& scene  = s.scene<BouncingBall>();
    const double y     = s.shown<BouncingBall>().y;
    const float radius = ball_radius(s, scene.knobs.radius);
    const TimePage page{s, TimePage::Way::left, s.camera.x(0.0), s.area.x};
    page.draw();
    draw_floor(s);
    draw_height(s);
    draw_bars(s);
    s.for_each_ring<BouncingBall>(
        [&](const BouncingBall::State& held, Edge edge) {
            draw_ring(s, s.at({0.0, held.y}), radius, edge);
        });
    draw_ball(s, s.at({0.0, y}), radius, s.loop());
    point_at_lost(s, "ball", {0.0, y});
    caption(s, {"bars: how high each bounce comes back; frames: how high it ought to; red: energy from nowhere",
                "bars: the height of each bounce; frames: what it ought to be"});
}

Followed bouncing_ball_followed(const World&, const AnyState& shown)
{
    return {sim::Vec2{0.0, shown.as<BouncingBall::State>().y}, nowhere};
}

std::vector<GrabHandle> bouncing_ball_handles(const World& world, const AnyState& shown)
{
    return {{bouncing_ball_followed(world, shown)[0], world.scene().as<BouncingBall>().knobs.radius}};
}

} // namespace

} // namespace scenes

scenes::SceneView scenes::BouncingBall::view()
{
    return {.aspect  = 3.5F,
            .camera  = scenes::bouncing_ball_camera,
            .draw    = scenes::draw_bouncing_ball,
            .handles = scenes::bouncing_ball_handles};
}
