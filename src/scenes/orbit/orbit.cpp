#include "scenes/orbit/orbit.hpp"

#include "scenes/drawing/ball.hpp"
#include "scenes/drawing/failures.hpp"
#include "scenes/drawing/notes.hpp"
#include "scenes/drawing/page.hpp"
#include "scenes/drawing/scene_view.hpp"
#include "scenes/scene_type.hpp"
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
// Distance in metres. A planet farther from the star than this, and faster than escape speed, has escaped.
constexpr double far_out = 10.0;

constexpr std::array orbit_knobs{
    knob<&Orbit::Knobs::period>("period", "s", 0.5, 20.0,
                                "Time of a revolution; divided by the step: the number of lines that draw the ellipse.",
                                {.logarithmic = true}),
    knob<&Orbit::Knobs::eccentricity>("eccentricity", "", 0.0, 0.9,
                                      "0 is a circle; the nearer to 1, the sharper the turn around the star.",
                                      {.applies = Applies::at_reset}),
    knob<&Orbit::Knobs::star_radius>("star-radius", "m", 0.01, 0.3,
                                     "A planet that touches the star has crashed; the half axis of the ellipse is 1 m.",
                                     {.label = "star radius"}),
};

// Returns the smallest distance in metres between the star, at (0, 0), and the straight line from `from` to `to`.
double nearest_to_star(sim::Vec2 from, sim::Vec2 to)
{
    const sim::Vec2 way  = to - from;
    const double squared = sim::dot(way, way);
    const double share   = squared > 0.0 ? std::clamp(-sim::dot(from, way) / squared, 0.0, 1.0) : 0.0;
    return sim::length(from + share * way);
}
} // namespace

Orbit::State Orbit::start() const
{
    const double e = knobs.eccentricity;
    return {.x = {1.0 + e, 0.0}, .v = {0.0, std::sqrt(gravity() * (1.0 - e) / (1.0 + e))}, .teleported = true};
}

void Orbit::step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const
{
    if (state.blown_up) return;
    state.teleported       = false;
    const sim::Vec2 before = state.x;
    if (input.grabbed)
    {
        const sim::Vec2 hand{input.hand_x, input.hand_y};
        state = {.x = hand, .v = (1.0 / step.h) * (hand - before), .revolutions = state.revolutions};
        return;
    }
    if (state.crashed) return;
    sim::integrate(step.integrator, state.x, state.v, step.h,
                   [mu = gravity()](sim::Vec2 x, sim::Vec2)
                   {
                       const double r = sim::length(x);
                       return (-mu / (r * r * r)) * x;
                   });
    look(state, before, step.time, events);
}

void Orbit::look(State& state, sim::Vec2 before, double time, sim::Events& events) const
{
    const double r = sim::length(state.x);
    if (!sim::is_finite(state.v) || !(r < sim::bounds))
    {
        state.blown_up = true;
        sim::count(events, sim::event::blown_up, time);
    }
    else if (nearest_to_star(before, state.x) < knobs.star_radius)
    {
        state.crashed = true;
        sim::count(events, sim::event::crashed, time);
    }
    else if (!state.escaped && r > far_out && energy(state) > 0.0)
    {
        state.escaped = true;
        sim::count(events, sim::event::escaped, time);
    }
    if (before.y < 0.0 && state.x.y >= 0.0 && state.x.x > 0.0) ++state.revolutions;
}

void Orbit::extrapolate(const State& current, double seconds, State& out) const
{
    out = current;
    if (!current.blown_up && !current.crashed) out.x += seconds * current.v;
}

double Orbit::energy(const State& state) const
{
    return 0.5 * sim::dot(state.v, state.v) - gravity() / sim::length(state.x);
}

double Orbit::gravity() const
{
    const double w = sim::tau / knobs.period; // Kepler's third law for a semi-major axis of 1 m
    return w * w;
}

