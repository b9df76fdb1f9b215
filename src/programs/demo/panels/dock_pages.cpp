// The pages "Timeline", "Plots", "Phase" (velocity over position) and "Scoreboard" (metrics in rows, loops in columns).
#include "base/number.hpp"
#include "lab/metrics/frame_text.hpp"
#include "lab/metrics/scoreboard.hpp"
#include "lab/settings/controls.hpp"
#include "programs/demo/panels/panels.hpp"
#include "telemetry/recent.hpp"
#include "views/phase.hpp"
#include "views/plots.hpp"
#include "views/timeline.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

namespace demo
{

namespace
{

using telemetry::Frames;
using telemetry::FrameSample;
using timestep::Nanos;

std::string frame_tooltip(const FrameSample& frame)
{
    std::string text =
        fmt::format("frame {} at {:.3f} s\n{}", frame.frame, timestep::to_seconds(frame.wall), lab::frame_text(frame));
    std::string cost_text = fmt::format("computing the steps took {}", base::time_text(frame.stepping));
    if (frame.slept > Nanos::zero()) cost_text += fmt::format(", then {} asleep", base::time_text(frame.slept));
    if (frame.spun > Nanos::zero()) cost_text += fmt::format(", {} spinning", base::time_text(frame.spun));
    text += "\n" + cost_text;
    if (frame.displayed)
        text += fmt::format("\ndisplayed {} later{}", base::time_text(frame.screen - frame.wall),
                            frame.torn ? ", torn" : "");
    const std::string events = lab::event_names(frame.events);
    return events.empty() ? text : text + "\n" + events;
}

// The times at which the display refreshes. For a real display, they are estimated from the frames up to the end of
// `span`. Empty with VRR, and for a real display without VSYNC.
std::optional<telemetry::EstimatedRefreshes> known_refreshes(const Context& c, const Frames& frames,
                                                             draw::TimeSpan span)
{
    const sim::MachineSettings& machine = c.lab.lane_setup(c.lab.selected_lane_index()).settings.machine;
    const bool is_virtual               = c.lab.settings.mode != lab::Mode::live || c.lab.shows_even_frames() ||
                            c.lab.pc().refresh_period(machine) > Nanos{};
    if (machine.vsync == sim::VsyncMode::vrr) return std::nullopt;
    if (is_virtual) return telemetry::EstimatedRefreshes{{}, 1e9 * timestep::step_seconds(machine.refresh)};
    if (machine.vsync == sim::VsyncMode::off || !c.lab.display.is_vsync_accepted) return std::nullopt;
    return telemetry::estimate_refreshes(frames.first(frames.first_index_from(span.to) + 1), c.lab.display.refresh_hz);
}

void show_row_tooltip(const draw::Rect& area, float scale, float plot_left)
{
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!ImGui::IsItemHovered() || mouse.x >= plot_left) return;
    for (const views::TimelineRow& row : views::timeline_rows(area, scale))
        if (mouse.y >= row.area.y && mouse.y < row.area.bottom()) show_tooltip_if_hovered(row.tip);
}

std::string span_text(draw::TimeSpan span)
{
    return fmt::format("{:.6f} to {:.6f} s", timestep::to_seconds(span.from), timestep::to_seconds(span.to));
}

void log_timeline_state(const Context& c, const draw::TimeAxis& axis, const draw::Rect& area,
                        const views::TimelineData& data)
{
    const draw::Rect plot{axis.left(), area.y, axis.width(), area.h};
    c.log.push_back({"timeline", plot, span_text(axis.span())});
    c.log.push_back(
        {"timeline.frozen", plot,
         data.frozen_frame_index ? fmt::format("{}", data.frames[*data.frozen_frame_index].frame) : "live"});
    c.log.push_back({"timeline.refreshes", plot,
                     data.refreshes ? fmt::format("{:.2f} Hz", 1e9 / data.refreshes->period_ns) : "unknown"});
}

const views::PlacedPlot* plot_under(const std::vector<views::PlacedPlot>& places, ImVec2 mouse)
{
    for (const views::PlacedPlot& place : places)
        if (place.area.contains({mouse.x, mouse.y})) return &place;
    return nullptr;
}

// The frames up to the one on the display. Returns all frames while the display is stopped or shows an instant replay.
Frames displayed_frames(const Context& c)
{
    const Frames samples{c.lab.lane().samples()};
    if (c.lab.frozen_at() || c.lab.instant_replay_time(c.lab.selected_lane_index()) || samples.empty()) return samples;
    return samples.first(samples.first_index_from(
        c.lab.advance_screen_and_get_moment(c.lab.selected_lane_index()).sample.wall + Nanos{1}));
}

void freeze_at_time(const Context& c, const Frames& frames, Nanos time)
{
    const std::size_t i = frames.first_index_from(time);
    if (i < frames.size() && !telemetry::is_paused(frames[i])) c.lab.freeze(frames[i].wall);
}

void draw_plot_checkboxes(const Context& c)
{
    std::uint32_t& plot_mask = c.lab.settings.view.plots_mask;
    for (std::size_t i = 0; i < views::all_plots().size(); ++i)
    {
        const views::Plot& plot = views::all_plots()[i];
        bool is_on              = (plot_mask & 1U << i) != 0;
        if (ImGui::Checkbox(std::string{plot.title}.c_str(), &is_on)) plot_mask ^= 1U << i;
        log_with_tooltip(c.log, fmt::format("plots.{}", plot.name), is_on ? "on" : "off", plot.tip);
    }
}

void log_plots(const Context& c, const std::vector<views::PlacedPlot>& places, const Frames& frames)
{
    for (const views::PlacedPlot& placed_plot : places)
    {
        const std::string newest_value_text =
            frames.empty() ? ""
                           : views::value_text(placed_plot.plot->value(frames, frames.size() - 1), *placed_plot.plot);
        c.log.push_back({fmt::format("plot.{}", placed_plot.plot->name), placed_plot.area, newest_value_text});
    }
    if (!places.empty()) c.log.push_back({"plots", places.front().area, span_text(places.front().axis.span())});
}

using lab::LaneResult;
using lab::MetricRow;

std::vector<std::size_t> lane_order(const SortOrder& order, std::span<const LaneResult> results)
{
    std::vector<std::size_t> lanes(results.size());
    std::iota(lanes.begin(), lanes.end(), std::size_t{0});
    if (const MetricRow* metric = lab::find_metric(order.metric_key)) lanes = lab::ranked_indices(*metric, results);
    if (order.is_worst_first) std::reverse(lanes.begin(), lanes.end());
    return lanes;
}

ImVec4 standing_colour(const Context& c, lab::Standing standing)
{
    switch (standing)
    {
    case lab::Standing::best: return to_imvec4(draw::mix(draw::rgb(0x009e73), c.theme.ink, 0.35F));
    case lab::Standing::worst: return to_imvec4(c.theme.alarm);
    case lab::Standing::none: break;
    }
    return to_imvec4(c.theme.ink);
}

// Appends "+" to the best value and "-" to the worst value, for colour-blind users.
std::string marked_text(const std::string& text, lab::Standing standing)
{
    if (standing == lab::Standing::best) return text + " +";
    return text + (standing == lab::Standing::worst ? " -" : "  ");
}

std::string metric_title(const MetricRow& metric)
{
    return metric.unit.empty() ? std::string{metric.title} : fmt::format("{} [{}]", metric.title, metric.unit);
}

bool is_shown_metric(const Context& c, const MetricRow& metric, std::span<const LaneResult> results)
{
    return c.lab.settings.view.shows_all_metrics || lab::is_in_short_table(metric, results);
}

// Minimum widths of the columns in points.
struct ColumnWidths
{
    float metric = 0;
    float lane   = 0;
};

ColumnWidths min_column_widths(const Context& c, std::span<const LaneResult> results)
{
    ColumnWidths widths;
    for (const MetricRow& metric : lab::all_metrics())
        if (is_shown_metric(c, metric, results))
            widths.metric = std::max(widths.metric, width_of(metric_title(metric) + "  <"));
    for (const LaneResult& result : results) widths.lane = std::max(widths.lane, width_of(result.setup.name));
    widths.lane = std::max(widths.lane, width_of("-0.000000 +", mono_font()));
    return widths;
}

void draw_right_aligned_cell(const Context& c, const std::string& text, lab::Standing standing)
{
    ImGui::TableNextColumn();
    draw_right_aligned_mono_text(marked_text(text, standing), standing_colour(c, standing));
}

void draw_scoreboard_heading(const Context& c, std::span<const LaneResult> results, std::span<const std::size_t> lanes)
{
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    constexpr const char* long_label = "Copy as Markdown";
    const float padding              = 2 * ImGui::GetStyle().FramePadding.x;
    const bool is_wide_enough        = width_of(long_label) + padding <= ImGui::GetContentRegionAvail().x;
    if (draw_button(is_wide_enough ? long_label : "Copy",
                    "Copies the whole table as Markdown, for a forum or an issue.", c.log, 0))
        ImGui::SetClipboardText(lab::markdown_table(results).c_str());
    ImGui::PushStyleVar(ImGuiStyleVar_SelectableTextAlign, {1.0F, 0.5F});
    for (const std::size_t lane : lanes)
    {
        const LaneResult& result = results[lane];
        ImGui::TableNextColumn();
        const draw::Colour loop_colour = draw::loop_colour(result.setup.settings.loop.preset);
        ImGui::PushStyleColor(ImGuiCol_Text, to_imvec4(draw::legible(loop_colour, c.theme.ground, c.theme.ink)));
        ImGui::PushID(static_cast<int>(lane));
        if (ImGui::Selectable(result.setup.name.c_str(), c.lab.selected_lane_index() == lane))
            c.lab.settings.race.selected_lane = lane;
        ImGui::PopID();
        ImGui::PopStyleColor();
        log_item(c.log, fmt::format("score.{}", result.setup.name),
                 lab::value_text_without_unit(*lab::find_metric("speed"), result));
    }
    ImGui::PopStyleVar();
}

void draw_metric_row(const Context& c, const MetricRow& metric, std::span<const LaneResult> results,
                     std::span<const std::size_t> lanes, SortOrder& order)
{
    const auto standings       = lab::standings(metric, results);
    const bool sorts_by_metric = order.metric_key == metric.key;
    const char* arrow          = order.is_worst_first ? "  >" : "  <";
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    if (ImGui::Selectable(
            fmt::format("{}{}##{}", metric_title(metric), sorts_by_metric ? arrow : "", metric.key).c_str(),
            sorts_by_metric))
        order.cycle(metric.key);
    log_with_tooltip(c.log, fmt::format("metric.{}", metric.key),
                     lab::value_text_without_unit(metric, results[lanes.front()]),
                     fmt::format("{}: {}", metric.title, metric.definition));
    for (const std::size_t lane : lanes)
        draw_right_aligned_cell(c, lab::value_text_without_unit(metric, results[lane]), standings[lane]);
}

void draw_metric_group(const Context& c, std::size_t group, std::span<const LaneResult> results,
                       std::span<const std::size_t> lanes, SortOrder& order)
{
    if (c.lab.settings.view.shows_all_metrics)
    {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        draw_grey_text(std::string{lab::metric_group_names[group]});
    }
    for (const MetricRow& metric : lab::all_metrics())
        if (static_cast<std::size_t>(metric.group) == group && is_shown_metric(c, metric, results))
            draw_metric_row(c, metric, results, lanes, order);
}

void draw_state_row(const Context& c, std::span<const LaneResult> results, std::span<const std::size_t> lanes)
{
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted("state");
    show_tooltip_if_hovered("Hash of the world's last state: loops with equal states have equal hashes.");
    for (const std::size_t lane : lanes)
        draw_right_aligned_cell(c, lab::hash_text(results[lane].state_hash).substr(0, 8), lab::Standing::none);
}

} // namespace

