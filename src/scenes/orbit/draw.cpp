#include "scenes/drawing/ball.hpp"
#include "scenes/drawing/caption.hpp"
#include "scenes/drawing/explosion.hpp"
#include "scenes/drawing/path.hpp"
#include "scenes/drawing/scene_view.hpp"
#include "scenes/orbit/orbit.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scenes
{

namespace
{

using sim::Vec2;

constexpr double planet_radius = 0.06; // radius in metres with which the planet is drawn
constexpr double years_traced  = 5.0;  // length of the planet's drawn path, in revolutions

// The semi-major axis of the planet's ellipse is always 1 m. The view leaves room for an orbit that grows.
Camera orbit_camera(const World&, draw::Rect area) { return around(area, {-1.3, -1.3}, {1.9, 1.3}); }

void draw_stars(const SceneCanvas& s)
{
    for (int i = 0; i < 60; ++i)
    {
        const float a = std::fmod(0.618034F * static_cast<float>(i), 1.0F);
        const float b = std::fmod(0.754878F * static_cast<float>(i), 1.0F);
        s.picture.disc({s.area.x + a * s.area.w, s.area.y + b * s.area.h}, s.px(i % 7 == 0 ? 1.3F : 0.8F),
                       draw::faded(s.theme().quiet, i % 7 == 0 ? 0.5F : 0.3F));
    }
}

// Draws the exact ellipse for the present settings. The point farthest from the star is on the positive x axis.
void draw_ellipse(const SceneCanvas& s)
{
    constexpr int parts = 120;
    const double e      = s.scene<Orbit>().knobs.eccentricity;
    const double b      = std::sqrt(1.0 - e * e);
    const auto at       = [&](int i)
    {
        const double a = 2.0 * std::numbers::pi * i / parts;
        return s.at({e + std::cos(a), b * std::sin(a)});
    };
    for (int i = 0; i < parts; i += 2) s.picture.line(at(i), at(i + 1), s.px(1.3F), draw::faded(s.theme().ink, 0.45F));
}

void draw_star(const SceneCanvas& s)
{
    const float radius     = ball_radius(s, s.scene<Orbit>().knobs.star_radius);
    const draw::Point at   = s.at({0.0, 0.0});
    const draw::Colour sun = s.theme().warning;
    s.picture.disc(at, radius * 1.6F, draw::faded(sun, 0.30F), radius * 2.2F);
    s.picture.ball(at, radius, sun);
}

void draw_caption(const SceneCanvas& s)
{
    const auto& scene  = s.scene<Orbit>();
    const double start = scene.energy(scene.start());
    const double drift = 100.0 * (s.moment.sample.energy / start - 1.0);
    const auto turns   = static_cast<long long>(s.shown<Orbit>().revolutions);
    if (s.shown<Orbit>().crashed) return caption(s, {"it fell into the star"});
    const std::string text = fmt::format("revolutions: {}; energy since the start: {:+.3g} %", turns, -drift);
    caption(s, {text + "; dashes: the true ellipse", text});
}

void draw_orbit(const SceneCanvas& s)
{
    const auto& scene = s.scene<Orbit>();
    const Vec2 at     = s.shown<Orbit>().x;
    is_explosion(s) ? draw_wide_grid(s) : draw_stars(s);
    if (s.has_rings()) draw_ellipse(s);
    draw_path(s, {.seconds = years_traced * scene.knobs.period, .line = s.px(1.6F), .dot = 0, .colour = s.loop()});
    draw_path(s, {.seconds = 0.3 * scene.knobs.period, .line = 0, .dot = s.px(2.6F), .colour = s.loop()});
    draw_star(s);
    const float radius = ball_radius(s, planet_radius);
    draw_ball(s, s.at(at), radius, s.loop());
    s.for_each_ring<Orbit>([&](const Orbit::State& held, Edge edge) { draw_ring(s, s.at(held.x), radius, edge); });
    point_at_lost(s, "planet", at);
    if (!is_explosion(s)) draw_caption(s); // after a blow-up, grid labels are where the caption would be
}

Followed orbit_followed(const World&, const AnyState& shown) { return {shown.as<Orbit::State>().x, nowhere}; }

std::vector<GrabHandle> orbit_handles(const World& world, const AnyState& shown)
{
    return {{orbit_followed(world, shown)[0], planet_radius}};
}

} // namespace

} // namespace scenes

scenes::SceneView scenes::Orbit::view()
{
    return {.aspect    = 1.4F,
            .camera    = scenes::orbit_camera,
            .draw      = scenes::draw_orbit,
            .followed  = scenes::orbit_followed,
            .handles   = scenes::orbit_handles,
            .zooms_out = true};
}
