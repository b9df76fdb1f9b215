// Draws two pictures: the timeline with a row for each PC, and the messages that fly between the views of the PCs.
#include "views/network_view.hpp"

#include "draw/shapes/draw_context.hpp"

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

constexpr float pc_names_width = 140, row_height = 12; // in points

struct NetworkDiagram : draw::DrawContext
{
    const scenes::PeerToPeerGame& game;
    draw::TimeAxis axis;
    draw::Rect rows_area;
    draw::Rect plot_area;
    draw::Rect time_scale_area; ///< the time axis with its labels

    float row_y(std::size_t pc_index) const
    {
        const auto intervals = static_cast<float>(game.pc_count() - 1);
        return rows_area.y + to_pixels(row_height) / 2 +
               (rows_area.h - to_pixels(row_height)) * static_cast<float>(pc_index) / intervals;
    }
    float plot_y(float relative_height) const { return plot_area.bottom() - relative_height * plot_area.h; }
    bool overlaps_visible_span(timestep::Nanos from, timestep::Nanos to) const
    {
        return to >= axis.span().from && from <= axis.span().to;
    }
};

void draw_cross_mark(draw::Picture& picture, draw::Point centre, float half_size, float width, draw::Colour colour)
{
    for (const float dy : {half_size, -half_size})
        picture.add_line({centre.x - half_size, centre.y - dy}, {centre.x + half_size, centre.y + dy}, width, colour);
}

// The line of a lost message ends halfway; the line of a message in transit ends at the present time.
void draw_message_line(const NetworkDiagram& diagram, const scenes::InputMessage& message)
{
    const timestep::Nanos end_time =
        message.is_lost ? message.sent_time + (message.arrival_time - message.sent_time) / 2 : message.arrival_time;
    const timestep::Nanos drawn_end_time = std::min(end_time, diagram.game.wall_time());
    if (!diagram.overlaps_visible_span(message.sent_time, drawn_end_time) || drawn_end_time < message.sent_time) return;
    const double progress = message.arrival_time > message.sent_time
                                ? timestep::to_seconds(drawn_end_time - message.sent_time) /
                                      timestep::to_seconds(message.arrival_time - message.sent_time)
                                : 1.0;
    const draw::Point from{diagram.axis.x_clamped_with_overhang(message.sent_time), diagram.row_y(message.sender)};
    const draw::Point drawn_end{
        diagram.axis.x_clamped_with_overhang(drawn_end_time),
        std::lerp(diagram.row_y(message.sender), diagram.row_y(message.receiver), static_cast<float>(progress))};
    const draw::Colour colour = message.is_lost ? diagram.theme().alarm : pc_colour(message.sender);
    diagram.picture.add_line(from, drawn_end, diagram.to_pixels(message.is_lost ? 1.6F : 1.2F),
                             draw::faded(colour, message.is_lost ? 0.9F : 0.5F));
    if (message.is_lost && drawn_end_time == end_time)
        draw_cross_mark(diagram.picture, drawn_end, diagram.to_pixels(3.5F), diagram.to_pixels(1.8F), colour);
    else if (drawn_end_time < end_time)
        diagram.picture.add_disc(drawn_end, diagram.to_pixels(3), colour);
}

void draw_row_box(const NetworkDiagram& diagram, std::size_t pc_index, timestep::Nanos from, timestep::Nanos to,
                  draw::Colour colour)
{
    const float left = std::max(diagram.axis.x_clamped_with_overhang(from), diagram.axis.left());
    const float right = std::min(diagram.axis.x_clamped_with_overhang(to), diagram.axis.right());
    if (right <= left) return;
    diagram.picture.add_rectangle({left, diagram.row_y(pc_index) - diagram.to_pixels(row_height) / 2, right - left,
                                   diagram.to_pixels(row_height)},
                                  diagram.to_pixels(2), colour);
}

void draw_wait(const NetworkDiagram& diagram, std::size_t pc_index, timestep::Nanos from, timestep::Nanos to)
{
    if (!diagram.overlaps_visible_span(from, to)) return;
    draw_row_box(diagram, pc_index, from, to, diagram.theme().warning);
    const float left = std::max(diagram.axis.x_clamped_with_overhang(from), diagram.axis.left());
    const float right = std::min(diagram.axis.x_clamped_with_overhang(to), diagram.axis.right());
    if (right - left <= diagram.to_pixels(76)) return;
    const draw::Point middle{(left + right) / 2, diagram.row_y(pc_index) - diagram.to_pixels(8)};
    diagram.picture.add_label({middle, fmt::format("waits {:.0f} ms", timestep::to_millis(to - from)),
                               diagram.theme().background, draw::Align::centre});
}