void draw_timeline_tools(const Context& c)
{
    draw_timeline_buttons(c);
    draw_save_menu_button(c, nullptr);
}

void draw_selected_lane_timeline(const Context& c)
{
    const Frames frames   = c.lab.lane().samples();
    const draw::Rect area = available_area();
    if (area.w < 80 || area.h < 40) return;
    const draw::TimeAxis axis = views::timeline_axis(update_shown_span(c), area, c.scale);

    ImGui::InvisibleButton("time", {area.w, area.h});
    const auto clicked_time = handle_time_input_over_last_item(c, axis);
    const bool is_hovered   = ImGui::IsItemHovered() && !is_saving_png(c);
    const auto hovered_frame =
        is_hovered ? views::frame_index_at(frames, axis, ImGui::GetIO().MousePos.x) : std::nullopt;
    if (clicked_time && *clicked_time >= axis.span().from)
        if (const auto frame = views::frame_index_at(frames, *clicked_time)) c.lab.freeze(frames[*frame].wall);
    const auto frozen_index = frozen_frame_index(c, frames);

    const auto marks = views::marks_of(frames, c.lab.journal, axis.span());
    views::TimelineData timeline{.frames             = frames,
                                 .marks              = marks,
                                 .refreshes          = known_refreshes(c, frames, axis.span()),
                                 .frozen_frame_index = frozen_index,
                                 .highlight_filter   = frame_filter_of_hovered_number(c)};
    const draw::Style style{c.theme, c.scale, colour_of_lane(c.lab, c.lab.selected_lane_index())};
    const auto draw = [&](draw::Picture& picture)
    { views::redraw_timeline(picture, timeline, axis.span(), area, style); };
    advance_pending_save_or_copy(c, {.file_stem = "timeline", .area = area, .draw = draw, .csv = [&] {
                                         return views::plots_csv(frames, lab::all_plots_mask, axis.span());
                                     }});
    timeline.hovered_frame_index        = hovered_frame;
    ThrottledPicture& throttled_picture = c.state.timeline_picture;
    if (is_saving_png(c) || throttled_picture.record_redraw_if_due(area, frames, axis.span()))
        draw(throttled_picture.picture);
    draw_picture(throttled_picture.picture, *ImGui::GetWindowDrawList());
    log_timeline_state(c, axis, area, timeline);
    show_row_tooltip(area, c.scale, axis.left());
    if (hovered_frame && !ImGui::IsItemActive()) show_tooltip_if_hovered(frame_tooltip(frames[*hovered_frame]));
}

