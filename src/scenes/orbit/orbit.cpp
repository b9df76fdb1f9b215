#include "scenes/orbit/orbit.hpp"

#include "base/number.hpp"
#include "scenes/drawing/scene_drawing.hpp"

#include <fmt/core.h>

#include <array>
#include <cmath>

namespace scenes
{

namespace
{

// Values of Stumpff's functions c2 and c3, which occur in Kepler's equation.
struct StumpffValues
{
    double c2;
    double c3;
};

StumpffValues stumpff(double psi)
{
    if (std::abs(psi) < 1e-3) // the first terms of the series, exact to 1e-15
        return {0.5 - psi / 24.0 + psi * psi / 720.0 - psi * psi * psi / 40320.0,
                1.0 / 6.0 - psi / 120.0 + psi * psi / 5040.0 - psi * psi * psi / 362880.0};
    const double sqrt_psi = std::sqrt(std::abs(psi));
    if (psi > 0.0) return {(1.0 - std::cos(sqrt_psi)) / psi, (sqrt_psi - std::sin(sqrt_psi)) / (psi * sqrt_psi)};
    return {(1.0 - std::cosh(sqrt_psi)) / psi, (sqrt_psi - std::sinh(sqrt_psi)) / (psi * sqrt_psi)};
}

struct OrbitView : ViewOf<Orbit>
{
    static constexpr std::array knobs{
        knob<&Knobs::period>(
            "period", "s", 0.5, 20.0, {.is_logarithmic = true},
            "Time of one revolution; the more steps a revolution has, the smaller is the energy error."),
        knob<&Knobs::eccentricity>(
            "eccentricity", "", 0.0, 0.9, {.effect_time = KnobEffectTime::next_reset},
            "Shape of the orbit: 0 is a circle; near 1, the planet turns sharply around the star."),
        knob<&Knobs::star_radius>(
            "star-radius", "m", 0.01, 0.3, {.label = "star radius"},
            "Radius of the star; a planet that touches the star has crashed. The semi-major axis of the orbit is 1 m."),
    };
    static constexpr float aspect = 1.4F;
    static constexpr bool zooms_out = true;
    static constexpr double planet_radius = 0.06; // drawn radius in metres

    static Camera camera(const Orbit&, draw::Rect area)
    {
        return rectangle_camera_below_labels(area, Orbit::picture_min, Orbit::picture_max);
    }
    static sim::Vec2 tracked_point(const Orbit&, const State& shown) { return shown.x; }
    static std::vector<SceneCircle> grab_circles(const Orbit&, const State& shown)
    {
        return {SceneCircle{shown.x, planet_radius}};
    }

    static void draw_starfield(const Canvas& canvas)
    {
        for (int i = 0; i < 60; ++i)
        {
            const float x_share = std::fmod(0.618034F * static_cast<float>(i), 1.0F);
            const float y_share = std::fmod(0.754878F * static_cast<float>(i), 1.0F);
            canvas.picture.add_disc({canvas.area.x + x_share * canvas.area.w, canvas.area.y + y_share * canvas.area.h},
                                    canvas.to_pixels(i % 7 == 0 ? 1.3F : 0.8F),
                                    draw::faded(canvas.theme().dim_text, i % 7 == 0 ? 0.5F : 0.3F));
        }
    }

    static void draw_ellipse(const Canvas& canvas)
    {
        constexpr int piece_count = 120;
        const double e = canvas.scene.knobs.eccentricity;
        const auto ellipse_point = [&, semi_minor_axis = std::sqrt(1.0 - e * e)](int i)
        {
            const double angle = sim::tau * i / piece_count;
            return canvas.pixel_at({e + std::cos(angle), semi_minor_axis * std::sin(angle)});
        };
        const draw::Colour ink = draw::faded(canvas.theme().text, 0.45F);
        for (int i = 0; i < piece_count; i += 2)
            canvas.picture.add_line(ellipse_point(i), ellipse_point(i + 1), canvas.to_pixels(1.3F), ink);
    }

    static void draw_caption(const Canvas& canvas)
    {
        if (canvas.shown_state.has_crashed)
        {
            draw_fitting_caption(canvas, {"the planet has crashed"});
            return;
        }
        // Positive if the planet gains energy. The initial energy is negative.
        const double energy_change_percent =
            -100.0 * (canvas.moment.sample.energy / canvas.scene.energy(canvas.scene.initial_state()) - 1.0);
        const std::string revolutions_caption = fmt::format("revolutions: {}; energy change: {} %",
                                                            static_cast<long long>(canvas.shown_state.revolution_count),
                                                            base::number_text(energy_change_percent, 3, true));
        draw_fitting_caption(canvas, {revolutions_caption + "; dashed: the exact ellipse", revolutions_caption});
    }

