#include "views/timeline.hpp"

#include "views/timeline_rows.hpp"

#include <algorithm>
#include <array>

namespace views
{

namespace
{

using telemetry::Frames;
using telemetry::FrameSample;
using timeline::RowCanvas;

constexpr float row_names_width = 64.0F;

// The width of the legends in points. A timeline that is narrower than 800 points has no legends.
float legend_width(draw::Rect area, float pixels_per_point)
{
    return area.w >= 800.0F * pixels_per_point ? 164.0F : 0.0F;
}

struct RowSpec
{
    std::string_view name;
    std::string_view legend;
    float height; // in points
    float gap; // space above the row, in points
    std::string_view tooltip;
    void (*draw_row)(const RowCanvas&); // null for the rows of events and of the time axis
};

constexpr std::array row_specs{
    RowSpec{"", "", 14, 0,
            "Events of this loop: changed settings, hitches, debugger breaks, and failures of the simulation.",
            nullptr},
    RowSpec{"frames", "measured by the loop", 20, 4,
            "Frame times, as the loop measured them. Red: a hitch or a lag spike.", timeline::draw_frame_times_row},
    RowSpec{"steps", "on the game clock", 18, 4,
            "The steps of each frame, at the times that they simulate. Red: dropped time; yellow edge: the steps "
            "simulate more time than has passed.",
            timeline::draw_steps_row},
    RowSpec{"carried", "kept for the next frame", 24, 5,
            "Time left in the accumulator after each frame; a bar of full height is one step. Yellow: more than one "
            "step is left. If the simulation is ahead of the game clock, the time is negative and the bar hangs from "
            "the top.",
            timeline::draw_carried_time_row},
    RowSpec{"core", "steps; grey: all else", 8, 5,
            "What the processor core did until the next frame: steps, other work (grey), sleeping (thin), spinning "
            "(yellow).",
            timeline::draw_core_row},
    RowSpec{"display", "dots: new frames", 12, 5,
            "Dots: frames that reached the screen; rings: frames that did not wait for a refresh (tearing). Tick "
            "marks: refreshes of the display. Refreshes of a real display are estimated from the times at which the "
            "present calls returned.",
            timeline::draw_display_row},
    RowSpec{"", "", 15, 3, "The wall clock (real time) of this loop's PC.", nullptr},
};

constexpr std::size_t events_row = 0, frames_row = 1, steps_row = 2, carried_row = 3, time_row = row_specs.size() - 1;

// Rows of labels have a fixed height. Scales all other rows by the same factor, at least 0.4, so that they fill `area`.
std::array<draw::Rect, row_specs.size()> row_areas(draw::Rect area, float pixels_per_point)
{
    float fixed_height = 0; // height of the gaps and of the rows with labels, in points
    float stretchable_height = 0;
    for (const RowSpec& spec : row_specs)
    {
        fixed_height += spec.gap + (spec.draw_row == nullptr ? spec.height : 0);
        stretchable_height += spec.draw_row == nullptr ? 0 : spec.height;
    }
    const float stretch =
        std::max((area.h - fixed_height * pixels_per_point) / (stretchable_height * pixels_per_point), 0.4F);
    std::array<draw::Rect, row_specs.size()> areas;
    float y = area.y;
    for (std::size_t i = 0; i < row_specs.size(); ++i)
    {
        const float height =
            row_specs[i].height * pixels_per_point * (row_specs[i].draw_row == nullptr ? 1.0F : stretch);
        y += row_specs[i].gap * pixels_per_point;
        areas[i] = {area.x, y, area.w, height};
        y += height;
    }
    return areas;
}

void draw_row_labels(draw::Picture& picture, const std::array<draw::Rect, row_specs.size()>& areas,
                     const draw::ViewStyle& style)
{
    for (std::size_t i = 0; i < row_specs.size(); ++i)
    {
        const float y =
            std::max(areas[i].y + areas[i].h / 2 - 8 * style.pixels_per_point, areas[i].y - 6 * style.pixels_per_point);
        picture.add_label({{areas[i].x, y}, std::string{row_specs[i].name}, style.theme.dim_text});
        if (legend_width(areas[i], style.pixels_per_point) == 0) continue;
        picture.add_label({{areas[i].x + row_names_width * style.pixels_per_point, y},
                           std::string{row_specs[i].legend},
                           style.theme.dim_text});
    }
}

void draw_time_labels(const RowCanvas& row, float base_label_x)
{
    const draw::AxisTicks ticks = draw::axis_ticks(row.axis, row.to_pixels(92));
    for (const draw::AxisTick& tick : ticks.ticks)
    {
        const float x = row.x(tick.time);
        if (x < row.area.x || x > row.area.right()) continue;
        const bool is_labelled = !tick.label.empty();
        row.draw_vertical_line(x, row.area.y - row.to_pixels(is_labelled ? 2 : 0), row.to_pixels(is_labelled ? 5 : 3),
                               row.theme().dim_metal);
        const float half_width = row.text_width(tick.label, draw::Font::monospaced) / 2;
        if (x - half_width < row.area.x || x + half_width > row.area.right() + row.to_pixels(8)) continue;
        row.picture.add_monospaced_label({x, row.area.y + row.to_pixels(3)}, tick.label, row.theme().dim_text,
                                         draw::Align::centre);
    }
    row.picture.add_monospaced_label({base_label_x, row.area.y + row.to_pixels(3)}, ticks.base_time_label,
                                     row.theme().dim_text);
}

void draw_frame_boundaries(const RowCanvas& row, float bottom)
{
    for (std::size_t i = row.first_frame; i < row.end_frame; ++i)
    {
        const FrameSample& frame = row.frame(i);
        const float x = row.x(frame.start_wall_time);
        if (row.axis.pixel_length(frame.measured_frame_time) < row.to_pixels(24) || x < row.area.x ||
            x > row.area.right())
            continue;
        row.draw_vertical_line(x, row.area.y, bottom - row.area.y, draw::faded(row.theme().border, 0.8F));
    }
}

void draw_frame_highlight(const RowCanvas& row, std::size_t frame_index, float top, float bottom, bool is_frozen)
{
    const FrameSample& frame = row.frame(frame_index);
    const float left = std::max(row.x(frame.start_wall_time - frame.measured_frame_time), row.area.x);
    const float right = std::min(std::max(row.x(frame.start_wall_time), left + row.to_pixels(2)), row.area.right());
    if (right <= row.area.x || left >= row.area.right()) return;
    const draw::Colour colour = is_frozen ? row.theme().accent : row.theme().text;
    row.picture.add_rectangle({left, top, right - left, bottom - top}, row.to_pixels(2),
                              draw::faded(colour, is_frozen ? 0.16F : 0.08F));
    const timeline::SimulatedSpan span = timeline::simulated_span(row.data.frames, frame_index);
    const float steps_left = std::max(row.x(span.dropped_from), row.area.x);
    const float steps_right = std::min(row.x(span.to), row.area.right());
    if (steps_right - steps_left > row.to_pixels(1))
        row.picture.add_rectangle(
            {steps_left, row.area.y - row.to_pixels(2.5F), steps_right - steps_left, row.to_pixels(1.5F)}, 0,
            draw::faded(colour, 0.9F));
    if (!is_frozen || row.x(frame.start_wall_time) < row.area.x || row.x(frame.start_wall_time) > row.area.right())
        return;
    const float x = row.x(frame.start_wall_time);
    row.picture.add_rectangle({x - row.to_pixels(0.75F), top, row.to_pixels(1.5F), bottom - top}, 0, colour);
    row.picture.add_triangle({x - row.to_pixels(5), top}, {x + row.to_pixels(5), top}, {x, top + row.to_pixels(6)},
                             colour);
}

} // namespace

std::vector<RowTooltip> timeline_row_tooltips(draw::Rect area, float pixels_per_point)
{
    std::vector<RowTooltip> tooltips;
    const auto areas = row_areas(area, pixels_per_point);
    for (std::size_t i = 0; i < row_specs.size(); ++i)
        if (!row_specs[i].name.empty()) tooltips.push_back({row_specs[i].name, row_specs[i].tooltip, areas[i]});
    return tooltips;
}

draw::TimeAxis timeline_axis(draw::TimeSpan span, draw::Rect area, float pixels_per_point)
{
    return {span, area.x + (row_names_width + legend_width(area, pixels_per_point)) * pixels_per_point, area.right()};
}

void redraw_timeline(draw::Picture& picture, const TimelineData& data, draw::TimeSpan span, draw::Rect area,
                     const draw::ViewStyle& style)
{
    picture.reset(area, style.theme.panel_background);
    const draw::TimeAxis axis = timeline_axis(span, area, style.pixels_per_point);
    const auto areas = row_areas(area, style.pixels_per_point);
    // Includes the last frame that begins before the span, because its work can end within the span.
    const std::size_t first_frame = std::max<std::size_t>(data.frames.first_index_from(axis.span().from), 1) - 1;
    const std::size_t end_frame = std::min(data.frames.first_index_from(axis.span().to) + 1, data.frames.size());
    const auto row_canvas = [&](std::size_t i)
    {
        return RowCanvas{
            {picture, style, {axis.left(), areas[i].y, axis.width(), areas[i].h}}, data, axis, first_frame, end_frame};
    };
    const float top = areas[frames_row].y;
    const float bottom = areas.back().y - row_specs.back().gap * style.pixels_per_point;

    draw_row_labels(picture, areas, style);
    draw_frame_boundaries(row_canvas(steps_row), areas[carried_row].bottom());
    timeline::draw_marks_row(row_canvas(events_row), bottom);
    for (std::size_t i = 0; i < row_specs.size(); ++i)
        if (row_specs[i].draw_row != nullptr) row_specs[i].draw_row(row_canvas(i));
    draw_highlight_bands(picture, data.frames, data.highlight_filter, first_frame, end_frame, axis,
                         {axis.left(), top, axis.width(), bottom - top}, 2 * style.pixels_per_point,
                         style.theme.accent);
    if (data.hovered_frame_index && *data.hovered_frame_index < data.frames.size())
        draw_frame_highlight(row_canvas(steps_row), *data.hovered_frame_index, top, bottom, /*is_frozen=*/false);
    if (data.frozen_frame_index && *data.frozen_frame_index < data.frames.size())
        draw_frame_highlight(row_canvas(steps_row), *data.frozen_frame_index, top, bottom, /*is_frozen=*/true);
    draw_time_labels(row_canvas(time_row), area.x);
}

std::optional<std::size_t> frame_index_at(const Frames& frames, timestep::Nanos wall_time)
{
    const std::size_t i = frames.first_index_from(wall_time);
    if (i == frames.size() || telemetry::is_paused(frames[i])) return std::nullopt;
    return frames[i].start_wall_time - frames[i].measured_frame_time <= wall_time ? std::optional{i} : std::nullopt;
}

std::optional<std::size_t> frame_index_at(const Frames& frames, const draw::TimeAxis& axis, float x)
{
    if (x < axis.left() || x > axis.right()) return std::nullopt;
    return frame_index_at(frames, axis.time_at(x));
}

} // namespace views