void draw_plot_tools(const Context& c)
{
    draw_timeline_buttons(c);
    draw_save_menu_button(c, draw_plot_checkboxes);
}

void draw_selected_lane_plots_page(const Context& c)
{
    const Frames frames   = displayed_frames(c);
    const draw::Rect area = available_area();
    if (area.w < 120 || area.h < 60) return;
    const draw::TimeSpan span = update_shown_span(c);
    const auto places         = views::placed_plots(c.lab.settings.view.plots_mask, span, area, c.scale);
    log_plots(c, places, frames);

    ImGui::InvisibleButton("time", {area.w, area.h});
    const ImGuiIO& io                         = ImGui::GetIO();
    const ImVec2 mouse                        = ImGui::IsItemDeactivated() ? io.MouseClickedPos[0] : io.MousePos;
    const views::PlacedPlot* plot_under_mouse = plot_under(places, mouse);
    const bool is_hovered = ImGui::IsItemHovered() && plot_under_mouse != nullptr && !is_saving_png(c);
    const draw::TimeAxis axis =
        plot_under_mouse != nullptr ? plot_under_mouse->axis : draw::TimeAxis{span, area.x, area.right()};
    if (const auto clicked_time = handle_time_input_over_last_item(c, axis);
        clicked_time && plot_under_mouse != nullptr)
        freeze_at_time(c, frames, *clicked_time);

    const auto marks = views::marks_of(frames, c.lab.journal, span);
    views::PlotsData data{.frames             = frames,
                          .marks              = marks,
                          .plot_mask          = c.lab.settings.view.plots_mask,
                          .frozen_frame_index = frozen_frame_index(c, frames),
                          .highlight_filter   = frame_filter_of_hovered_number(c)};
    const draw::Style style{c.theme, c.scale, colour_of_lane(c.lab, c.lab.selected_lane_index())};
    const auto draw = [&](draw::Picture& picture) { views::redraw_plots(picture, data, span, area, style); };
    advance_pending_save_or_copy(c, {.file_stem = "plots", .area = area, .draw = draw, .csv = [&] {
                                         return views::plots_csv(frames, data.plot_mask, span);
                                     }});
    if (is_hovered) data.crosshair_time = axis.time(mouse.x);
    ThrottledPicture& throttled_picture = c.state.plots_picture;
    if (is_saving_png(c) || throttled_picture.record_redraw_if_due(area, frames, span)) draw(throttled_picture.picture);
    draw_picture(throttled_picture.picture, *ImGui::GetWindowDrawList());
    if (is_hovered && mouse.y < plot_under_mouse->area.y + 16 * c.scale)
        show_tooltip_if_hovered(plot_under_mouse->plot->tip);
}