// Draws an arrow from the time of the rollback back to the first tick that ran again.
void draw_rollback(const NetworkDiagram& diagram, std::size_t pc_index, const scenes::RollbackRecord& rollback)
{
    const timestep::Nanos from = rollback.time - rollback.depth * timestep::step_ns(diagram.game.setup().rate);
    if (!diagram.overlaps_visible_span(from, rollback.time)) return;
    const float left = diagram.axis.x_clamped_with_overhang(from);
    const float right = diagram.axis.x_clamped_with_overhang(rollback.time);
    const float row_y = diagram.row_y(pc_index);
    const float arrow_y = row_y - diagram.to_pixels(row_height / 2 + 5);
    const draw::Colour colour = diagram.theme().alarm;
    diagram.picture.add_line({right, row_y}, {right, arrow_y}, diagram.to_pixels(1.6F), colour);
    diagram.picture.add_line({right, arrow_y}, {left, arrow_y}, diagram.to_pixels(1.6F), colour);
    diagram.picture.add_triangle({left - diagram.to_pixels(3), arrow_y},
                                 {left + diagram.to_pixels(5), arrow_y - diagram.to_pixels(4)},
                                 {left + diagram.to_pixels(5), arrow_y + diagram.to_pixels(4)}, colour);
}

void draw_pc_row(const NetworkDiagram& diagram, std::size_t pc_index)
{
    const scenes::NetworkPc& network_pc = diagram.game[pc_index];
    const draw::Colour colour = pc_colour(pc_index);
    const float row_y = diagram.row_y(pc_index);
    draw_row_box(diagram, pc_index, timestep::Nanos::zero(), diagram.game.wall_time(), draw::faded(colour, 0.30F));
    for (const scenes::InputWait& wait : network_pc.waits) draw_wait(diagram, pc_index, wait.start, wait.end);
    if (network_pc.wait_start) draw_wait(diagram, pc_index, *network_pc.wait_start, diagram.game.wall_time());
    const float tick_width = diagram.axis.pixel_length(timestep::step_ns(diagram.game.setup().rate));
    if (tick_width > diagram.to_pixels(2.5F))
        for (const timestep::Nanos tick_time : network_pc.tick_times)
        {
            if (!diagram.overlaps_visible_span(tick_time, tick_time)) continue;
            const float x = diagram.axis.x_clamped_with_overhang(tick_time);
            const float half_height = diagram.to_pixels(row_height / 2 - 1);
            diagram.picture.add_line({x, row_y - half_height}, {x, row_y + half_height}, diagram.to_pixels(1.6F),
                                     colour);
        }
    for (const scenes::RollbackRecord& rollback : network_pc.rollbacks) draw_rollback(diagram, pc_index, rollback);
}

// Maps a distance, 1e-5 to 1,000 m, to a height, 0 to 1. The scale is logarithmic, so small distances are visible, too.
float logarithmic_height(double distance)
{
    return static_cast<float>(std::clamp((std::log10(std::max(distance, 1e-6)) + 5.0) / 8.0, 0.0, 1.0));
}

// Draws a horizontal line at `height`, from 0 (bottom of the plot) to 1 (top), with `text` on its left.
void draw_scale_line(const NetworkDiagram& diagram, float height, std::string text)
{
    const float y = diagram.plot_y(height);
    diagram.picture.add_line({diagram.axis.left(), y}, {diagram.axis.right(), y}, diagram.to_pixels(1),
                             draw::faded(diagram.theme().border, 0.6F));
    diagram.picture.add_monospaced_label({diagram.axis.left() - diagram.to_pixels(6), y - diagram.to_pixels(9)},
                                         std::move(text), diagram.theme().dim_text, draw::Align::right);
}

