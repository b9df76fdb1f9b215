#include "scenes/chaos/chaos.hpp"

#include "scenes/drawing/parts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace scenes
{

namespace
{

constexpr double last_radius = 0.09;  // radius in metres of the ball at the end of a pendulum
constexpr double chart_spans = 30.0;  // time span of the chart in seconds
constexpr double least       = 1e-17; // distance between the pendulums, in metres, at the chart's lower end
constexpr double most        = 10.0;  // distance between the pendulums, in metres, at the chart's upper end

void draw_pendulum(const CanvasOf<Chaos>& s, const Chaos::Pendulum& pendulum, draw::Colour colour, float width)
{
    const auto [middle, end] = s.scene.joints(pendulum);
    const draw::Colour rod   = draw::mix(colour, s.theme().shade, 0.35F);
    s.picture.line(s.at({0.0, 0.0}), s.at(middle), width, rod);
    s.picture.line(s.at(middle), s.at(end), width, rod);
    s.picture.ball(s.at(middle), 0.75F * ball_radius(s, last_radius), colour);
    draw_ball(s, s.at(end), ball_radius(s, last_radius), colour);
}

// A chart of the distance of the two ends over time, on a logarithmic scale: exponential growth is a straight line.
struct Chart
{
    const CanvasOf<Chaos>& s;
    draw::Rect rect;

    float y(double metres) const
    {
        const double share = std::log10(std::clamp(metres, least, most) / least) / std::log10(most / least);
        return rect.bottom() - static_cast<float>(share) * rect.h;
    }
    void draw_reference_box() const
    {
        for (const int exponent : {-15, -10, -5, 0})
        {
            const float level = y(std::pow(10.0, exponent));
            s.picture.line({rect.x, level}, {rect.right(), level}, s.px(1), s.theme().line);
            draw::write_small_label(s, {rect.x - s.px(6), level - s.px(8)},
                                    exponent == 0 ? "1 m" : fmt::format("1e{} m", exponent), draw::Align::right);
        }
        const float apart = y(Chaos::far_apart);
        for (float x = rect.x; x < rect.right(); x += s.px(10))
            s.picture.line({x, apart}, {x + s.px(4), apart}, s.px(1.2F), draw::faded(s.theme().alarm, 0.7F));
        draw::write_small_label(s, {rect.x + rect.w / 2, rect.y - s.px(22)}, "distance of the two ends",
                                draw::Align::centre);
    }
    void draw_curve() const
    {
        const auto& trail_points = s.trail.trail_points();
        draw::Point last{};
        const std::size_t size = s.trail_point_count();
        for (std::size_t i = 0; i < size; ++i)
        {
            const double ago = timestep::to_seconds(trail_points[size - 1].game - trail_points[i].game);
            if (ago > chart_spans) continue;
            const double apart = sim::length(trail_points[i].at[1] - trail_points[i].at[0]);
            const draw::Point p{rect.right() - static_cast<float>(ago / chart_spans) * rect.w, y(apart)};
            if (last.x > 0.0F && p.x - last.x < s.px(1.5F)) continue;
            if (last.x > 0.0F)
                s.picture.line(last, p, s.px(1.8F), apart > Chaos::far_apart ? s.theme().alarm : s.loop_colour());
            last = p;
        }
    }
};

struct ChaosView : ViewOf<Chaos>
{
    static constexpr std::array knobs{
        knob<&Knobs::gravity>("gravity", "m/s^2", 0.0, 30.0, {}, "Acceleration of gravity: 9.81 on Earth."),
        knob<&Knobs::length1>("length-1", "m", 0.2, 2.0, {.label = "upper length"},
                              "Length of the upper rod, which hangs from the nail."),
        knob<&Knobs::length2>("length-2", "m", 0.2, 2.0, {.label = "lower length"},
                              "Length of the lower rod, which hangs from the upper rod."),
        knob<&Knobs::mass1>("mass-1", "kg", 0.1, 5.0, {.label = "upper mass", .logarithmic = true},
                            "Mass at the joint between the rods."),
        knob<&Knobs::mass2>("mass-2", "kg", 0.1, 5.0, {.label = "lower mass", .logarithmic = true},
                            "Mass at the end of the lower rod."),
        knob<&Knobs::angle1>("angle-1", "deg", -180.0, 180.0, {.label = "upper angle", .applies = Applies::at_reset},
                             "Angle of the upper rod at the start, from straight down; small swings are not chaotic."),
        knob<&Knobs::angle2>("angle-2", "deg", -180.0, 180.0, {.label = "lower angle", .applies = Applies::at_reset},
                             "Angle of the lower rod at the start, from straight down."),
        knob<&Knobs::bit>(
            "bit", "", 0.0, 51.0, {.label = "flipped bit", .applies = Applies::at_reset},
            "The bit in which the upper start angles of the two pendulums differ; 0 is the lowest of 52 bits."),
    };
    static constexpr float aspect = 1.8F;

    static Camera camera(const Chaos& scene, draw::Rect area)
    {
        const double reach = 1.06 * (scene.knobs.length1 + scene.knobs.length2) + last_radius;
        Camera fits        = plane_camera(area, {-reach, -reach}, {reach, reach});
        fits.origin.x -= 0.20F * area.w; // moves the pendulums to the left, because the chart is on the right
        return fits;
    }
    static FollowedPoints followed(const Chaos& scene, const State& shown)
    {
        return {scene.joints(shown.run[0])[1], scene.joints(shown.run[1])[1]};
    }
    static void draw(const Canvas& s)
    {
        const draw::Colour other = s.theme().quiet;
        draw_path(s, {.which = 1, .seconds = 3.0, .line = s.px(1.6F), .dot = 0, .colour = other});
        draw_path(s, {.seconds = 3.0, .line = s.px(1.6F), .dot = s.px(2.4F), .colour = s.loop_colour()});
        draw_pendulum(s, s.shown.run[1], other, s.px(4));
        draw_pendulum(s, s.shown.run[0], s.loop_colour(), s.px(4));
        s.picture.ball(s.at({0.0, 0.0}), s.px(6), s.theme().metal);
        const auto end_of = [&](const State& of) { return s.at(s.scene.joints(of.run[0])[1]); };
        s.for_each_shown_reference([&](const State& reference_state, LineStyle line_style)
                                   { draw_ring(s, end_of(reference_state), ball_radius(s, last_radius), line_style); });
        const double apart = s.scene.distance(s.shown);
        write_caption(s, {fmt::format("grey: a second run whose start differs in one bit; {:.2g} m apart now{}{}",
                                      apart, s.shown.parted ? ", they have parted" : "", s.reference_caption()),
                          fmt::format("grey: a second run, one bit apart: {:.2g} m now", apart)});
        const float left = s.area.x + 0.66F * s.area.w;
        const draw::Rect rect{left, s.area.y + 0.26F * s.area.h, s.area.right() - s.px(20) - left, 0.5F * s.area.h};
        if (!s.has_text_room() || rect.w < s.px(120)) return;
        const Chart chart{s, rect};
        chart.draw_reference_box();
        chart.draw_curve();
    }
};

} // namespace

extern constinit const SceneType chaos = scene_type<Chaos, ChaosView>(
    {.name  = "chaos",
     .title = "Chaos",
     .what_to_watch =
         "Two pendulums whose start angles differ in one bit move together at first, then apart; another step "
         "length parts them, too.",
     // The default is a method of high order, because the acceleration of each rod depends on both angular speeds. With
     // semi-implicit Euler the pendulum would lose energy and would not be chaotic.
     .default_integrator = sim::Integrator::rk4});

} // namespace scenes