void draw_right_aligned_save_menu_button(const Context& c)
{
    const float button_width = 24 * c.scale;
    ImGui::SameLine();
    ImGui::SetCursorPosX(std::max(ImGui::GetContentRegionMax().x - button_width - 4 * c.scale, ImGui::GetCursorPosX()));
    ImGui::Dummy({0, 0});
    draw_save_menu_button(c, nullptr);
}

void draw_phase_portrait_page(const Context& c)
{
    const draw::Rect area = available_area();
    if (area.w < 120 || area.h < 60) return;

    std::vector<views::PhaseLane> lanes;
    for (std::size_t i = 0; i < c.lab.lane_count(); ++i)
    {
        const telemetry::Frames samples = c.lab.lane(i).samples();
        const std::size_t shown_count =
            c.lab.frozen_at() ? samples.first_index_from(*c.lab.frozen_at() + timestep::Nanos{1}) : samples.size();
        lanes.push_back({samples.first(shown_count), colour_of_lane(c.lab, i), i == c.lab.selected_lane_index()});
    }
    const views::PhaseData data{lanes, &c.lab.lane().world()};
    const auto draw = [&](draw::Picture& picture) {
        views::redraw_phase_portrait(picture, data, area, {c.theme, c.scale});
    };
    advance_pending_save_or_copy(c, {.file_stem = "phase", .area = area, .draw = draw});
    draw(c.state.page_picture);
    draw_picture(c.state.page_picture, *ImGui::GetWindowDrawList());
    const auto spring = c.lab.lane().world().stiffness();
    const double dimensionless_step =
        spring ? views::newest_step_seconds(lanes[c.lab.selected_lane_index()].frames) * spring->angular_frequency
               : 0.0;
    c.log.push_back({"phase", area, fmt::format("{:.3f}", dimensionless_step)});
}