// Draws a curve for each PC but the first: the distance in x between its body and the body on the first PC.
void draw_distance_curves(const NetworkDiagram& diagram)
{
    constexpr int sample_count = 160;
    const double lateness_s =
        std::max(timestep::to_seconds(diagram.game.wall_time()) - diagram.game.confirmed_game_seconds(), 0.0);
    for (const auto& [metres, text] : {std::pair{1e-3, "1 mm"}, {1.0, "1 m"}, {1e3, "1 km"}})
        if (metres == 1.0 || diagram.plot_area.h >= diagram.to_pixels(40))
            draw_scale_line(diagram, logarithmic_height(metres), text);
    for (std::size_t pc_index = 1; pc_index < diagram.game.pc_count(); ++pc_index)
    {
        std::optional<draw::Point> previous_point;
        for (int i = 0; i <= sample_count; ++i)
        {
            const timestep::Nanos wall_time =
                diagram.axis.span().from + i * (diagram.axis.span().length() / sample_count);
            const auto distance =
                diagram.game.confirmed_distance(pc_index, timestep::to_seconds(wall_time) - lateness_s);
            if (!distance || wall_time > diagram.game.wall_time()) continue;
            const draw::Point point{diagram.axis.x_clamped_with_overhang(wall_time),
                                    diagram.plot_y(logarithmic_height(*distance))};
            if (previous_point)
                diagram.picture.add_line(*previous_point, point, diagram.to_pixels(1.8F), pc_colour(pc_index));
            previous_point = point;
        }
    }
}

// Draws how late each PC runs its ticks: tick n is on time at n * step.
void draw_lateness_curves(const NetworkDiagram& diagram)
{
    const timestep::Nanos step_length = timestep::step_ns(diagram.game.setup().rate);
    const auto lateness_ms = [&](std::size_t pc_index, std::size_t i)
    {
        const auto& tick_times = diagram.game[pc_index].tick_times;
        const auto tick = diagram.game[pc_index].tick() - static_cast<std::int64_t>(tick_times.size() - i);
        return timestep::to_millis(tick_times[i] - tick * step_length);
    };
    double max_lateness_ms = 10.0;
    for (std::size_t pc_index = 0; pc_index < diagram.game.pc_count(); ++pc_index)
        for (std::size_t i = 0; i < diagram.game[pc_index].tick_times.size(); ++i)
            max_lateness_ms = std::max(max_lateness_ms, lateness_ms(pc_index, i));
    const double axis_limit_ms = draw::round_number_at_least(max_lateness_ms);
    draw_scale_line(diagram, 1.0F, fmt::format("{:.0f} ms", axis_limit_ms));
    for (std::size_t pc_index = 0; pc_index < diagram.game.pc_count(); ++pc_index)
    {
        const auto& tick_times = diagram.game[pc_index].tick_times;
        std::optional<draw::Point> previous_point;
        for (std::size_t i = 0; i < tick_times.size(); ++i)
        {
            const auto relative_height =
                static_cast<float>(std::clamp(lateness_ms(pc_index, i) / axis_limit_ms, 0.0, 1.0));
            const draw::Point point{diagram.axis.x_clamped_with_overhang(tick_times[i]),
                                    diagram.plot_y(relative_height)};
            if (previous_point && diagram.overlaps_visible_span(tick_times[i], tick_times[i]))
                diagram.picture.add_line(*previous_point, point, diagram.to_pixels(1.8F), pc_colour(pc_index));
            previous_point = point;
        }
    }
}

// Draws a bar for each rollback. The bar shows how many ticks ran again.
void draw_rollback_bars(const NetworkDiagram& diagram)
{
    double max_depth = 1.0;
    for (std::size_t pc_index = 0; pc_index < diagram.game.pc_count(); ++pc_index)
        for (const scenes::RollbackRecord& rollback : diagram.game[pc_index].rollbacks)
            max_depth = std::max(max_depth, static_cast<double>(rollback.depth));
    const double axis_limit = draw::round_number_at_least(max_depth);
    draw_scale_line(diagram, 1.0F, fmt::format("{:.0f} {}", axis_limit, axis_limit > 1 ? "ticks" : "tick"));
    for (std::size_t pc_index = 0; pc_index < diagram.game.pc_count(); ++pc_index)
        for (const scenes::RollbackRecord& rollback : diagram.game[pc_index].rollbacks)
        {
            if (!diagram.overlaps_visible_span(rollback.time, rollback.time)) continue;
            const float x = diagram.axis.x_clamped_with_overhang(rollback.time);
            const float relative_height = static_cast<float>(static_cast<double>(rollback.depth) / axis_limit);
            diagram.picture.add_line({x, diagram.plot_area.bottom()}, {x, diagram.plot_y(relative_height)},
                                     diagram.to_pixels(2), pc_colour(pc_index));
        }
}

