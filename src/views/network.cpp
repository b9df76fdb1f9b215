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

constexpr float pc_names_width = 140;
constexpr float row_height     = 12; // height of a PC's row in points

struct NetworkDiagram
{
    draw::Picture& picture;
    const scenes::NetworkedGame& game;
    const draw::Style& style;
    draw::TimeAxis axis;
    draw::Rect rows; ///< area of the PCs' rows
    draw::Rect curve;
    draw::Rect scale; ///< area of the time axis with its labels

    float px(float points) const { return points * style.scale; }
    const draw::Theme& theme() const { return style.theme; }
    float y(std::size_t pc) const
    {
        const auto intervals = static_cast<float>(game.size() - 1);
        return rows.y + px(row_height) / 2 + (rows.h - px(row_height)) * static_cast<float>(pc) / intervals;
    }
    bool overlaps_axis(timestep::Nanos from, timestep::Nanos to) const
    {
        return to >= axis.span().from && from <= axis.span().to;
    }
};

void draw_cross_mark(draw::Picture& picture, draw::Point at, float r, float width, draw::Colour colour)
{
    picture.line({at.x - r, at.y - r}, {at.x + r, at.y + r}, width, colour);
    picture.line({at.x - r, at.y + r}, {at.x + r, at.y - r}, width, colour);
}

// Draws a message as a line from sending to arrival, to the present if it is in transit, or half way if it is lost.
void draw_message(const NetworkDiagram& diagram, const scenes::Message& m)
{
    const timestep::Nanos end = m.lost ? m.sent + (m.arrives - m.sent) / 2 : m.arrives;
    const timestep::Nanos to  = std::min(end, diagram.game.time());
    if (!diagram.overlaps_axis(m.sent, to) || to < m.sent) return;
    const double part =
        m.arrives > m.sent ? timestep::to_seconds(to - m.sent) / timestep::to_seconds(m.arrives - m.sent) : 1.0;
    const draw::Point from{diagram.axis.x(m.sent), diagram.y(m.from)};
    const draw::Point at{diagram.axis.x(to), std::lerp(diagram.y(m.from), diagram.y(m.to), static_cast<float>(part))};
    const draw::Colour colour = m.lost ? diagram.theme().alarm : pc_colour(m.from);
    diagram.picture.line(from, at, diagram.px(m.lost ? 1.6F : 1.2F), draw::faded(colour, m.lost ? 0.9F : 0.5F));
    if (m.lost && to == end)
        draw_cross_mark(diagram.picture, at, diagram.px(3.5F), diagram.px(1.8F), colour);
    else if (to < end)
        diagram.picture.disc(at, diagram.px(3), colour);
}

void draw_row_part(const NetworkDiagram& diagram, std::size_t pc, timestep::Nanos from, timestep::Nanos to,
                   draw::Colour colour, float height)
{
    const float left  = std::max(diagram.axis.x(from), diagram.axis.left()),
                right = std::min(diagram.axis.x(to), diagram.axis.right());
    if (right <= left) return;
    diagram.picture.box({left, diagram.y(pc) - diagram.px(height) / 2, right - left, diagram.px(height)}, diagram.px(2),
                        colour);
}

void draw_wait(const NetworkDiagram& diagram, std::size_t pc, timestep::Nanos from, timestep::Nanos to)
{
    if (!diagram.overlaps_axis(from, to)) return;
    draw_row_part(diagram, pc, from, to, diagram.theme().warning, row_height);
    const float left  = std::max(diagram.axis.x(from), diagram.axis.left()),
                right = std::min(diagram.axis.x(to), diagram.axis.right());
    if (right - left <= diagram.px(76)) return;
    const draw::Point middle{(left + right) / 2, diagram.y(pc) - diagram.px(8)};
    diagram.picture.write({middle, fmt::format("waits {:.0f} ms", timestep::to_millis(to - from)),
                           diagram.theme().ground, draw::Align::centre});
}

// Draws a rollback as an arrow back in time: from the time of the rollback to the first tick that ran again.
void draw_rollback(const NetworkDiagram& diagram, std::size_t pc, const scenes::Rollback& r)
{
    const timestep::Nanos from = r.at - r.depth * timestep::step_ns(diagram.game.set_up().rate);
    if (!diagram.overlaps_axis(from, r.at)) return;
    const float left = diagram.axis.x(from), right = diagram.axis.x(r.at), y = diagram.y(pc),
                arrow_height  = diagram.px(row_height / 2 + 5);
    const draw::Colour colour = diagram.theme().alarm;
    diagram.picture.line({right, y}, {right, y - arrow_height}, diagram.px(1.6F), colour);
    diagram.picture.line({right, y - arrow_height}, {left, y - arrow_height}, diagram.px(1.6F), colour);
    diagram.picture.triangle({left - diagram.px(3), y - arrow_height},
                             {left + diagram.px(5), y - arrow_height - diagram.px(4)},
                             {left + diagram.px(5), y - arrow_height + diagram.px(4)}, colour);
}