void draw_scoreboard_page(const Context& c)
{
    SortOrder& order                       = c.state.scoreboard_order;
    const std::vector<LaneResult>& results = c.lab.update_results();
    const auto lanes                       = lane_order(order, results);
    const auto lane_count                  = static_cast<int>(results.size());
    const ColumnWidths widths              = min_column_widths(c, results);
    const float padding                    = 2 * ImGui::GetStyle().CellPadding.x;
    const float available_width            = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
    const float needed_width = widths.metric + static_cast<float>(lane_count) * (widths.lane + padding) + padding;
    const bool has_horizontal_scroll = needed_width > available_width; // the column of metric names stays in place
    const int flags                  = ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg |
                      (has_horizontal_scroll ? ImGuiTableFlags_ScrollX | ImGuiTableFlags_SizingFixedFit
                                             : ImGuiTableFlags_SizingStretchProp);
    if (!ImGui::BeginTable(has_horizontal_scroll ? "scrolled" : "scoreboard", lane_count + 1, flags)) return;
    ImGui::TableSetupScrollFreeze(1, 1);
    ImGui::TableSetupColumn("metric", 0, has_horizontal_scroll ? widths.metric : 1.6F);
    for (const LaneResult& result : results)
        ImGui::TableSetupColumn(result.setup.name.c_str(), 0, has_horizontal_scroll ? widths.lane : 1.0F);
    draw_scoreboard_heading(c, results, lanes);
    for (std::size_t group = 0; group < lab::metric_group_names.size(); ++group)
        draw_metric_group(c, group, results, lanes, order);
    if (c.lab.settings.view.shows_all_metrics) draw_state_row(c, results, lanes);
    ImGui::EndTable();
}

void draw_all_metrics_checkbox(const Context& c)
{
    ImGui::SameLine(0, 14 * c.scale);
    bool& shows_all = c.lab.settings.view.shows_all_metrics;
    ImGui::Checkbox("all metrics", &shows_all);
    log_with_tooltip(c.log, "view.all_scores", shows_all ? "on" : "off", lab::control(lab::ControlId::all_metrics).tip);
}

} // namespace demo
