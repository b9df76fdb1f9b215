#include "scenes/drawing/parts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace scenes
{

float ball_radius(const SceneCanvas& canvas, double metres)
{
    return std::max(canvas.camera.length(metres), canvas.px(3));
}

void draw_ball(const draw::Pen& pen, draw::Point at, float radius, draw::Colour colour)
{
    pen.picture.disc(at, radius * 1.12F, draw::faded(colour, 0.30F), radius * 0.55F);
    pen.picture.ball(at, radius, colour);
}

void draw_ring(const draw::Pen& pen, draw::Point at, float radius, Edge edge)
{
    if (edge == Edge::solid)
    {
        pen.picture.ring(at, ring_size * radius, pen.px(3), pen.theme().ink);
        return;
    }
    const draw::Colour ink = draw::faded(pen.theme().ink, 0.75F);
    constexpr int dashes   = 12;
    const auto on          = [&](int i)
    {
        const float turn = std::numbers::pi_v<float> * static_cast<float>(i) / dashes;
        return draw::Point{at.x + radius * std::cos(turn), at.y + radius * std::sin(turn)};
    };
    for (int i = 0; i < 2 * dashes; i += 2) pen.picture.line(on(i), on(i + 1), pen.px(1.6F), ink);
}

void draw_heading(const draw::Pen& pen, draw::Point at, float radius, sim::Vec2 velocity)
{
    const double speed = std::sqrt(velocity.x * velocity.x + velocity.y * velocity.y);
    if (!(speed > 0.0) || !std::isfinite(speed)) return;
    const auto x       = static_cast<float>(velocity.x / speed);
    const auto y       = static_cast<float>(-velocity.y / speed); // the picture's y grows downwards
    const float begin  = ring_size * radius + pen.px(3);
    const float length = pen.px(8);
    const auto point   = [&](float along, float across) {
        return draw::Point{at.x + along * x - across * y, at.y + along * y + across * x};
    };
    pen.picture.triangle(point(begin, -length * 0.7F), point(begin, length * 0.7F), point(begin + length, 0.0F),
                         pen.theme().ink);
}

void draw_frame(const draw::Pen& pen, draw::Rect box, float rounding, Edge edge)
{
    if (edge == Edge::solid)
    {
        pen.picture.box(box, rounding, draw::faded(pen.theme().ink, 0.6F), pen.px(1.4F));
        return;
    }
    const std::array corners{draw::Point{box.x, box.y}, draw::Point{box.right(), box.y},
                             draw::Point{box.right(), box.bottom()}, draw::Point{box.x, box.bottom()}};
    for (std::size_t i = 0; i < 4; ++i) draw_edge(pen, corners[i], corners[(i + 1) % 4], edge);
}

void draw_edge(const draw::Pen& pen, draw::Point a, draw::Point b, Edge edge)
{
    const draw::Colour ink = draw::faded(pen.theme().ink, 0.45F);
    constexpr int parts    = 9;
    const auto on          = [&](int i)
    {
        const float way = static_cast<float>(i) / parts;
        return draw::Point{a.x + way * (b.x - a.x), a.y + way * (b.y - a.y)};
    };
    if (edge == Edge::solid)
        pen.picture.line(a, b, pen.px(1.3F), ink);
    else
        for (int i = 0; i < parts; i += 2) pen.picture.line(on(i), on(i + 1), pen.px(1.3F), ink);
}

namespace
{

constexpr double page_seconds = 1.6;
constexpr double tape_seconds = 0.5;
// In points. A shorter page that points downwards is drawn as one row of dots.
constexpr float least_page      = 100.0F;
constexpr std::size_t most_dots = 500;
// In pixels. Largest distance between a straight line and the curve that it replaces.
constexpr float bend = 0.25F;
// Largest length of one line as a share of the page. A line has one colour, so longer ones would show steps.
constexpr float one_ink = 0.04F;

float norm(draw::Point a) { return std::sqrt(a.x * a.x + a.y * a.y); }
draw::Point from_to(draw::Point a, draw::Point b) { return {b.x - a.x, b.y - a.y}; }

// A run of dots that one line can replace: it deviates from the line by about its length times its angle / 8.
struct Stroke
{
    draw::Point begin{};
    draw::Point second{};
    draw::Point end{};
    // Age of the first dot: 0 is the present, 1 the end of the page.
    float age = 0;
    int dots  = 0;

    bool takes(draw::Point p, float old) const
    {
        if (dots < 2) return true;
        const draw::Point first = from_to(begin, second);
        const draw::Point last  = from_to(end, p);
        const float turn        = std::abs(first.x * last.y - first.y * last.x);
        const float chord       = norm(from_to(begin, p));
        const bool forward      = first.x * last.x + first.y * last.y >= 0.0F;
        return forward && old - age < one_ink && turn * chord <= 8.0F * bend * norm(first) * norm(last);
    }
    void add(draw::Point p, float old)
    {
        if (dots == 0)
        {
            begin = p;
            age   = old;
        }
        if (dots == 1) second = p;
        end = p;
        ++dots;
    }
};

// With more points, only every n-th frame is drawn.
constexpr std::size_t most_points = 600;

} // namespace

TimePage::TimePage(const SceneCanvas& canvas, Way way, float now, float then, Place place)
    : canvas_{canvas}
    , way_{way}
    , from_{now}
    , length_{then - now}
    , place_{place}
{
    if (way == Way::down && length_ < canvas.px(least_page))
    {
        from_   = then - canvas.px(9);
        length_ = 0.0F;
    }
    now_ = canvas.moment.sample.game;
}

float TimePage::age(timestep::Nanos game) const
{
    return static_cast<float>(timestep::to_seconds(now_ - game) / (is_tape() ? tape_seconds : page_seconds));
}

draw::Point TimePage::at(timestep::Nanos game, double coordinate) const
{
    const double metres = place_(coordinate);
    const float along   = from_ + age(game) * length_;
    return way_ == Way::down ? draw::Point{canvas_.camera.x(metres), along}
                             : draw::Point{along, canvas_.camera.y(metres)};
}

void TimePage::draw() const
{
    if (!canvas_.has_trail) return;
    if (!is_tape() && canvas_.has_text_room()) draw_time_scale();
    if (canvas_.reference != nullptr && !is_tape()) draw_line();
    draw_presented_dots();
}

void TimePage::draw_time_scale() const
{
    for (const double ago : {0.5, 1.0, 1.5})
    {
        const float along = from_ + static_cast<float>(ago / page_seconds) * length_;
        const float mark  = canvas_.px(6);
        const bool down   = way_ == Way::down;
        // No marks of the time scale are drawn over the film strip at the foot of the loop's picture.
        if (down && canvas_.has_film() && along > canvas_.scene_bottom() - canvas_.px(56)) break;
        const draw::Point edge = down ? draw::Point{canvas_.area.x, along} : draw::Point{along, canvas_.scene_bottom()};
        const draw::Point end  = down ? draw::Point{edge.x + mark, along} : draw::Point{along, edge.y - mark};
        canvas_.picture.line(edge, end, canvas_.px(1), canvas_.theme().shade);
        const draw::Point beside{end.x + canvas_.px(8), end.y - canvas_.px(8)};
        const draw::Point above{end.x, end.y - canvas_.px(17)};
        if (down) // hides a line of the grid behind the words
            canvas_.picture.box({beside.x, beside.y, canvas_.px(42), canvas_.px(16)}, 0, canvas_.theme().ground);
        draw::write_small_label(canvas_, down ? beside : above, fmt::format("{:g} s", ago),
                                down ? draw::Align::left : draw::Align::centre);
    }
}

void TimePage::draw_line() const
{
    const auto& dots   = *canvas_.reference;
    const float across = 0.5F * (way_ == Way::down ? canvas_.area.w : canvas_.area.h);
    Stroke stroke;
    // The colour is opaque: the overlapping ends of transparent lines would be visible.
    const auto draw = [&](float old)
    {
        const draw::Colour ink = draw::mix(canvas_.theme().ground, canvas_.theme().quiet, 0.55F * (1.0F - old));
        if (stroke.dots > 1 && old < 0.97F) canvas_.picture.line(stroke.begin, stroke.end, canvas_.px(1.2F), ink);
    };
    for (std::size_t i = dots.size(); i-- > 0;)
    {
        const float old        = age(dots[i].game_time);
        const draw::Point p    = at(dots[i].game_time, dots[i].x);
        const draw::Point jump = from_to(stroke.end, p);
        const bool returns     = stroke.dots > 0 && std::max(std::abs(jump.x), std::abs(jump.y)) > across;
        if (old < 0.0F) continue; // the dot's time is after the time of the drawn frame
        if (old > 1.0F) break;
        if (returns || !stroke.takes(p, old))
        {
            draw(old);
            const draw::Point end = stroke.end;
            stroke                = {};
            // A jump over more than half of the picture: the body has left the visible area on one side and has come
            // back on the other (such as in the scene Uniform motion). No line joins these two dots.
            if (!returns) stroke.add(end, old);
        }
        stroke.add(p, old);
    }
    draw(stroke.age);
}

void TimePage::draw_presented_dots() const
{
    const auto samples = canvas_.frames;
    const auto on_page = [&](std::size_t i) { return age(samples[i].game) <= 1.0F; };
    std::size_t first  = samples.size();
    while (first > 0 && on_page(first - 1) && (samples[first - 1].events & telemetry::reset) == 0) --first;
    const auto every = static_cast<std::int64_t>(1 + (samples.size() - first) / most_dots);
    for (std::size_t i = samples.size(); i-- > first;)
    {
        const telemetry::FrameSample& f = samples[i];
        if ((f.events & telemetry::paused) != 0 || f.frame % every != 0) continue;
        const draw::Colour ink = draw::faded(canvas_.loop_colour(), 1.0F - age(f.game));
        const draw::Point p    = at(f.game, f.shown_x);
        canvas_.picture.disc(p, canvas_.px(3.2F), ink);
        // Draws a ring around the dot if the picture shows the same simulated time as the picture before. This cannot
        // be found out if dots are left out (every > 1), and has no room in a page that is only one row of dots.
        if (every == 1 && i > 0 && f.shown == samples[i - 1].shown && !is_tape())
            canvas_.picture.ring(p, canvas_.px(6), canvas_.px(1.2F), ink);
    }
}

void draw_path(const SceneCanvas& canvas, const TrailPath& path)
{
    const auto& sightings  = canvas.trace.sightings();
    const std::size_t size = canvas.sighting_count();
    if (!canvas.has_trail || size == 0) return;
    const auto age = [&](std::size_t i)
    { return static_cast<float>(timestep::to_seconds(sightings[size - 1].game - sightings[i].game) / path.seconds); };
    const auto at     = [&](std::size_t i) { return canvas.at(sightings[i].at.at(path.which)); };
    std::size_t first = size;
    while (first > 0 && age(first - 1) <= 1.0F) --first;
    const std::size_t every = 1 + (size - first) / most_points;
    std::size_t last        = first;
    for (std::size_t i = first; i < size; ++i)
    {
        if (sightings[i].jumped) last = i; // the point was teleported, so no line leads to it
        if (path.line <= 0.0F || sightings[i].frame % every != 0) continue;
        if (last < i)
            canvas.picture.line(at(last), at(i), path.line, draw::faded(path.colour, 0.55F * (1.0F - age(i))));
        last = i;
    }
    for (std::size_t i = first; i < size; ++i)
        if (path.dot > 0.0F && sightings[i].frame % every == 0)
            canvas.picture.disc(at(i), path.dot, draw::faded(path.colour, 0.9F * (1.0F - age(i))));
}

} // namespace scenes