void draw_pc_row(const NetworkDiagram& diagram, std::size_t pc)
{
    const scenes::Peer& peer  = diagram.game[pc];
    const draw::Colour colour = pc_colour(pc);
    draw_row_part(diagram, pc, timestep::Nanos::zero(), diagram.game.time(), draw::faded(colour, 0.30F), row_height);
    for (const scenes::InputWait& w : peer.waits()) draw_wait(diagram, pc, w.from, w.to);
    if (peer.waits_since()) draw_wait(diagram, pc, *peer.waits_since(), diagram.game.time());
    const float tick_width = diagram.axis.length(timestep::step_ns(diagram.game.set_up().rate));
    if (tick_width > diagram.px(2.5F))
        for (const timestep::Nanos at : peer.tick_times())
            if (diagram.overlaps_axis(at, at))
                diagram.picture.line({diagram.axis.x(at), diagram.y(pc) - diagram.px(row_height / 2 - 1)},
                                     {diagram.axis.x(at), diagram.y(pc) + diagram.px(row_height / 2 - 1)},
                                     diagram.px(1.6F), colour);
    for (const scenes::Rollback& r : peer.rollbacks()) draw_rollback(diagram, pc, r);
}

// The game time in seconds that was final on all PCs at the wall clock time `wall`, if its delay was the same as now.
double game_seconds(const scenes::NetworkedGame& game, timestep::Nanos wall)
{
    const double behind = timestep::to_seconds(game.time()) - game.settled();
    return timestep::to_seconds(wall) - std::max(behind, 0.0);
}

// Converts the distance between two PCs' worlds to a height from 0 to 1 on a logarithmic scale from 1e-5 to 1,000, so
// that the start of exponential growth is visible.
float relative_height(double distance)
{
    return static_cast<float>(std::clamp((std::log10(std::max(distance, 1e-6)) + 5.0) / 8.0, 0.0, 1.0));
}

// Draws a horizontal line of the scale, with its number on the left.
void draw_scale_line(const NetworkDiagram& diagram, float height, std::string text)
{
    const float y = diagram.curve.bottom() - height * diagram.curve.h;
    diagram.picture.line({diagram.axis.left(), y}, {diagram.axis.right(), y}, diagram.px(1),
                         draw::faded(diagram.theme().line, 0.6F));
    diagram.picture.write_figures({diagram.axis.left() - diagram.px(6), y - diagram.px(9)}, std::move(text),
                                  diagram.theme().quiet, draw::Align::right);
}

// Draws each PC's distance from the world of the first PC. The scale leaves room for its numbers.
void draw_distances(const NetworkDiagram& diagram)
{
    constexpr int points = 160;
    for (const auto& [metres, text] : {std::pair{1e-3, "1 mm"}, {1.0, "1 m"}, {1e3, "1 km"}})
        if (metres == 1.0 || diagram.curve.h >= diagram.px(40)) draw_scale_line(diagram, relative_height(metres), text);
    for (std::size_t pc = 1; pc < diagram.game.size(); ++pc)
    {
        std::optional<draw::Point> last_point;
        for (int i = 0; i <= points; ++i)
        {
            const timestep::Nanos at = diagram.axis.span().from + i * (diagram.axis.span().length() / points);
            const auto distance      = diagram.game.distance(pc, game_seconds(diagram.game, at));
            if (!distance || at > diagram.game.time()) continue;
            const draw::Point point{diagram.axis.x(at),
                                    diagram.curve.bottom() - relative_height(*distance) * diagram.curve.h};
            if (last_point) diagram.picture.line(*last_point, point, diagram.px(1.8F), pc_colour(pc));
            last_point = point;
        }
    }
}