namespace
{
// The values of Stumpff's functions for one argument psi > 0: c2 = (1 - cos(sqrt psi))/psi, c3 = (sqrt psi - sin(sqrt
// psi))/psi^1.5; for psi < 0 with cosh and sinh. Kepler's equation in exact() contains them.
struct Stumpff
{
    double c2;
    double c3;
};

Stumpff stumpff(double psi)
{
    if (std::abs(psi) < 1e-3) // the first terms of both series, exact to 1e-15
        return {0.5 - psi / 24.0 + psi * psi / 720.0 - psi * psi * psi / 40320.0,
                1.0 / 6.0 - psi / 120.0 + psi * psi / 5040.0 - psi * psi * psi / 362880.0};
    const double root = std::sqrt(std::abs(psi));
    if (psi > 0.0) return {(1.0 - std::cos(root)) / psi, (root - std::sin(root)) / (psi * root)};
    return {(1.0 - std::cosh(root)) / psi, (root - std::sinh(root)) / (psi * root)};
}
} // namespace

// Computes the planet's position and velocity `seconds` after the initial state. Solves Kepler's equation for the
// "universal variable" chi, which replaces the angle on the orbit (R. Bate, D. Mueller, J. White 1971): first by
// bisection, which is possible because the time grows with chi, then by three Newton steps.
void Orbit::exact(const State& from, double seconds, State& out) const
{
    out               = from;
    out.teleported    = false;
    out.crashed       = false;
    const double mu   = gravity();
    const double root = std::sqrt(mu);
    const double r0   = sim::length(from.x);
    if (!(r0 > 0.0)) return; // at the middle of the star, the motion has no solution
    const double alpha = 2.0 / r0 - sim::dot(from.v, from.v) / mu; // 1 / (semi-major axis), negative for a hyperbola
    const double along = sim::dot(from.x, from.v) / root;
    const double t     = alpha > 0.0 ? std::fmod(seconds, sim::tau / (root * std::pow(alpha, 1.5))) : seconds;

    double chi = 0.0;
    double r   = r0;
    Stumpff c{0.5, 1.0 / 6.0};
    const auto time_at = [&](double x)
    {
        chi = x;
        c   = stumpff(alpha * x * x);
        r   = x * x * c.c2 + along * x * (1.0 - alpha * x * x * c.c3) + r0 * (1.0 - alpha * x * x * c.c2);
        return (x * x * x * c.c3 + along * x * x * c.c2 + r0 * x * (1.0 - alpha * x * x * c.c3)) / root;
    };
    double low  = 0.0;
    double high = 1.0;
    while (time_at(high) < t) high *= 2.0;
    for (int i = 0; i < 30; ++i) (time_at(0.5 * (low + high)) < t ? low : high) = 0.5 * (low + high);
    for (int i = 0; i < 3; ++i)
    {
        const double now = time_at(chi);
        time_at(chi + (t - now) * root / r);
    }
    const double psi_c2 = chi * chi * c.c2;
    const double f      = 1.0 - psi_c2 / r0;
    const double g      = t - chi * chi * chi * c.c3 / root;
    const double f_dot  = root / (r * r0) * chi * (alpha * chi * chi * c.c3 - 1.0);
    const double g_dot  = 1.0 - psi_c2 / r;
    out.x               = f * from.x + g * from.v;
    out.v               = f_dot * from.x + g_dot * from.v;
}

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

constexpr SceneView orbit_view{.aspect    = 1.4F,
                               .camera    = orbit_camera,
                               .draw      = draw_orbit,
                               .followed  = orbit_followed,
                               .handles   = orbit_handles,
                               .zooms_out = true};

} // namespace

constinit const SceneType orbit = scene_type<Orbit>(
    {.name  = "orbit",
     .title = "Orbit",
     .watch =
         "The ellipse should close; explicit Euler spirals outward, implicit Euler inward, others turn the ellipse.",
     .knobs = orbit_knobs,
     .view  = &orbit_view});

} // namespace scenes