    static void draw(const Canvas& canvas)
    {
        if (is_automatically_zoomed_out(canvas))
            draw_metre_grid(canvas);
        else
            draw_starfield(canvas);
        if (canvas.shows_references()) draw_ellipse(canvas);
        const double period = canvas.scene.knobs.period;
        draw_trail(canvas, {.duration_seconds = 5.0 * period, .line_width = canvas.to_pixels(1.6F)});
        draw_trail(canvas, {.duration_seconds = 0.3 * period, .dot_radius = canvas.to_pixels(2.6F)});
        const float star_radius_pixels = drawn_ball_radius_pixels(canvas, canvas.scene.knobs.star_radius);
        const float planet_radius_pixels = drawn_ball_radius_pixels(canvas, planet_radius);
        canvas.picture.add_disc(canvas.pixel_at({}), star_radius_pixels * 1.6F,
                                draw::faded(canvas.theme().warning, 0.30F), star_radius_pixels * 2.2F);
        canvas.picture.add_lit_ball(canvas.pixel_at({}), star_radius_pixels, canvas.theme().warning);
        draw_ball(canvas, canvas.pixel_at(canvas.shown_state.x), planet_radius_pixels, canvas.loop_colour());
        canvas.for_each_shown_reference(
            [&](const State& reference_state, LineStyle line_style)
            { draw_reference_ring(canvas, canvas.pixel_at(reference_state.x), planet_radius_pixels, line_style); });
        draw_off_screen_arrow(canvas, "planet", canvas.shown_state.x);
        if (!is_automatically_zoomed_out(canvas))
            draw_caption(canvas); // after a blow-up, the grid's labels are at its place
    }
};

} // namespace

// Solves Kepler's equation for the universal variable chi (R. Bate, D. Mueller, J. White 1971).
void Orbit::advance_exactly(State& state, double seconds) const
{
    state.has_crashed = false;
    const auto [x, v] = std::pair{state.x, state.v};
    const double mu = gravitational_parameter();
    const double sqrt_mu = std::sqrt(mu);
    const double r0 = sim::length(x);
    if (!(r0 > 0.0)) return; // the star's centre has no solution
    const double inverse_semi_axis = 2.0 / r0 - sim::dot(v, v) / mu; // 1 / (semi-major axis), negative for a hyperbola
    const double radial_term = sim::dot(x, v) / sqrt_mu;
    const double target_time =
        inverse_semi_axis > 0.0 ? std::fmod(seconds, sim::tau / (sqrt_mu * std::pow(inverse_semi_axis, 1.5))) : seconds;

    double chi = 0.0;
    double r = r0;
    StumpffValues stumpff_values{0.5, 1.0 / 6.0};
    const auto time_at_chi = [&](double new_chi)
    {
        const double psi = inverse_semi_axis * new_chi * new_chi;
        chi = new_chi;
        stumpff_values = stumpff(psi);
        r = new_chi * new_chi * stumpff_values.c2 + radial_term * new_chi * (1.0 - psi * stumpff_values.c3) +
            r0 * (1.0 - psi * stumpff_values.c2);
        return (new_chi * new_chi * new_chi * stumpff_values.c3 + radial_term * new_chi * new_chi * stumpff_values.c2 +
                r0 * new_chi * (1.0 - psi * stumpff_values.c3)) /
               sqrt_mu;
    };
    double low_chi = 0.0;
    double high_chi = 1.0;
    while (time_at_chi(high_chi) < target_time) high_chi *= 2.0;
    sim::bisect(low_chi, high_chi, 30, [&](double middle_chi) { return time_at_chi(middle_chi) < target_time; });
    for (int i = 0; i < 3; ++i)
    {
        const double time = time_at_chi(chi);
        time_at_chi(chi + (target_time - time) * sqrt_mu / r);
    }
    const double chi_squared_c2 = chi * chi * stumpff_values.c2;
    const double g = target_time - chi * chi * chi * stumpff_values.c3 / sqrt_mu;
    const double f_dot = sqrt_mu / (r * r0) * chi * (inverse_semi_axis * chi * chi * stumpff_values.c3 - 1.0);
    state.x = (1.0 - chi_squared_c2 / r0) * x + g * v;
    state.v = f_dot * x + (1.0 - chi_squared_c2 / r) * v;
}

extern constinit const SceneType orbit = make_scene_type<Orbit, OrbitView>(
    {.name = "orbit",
     .title = "Orbit",
     .what_to_watch = "The orbit should be a closed ellipse; with explicit Euler it spirals outward, with implicit "
                      "Euler inward, and other integrators rotate the ellipse."});

} // namespace scenes