// Draws how much later each PC ran each tick than a PC that never waits would.
void draw_lateness(const NetworkDiagram& diagram)
{
    const timestep::Nanos step = timestep::step_ns(diagram.game.set_up().rate);
    const auto ms_late         = [&](std::size_t pc, std::size_t i)
    {
        const auto& times = diagram.game[pc].tick_times();
        const auto tick   = diagram.game[pc].tick() - static_cast<std::int64_t>(times.size() - i);
        return timestep::to_millis(times[i] - tick * step);
    };
    double max_value = 10.0;
    for (std::size_t pc = 0; pc < diagram.game.size(); ++pc)
        for (std::size_t i = 0; i < diagram.game[pc].tick_times().size(); ++i)
            max_value = std::max(max_value, ms_late(pc, i));
    const double top = draw::round_number_above(max_value);
    draw_scale_line(diagram, 1.0F, fmt::format("{:.0f} ms", top));
    for (std::size_t pc = 0; pc < diagram.game.size(); ++pc)
    {
        const auto& times = diagram.game[pc].tick_times();
        std::optional<draw::Point> last_point;
        for (std::size_t i = 0; i < times.size(); ++i)
        {
            const auto share = static_cast<float>(std::clamp(ms_late(pc, i) / top, 0.0, 1.0));
            const draw::Point point{diagram.axis.x(times[i]), diagram.curve.bottom() - share * diagram.curve.h};
            if (last_point && diagram.overlaps_axis(times[i], times[i]))
                diagram.picture.line(*last_point, point, diagram.px(1.8F), pc_colour(pc));
            last_point = point;
        }
    }
}

// Draws a bar for each rollback, as high as the number of ticks that ran again.
void draw_repeated_ticks(const NetworkDiagram& diagram)
{
    double max_value = 1.0;
    for (std::size_t pc = 0; pc < diagram.game.size(); ++pc)
        for (const scenes::Rollback& r : diagram.game[pc].rollbacks())
            max_value = std::max(max_value, static_cast<double>(r.depth));
    const double top = draw::round_number_above(max_value);
    draw_scale_line(diagram, 1.0F, fmt::format("{:.0f} {}", top, top > 1 ? "ticks" : "tick"));
    for (std::size_t pc = 0; pc < diagram.game.size(); ++pc)
        for (const scenes::Rollback& r : diagram.game[pc].rollbacks())
        {
            if (!diagram.overlaps_axis(r.at, r.at)) continue;
            const float x     = diagram.axis.x(r.at);
            const float share = static_cast<float>(static_cast<double>(r.depth) / top);
            diagram.picture.line({x, diagram.curve.bottom()}, {x, diagram.curve.bottom() - share * diagram.curve.h},
                                 diagram.px(2), pc_colour(pc));
        }
}

// The curve below the PCs' rows.
struct NetworkCurve
{
    const char* name;
    void (*draw)(const NetworkDiagram&);
};

NetworkCurve curve_of(scenes::NetworkKind kind)
{
    switch (kind)
    {
    case scenes::NetworkKind::free: return {"distance in x", draw_distances};
    case scenes::NetworkKind::rollback: return {"ticks rerun", draw_repeated_ticks};
    case scenes::NetworkKind::lockstep:
    case scenes::NetworkKind::slow_pc: break;
    }
    return {"ticks late by", draw_lateness};
}

void draw_pc_names(const NetworkDiagram& diagram, draw::Rect area)
{
    for (std::size_t pc = 0; pc < diagram.game.size(); ++pc)
    {
        const float y = diagram.y(pc);
        diagram.picture.disc({area.x + diagram.px(8), y}, diagram.px(5), pc_colour(pc));
        diagram.picture.write(
            {{area.x + diagram.px(19), y - diagram.px(9)}, std::string{diagram.game[pc].name()}, diagram.theme().ink});
    }
    diagram.picture.write({{area.x + diagram.px(3), diagram.curve.y + diagram.px(1)},
                           curve_of(diagram.game.set_up().kind).name,
                           diagram.theme().quiet});
}

struct FlightPicture
{
    draw::Picture& picture;
    std::span<const draw::Rect> stages;
    const draw::Style& style;

    float px(float points) const { return points * style.scale; }
    // Opacity at a point: 0.15 over the labels at the top and bottom of a PC's view, otherwise 1.
    float opacity(draw::Point at) const
    {
        for (const draw::Rect& stage : stages)
            if (stage.contains(at)) return at.y < stage.y + px(54) || at.y > stage.bottom() - px(30) ? 0.15F : 1.0F;
        return 1.0F;
    }
    void disc(draw::Point at, float r, draw::Colour colour) const
    {
        picture.disc(at, px(r), draw::faded(colour, opacity(at)));
    }
};

