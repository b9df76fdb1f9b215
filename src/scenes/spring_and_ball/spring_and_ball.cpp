#include "scenes/spring_and_ball/spring_and_ball.hpp"

#include "draw/shapes/objects.hpp"
#include "scenes/drawing/parts.hpp"
#include "sim/physics/spring.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace scenes
{

namespace
{
constexpr double never = std::numeric_limits<double>::infinity();

std::int8_t side_of(double x, double wall_x) { return static_cast<std::int8_t>(x < wall_x ? -1 : 1); }
} // namespace

SpringAndBall::State SpringAndBall::start() const
{
    return {.x = knobs.start_x, .v = knobs.start_v, .side = side_of(knobs.start_x, knobs.wall_x), .teleported = true};
}

void SpringAndBall::step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const
{
    if (input.grabbed)
    {
        state.v    = (input.hand_x - state.x) / step.h;
        state.x    = input.hand_x;
        state.side = side_of(state.x, knobs.wall_x);
        return;
    }
    move(state, step);
    if (out_of_bounds(state))
        set_and_count(state.blown_up, sim::event::blown_up, step, events);
    else
        collide(state, step, events);
}

void SpringAndBall::move(State& state, const Step& step) const
{
    const double w2 = knobs.stiffness / knobs.mass;
    const double w  = std::sqrt(w2);
    if (step.integrator == sim::Integrator::exact)
    {
        sim::exact_spring(w, knobs.damping, step.h).apply(state.x, state.v);
        return;
    }
    const double friction = 2.0 * knobs.damping * w;
    sim::integrate(step.integrator, state.x, state.v, step.h,
                   [=](double x, double v) { return -w2 * x - friction * v; });
}

void SpringAndBall::collide(State& state, const Step& step, sim::Events& events) const
{
    const double distance = state.x - knobs.wall_x;
    const double contact  = knobs.radius + knobs.wall_thickness / 2.0;
    const bool overlaps   = std::abs(distance) < contact;
    const bool swept_over = knobs.swept && distance * state.side < contact;
    if (overlaps || swept_over)
    {
        // Reflects the ball at the contact plane. This changes the energy by a little, and at some step lengths the
        // changes of all bounces add up (docs/scenes.md). Putting the ball on the plane would be worse: at 60 Hz, with
        // the default settings, the energy then grows to three times its start within 1 s.
        const double plane = contact_x(state.side);
        state.x            = plane + knobs.restitution * (plane - state.x);
        if (state.v * state.side < 0.0) state.v = -knobs.restitution * state.v;
        // A ball that has passed the wall hits it from behind, which no ball in even steps does.
        if (state.side < 0) sim::count(events, sim::event::bounced, step.time);
    }
    else if (distance * state.side < 0.0)
    {
        state.side = static_cast<std::int8_t>(-state.side);
        sim::count(events, sim::event::tunnelled, step.time);
    }
}

SpringAndBall::Exact::Exact(const SpringAndBall& scene, const State& from)
    : w_{scene.angular_frequency()}
    , z_{scene.knobs.damping}
    , contact_{-from.side * scene.contact_x(from.side)}
    , restitution_{scene.knobs.restitution}
    , towards_{-static_cast<double>(from.side)}
    , shape_{from}
{
    shape_.teleported = false;
    shape_.blown_up   = false;
    // Adding +0.0 turns a velocity of -0.0 into 0.0. With -0.0, std::atan2 in turning_point() could return -pi instead
    // of pi, and the first turning point would be at the start.
    const Arc first{.begin = 0.0, .y = std::min(towards_ * from.x, contact_), .v = towards_ * from.v + 0.0};
    arcs_.push_back(first);
    hit_ = next_hit(first);
}

void SpringAndBall::Exact::at(double seconds, State& out)
{
    while (hit_ <= seconds && add_arc())
    {
    }
    double t = seconds;
    if (period_ > 0.0 && t >= arcs_[1].begin) t = arcs_[1].begin + std::fmod(t - arcs_[1].begin, period_);

    const auto after =
        std::upper_bound(arcs_.begin(), arcs_.end(), t, [](double time, const Arc& arc) { return time < arc.begin; });
    const Arc& arc     = after == arcs_.begin() ? arcs_.front() : *(after - 1);
    double y           = arc.y;
    double v           = arc.v;
    const bool resting = arc.y == contact_ && arc.v == 0.0 && contact_ < 0.0;
    if (!resting) sim::exact_spring(w_, z_, t - arc.begin).apply(y, v);
    out   = shape_;
    out.x = towards_ * y;
    out.v = towards_ * v;
}

// Returns false if the motion repeats, so that no further arc is needed.
bool SpringAndBall::Exact::add_arc()
{
    if (period_ > 0.0) return false;
    const Arc& last = arcs_.back();
    double y        = last.y;
    double v        = last.v;
    sim::exact_spring(w_, z_, hit_ - last.begin).apply(y, v);

    constexpr double still = 1e-9; // speed in m/s; a slower ball leans on the wall or only touches it
    Arc next{.begin = hit_, .y = contact_, .v = -restitution_ * std::max(v, 0.0)};
    if (-next.v < still) next.v = 0.0;
    const bool repeats = z_ == 0.0 && restitution_ == 1.0;
    arcs_.push_back(next);
    hit_ = next.v == 0.0 ? never : next_hit(next);
    if (repeats && hit_ < never) period_ = hit_ - next.begin;
    return true;
}

// `never` if the arc does not reach the wall. Only the first rise can reach it: later rises are not higher.
double SpringAndBall::Exact::next_hit(const Arc& arc) const
{
    const double valley = arc.v > 0.0 ? 0.0 : first_valley(arc);
    double summit       = first_summit(arc);
    if (valley == never) return never;
    const auto height = [&](double t)
    {
        double y = arc.y;
        double v = arc.v;
        sim::exact_spring(w_, z_, t).apply(y, v);
        return y;
    };
    if (summit == never) // critically damped: the ball rises to rest without a summit
    {
        if (contact_ >= 0.0) return never;
        summit = valley + 1.0 / w_;
        while (height(summit) < contact_) summit += 1.0 / w_;
    }
    if (height(summit) <= contact_) return never;
    return arc.begin + refine_hit(arc, valley, summit);
}

// Newton's method. If a Newton step leaves the interval, bisects the interval.
double SpringAndBall::Exact::refine_hit(const Arc& arc, double below, double above) const
{
    double t = 0.5 * (below + above);
    for (int i = 0; i < 100; ++i)
    {
        double y = arc.y;
        double v = arc.v;
        sim::exact_spring(w_, z_, t).apply(y, v);
        double& bound       = y < contact_ ? below : above;
        bound               = t;
        const double guess  = t - (y - contact_) / v;
        const double before = t;
        t                   = guess > below && guess < above ? guess : 0.5 * (below + above);
        if (std::abs(t - before) <= 1e-16 * t) break;
    }
    return t;
}

// First time at which the velocity is zero; `never` if there is none.
double SpringAndBall::Exact::turning_point(const Arc& arc) const
{
    if (z_ >= 1.0) // v(t) = (v - w (v + w y) t) e^(-wt)
    {
        const double t = arc.v / (w_ * (arc.v + w_ * arc.y));
        return t > 0.0 ? t : never;
    }
    const double swing = w_ * std::sqrt(1.0 - z_ * z_);
    double t           = std::atan2(arc.v * swing, z_ * w_ * arc.v + w_ * w_ * arc.y) / swing;
    if (t <= 0.0) t += std::numbers::pi / swing;
    return t;
}

double SpringAndBall::Exact::first_summit(const Arc& arc) const
{
    const double turn = turning_point(arc);
    if (arc.v > 0.0 || turn == never) return turn;
    if (arc.v == 0.0 && arc.y < 0.0) return turn;
    return z_ >= 1.0 ? never : turn + std::numbers::pi / (w_ * std::sqrt(1.0 - z_ * z_));
}

double SpringAndBall::Exact::first_valley(const Arc& arc) const
{
    if (arc.v == 0.0 && arc.y < 0.0) return 0.0; // at rest on the side away from the wall: farthest point
    return turning_point(arc);
}

namespace
{

using sim::Events;

constexpr double anchor_x = -2.1; // position of the spring's fixed end in metres
// Largest distance in metres at which the ball is drawn. A position of NaN is drawn there, too.
constexpr double ball_end = 1e6;

// x coordinate in pixels of the label beside a wall at `metre`.
float metre_label_x(const DrawnSpring& d, int metre)
{
    return d.s.camera.x(metre) + d.s.camera.length(0.5 * d.scene.knobs.wall_thickness) + d.s.px(6);
}

constexpr const char* cross_words = "cross: off course, not only late";

bool has_legend(const SceneCanvas& s) { return s.style.has_legend && view::shows_ring(s.rings); }

// True if there is a cross in this lane, or there may be one in another lane.
bool has_cross(const DrawnSpring& d)
{
    return !d.s.style.is_only_lane || (std::isfinite(d.s.wrong_error_limit) && d.s.area.contains(d.ball()));
}

// True if the legend needs two lines, and the place of the labels of metres.
bool is_narrow(const DrawnSpring& d) { return has_legend(d.s) && metre_label_x(d, 0) - d.s.area.x < d.s.px(460); }

void draw_grid(const DrawnSpring& d)
{
    const SceneCanvas& s = d.s;
    if (is_zoomed_out(s))
    {
        draw_zoomed_out_grid(s);
        return;
    }
    const draw::Rect a = s.area;
    const float level  = s.camera.y(0.0);
    for (int i = -4; i <= 4; ++i)
    {
        const float x           = s.camera.x(i * 0.5);
        const draw::Colour line = draw::faded(s.theme().line, 0.6F);
        if (i % 2 == 0) s.picture.line({x, a.y}, {x, a.bottom()}, s.px(1), line);
        s.picture.line({x, a.bottom() - s.px(6)}, {x, a.bottom()}, s.px(1), s.theme().shade);
    }
    if (!s.has_film_strip() && !is_narrow(d)) // the caption of the film strip and the legend need their place
        for (const int metre : {0, 1})
            draw::write_small_label(s, {metre_label_x(d, metre), a.bottom() - s.px(21)}, fmt::format("{} m", metre));
    const float rest = s.camera.x(0.0);
    s.picture.line({rest, level - s.px(48)}, {rest, level + s.px(48)}, s.px(1), draw::faded(s.theme().quiet, 0.35F));
}

// Draws the past hits on the plot of past frames: a bright mark for each bounce, a gap in the wall for each pass.
void draw_past_of_wall(const SceneCanvas& s, const MotionPlot& plot, draw::Rect wall)
{
    const auto samples = s.frames;
    for (std::size_t i = samples.size(); i-- > 0;)
    {
        const float age = plot.age(samples[i].game);
        if (age > 1.0F || (samples[i].events & telemetry::reset) != 0) break;
        const float y    = plot.at(samples[i].game, 0.0).y;
        const float fade = 1.0F - age;
        if (happened(samples[i], &Events::bounced))
            s.picture.box({wall.x, y - s.px(2), wall.w, s.px(4)}, s.px(1), draw::faded(s.theme().ink, 0.55F * fade));
        if (!happened(samples[i], &Events::tunnelled)) continue;
        const float out = s.px(9);
        s.picture.box({wall.x - s.px(0.5F), y - s.px(4), wall.w + s.px(1), s.px(8)}, 0, s.theme().ground);
        s.picture.line({wall.x - out, y}, {wall.right() + out, y}, s.px(2.4F),
                       draw::faded(s.theme().alarm, std::min(0.3F + fade, 1.0F)));
    }
}

void draw_struck_wall(const DrawnSpring& d, const MotionPlot& plot)
{
    const SceneCanvas& s       = d.s;
    const SpringAndBall& scene = d.scene;
    const double side          = d.shown.side;
    const float width          = std::max(s.camera.length(scene.knobs.wall_thickness), s.px(3));
    const float x              = s.camera.x(scene.knobs.wall_x);
    const float level          = s.camera.y(0.0);
    const draw::Rect rect{x - width / 2, s.area.y + s.px(10), width, s.area.h - s.px(20)};
    draw::draw_wall(s, {.rect               = rect,
                        .hit_point          = {x, level},
                        .hole_half_width    = std::min(0.9F * ball_radius(s, scene.knobs.radius), 0.24F * s.area.h),
                        .pass_count         = s.count(&Events::tunnelled),
                        .seconds_since_pass = seconds_since(s, &Events::tunnelled),
                        .seconds_since_hit  = seconds_since(s, &Events::bounced),
                        .pass_direction     = {static_cast<float>(side), 0}});
    if (s.has_trail && !plot.is_dot_row()) draw_past_of_wall(s, plot, rect);
}

void draw_spring(const SceneCanvas& s, float ball_x)
{
    const draw::Point anchor = s.at({anchor_x, 0.0});
    const float radius       = std::min(s.camera.length(0.095), 0.15F * s.area.h);
    const float beyond       = s.px(300);
    draw::draw_coil(s,
                    {.rest_length         = s.camera.x(0.0) - anchor.x,
                     .radius              = radius,
                     .wire_thickness      = 0.19F * radius,
                     .straight_end_length = 0.9F * radius},
                    anchor, std::clamp(ball_x, s.area.x - beyond, s.area.right() + beyond));

    const float u = 0.05F * radius;
    const draw::Rect mount{anchor.x - 11 * u, anchor.y - 42 * u, 11 * u, 84 * u};
    s.picture.box(mount, 2 * u, s.theme().shade);
    for (int i = 0; i < 7; ++i) // an integer counter: after a long zoom out, u is below a float's resolution
    {
        const float y = mount.y + static_cast<float>(4 + 11 * i) * u;
        s.picture.line({mount.x, y + 8 * u}, {mount.x - 8 * u, y}, 1.6F * u, s.theme().shade);
    }
}

MotionPlot plot_below(const DrawnSpring& d)
{
    return {d.s, MotionPlot::Direction::down, d.s.camera.y(0.0), d.s.scene_bottom()};
}

// Explains the dots, the ring and the cross: in one line at the foot; in two lines at the foot of a narrow area, and at
// the lower right edge of a low area, beside the wall.
void explain_marks(const DrawnSpring& d)
{
    const SceneCanvas& s   = d.s;
    const std::string ring = s.reference_caption("ring", "the ball");
    const auto alone       = [](const std::string& text) { return text.substr(std::min<std::size_t>(2, text.size())); };
    const auto after_dots  = [&](const std::string& text)
    { return s.has_trail ? "one dot per frame" + text : alone(text); };
    const std::string inside = d.inside.empty() ? "" : fmt::format("; {}", d.inside);
    if (!has_legend(s))
    {
        write_caption(s, {after_dots(ring + inside), after_dots(ring), alone(ring)}, metre_label_x(d, 0));
        return;
    }
    const std::string cross = has_cross(d) ? cross_words : "";
    const std::string text  = cross.empty() ? ring : ring + "; " + cross;
    if (s.has_text_room() && !is_narrow(d))
    {
        write_caption(s, {after_dots(text + inside), after_dots(text), alone(text), alone(ring)}, metre_label_x(d, 0));
        return;
    }

    constexpr float width = 192.0F; // of the legend in points
    const float wall      = s.camera.x(d.scene.knobs.wall_x);
    const float beside    = wall + s.px(14);
    const bool is_beside  = !s.has_text_room() && s.area.right() - beside >= s.px(width + 24);
    const float left = is_beside ? beside : s.area.x + s.px(s.has_text_room() ? 62 : 14); // beside the labels of times
    if (s.area.h < s.px(is_beside ? 80 : 180) || s.has_film_strip() || !s.area.contains(d.ball())) return;
    if (!is_beside && wall - left < s.px(width)) return;
    const float foot = s.area.bottom() - s.px(26);
    s.picture.write({{left, cross.empty() ? foot : foot - s.px(18)}, alone(ring), s.theme().quiet});
    if (!cross.empty()) s.picture.write({{left, foot}, cross, s.theme().quiet});
}

// Limited to -ball_end to ball_end; ball_end if the position is not finite.
double place_of(const SpringAndBall::State& shown)
{
    return std::isfinite(shown.x) ? std::clamp(shown.x, -ball_end, ball_end) : ball_end;
}

struct SpringAndBallView : ViewOf<SpringAndBall>
{
    static constexpr auto knobs = joined(
        std::array{
            knob<&Knobs::stiffness>(
                "stiffness", "N/m", 1.0, 10'000.0, {.logarithmic = true},
                "Stiffness of the spring: with a stiffer spring, the ball swings faster and needs shorter steps."),
            knob<&Knobs::mass>("mass", "kg", 0.1, 10.0, {.logarithmic = true},
                               "Mass of the ball; a lighter ball swings faster."),
            knob<&Knobs::damping>(
                "damping", "", 0.0, 1.0, {},
                "Damping ratio: at 0 the ball swings for ever, at 1 it comes to rest without overshoot."),
        },
        ball_and_wall_knobs<Knobs>);
    static constexpr float aspect   = 8.0F;
    static constexpr bool zooms_out = true;

    static Camera camera(const SpringAndBall& scene, draw::Rect area) { return camera_of_spring(scene, area); }
    static GrabHandle handles(const SpringAndBall& scene, const State& shown)
    {
        return {{shown.x, 0.0}, scene.knobs.radius};
    }
    static void draw(const Canvas& s)
    {
        const DrawnSpring drawn{s, s.scene, s.shown, ""};
        drawn.draw();
        s.for_each_shown_reference([&](const State& reference_state, LineStyle line_style)
                                   { drawn.draw_reference(reference_state, edge); });
        drawn.draw_words();
    }
};

} // namespace

Camera camera_of_spring(const SpringAndBall& scene, draw::Rect area)
{
    const auto& knobs    = scene.knobs;
    const double left    = anchor_x - 0.25;
    const double right   = std::max(1.9, knobs.wall_x + 0.7);
    const double largest = 0.94 * static_cast<double>(area.h) / (2.0 * knobs.radius);
    const Camera wide    = line_camera(area, left, right);
    if (wide.pixels_per_m <= largest) return wide;
    const double middle = (left + right) / 2.0;
    return {.origin       = {area.x + area.w / 2 - static_cast<float>(middle * largest), wide.origin.y},
            .pixels_per_m = largest};
}

draw::Point DrawnSpring::ball() const { return {s.camera.x(place_of(shown)), s.camera.y(0.0)}; }

float DrawnSpring::radius() const { return ball_radius(s, scene.knobs.radius); }

void DrawnSpring::draw() const
{
    const MotionPlot plot = plot_below(*this);
    draw_grid(*this);
    plot.draw();
    draw_struck_wall(*this, plot);
    draw_spring(s, ball().x);
    if (std::isfinite(shown.x)) draw_ball(s, ball(), radius(), s.loop_colour());
}

void DrawnSpring::draw_reference(const SpringAndBall::State& reference_state, LineStyle line_style) const
{
    draw_ring(s, s.at({reference_state.x, 0.0}), radius(), line_style);
    if (line_style == LineStyle::solid)
        draw_direction_arrow(s, s.at({reference_state.x, 0.0}), radius(), {reference_state.v, 0.0});
}

// In a high, wide area the tally is left of the wall's upper end, because the dials may be right of it; in a high,
// narrow one right of the wall, above a film strip. In a low area, or after a blow-up, it is at the right edge, and
// nearer to the upper edge below 100 points, where the ball is not.
void DrawnSpring::draw_tally() const
{
    constexpr float wide = 1250.0F; // points; from here on, it is in the right half, beside the texts in the left half
    // Smallest distance in points from the wall to the right edge at which the tally fits beside the verdict's badge.
    constexpr float low = 180.0F;
    const float wall    = s.camera.x(scene.knobs.wall_x);
    const float edge    = s.area.right() - s.px(4);
    if (!s.has_text_room() && !is_zoomed_out(s) && edge - wall < s.px(low))
        draw_bounce_tally(s, {wall + s.px(14), s.area.bottom() - s.px(34)}, edge);
    else if (!s.has_text_room() || is_zoomed_out(s))
        draw_bounce_tally(s, {s.area.right() - s.px(176), s.area.y + s.px(s.area.h < s.px(100) ? 4 : 12)}, edge);
    else if (s.area.w >= s.px(wide))
        draw_bounce_tally(s, {wall - s.px(190), s.area.y + s.px(12)}, wall - s.px(8));
    else
        draw_bounce_tally(s, {wall + s.px(14), s.scene_bottom() - s.px(s.has_film_strip() ? 76 : 44)}, edge);
}

void DrawnSpring::draw_words() const
{
    draw_off_screen_arrow(s, "ball", {shown.x, 0.0});
    const bool blew_up = is_zoomed_out(s);
    // After the motion blew up, the numbers of the grid are at the top of a low area.
    if (s.has_text_room() || !blew_up) draw_tally();
    if (blew_up)
        draw_explosion(s, plot_below(*this), ball(), radius());
    else
        explain_marks(*this);
}

extern constinit const SceneType spring_and_ball = scene_type<SpringAndBall, SpringAndBallView>(
    {.name           = "spring-and-ball",
     .title          = "Spring and ball",
     .what_to_watch  = "A step that is too long lets the ball pass through the wall, or makes the spring explode.",
     .has_exact_step = true});

} // namespace scenes
