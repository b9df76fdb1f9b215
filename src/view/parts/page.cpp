#include "view/parts/page.hpp"

#include <algorithm>
#include <cmath>

namespace view
{

namespace
{
constexpr std::size_t most_dots = 500;
constexpr std::size_t line_skip = 2; // of the exact motion's dots, which are many
} // namespace

Page::Page(const Stage& stage, Way way, float now, float then, Place place)
    : stage_{stage}
    , way_{way}
    , from_{now}
    , length_{then - now}
    , place_{place}
{
    if (!stage.lane.samples().empty()) now_ = stage.lane.samples().back().game;
}

float Page::age(timestep::Nanos game) const { return static_cast<float>(timestep::to_seconds(now_ - game) / seconds); }

Point Page::at(timestep::Nanos game, double coordinate) const
{
    const double metres = place_(coordinate);
    const float along   = from_ + age(game) * length_;
    return way_ == Way::down ? Point{stage_.camera.x(metres), along} : Point{along, stage_.camera.y(metres)};
}

void Page::draw() const
{
    if (!stage_.show.trail) return;
    if (stage_.show.ghost) draw_exact_line();
    draw_presented_dots();
}

void Page::draw_exact_line() const
{
    const auto& dots   = stage_.lane.ghost_dots();
    const float across = 0.5F * (way_ == Way::down ? stage_.area.w : stage_.area.h);
    for (std::size_t i = dots.size(); i-- > line_skip;)
    {
        if (i % line_skip != 0) continue;
        const float old = age(dots[i - line_skip].game);
        if (old > 1.0F) break;
        const Point a     = at(dots[i].game, dots[i].x);
        const Point b     = at(dots[i - line_skip].game, dots[i - line_skip].x);
        const bool leaves = std::abs(a.x - b.x) > across || std::abs(a.y - b.y) > across; // the stage, and comes back
        if (!leaves) stage_.picture.line(a, b, stage_.px(1.2F), faded(stage_.theme().quiet, 0.55F * (1.0F - old)));
    }
}

void Page::draw_presented_dots() const
{
    const auto& samples = stage_.lane.samples();
    const auto on_page  = [&](std::size_t i) { return age(samples[i].game) <= 1.0F; };
    std::size_t first   = samples.size();
    while (first > 0 && on_page(first - 1) && (samples[first - 1].events & telemetry::reset) == 0) --first;
    const auto every = static_cast<std::int64_t>(1 + (samples.size() - first) / most_dots);
    for (std::size_t i = samples.size(); i-- > first;)
    {
        const telemetry::FrameSample& f = samples[i];
        if ((f.events & telemetry::paused) != 0 || f.frame % every != 0) continue;
        const Colour ink = faded(stage_.loop(), 1.0F - age(f.game));
        stage_.picture.disc(at(f.game, f.shown_x), stage_.px(3.2F), ink);
    }
}

} // namespace view