struct SyncPlot
{
    const char* name;
    void (*draw_plot)(const NetworkDiagram&);
};

SyncPlot sync_plot_of(scenes::SyncMethod method)
{
    switch (method)
    {
    case scenes::SyncMethod::unsynced: return {"distance in x", draw_distance_curves};
    case scenes::SyncMethod::rollback: return {"ticks rerun", draw_rollback_bars};
    case scenes::SyncMethod::lockstep:
    case scenes::SyncMethod::lockstep_slow_pc: break;
    }
    return {"ticks late by", draw_lateness_curves};
}

void draw_pc_names(const NetworkDiagram& diagram)
{
    for (std::size_t pc_index = 0; pc_index < diagram.game.pc_count(); ++pc_index)
    {
        const float y = diagram.row_y(pc_index);
        diagram.picture.add_disc({diagram.area.x + diagram.to_pixels(8), y}, diagram.to_pixels(5), pc_colour(pc_index));
        diagram.picture.add_label({{diagram.area.x + diagram.to_pixels(19), y - diagram.to_pixels(9)},
                                   std::string{diagram.game[pc_index].name()},
                                   diagram.theme().text});
    }
    diagram.picture.add_label({{diagram.area.x + diagram.to_pixels(3), diagram.plot_area.y + diagram.to_pixels(1)},
                               sync_plot_of(diagram.game.setup().sync_method).name,
                               diagram.theme().dim_text});
}

struct TransitMessagePainter
{
    draw::Picture& picture;
    std::span<const draw::Rect> pc_areas;
    const draw::ViewStyle& style;

    float to_pixels(float points) const { return points * style.pixels_per_point; }
    float opacity_low_over_labels(draw::Point point) const
    {
        for (const draw::Rect& pc_area : pc_areas)
            if (pc_area.contains(point))
                return point.y < pc_area.y + to_pixels(54) || point.y > pc_area.bottom() - to_pixels(30) ? 0.15F : 1.0F;
        return 1.0F;
    }
    void draw_disc(draw::Point centre, float radius_points, draw::Colour colour) const
    {
        picture.add_disc(centre, to_pixels(radius_points), draw::faded(colour, opacity_low_over_labels(centre)));
    }
};

void draw_message_in_transit(const TransitMessagePainter& painter, const scenes::InputMessage& message,
                             double elapsed_share)
{
    const float start_height =
        painter.to_pixels(66); // from a PC view's lower edge to the message's start; room for labels
    const draw::Rect& from_area = painter.pc_areas[message.sender];
    const draw::Rect& to_area = painter.pc_areas[message.receiver];
    const draw::Point from{from_area.x + from_area.w / 2, from_area.bottom() - start_height};
    const draw::Point to{to_area.x + to_area.w / 2, to_area.bottom() - start_height};
    const float distance = std::max(std::hypot(to.x - from.x, to.y - from.y), 1.0F);
    const auto point_at = [&](float progress)
    {
        const float offset_per_distance = painter.to_pixels(26) * 4 * progress * (1 - progress) / distance;
        return draw::Point{std::lerp(from.x, to.x, progress) + offset_per_distance * (to.y - from.y),
                           std::lerp(from.y, to.y, progress) + offset_per_distance * (from.x - to.x)};
    };
    const auto drawn_progress = static_cast<float>(message.is_lost ? std::min(elapsed_share, 0.5) : elapsed_share);
    const bool is_lost_now = message.is_lost && elapsed_share > 0.5;
    const float opacity = is_lost_now ? static_cast<float>(2.0 - 2.0 * elapsed_share) : 1.0F;
    const draw::Colour sender_colour = draw::faded(pc_colour(message.sender), opacity);
    for (int i = 1; i <= 5; ++i)
        if (const float tail_progress = drawn_progress - 0.03F * static_cast<float>(i); tail_progress > 0)
            painter.draw_disc(point_at(tail_progress), 3.2F - 0.4F * static_cast<float>(i),
                              draw::faded(sender_colour, 0.45F));
    if (is_lost_now)
        draw_cross_mark(painter.picture, point_at(drawn_progress), painter.to_pixels(6), painter.to_pixels(2.2F),
                        draw::faded(painter.style.theme.alarm,
                                    opacity * painter.opacity_low_over_labels(point_at(drawn_progress))));
    else
        painter.draw_disc(point_at(drawn_progress), 4.5F, sender_colour);
}

