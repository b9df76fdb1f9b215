#include "views/network.hpp"

#include "draw/shapes/pen.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace views
{

namespace
{

constexpr float gutter = 140; // width in points of the column with the PCs' names
constexpr float tall   = 12;  // height in points of the row of one PC

struct Diagram
{
    draw::Picture& picture;
    const scenes::NetworkedGame& game;
    const draw::Style& style;
    draw::TimeAxis axis;
    draw::Rect rows;  ///< area of the rows, one for each PC
    draw::Rect curve; ///< area of the curves that show the distance between the PCs' worlds
    draw::Rect scale; ///< area of the time axis with its texts

    float px(float points) const { return points * style.scale; }
    const draw::Theme& theme() const { return style.theme; }
    float y(std::size_t pc) const
    {
        const auto apart = static_cast<float>(game.size() - 1);
        return rows.y + px(tall) / 2 + (rows.h - px(tall)) * static_cast<float>(pc) / apart;
    }
    bool is_seen(timestep::Nanos from, timestep::Nanos to) const
    {
        return to >= axis.span().from && from <= axis.span().to;
    }
};

void cross(draw::Picture& picture, draw::Point at, float r, float width, draw::Colour colour)
{
    picture.line({at.x - r, at.y - r}, {at.x + r, at.y + r}, width, colour);
    picture.line({at.x - r, at.y + r}, {at.x + r, at.y - r}, width, colour);
}

// Draws a message between two PCs as a line from its sending to its arrival, or to the present time if it has not
// arrived. The line of a lost message ends half way.
void message(const Diagram& d, const scenes::Message& m)
{
    const timestep::Nanos end = m.lost ? m.sent + (m.arrives - m.sent) / 2 : m.arrives;
    const timestep::Nanos to  = std::min(end, d.game.time());
    if (!d.is_seen(m.sent, to) || to < m.sent) return;
    const double part =
        m.arrives > m.sent ? timestep::to_seconds(to - m.sent) / timestep::to_seconds(m.arrives - m.sent) : 1.0;
    const draw::Point from{d.axis.x(m.sent), d.y(m.from)};
    const draw::Point at{d.axis.x(to), std::lerp(d.y(m.from), d.y(m.to), static_cast<float>(part))};
    const draw::Colour colour = m.lost ? d.theme().alarm : pc_colour(m.from);
    d.picture.line(from, at, d.px(m.lost ? 1.6F : 1.2F), draw::faded(colour, m.lost ? 0.9F : 0.5F));
    if (m.lost && to == end)
        cross(d.picture, at, d.px(3.5F), d.px(1.8F), colour);
    else if (to < end)
        d.picture.disc(at, d.px(3), colour);
}

void stretch(const Diagram& d, std::size_t pc, timestep::Nanos from, timestep::Nanos to, draw::Colour colour,
             float height)
{
    const float left = std::max(d.axis.x(from), d.axis.left()), right = std::min(d.axis.x(to), d.axis.right());
    if (right <= left) return;
    d.picture.box({left, d.y(pc) - d.px(height) / 2, right - left, d.px(height)}, d.px(2), colour);
}

void wait(const Diagram& d, std::size_t pc, timestep::Nanos from, timestep::Nanos to)
{
    if (!d.is_seen(from, to)) return;
    stretch(d, pc, from, to, d.theme().warning, tall);
    const float left = std::max(d.axis.x(from), d.axis.left()), right = std::min(d.axis.x(to), d.axis.right());
    if (right - left <= d.px(76)) return;
    const draw::Point middle{(left + right) / 2, d.y(pc) - d.px(8)};
    d.picture.write({middle, fmt::format("waits {:.0f} ms", timestep::to_millis(to - from)), d.theme().ground,
                     draw::Align::centre});
}

// Draws a rollback as an arrow back in time: from the time of the rollback to the first tick that was computed again.
void rollback(const Diagram& d, std::size_t pc, const scenes::Rollback& r)
{
    const timestep::Nanos from = r.at - r.depth * timestep::step_ns(d.game.set_up().rate);
    if (!d.is_seen(from, r.at)) return;
    const float left = d.axis.x(from), right = d.axis.x(r.at), y = d.y(pc), up = d.px(tall / 2 + 5);
    const draw::Colour colour = d.theme().alarm;
    d.picture.line({right, y}, {right, y - up}, d.px(1.6F), colour);
    d.picture.line({right, y - up}, {left, y - up}, d.px(1.6F), colour);
    d.picture.triangle({left - d.px(3), y - up}, {left + d.px(5), y - up - d.px(4)}, {left + d.px(5), y - up + d.px(4)},
                       colour);
}

void row(const Diagram& d, std::size_t pc)
{
    const scenes::Peer& peer  = d.game[pc];
    const draw::Colour colour = pc_colour(pc);
    stretch(d, pc, timestep::Nanos::zero(), d.game.time(), draw::faded(colour, 0.30F), tall);
    for (const scenes::InputWait& w : peer.waits()) wait(d, pc, w.from, w.to);
    if (peer.waits_since()) wait(d, pc, *peer.waits_since(), d.game.time());
    const float room = d.axis.length(timestep::step_ns(d.game.set_up().rate));
    if (room > d.px(2.5F))
        for (const timestep::Nanos at : peer.tick_times())
            if (d.is_seen(at, at))
                d.picture.line({d.axis.x(at), d.y(pc) - d.px(tall / 2 - 1)},
                               {d.axis.x(at), d.y(pc) + d.px(tall / 2 - 1)}, d.px(1.6F), colour);
    for (const scenes::Rollback& r : peer.rollbacks()) rollback(d, pc, r);
}

// The game time in seconds up to which the game was final at the wall clock time `wall`. It assumes that this game time
// was always as far behind the wall clock as it is now.
double game_seconds(const scenes::NetworkedGame& game, timestep::Nanos wall)
{
    const double behind = timestep::to_seconds(game.time()) - game.settled();
    return timestep::to_seconds(wall) - std::max(behind, 0.0);
}

// Converts the distance between the worlds of two PCs to a height from 0 to 1. The scale is logarithmic, from 1e-5 to
// 1,000, so that the beginning of exponential growth is visible.
float height_of(double distance)
{
    return static_cast<float>(std::clamp((std::log10(std::max(distance, 1e-6)) + 5.0) / 8.0, 0.0, 1.0));
}

// Writes the number to the left of the line.
void scale_line(const Diagram& d, float height, std::string text)
{
    const float y = d.curve.bottom() - height * d.curve.h;
    d.picture.line({d.axis.left(), y}, {d.axis.right(), y}, d.px(1), draw::faded(d.theme().line, 0.6F));
    d.picture.write_figures({d.axis.left() - d.px(6), y - d.px(9)}, std::move(text), d.theme().quiet,
                            draw::Align::right);
}

// Distances from the world of the first PC. The lines of the scale need room for their numbers.
void distances(const Diagram& d)
{
    constexpr int points = 160;
    for (const auto& [metres, text] : {std::pair{1e-3, "1 mm"}, {1.0, "1 m"}, {1e3, "1 km"}})
        if (metres == 1.0 || d.curve.h >= d.px(40)) scale_line(d, height_of(metres), text);
    for (std::size_t pc = 1; pc < d.game.size(); ++pc)
    {
        std::optional<draw::Point> before;
        for (int i = 0; i <= points; ++i)
        {
            const timestep::Nanos at = d.axis.span().from + i * (d.axis.span().length() / points);
            const auto apart         = d.game.distance(pc, game_seconds(d.game, at));
            if (!apart || at > d.game.time()) continue;
            const draw::Point now{d.axis.x(at), d.curve.bottom() - height_of(*apart) * d.curve.h};
            if (before) d.picture.line(*before, now, d.px(1.8F), pc_colour(pc));
            before = now;
        }
    }
}

// Draws the time by which each tick of each PC was later than on a PC that never waits.
void lateness(const Diagram& d)
{
    const timestep::Nanos step = timestep::step_ns(d.game.set_up().rate);
    const auto late            = [&](std::size_t pc, std::size_t i)
    {
        const auto& times = d.game[pc].tick_times();
        const auto tick   = d.game[pc].tick() - static_cast<std::int64_t>(times.size() - i);
        return timestep::to_millis(times[i] - tick * step);
    };
    double most = 10.0;
    for (std::size_t pc = 0; pc < d.game.size(); ++pc)
        for (std::size_t i = 0; i < d.game[pc].tick_times().size(); ++i) most = std::max(most, late(pc, i));
    const double top = draw::round_number_above(most);
    scale_line(d, 1.0F, fmt::format("{:.0f} ms", top));
    for (std::size_t pc = 0; pc < d.game.size(); ++pc)
    {
        const auto& times = d.game[pc].tick_times();
        std::optional<draw::Point> before;
        for (std::size_t i = 0; i < times.size(); ++i)
        {
            const auto share = static_cast<float>(std::clamp(late(pc, i) / top, 0.0, 1.0));
            const draw::Point now{d.axis.x(times[i]), d.curve.bottom() - share * d.curve.h};
            if (before && d.is_seen(times[i], times[i])) d.picture.line(*before, now, d.px(1.8F), pc_colour(pc));
            before = now;
        }
    }
}

// Draws a bar for each rollback, as high as the number of ticks that were taken again.
void taken_again(const Diagram& d)
{
    double most = 1.0;
    for (std::size_t pc = 0; pc < d.game.size(); ++pc)
        for (const scenes::Rollback& r : d.game[pc].rollbacks()) most = std::max(most, static_cast<double>(r.depth));
    const double top = draw::round_number_above(most);
    scale_line(d, 1.0F, fmt::format("{:.0f} {}", top, top > 1 ? "ticks" : "tick"));
    for (std::size_t pc = 0; pc < d.game.size(); ++pc)
        for (const scenes::Rollback& r : d.game[pc].rollbacks())
        {
            if (!d.is_seen(r.at, r.at)) continue;
            const float x     = d.axis.x(r.at);
            const float share = static_cast<float>(static_cast<double>(r.depth) / top);
            d.picture.line({x, d.curve.bottom()}, {x, d.curve.bottom() - share * d.curve.h}, d.px(2), pc_colour(pc));
        }
}

// The curve below the rows of the PCs.
struct Curve
{
    const char* name;
    void (*draw)(const Diagram&);
};

Curve curve_of(scenes::NetworkKind kind)
{
    switch (kind)
    {
    case scenes::NetworkKind::free: return {"apart in x", distances};
    case scenes::NetworkKind::rollback: return {"taken again", taken_again};
    case scenes::NetworkKind::lockstep:
    case scenes::NetworkKind::slow_pc: break;
    }
    return {"ticks late by", lateness};
}

void names(const Diagram& d, draw::Rect area)
{
    for (std::size_t pc = 0; pc < d.game.size(); ++pc)
    {
        const float y = d.y(pc);
        d.picture.disc({area.x + d.px(8), y}, d.px(5), pc_colour(pc));
        d.picture.write({{area.x + d.px(19), y - d.px(9)}, std::string{d.game[pc].name()}, d.theme().ink});
    }
    d.picture.write({{area.x + d.px(3), d.curve.y + d.px(1)}, curve_of(d.game.set_up().kind).name, d.theme().quiet});
}

struct Sky
{
    draw::Picture& picture;
    std::span<const draw::Rect> stages;
    const draw::Style& style;

    float px(float points) const { return points * style.scale; }
    // 0.15 over the texts at the top and at the bottom of a PC's picture, otherwise 1.
    float paleness(draw::Point at) const
    {
        for (const draw::Rect& stage : stages)
            if (stage.contains(at)) return at.y < stage.y + px(54) || at.y > stage.bottom() - px(30) ? 0.15F : 1.0F;
        return 1.0F;
    }
    void disc(draw::Point at, float r, draw::Colour colour) const
    {
        picture.disc(at, px(r), draw::faded(colour, paleness(at)));
    }
};

// `part` is the share of the way that is done. Opposite directions follow curves on opposite sides.
void flight(const Sky& sky, const scenes::Message& m, double part)
{
    // Height in pixels above the lower edge of a PC's picture at which the messages start; the texts are below it.
    const float above   = sky.px(66);
    const draw::Rect& a = sky.stages[m.from];
    const draw::Rect& b = sky.stages[m.to];
    const draw::Point from{a.x + a.w / 2, a.bottom() - above}, to{b.x + b.w / 2, b.bottom() - above};
    const float far = std::max(std::hypot(to.x - from.x, to.y - from.y), 1.0F);
    const auto at   = [&](float of)
    {
        const float thrown = sky.px(26) * 4 * of * (1 - of) / far;
        return draw::Point{std::lerp(from.x, to.x, of) + thrown * (to.y - from.y),
                           std::lerp(from.y, to.y, of) + thrown * (from.x - to.x)};
    };
    const auto t           = static_cast<float>(m.lost ? std::min(part, 0.5) : part);
    const bool lost        = m.lost && part > 0.5;
    const float fades      = lost ? static_cast<float>(2.0 - 2.0 * part) : 1.0F;
    const draw::Colour own = draw::faded(pc_colour(m.from), fades);
    for (int i = 1; i <= 5; ++i)
        if (const float back = t - 0.03F * static_cast<float>(i); back > 0)
            sky.disc(at(back), 3.2F - 0.4F * static_cast<float>(i), draw::faded(own, 0.45F));
    if (lost)
        cross(sky.picture, at(t), sky.px(6), sky.px(2.2F),
              draw::faded(sky.style.theme.alarm, fades * sky.paleness(at(t))));
    else
        sky.disc(at(t), 4.5F, own);
}

void time_scale(const Diagram& d)
{
    const draw::Ticks ticks = draw::ticks_of(d.axis, d.px(70));
    for (const draw::Tick& tick : ticks.ticks)
    {
        if (tick.text.empty()) continue;
        const float x = d.axis.x(tick.at);
        d.picture.line({x, d.rows.y}, {x, d.curve.bottom()}, d.px(1), draw::faded(d.theme().line, 0.6F));
        d.picture.write_figures({x, d.scale.y + d.px(1)}, tick.text, d.theme().quiet, draw::Align::centre);
    }
    if (!ticks.base.empty())
        d.picture.write_figures({d.axis.left() - d.px(gutter - 3), d.scale.y + d.px(1)}, ticks.base, d.theme().quiet);
}

} // namespace

draw::Colour pc_colour(std::size_t pc)
{
    // Indices of loop colours that differ clearly from each other: one colour for each PC of the network game.
    constexpr std::array<std::size_t, scenes::most_pcs> far_apart{0, 4, 2, 3};
    return draw::loop_colour(far_apart[pc % far_apart.size()]);
}

draw::TimeAxis network_axis(draw::TimeSpan span, draw::Rect area, float scale)
{
    return {span, area.x + gutter * scale, area.right() - 8 * scale};
}

void draw_network(draw::Picture& picture, const scenes::NetworkedGame& game, draw::TimeSpan span, draw::Rect area,
                  const draw::Style& style)
{
    picture.clear(area, style.theme.ground);
    const float s             = style.scale;
    const float words         = 18 * s;
    const float below         = std::max(area.h * 0.28F, 18 * s);
    const float row_end       = area.bottom() - words - below - 10 * s;
    const draw::TimeAxis axis = network_axis(span, area, s);
    const Diagram d{picture,
                    game,
                    style,
                    axis,
                    {axis.left(), area.y + 14 * s, axis.width(), row_end - area.y - 14 * s},
                    {axis.left(), row_end + 6 * s, axis.width(), below},
                    {axis.left(), area.bottom() - words, axis.width(), words}};
    time_scale(d);
    for (const scenes::Message& m : game.messages()) message(d, m);
    for (std::size_t pc = 0; pc < game.size(); ++pc) row(d, pc);
    picture.line({axis.left(), d.curve.bottom()}, {axis.right(), d.curve.bottom()}, d.px(1), d.theme().line);
    curve_of(game.set_up().kind).draw(d);
    picture.box({area.x, area.y, axis.left() - area.x - d.px(4), area.h - words}, 0, style.theme.ground);
    names(d, area);
}

void draw_flights(draw::Picture& picture, const scenes::NetworkedGame& game, timestep::Nanos now,
                  std::span<const draw::Rect> stages, const draw::Style& style)
{
    for (const scenes::Message& m : game.messages())
        if (m.arrives >= now && m.sent <= now && m.arrives > m.sent)
            flight({picture, stages, style}, m,
                   timestep::to_seconds(now - m.sent) / timestep::to_seconds(m.arrives - m.sent));
}

} // namespace views
