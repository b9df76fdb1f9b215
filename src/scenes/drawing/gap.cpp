#include "scenes/drawing/gap.hpp"

#include "base/number.hpp"
#include "draw/shapes/words.hpp"
#include "telemetry/metrics.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

namespace scenes
{

namespace
{

// Length in points; a shorter line is not visible beside the ring, the mark for the body on a PC that is never late.
constexpr float least_gap = 3.0F;

float distance(draw::Point a, draw::Point b) { return std::hypot(b.x - a.x, b.y - a.y); }

// Returns the point `p`, moved by `by` pixels at a right angle to the line from `a` to `b`, downwards if the line is
// horizontal.
draw::Point beside(draw::Point p, draw::Point a, draw::Point b, float by)
{
    const float length = distance(a, b);
    const float turn   = b.x >= a.x ? by / length : -by / length;
    return {p.x - (b.y - a.y) * turn, p.y + (b.x - a.x) * turn};
}

void draw_error(const SceneCanvas& s, const GapPoints& gap)
{
    for (const float side : {-2.2F, 2.2F})
        s.picture.line(beside(gap.shown, gap.shown, gap.right, s.px(side)),
                       beside(gap.right, gap.shown, gap.right, s.px(side)), s.px(1.8F), s.theme().alarm);
    const float length = distance(gap.shown, gap.right);
    if (length < s.px(84)) return;
    const draw::Point middle{0.5F * (gap.shown.x + gap.right.x), 0.5F * (gap.shown.y + gap.right.y)};
    const std::string off = "off by " + draw::length_text(static_cast<double>(length) / s.camera.pixels_per_m);
    // The ground covers a spring behind the words.
    const float half = s.px(4.0F * static_cast<float>(off.size()));
    if (s.roomy())
        s.picture.box({middle.x - half, middle.y - s.px(24), 2 * half, s.px(17)}, s.px(3),
                      draw::faded(s.theme().ground, 0.8F));
    draw::word(s, {middle.x, middle.y - s.px(22)}, off, draw::Align::centre);
}

void draw_delay(const SceneCanvas& s, const GapPoints& gap, draw::Point from)
{
    const float foot = gap.radius + s.px(3);
    const draw::Point a{from.x, from.y};
    s.picture.line(beside(a, a, gap.ring, foot), beside(gap.ring, a, gap.ring, foot), s.px(2.4F), s.theme().quiet);
    const timestep::Nanos late = s.moment.sample.late;
    if (std::chrono::abs(late) < std::chrono::milliseconds{2} || s.has_film()) return;
    const std::string text  = fmt::format("shown {} {}", base::time_text(std::chrono::abs(late)),
                                         late > timestep::Nanos::zero() ? "late" : "early");
    const draw::Point below = beside({0.5F * (a.x + gap.ring.x), 0.5F * (a.y + gap.ring.y)}, a, gap.ring, foot);
    draw::word(s, {below.x, below.y + s.px(5)}, text, draw::Align::centre);
}

} // namespace

void draw_gap(const SceneCanvas& s, const GapPoints& gap)
{
    const bool estimates = telemetry::is_estimate(s.moment.sample);
    const bool is_wrong  = !estimates && distance(gap.shown, gap.right) > s.px(least_gap);
    if (is_wrong) draw_error(s, gap);
    const draw::Point from = is_wrong ? gap.right : gap.shown;
    if (distance(from, gap.ring) > s.px(least_gap)) draw_delay(s, gap, from);
}

} // namespace scenes