void draw_time_scale(const NetworkDiagram& diagram)
{
    const draw::AxisTicks ticks = draw::axis_ticks(diagram.axis, diagram.to_pixels(70));
    for (const draw::AxisTick& tick : ticks.ticks)
    {
        if (tick.label.empty()) continue;
        const float x = diagram.axis.x_clamped_with_overhang(tick.time);
        diagram.picture.add_line({x, diagram.rows_area.y}, {x, diagram.plot_area.bottom()}, diagram.to_pixels(1),
                                 draw::faded(diagram.theme().border, 0.6F));
        diagram.picture.add_monospaced_label({x, diagram.time_scale_area.y + diagram.to_pixels(1)}, tick.label,
                                             diagram.theme().dim_text, draw::Align::centre);
    }
    if (!ticks.base_time_label.empty())
        diagram.picture.add_monospaced_label({diagram.axis.left() - diagram.to_pixels(pc_names_width - 3),
                                              diagram.time_scale_area.y + diagram.to_pixels(1)},
                                             ticks.base_time_label, diagram.theme().dim_text);
}

} // namespace

draw::Colour pc_colour(std::size_t pc_index)
{
    constexpr std::array<std::size_t, scenes::max_pcs> distinct_colour_indices{0, 4, 2, 3};
    return draw::loop_colour(distinct_colour_indices[pc_index % distinct_colour_indices.size()]);
}

draw::TimeAxis network_axis(draw::TimeSpan span, draw::Rect area, float pixels_per_point)
{
    return {span, area.x + pc_names_width * pixels_per_point, area.right() - 8 * pixels_per_point};
}

void redraw_network_timeline(draw::Picture& picture, const scenes::PeerToPeerGame& game, draw::TimeSpan span,
                             draw::Rect area, const draw::ViewStyle& style)
{
    picture.reset(area, style.theme.background);
    const float pixels_per_point = style.pixels_per_point;
    const float time_scale_height = 18 * pixels_per_point;
    const float plot_height = std::max(area.h * 0.28F, 18 * pixels_per_point);
    const float rows_bottom = area.bottom() - time_scale_height - plot_height - 10 * pixels_per_point;
    const draw::TimeAxis axis = network_axis(span, area, pixels_per_point);
    const draw::Rect rows_area{axis.left(), area.y + 14 * pixels_per_point, axis.width(),
                               rows_bottom - area.y - 14 * pixels_per_point};
    const draw::Rect plot_area{axis.left(), rows_bottom + 6 * pixels_per_point, axis.width(), plot_height};
    const draw::Rect time_scale_area{axis.left(), area.bottom() - time_scale_height, axis.width(), time_scale_height};
    const NetworkDiagram diagram{{picture, style, area}, game, axis, rows_area, plot_area, time_scale_area};
    draw_time_scale(diagram);
    for (const scenes::InputMessage& message : game.sent_messages()) draw_message_line(diagram, message);
    for (std::size_t pc_index = 0; pc_index < game.pc_count(); ++pc_index) draw_pc_row(diagram, pc_index);
    picture.add_line({axis.left(), diagram.plot_area.bottom()}, {axis.right(), diagram.plot_area.bottom()},
                     diagram.to_pixels(1), diagram.theme().border);
    sync_plot_of(game.setup().sync_method).draw_plot(diagram);
    picture.add_rectangle({area.x, area.y, axis.left() - area.x - diagram.to_pixels(4), area.h - time_scale_height}, 0,
                          style.theme.background);
    draw_pc_names(diagram);
}

void draw_messages_in_transit(draw::Picture& picture, const scenes::PeerToPeerGame& game, timestep::Nanos now,
                              std::span<const draw::Rect> pc_areas, const draw::ViewStyle& style)
{
    for (const scenes::InputMessage& message : game.sent_messages())
        if (message.arrival_time >= now && message.sent_time <= now && message.arrival_time > message.sent_time)
            draw_message_in_transit({picture, pc_areas, style}, message,
                                    timestep::to_seconds(now - message.sent_time) /
                                        timestep::to_seconds(message.arrival_time - message.sent_time));
}

} // namespace views
