#include "views/timeline.hpp"

#include "views/timeline_rows.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace views
{

namespace
{

using telemetry::Frames;
using telemetry::FrameSample;
using timeline::Row;

constexpr float names_width = 64.0F;

// Only a wide timeline has legends.
float legend_width(draw::Rect area, float scale) { return area.w >= 800.0F * scale ? 164.0F : 0.0F; }

struct RowPlan
{
    std::string_view name;
    std::string_view legend;
    float height; // height of the row in points
    float gap;    // space above the row in points
    std::string_view tip;
    void (*draw)(const Row&); // null for the rows of events and of the time axis
};

constexpr std::array row_plans{
    RowPlan{"", "", 14, 0,
            "Events in this lane: changed settings, hitches, debugger breaks, and failures of the simulation.",
            nullptr},
    RowPlan{"frames", "measured by the loop", 20, 4,
            "Frame times, as the loop measured them. Red: a hitch or a lag spike.", timeline::draw_frames},
    RowPlan{
        "steps", "on the game clock", 18, 4,
        "The steps of each frame, along the simulated clock. Red: dropped time; yellow edge: time that the loop added.",
        timeline::draw_steps},
    RowPlan{"carried", "kept for the next frame", 24, 5,
            "Time in the accumulator after each frame; full height is one step. Yellow: more than one step; bar from "
            "the top: the simulation is ahead of the game clock.",
            timeline::draw_carried},
    RowPlan{"core", "steps; grey: all else", 8, 5,
            "What the processor core did until the next frame: steps, other work (grey), sleeping (thin), spinning "
            "(yellow).",
            timeline::draw_core},
    RowPlan{"display", "dots: new frames", 12, 5,
            "Dots: frames that reached the screen; rings: frames that did not wait for a refresh (tearing). Ticks: the "
            "display's refreshes, on a real display estimated from the times at which presenting ended.",
            timeline::draw_display},
    RowPlan{"", "", 15, 3, "The lane's wall clock.", nullptr},
};

// The rows fill the area: all heights except those of rows with labels are scaled, by a factor of at least 0.4.
std::array<draw::Rect, row_plans.size()> row_places(draw::Rect area, float scale)
{
    float fixed_height       = 0; // height in points of the gaps and of the rows with labels
    float stretchable_height = 0;
    for (const RowPlan& plan : row_plans)
    {
        fixed_height += plan.gap + (plan.draw == nullptr ? plan.height : 0);
        stretchable_height += plan.draw == nullptr ? 0 : plan.height;
    }
    const float stretch = std::max((area.h - fixed_height * scale) / (stretchable_height * scale), 0.4F);
    std::array<draw::Rect, row_plans.size()> rows;
    float y = area.y;
    for (std::size_t i = 0; i < row_plans.size(); ++i)
    {
        const float height = row_plans[i].height * scale * (row_plans[i].draw == nullptr ? 1.0F : stretch);
        y += row_plans[i].gap * scale;
        rows[i] = {area.x, y, area.w, height};
        y += height;
    }
    return rows;
}

// Indices of the visible frames, including the last frame before the span, because its work can reach into the span.
std::pair<std::size_t, std::size_t> visible_frames(const Frames& frames, draw::TimeSpan span)
{
    const std::size_t first = frames.first_from(span.from);
    const std::size_t last  = frames.first_from(span.to);
    return {first == 0 ? 0 : first - 1, std::min(last + 1, frames.size())};
}

void write_names(draw::Picture& picture, const std::array<draw::Rect, row_plans.size()>& rows, const draw::Style& style)
{
    for (std::size_t i = 0; i < row_plans.size(); ++i)
    {
        const float y = std::max(rows[i].y + rows[i].h / 2 - 8 * style.scale, rows[i].y - 6 * style.scale);
        picture.write({{rows[i].x, y}, std::string{row_plans[i].name}, style.theme.quiet});
        if (legend_width(rows[i], style.scale) == 0) continue;
        picture.write(
            {{rows[i].x + names_width * style.scale, y}, std::string{row_plans[i].legend}, style.theme.quiet});
    }
}

void draw_axis(const Row& row, float left)
{
    const draw::Ticks ticks = draw::ticks_of(row.axis, row.px(92));
    for (const draw::Tick& tick : ticks.ticks)
    {
        const float x = row.axis.x(tick.at);
        if (x < row.area.x || x > row.area.right()) continue;
        const bool is_labelled = !tick.text.empty();
        row.picture.box(
            {x - row.px(0.5F), row.area.y - row.px(is_labelled ? 2 : 0), row.px(1), row.px(is_labelled ? 5 : 3)}, 0,
            row.theme().shade);
        const float half = width_of(tick.text, draw::Font::figures, row.style.scale) / 2;
        if (x - half < row.area.x || x + half > row.area.right() + row.px(8)) continue;
        row.picture.write_figures({x, row.area.y + row.px(3)}, tick.text, row.theme().quiet, draw::Align::centre);
    }
    row.picture.write_figures({left, row.area.y + row.px(3)}, ticks.base, row.theme().quiet);
}

// Draws lines between adjacent frames, but none at narrow frames.
void draw_boundaries(const Row& row, float bottom)
{
    for (std::size_t i = row.first; i < row.last; ++i)
    {
        const FrameSample& f = row.frame(i);
        const float x        = row.axis.x(f.wall);
        if (row.axis.length(f.measured) < row.px(24) || x < row.area.x || x > row.area.right()) continue;
        row.picture.box({x - row.px(0.5F), row.area.y, row.px(1), bottom - row.area.y}, 0,
                        draw::faded(row.theme().line, 0.8F));
    }
}

void draw_frame_pointer(const Row& row, std::size_t i, float top, float bottom, bool is_frozen)
{
    const FrameSample& f = row.frame(i);
    const float left     = std::max(row.axis.x(f.wall - f.measured), row.area.x);
    const float right    = std::min(std::max(row.axis.x(f.wall), left + row.px(2)), row.area.right());
    if (right <= row.area.x || left >= row.area.right()) return;
    const draw::Colour ink = is_frozen ? row.theme().accent : row.theme().ink;
    row.picture.box({left, top, right - left, bottom - top}, row.px(2), draw::faded(ink, is_frozen ? 0.16F : 0.08F));
    const timeline::StepSpan span = timeline::span_of_steps(row.data.frames, i);
    const float first             = std::max(row.axis.x(span.gap_from), row.area.x);
    const float last              = std::min(row.axis.x(span.to), row.area.right());
    if (last - first > row.px(1))
        row.picture.box({first, row.area.y - row.px(2.5F), last - first, row.px(1.5F)}, 0, draw::faded(ink, 0.9F));
    if (!is_frozen || row.axis.x(f.wall) < row.area.x || row.axis.x(f.wall) > row.area.right()) return;
    const float x = row.axis.x(f.wall);
    row.picture.box({x - row.px(0.75F), top, row.px(1.5F), bottom - top}, 0, ink);
    row.picture.triangle({x - row.px(5), top}, {x + row.px(5), top}, {x, top + row.px(6)}, ink);
}

} // namespace

std::vector<TimelineRow> timeline_rows(draw::Rect area, float scale)
{
    std::vector<TimelineRow> rows;
    const auto places = row_places(area, scale);
    for (std::size_t i = 0; i < row_plans.size(); ++i)
        if (!row_plans[i].name.empty()) rows.push_back({row_plans[i].name, row_plans[i].tip, places[i]});
    return rows;
}

draw::TimeAxis timeline_axis(draw::TimeSpan span, draw::Rect area, float scale)
{
    return {span, area.x + (names_width + legend_width(area, scale)) * scale, area.right()};
}

void draw_timeline(draw::Picture& picture, const TimelineData& data, draw::TimeSpan span, draw::Rect area,
                   const draw::Style& style)
{
    picture.clear(area, style.theme.panel);
    const draw::TimeAxis axis = timeline_axis(span, area, style.scale);
    const auto rows           = row_places(area, style.scale);
    const auto visible        = visible_frames(data.frames, axis.span());
    const auto row            = [&](std::size_t i)
    {
        return Row{picture,       data,          style, axis, {axis.left(), rows[i].y, axis.width(), rows[i].h},
                   visible.first, visible.second};
    };
    const float top    = rows[1].y;
    const float bottom = rows.back().y - row_plans.back().gap * style.scale;

    write_names(picture, rows, style);
    draw_boundaries(row(2), rows[3].bottom());
    timeline::draw_marks(row(0), bottom);
    for (std::size_t i = 0; i < row_plans.size(); ++i)
        if (row_plans[i].draw != nullptr) row_plans[i].draw(row(i));
    highlight_frames(picture, data.frames, data.highlighted, visible.first, visible.second, axis,
                     {axis.left(), top, axis.width(), bottom - top}, 2 * style.scale, style.theme.accent);
    if (data.hovered && *data.hovered < data.frames.size())
        draw_frame_pointer(row(2), *data.hovered, top, bottom, false);
    if (data.frozen && *data.frozen < data.frames.size()) draw_frame_pointer(row(2), *data.frozen, top, bottom, true);
    draw_axis(row(row_plans.size() - 1), area.x);
}

std::optional<std::size_t> frame_at(const Frames& frames, timestep::Nanos wall)
{
    const std::size_t i = frames.first_from(wall);
    if (i == frames.size() || telemetry::is_paused(frames[i])) return std::nullopt;
    return frames[i].wall - frames[i].measured <= wall ? std::optional{i} : std::nullopt;
}

std::optional<std::size_t> frame_at(const Frames& frames, const draw::TimeAxis& axis, float x)
{
    if (x < axis.left() || x > axis.right()) return std::nullopt;
    return frame_at(frames, axis.time(x));
}

} // namespace views
