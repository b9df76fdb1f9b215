#include "views/phase/portrait.hpp"

#include "views/plots.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace views::phase
{

namespace
{
// If the selected loop's motion goes beyond this many times the largest distance in the exact motion, the distances are
// compressed logarithmically; otherwise they are drawn to scale.
constexpr double linear_up_to = 2.5;
// Distance to the border / largest distance in the motion of the selected loop.
constexpr double margin = 1.12;
// Largest width / height of the rings. In a wide area a ring is stretched to an ellipse.
constexpr double widest = 2.0;
// Limit of the drawn distances, as a multiple of the largest distance in the exact motion.
constexpr double furthest = 1e12;
} // namespace

Plane::Plane(draw::Rect area, double usual, double reach)
    : area_{area}
    , usual_{std::max(usual, 1e-9)}
    , reach_{std::clamp(reach, usual_, usual_ * furthest)}
    , squeezed_{reach_ > linear_up_to * usual_}
    , pixels_{static_cast<double>(std::min(area.w, area.h)) / 2 / (squeeze(reach_) * margin)}
    , stretch_{std::clamp(static_cast<double>(area.w / area.h), 1.0, widest)}
{
}

double Plane::squeeze(double distance) const
{
    return squeezed_ ? usual_ * std::asinh(2.0 * distance / usual_) / 2.0 : distance;
}

float Plane::radius(double distance) const { return static_cast<float>(squeeze(distance) * pixels_ * stretch_); }

draw::Point Plane::at(State s) const
{
    const double distance = std::hypot(s.x, s.v);
    const double rim      = squeeze(reach_) * margin;
    const double factor   = distance > 0.0 ? std::min(squeeze(distance), rim) * pixels_ / distance : 0.0;
    return {area_.x + area_.w / 2 + static_cast<float>(s.x * factor * stretch_),
            area_.y + area_.h / 2 - static_cast<float>(s.v * factor)};
}

std::vector<double> Plane::rings() const
{
    std::vector<double> found;
    const double first = std::pow(10.0, std::floor(std::log10(usual_) + 1e-9));
    if (!squeezed_)
    {
        const double step = usual_ / first > 2.5 ? first : usual_ / first > 1.2 ? first * 0.5 : first * 0.25;
        for (double r = step * 2; r <= reach_ * margin; r += step * 2) found.push_back(r);
        return found;
    }
    const double decades = std::log10(reach_ / first);
    const double factor  = std::pow(10.0, std::max(std::ceil(decades / 5.0), 1.0));
    for (double r = first; r <= reach_ * margin; r *= factor) found.push_back(r);
    return found;
}

std::vector<State> true_motion(const scenes::World& of, double velocity_unit)
{
    if (of.type().start_exact == nullptr) return {};
    scenes::World world = of;
    world.reset();
    const auto spring    = world.stiffness();
    const double round   = spring ? 2.0 * std::numbers::pi / spring->w : 3.0;
    const bool damped    = spring && spring->z > 1e-3;
    const double seconds = damped ? std::clamp(3.0 / (spring->z * spring->w), round, 12.0 * round) : round;
    const int points     = damped ? 480 : 160;
    scenes::AnyState out = {};
    std::vector<State> motion;
    for (int i = 0; i <= points; ++i)
    {
        if (!world.exact(seconds * i / points, out)) return {};
        const scenes::Probe probe = world.probe(out);
        motion.push_back({probe.x, probe.v / velocity_unit});
    }
    return motion;
}

namespace
{

using telemetry::Frames;
using telemetry::FrameSample;

constexpr double trail_seconds    = 3.0;
constexpr double least_seconds    = 0.5;
constexpr std::size_t most_pieces = 150; // largest number of line segments in the trail of the selected lane
// Limit of line segments for a lane that is not selected.
constexpr std::size_t most_faint = 60;

struct PhaseTrail
{
    std::vector<std::size_t> frames; // indices of the frames whose states are joined to a trail, oldest first
    timestep::Nanos newest{};
};

// After a blow-up the state does not change any more, so the trail ends at the last change.
std::size_t newest_motion(const Frames& frames)
{
    const FrameSample& end = frames.back();
    std::size_t i          = frames.size() - 1;
    while (i > 0 && frames[i - 1].x == end.x && frames[i - 1].v == end.v) --i;
    return i;
}

PhaseTrail trail_of(const Frames& frames, std::size_t most)
{
    PhaseTrail trail;
    if (frames.empty()) return trail;
    const std::size_t end       = newest_motion(frames) + 1;
    trail.newest                = frames[end - 1].game;
    const timestep::Nanos since = trail.newest - timestep::from_seconds(trail_seconds);
    const std::size_t first     = frames.first_from(since, [](const FrameSample& s) { return s.game; });
    // The trail contains every state, because its corners show the size of the steps. But if the last 0.5 s have more
    // than `most` frames, only every n-th frame is used.
    const timestep::Nanos recent = trail.newest - timestep::from_seconds(least_seconds);
    const std::size_t dense      = end - frames.first_from(recent, [](const FrameSample& s) { return s.game; });
    const std::size_t every      = 1 + dense / most;
    const std::size_t begin      = std::max(first, end - std::min(end, most * every));
    for (std::size_t i = begin; i < end; ++i)
        if (i + 1 == end || frames[i].frame % static_cast<std::int64_t>(every) == 0) trail.frames.push_back(i);
    return trail;
}

struct Portrait
{
    draw::Picture& picture;
    const draw::Style& style;
    Plane plane;
    double velocity_unit;

    float px(float points) const { return points * style.scale; }
    draw::Point at(const FrameSample& f) const { return plane.at({f.x, f.v / velocity_unit}); }
    static bool sound(const FrameSample& f) { return std::isfinite(f.x) && std::isfinite(f.v); }

    void draw_trail(const PhaseLane& lane) const
    {
        const Frames& frames   = lane.frames;
        const PhaseTrail trail = trail_of(frames, lane.selected ? most_pieces : most_faint);
        const float strength   = lane.selected ? 0.95F : 0.30F;
        for (std::size_t k = 1; k < trail.frames.size(); ++k)
        {
            const FrameSample& from = frames[trail.frames[k - 1]];
            const FrameSample& to   = frames[trail.frames[k]];
            if (!sound(from) || !sound(to) || (to.events & telemetry::reset) != 0) continue;
            const auto age = static_cast<float>(timestep::to_seconds(trail.newest - to.game) / trail_seconds);
            picture.line(at(from), at(to), px(lane.selected ? 1.6F : 1.1F),
                         draw::faded(lane.colour, strength * (1.0F - 0.9F * age)));
        }
        if (frames.empty() || !sound(frames.back())) return;
        const draw::Point now = at(frames.back());
        picture.disc(now, px(lane.selected ? 4.5F : 3.0F), draw::faded(lane.colour, lane.selected ? 1.0F : 0.7F));
        if (lane.selected) picture.ring(now, px(6.0F), px(1.2F), style.theme.ink);
    }

    void draw_rings(draw::Rect area, const char* unit) const
    {
        const draw::Point middle{area.x + area.w / 2, area.y + area.h / 2};
        const float half = std::min(area.w, area.h) / 2;
        const float wide = half * plane.radius(1.0) / plane.height(1.0);
        picture.box({middle.x - wide, middle.y - px(0.5F), 2 * wide, px(1)}, 0, draw::faded(style.theme.line, 0.9F));
        picture.box({middle.x - px(0.5F), middle.y - half, px(1), 2 * half}, 0, draw::faded(style.theme.line, 0.9F));
        float free_from = 0.0F;
        for (const double distance : plane.rings())
        {
            const float radius = plane.radius(distance);
            draw_ring(distance);
            const std::string text = value_text(distance, unit);
            const float width      = width_of(text, draw::Font::figures, style.scale);
            if (radius + width > area.w / 2 || radius < free_from) continue;
            free_from = radius + width + px(6);
            picture.write_figures({middle.x + radius + px(2), middle.y - px(14)}, text,
                                  draw::faded(style.theme.quiet, 0.8F));
        }
    }

    void draw_ring(double distance) const
    {
        constexpr int pieces = 36;
        const auto on_ring   = [&](int i)
        {
            const double angle = 2.0 * std::numbers::pi * i / pieces;
            return plane.at({distance * std::cos(angle), distance * std::sin(angle)});
        };
        for (int i = 0; i < pieces; ++i)
            picture.line(on_ring(i), on_ring(i + 1), px(1), draw::faded(style.theme.line, 0.9F));
    }

    void draw_true(const std::vector<State>& motion) const
    {
        for (std::size_t i = 1; i < motion.size(); ++i)
            if (i % 4 != 0) // draws a dashed line: leaves out every fourth piece
                picture.line(plane.at(motion[i - 1]), plane.at(motion[i]), px(1.2F),
                             draw::faded(style.theme.ink, 0.75F));
    }
};

double distance_of(const FrameSample& f, double velocity_unit)
{
    const double distance = std::hypot(f.x, f.v / velocity_unit);
    return std::isfinite(distance) ? distance : 0.0;
}

double reach_of(const PhaseData& data, double velocity_unit)
{
    double reach = 0.0;
    for (const PhaseLane& lane : data.lanes)
        for (const std::size_t i : trail_of(lane.frames, most_pieces).frames)
            if (lane.selected) reach = std::max(reach, distance_of(lane.frames[i], velocity_unit));
    return reach;
}

// Factor with which a swing is drawn as a circle: the spring's angular frequency in rad/s, or without a spring the
// largest velocity / the largest position.
double unit_of(const PhaseData& data)
{
    if (const auto spring = data.world->stiffness()) return spring->w;
    double x = 0.0;
    double v = 0.0;
    for (const PhaseLane& lane : data.lanes)
        for (const std::size_t i : trail_of(lane.frames, most_faint).frames)
        {
            if (!Portrait::sound(lane.frames[i])) continue;
            x = std::max(x, std::abs(lane.frames[i].x));
            v = std::max(v, std::abs(lane.frames[i].v));
        }
    return x > 0.0 && v > 0.0 ? v / x : 1.0;
}

} // namespace

void draw_portrait(draw::Picture& picture, const PhaseData& data, draw::Rect area, const draw::Style& style)
{
    const double unit  = unit_of(data);
    const auto motion  = true_motion(*data.world, unit);
    const double reach = reach_of(data, unit);
    double usual       = 0.0;
    for (const State& s : motion) usual = std::max(usual, std::hypot(s.x, s.v));
    if (motion.empty()) usual = reach;
    const Portrait portrait{picture, style, Plane{area, usual, std::max(reach, usual)}, unit};

    portrait.draw_rings(area, "m");
    for (const PhaseLane& lane : data.lanes)
        if (!lane.selected) portrait.draw_trail(lane);
    for (const PhaseLane& lane : data.lanes)
        if (lane.selected) portrait.draw_trail(lane);
    portrait.draw_true(motion);
    const bool spring      = data.world->stiffness().has_value();
    const draw::Colour ink = style.theme.quiet;
    const float px         = style.scale;
    picture.write({{area.x, area.y}, spring ? "v / w  against  x" : "v  against  x", ink});
    if (!motion.empty() && area.w > 400 * px)
        picture.write({{area.x, area.y + 17 * px}, "dashes: the true motion", ink});
    if (portrait.plane.squeezed())
        picture.write({{area.x, area.bottom() - 17 * px}, "zoomed out: rings are powers of ten", style.theme.alarm});
}

} // namespace views::phase
