#include "scenes/spring_and_ball/spring_and_ball.hpp"

#include "sim/physics/spring.hpp"

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
    if (out_of_bounds(state)) return happen(state.blown_up, sim::event::blown_up, step, events);
    collide(state, step, events);
}

void SpringAndBall::move(State& state, const Step& step) const
{
    const double w2 = knobs.stiffness / knobs.mass;
    const double w  = std::sqrt(w2);
    if (step.integrator == sim::Integrator::exact)
        return sim::exact_spring(w, knobs.damping, step.h).apply(state.x, state.v);
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
        (y < contact_ ? below : above) = t;
        const double guess             = t - (y - contact_) / v;
        const double before            = t;
        t                              = guess > below && guess < above ? guess : 0.5 * (below + above);
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

struct SpringAndBallView : ViewOf<SpringAndBall>
{
    static constexpr auto knobs = joined(
        std::array{
            knob<&Knobs::stiffness>("stiffness", "N/m", 1.0, 10'000.0, {.logarithmic = true},
                                    "How hard the spring pulls: a stiffer one swings faster and needs smaller steps."),
            knob<&Knobs::mass>("mass", "kg", 0.1, 10.0, {.logarithmic = true},
                               "Mass of the ball; a lighter ball swings faster."),
            knob<&Knobs::damping>("damping", "", 0.0, 1.0, {},
                                  "Ratio to critical damping: 0 swings for ever, 1 comes to rest without a swing."),
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
        s.for_each_ring([&](const State& held, Edge edge) { drawn.draw_held(held, edge); });
        drawn.draw_words();
    }
};

} // namespace

extern constinit const SceneType spring_and_ball = scene_type<SpringAndBall, SpringAndBallView>(
    {.name           = "spring-and-ball",
     .title          = "Spring and ball",
     .watch          = "A long step makes the spring explode, a coarse one lets the ball through the wall.",
     .has_exact_step = true});

} // namespace scenes