// Draws a message in transit on a curve; opposite directions are on opposite sides. `part` of the flight has passed.
void draw_flight(const FlightPicture& flights, const scenes::Message& m, double part)
{
    // Height in pixels above the lower edge of a PC's view at which messages start, above the labels.
    const float start_height = flights.px(66);
    const draw::Rect& a      = flights.stages[m.from];
    const draw::Rect& b      = flights.stages[m.to];
    const draw::Point from{a.x + a.w / 2, a.bottom() - start_height}, to{b.x + b.w / 2, b.bottom() - start_height};
    const float distance = std::max(std::hypot(to.x - from.x, to.y - from.y), 1.0F);
    const auto at        = [&](float progress)
    {
        const float sideways = flights.px(26) * 4 * progress * (1 - progress) / distance;
        return draw::Point{std::lerp(from.x, to.x, progress) + sideways * (to.y - from.y),
                           std::lerp(from.y, to.y, progress) + sideways * (from.x - to.x)};
    };
    const auto t                     = static_cast<float>(m.lost ? std::min(part, 0.5) : part);
    const bool lost                  = m.lost && part > 0.5;
    const float opacity              = lost ? static_cast<float>(2.0 - 2.0 * part) : 1.0F;
    const draw::Colour sender_colour = draw::faded(pc_colour(m.from), opacity);
    for (int i = 1; i <= 5; ++i)
        if (const float back = t - 0.03F * static_cast<float>(i); back > 0)
            flights.disc(at(back), 3.2F - 0.4F * static_cast<float>(i), draw::faded(sender_colour, 0.45F));
    if (lost)
        draw_cross_mark(flights.picture, at(t), flights.px(6), flights.px(2.2F),
                        draw::faded(flights.style.theme.alarm, opacity * flights.opacity(at(t))));
    else
        flights.disc(at(t), 4.5F, sender_colour);
}

void draw_time_scale(const NetworkDiagram& diagram)
{
    const draw::Ticks ticks = draw::ticks_of(diagram.axis, diagram.px(70));
    for (const draw::Tick& tick : ticks.ticks)
    {
        if (tick.text.empty()) continue;
        const float x = diagram.axis.x(tick.at);
        diagram.picture.line({x, diagram.rows.y}, {x, diagram.curve.bottom()}, diagram.px(1),
                             draw::faded(diagram.theme().line, 0.6F));
        diagram.picture.write_figures({x, diagram.scale.y + diagram.px(1)}, tick.text, diagram.theme().quiet,
                                      draw::Align::centre);
    }
    if (!ticks.base.empty())
        diagram.picture.write_figures(
            {diagram.axis.left() - diagram.px(pc_names_width - 3), diagram.scale.y + diagram.px(1)}, ticks.base,
            diagram.theme().quiet);
}

} // namespace

draw::Colour pc_colour(std::size_t pc)
{
    // Indices of loop colours that are easy to distinguish, one for each PC.
    constexpr std::array<std::size_t, scenes::most_pcs> far_apart{0, 4, 2, 3};
    return draw::loop_colour(far_apart[pc % far_apart.size()]);
}

draw::TimeAxis network_axis(draw::TimeSpan span, draw::Rect area, float scale)
{
    return {span, area.x + pc_names_width * scale, area.right() - 8 * scale};
}

void draw_network(draw::Picture& picture, const scenes::NetworkedGame& game, draw::TimeSpan span, draw::Rect area,
                  const draw::Style& style)
{
    picture.clear(area, style.theme.ground);
    const float scale         = style.scale;
    const float scale_height  = 18 * scale;
    const float curve_height  = std::max(area.h * 0.28F, 18 * scale);
    const float row_end       = area.bottom() - scale_height - curve_height - 10 * scale;
    const draw::TimeAxis axis = network_axis(span, area, scale);
    const NetworkDiagram diagram{picture,
                                 game,
                                 style,
                                 axis,
                                 {axis.left(), area.y + 14 * scale, axis.width(), row_end - area.y - 14 * scale},
                                 {axis.left(), row_end + 6 * scale, axis.width(), curve_height},
                                 {axis.left(), area.bottom() - scale_height, axis.width(), scale_height}};
    draw_time_scale(diagram);
    for (const scenes::Message& m : game.messages()) draw_message(diagram, m);
    for (std::size_t pc = 0; pc < game.size(); ++pc) draw_pc_row(diagram, pc);
    picture.line({axis.left(), diagram.curve.bottom()}, {axis.right(), diagram.curve.bottom()}, diagram.px(1),
                 diagram.theme().line);
    curve_of(game.set_up().kind).draw(diagram);
    picture.box({area.x, area.y, axis.left() - area.x - diagram.px(4), area.h - scale_height}, 0, style.theme.ground);
    draw_pc_names(diagram, area);
}

void draw_flights(draw::Picture& picture, const scenes::NetworkedGame& game, timestep::Nanos now,
                  std::span<const draw::Rect> stages, const draw::Style& style)
{
    for (const scenes::Message& m : game.messages())
        if (m.arrives >= now && m.sent <= now && m.arrives > m.sent)
            draw_flight({picture, stages, style}, m,
                        timestep::to_seconds(now - m.sent) / timestep::to_seconds(m.arrives - m.sent));
}

} // namespace views
