// Draws four pages of the window: timeline, plots, phase (velocity over position) and scoreboard (loops' metrics).
#include "base/number.hpp"
#include "lab/metrics/frame_text.hpp"
#include "lab/metrics/metric_table.hpp"
#include "lab/settings/controls.hpp"
#include "programs/demo/panels/panels.hpp"
#include "telemetry/recent_frames.hpp"
#include "views/phase_portrait.hpp"
#include "views/plots.hpp"
#include "views/stability_diagram.hpp"
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
    std::string text = fmt::format("frame {} at {:.3f} s\n{}\ncomputing the steps took {}", frame.frame_number,
                                   timestep::to_seconds(frame.start_wall_time), lab::frame_text(frame),
                                   base::rounded_duration_text(frame.stepping_time));
    if (frame.sleep_time > Nanos::zero())
        text += fmt::format(", then {} asleep", base::rounded_duration_text(frame.sleep_time));
    if (frame.spin_time > Nanos::zero())
        text += fmt::format(", {} spinning", base::rounded_duration_text(frame.spin_time));
    if (frame.is_displayed)
        text += fmt::format("\ndisplayed {} later{}",
                            base::rounded_duration_text(frame.screen_time - frame.start_wall_time),
                            frame.is_torn ? ", torn" : "");
    const std::string events = lab::joined_event_names(frame.events);
    return events.empty() ? text : text + "\n" + events;
}

// Empty if the display has no fixed refresh rate, or none that is known.
std::optional<telemetry::EstimatedRefreshTimes> periodic_refresh_times(const PanelContext& context,
                                                                       const Frames& frames, draw::TimeSpan span)
{
    const lab::Lab& lab = context.lab;
    const sim::MachineSettings& machine = lab.experiment.lanes[lab.selected_lane_index()].setup().config.machine;
    const bool is_refresh_period_known =
        lab.experiment.time_source() != lab::TimeSource::this_pc || lab.this_pc.pc().refresh_period(machine) > Nanos{};
    if (machine.vsync == sim::VsyncMode::vrr) return std::nullopt;
    if (is_refresh_period_known)
        return telemetry::EstimatedRefreshTimes{{}, 1e9 * timestep::step_seconds(machine.refresh_rate)};
    if (machine.vsync == sim::VsyncMode::composed || machine.vsync == sim::VsyncMode::off ||
        !lab.this_pc.vsync_report.is_vsync_accepted)
        return std::nullopt;
    return telemetry::estimated_refresh_times(frames.first(frames.first_index_from(span.to) + 1),
                                              lab.this_pc.vsync_report.refresh_hz);
}

std::string span_text(draw::TimeSpan span)
{
    return fmt::format("{:.6f} to {:.6f} s", timestep::to_seconds(span.from), timestep::to_seconds(span.to));
}

void log_timeline_state(const PanelContext& context, const draw::TimeAxis& axis, const draw::Rect& area,
                        const views::TimelineData& timeline)
{
    const draw::Rect plot{axis.left(), area.y, axis.width(), area.h};
    context.widget_log.push_back({"timeline", plot, span_text(axis.span())});
    context.widget_log.push_back({"timeline.frozen", plot,
                                  timeline.frozen_frame_index
                                      ? fmt::format("{}", timeline.frames[*timeline.frozen_frame_index].frame_number)
                                      : "live"});
    context.widget_log.push_back(
        {"timeline.refreshes", plot,
         timeline.refreshes ? fmt::format("{:.2f} Hz", 1e9 / timeline.refreshes->period_ns) : "unknown"});
}

void draw_plot_checkboxes(const PanelContext& context)
{
    std::uint32_t& plots_mask = context.settings.view.plots_mask;
    for (std::size_t i = 0; i < views::all_plots().size(); ++i)
    {
        const views::Plot& plot = views::all_plots()[i];
        bool is_on = (plots_mask & 1U << i) != 0;
        if (ImGui::Checkbox(std::string{plot.title}.c_str(), &is_on)) plots_mask ^= 1U << i;
        describe_last_item(context.widget_log, fmt::format("plots.{}", plot.name), is_on ? "on" : "off", plot.tooltip);
    }
}

void log_plots(const PanelContext& context, const std::vector<views::PlacedPlot>& placed_plots, const Frames& frames)
{
    for (const views::PlacedPlot& placed_plot : placed_plots)
    {
        const std::string newest_value_text =
            frames.empty() ? ""
                           : views::plot_value_text(placed_plot.plot->value_of_frame(frames, frames.size() - 1),
                                                    *placed_plot.plot);
        context.widget_log.push_back(
            {fmt::format("plot.{}", placed_plot.plot->name), placed_plot.area, newest_value_text});
    }
    if (!placed_plots.empty())
        context.widget_log.push_back({"plots", placed_plots.front().area, span_text(placed_plots.front().axis.span())});
}

using lab::LaneResult;
using lab::Metric;

std::vector<std::size_t> sorted_lane_indices(const SortOrder& sort_order, std::span<const LaneResult> results)
{
    std::vector<std::size_t> lane_indices(results.size());
    std::iota(lane_indices.begin(), lane_indices.end(), std::size_t{0});
    if (const Metric* metric = lab::find_metric(sort_order.metric_key))
        lane_indices = lab::ranked_indices(*metric, results);
    if (sort_order.is_worst_first) std::reverse(lane_indices.begin(), lane_indices.end());
    return lane_indices;
}

std::string metric_title(const Metric& metric)
{
    return metric.unit.empty() ? std::string{metric.name} : fmt::format("{} [{}]", metric.name, metric.unit);
}

bool is_shown_metric(const PanelContext& context, const Metric& metric, std::span<const LaneResult> results)
{
    return context.settings.view.shows_all_metrics || lab::is_in_short_table(metric, results);
}

// Minimum widths of the columns in points.
struct ColumnWidths
{
    float metric = 0;
    float lane = 0;
};

ColumnWidths min_column_widths(const PanelContext& context, std::span<const LaneResult> results)
{
    ColumnWidths widths;
    for (const Metric& metric : lab::all_metrics())
        if (is_shown_metric(context, metric, results))
            widths.metric = std::max(widths.metric, scaled_width_in_points(metric_title(metric) + "  <"));
    for (const LaneResult& result : results)
        widths.lane = std::max(widths.lane, scaled_width_in_points(result.setup.name));
    widths.lane = std::max(widths.lane, scaled_width_in_points("-0.000000 +", mono_font()));
    return widths;
}

// Appends "+" to the best value and "-" to the worst value, for colour-blind users.
void draw_right_aligned_cell(const PanelContext& context, const std::string& text, lab::RankMark standing)
{
    ImGui::TableNextColumn();
    if (standing == lab::RankMark::best)
        draw_right_aligned_text(text + " +", to_imvec4(draw::mix(success_colour, context.theme.text, 0.35F)));
    else if (standing == lab::RankMark::worst)
        draw_right_aligned_text(text + " -", to_imvec4(context.theme.alarm));
    else
        draw_right_aligned_text(text + "  ", to_imvec4(context.theme.text));
}

void draw_scoreboard_heading(const PanelContext& context, std::span<const LaneResult> results,
                             std::span<const std::size_t> lane_indices)
{
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    constexpr const char* long_label = "Copy as Markdown";
    const float padding = 2 * ImGui::GetStyle().FramePadding.x;
    const bool is_wide_enough = scaled_width_in_points(long_label) + padding <= ImGui::GetContentRegionAvail().x;
    if (draw_button(is_wide_enough ? long_label : "Copy",
                    "Copies the whole table as Markdown, for a forum or an issue.", context.widget_log, 0))
        ImGui::SetClipboardText(lab::markdown_table(results).c_str());
    ImGui::PushStyleVar(ImGuiStyleVar_SelectableTextAlign, {1.0F, 0.5F});
    for (const std::size_t lane_index : lane_indices)
    {
        const LaneResult& result = results[lane_index];
        ImGui::TableNextColumn();
        const draw::Colour loop_colour = colour_of_loop(result.setup);
        ImGui::PushStyleColor(ImGuiCol_Text, to_imvec4(context.theme.legible(loop_colour)));
        ImGui::PushID(static_cast<int>(lane_index));
        if (ImGui::Selectable(result.setup.name.c_str(), context.lab.selected_lane_index() == lane_index))
            context.lab.select_lane(lane_index);
        ImGui::PopID();
        ImGui::PopStyleColor();
        log_last_item(context.widget_log, fmt::format("score.{}", result.setup.name),
                      lab::value_text_without_unit(*lab::find_metric("speed"), result));
    }
    ImGui::PopStyleVar();
}

void draw_metric_row(const PanelContext& context, const Metric& metric, std::span<const LaneResult> results,
                     std::span<const std::size_t> lane_indices, SortOrder& sort_order)
{
    const auto rank_marks = lab::rank_marks(metric, results);
    const bool sorts_by_metric = sort_order.metric_key == metric.key;
    const char* sort_arrow = sort_order.is_worst_first ? "  >" : "  <";
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    if (ImGui::Selectable(
            fmt::format("{}{}##{}", metric_title(metric), sorts_by_metric ? sort_arrow : "", metric.key).c_str(),
            sorts_by_metric))
        sort_order.cycle_by_click(metric.key);
    describe_last_item(context.widget_log, fmt::format("metric.{}", metric.key),
                       lab::value_text_without_unit(metric, results[lane_indices.front()]),
                       fmt::format("{}: {}", metric.name, metric.definition));
    for (const std::size_t lane_index : lane_indices)
    {
        const std::string& warning = context.panel_state.starts.warning(lane_index, metric);
        draw_right_aligned_cell(
            context, lab::value_text_without_unit(metric, results[lane_index]) + (warning.empty() ? "" : " ~"),
            rank_marks[lane_index]);
        if (warning.empty()) continue;
        describe_last_item(context.widget_log, fmt::format("warning.{}.{}", results[lane_index].setup.name, metric.key),
                           warning, "One start says little: " + warning + ".");
    }
}

} // namespace

void draw_timeline_page_toolbar(const PanelContext& context)
{
    draw_time_buttons(context);
    draw_page_menu_button(context);
}

void draw_lane_timeline(const PanelContext& context)
{
    const Frames frames = context.lab.lane().samples();
    const draw::Rect area = remaining_panel_area();
    if (area.w < 80 || area.h < 40) return;
    const draw::TimeAxis axis = views::timeline_axis(advance_shown_span(context), area, context.scale);

    ImGui::InvisibleButton("time", {area.w, area.h});
    const auto clicked_time = navigate_time(context, axis);
    const bool is_hovered = ImGui::IsItemHovered() && !is_page_png_pending(context);
    const auto hovered_frame_index =
        is_hovered ? views::frame_index_at(frames, axis, ImGui::GetIO().MousePos.x) : std::nullopt;
    if (clicked_time && *clicked_time >= axis.span().from)
        if (const auto frame_index = views::frame_index_at(frames, *clicked_time))
            context.lab.freeze_at(frames[*frame_index].start_wall_time);
    const auto frozen_index = frozen_frame_index(context, frames);

    const auto marks =
        views::time_marks_of(frames, context.lab.session.journals[context.settings.stage.selected_id], axis.span());
    views::TimelineData timeline{.frames = frames,
                                 .marks = marks,
                                 .refreshes = periodic_refresh_times(context, frames, axis.span()),
                                 .frozen_frame_index = frozen_index,
                                 .highlight_filter = hovered_frame_filter(context)};
    const draw::ViewStyle style{context.theme, context.scale,
                                colour_of_lane(context.lab, context.lab.selected_lane_index())};
    const auto redraw = [&](draw::Picture& picture)
    { views::redraw_timeline(picture, timeline, axis.span(), area, style); };
    run_pending_save(context, {.file_stem = "timeline", .area = area, .draw = redraw, .csv = [&] {
                                   return views::plots_csv(frames, lab::all_plots_mask, axis.span());
                               }});
    timeline.hovered_frame_index = hovered_frame_index;
    ThrottledPicture& throttled_picture = context.panel_state.timeline_picture;
    if (is_page_png_pending(context) || throttled_picture.begin_redraw(area, frames, axis.span()))
        redraw(throttled_picture.picture);
    draw_picture(throttled_picture.picture, *ImGui::GetWindowDrawList());
    log_timeline_state(context, axis, area, timeline);
    if (const ImVec2 mouse = ImGui::GetIO().MousePos; ImGui::IsItemHovered() && mouse.x < axis.left())
        for (const views::RowTooltip& row : views::timeline_row_tooltips(area, context.scale))
            if (mouse.y >= row.area.y && mouse.y < row.area.bottom()) add_tooltip(row.tooltip);
    if (hovered_frame_index && !ImGui::IsItemActive()) add_tooltip(frame_tooltip(frames[*hovered_frame_index]));
}

void draw_plots_page_toolbar(const PanelContext& context)
{
    draw_time_buttons(context);
    draw_page_menu_button(context, draw_plot_checkboxes);
}

void draw_plots_page(const PanelContext& context)
{
    // The frames of the selected lane that its display has shown.
    Frames frames{context.lab.lane().samples()};
    if (!context.lab.frozen_at() && !context.lab.instant_replay_time(context.lab.selected_lane_index()) &&
        !frames.empty())
        frames = frames.first(frames.first_index_from(
            context.lab.take_shown_moment(context.lab.selected_lane_index()).sample.start_wall_time + Nanos{1}));
    const draw::Rect area = remaining_panel_area();
    if (area.w < 120 || area.h < 60) return;
    const draw::TimeSpan span = advance_shown_span(context);
    const auto placed_plots = views::placed_plots(context.settings.view.plots_mask, span, area, context.scale);
    log_plots(context, placed_plots, frames);

    ImGui::InvisibleButton("time", {area.w, area.h});
    const ImGuiIO& io = ImGui::GetIO();
    const ImVec2 mouse = ImGui::IsItemDeactivated() ? io.MouseClickedPos[0] : io.MousePos;
    const auto is_under_mouse = [&](const views::PlacedPlot& plot) { return plot.area.contains({mouse.x, mouse.y}); };
    const auto plot_under_mouse = std::ranges::find_if(placed_plots, is_under_mouse);
    const bool is_over_plot = plot_under_mouse != placed_plots.end();
    const bool is_hovered = ImGui::IsItemHovered() && is_over_plot && !is_page_png_pending(context);
    const draw::TimeAxis axis = is_over_plot ? plot_under_mouse->axis : draw::TimeAxis{span, area.x, area.right()};
    if (const auto clicked_time = navigate_time(context, axis); clicked_time && is_over_plot)
        if (const std::size_t i = frames.first_index_from(*clicked_time);
            i < frames.size() && !telemetry::is_paused(frames[i]))
            context.lab.freeze_at(frames[i].start_wall_time);

    const auto marks =
        views::time_marks_of(frames, context.lab.session.journals[context.settings.stage.selected_id], span);
    views::PlotsData plots{.frames = frames,
                           .marks = marks,
                           .plot_mask = context.settings.view.plots_mask,
                           .frozen_frame_index = frozen_frame_index(context, frames),
                           .highlight_filter = hovered_frame_filter(context)};
    const draw::ViewStyle style{context.theme, context.scale,
                                colour_of_lane(context.lab, context.lab.selected_lane_index())};
    const auto redraw = [&](draw::Picture& picture) { views::redraw_plots(picture, plots, span, area, style); };
    run_pending_save(context, {.file_stem = "plots", .area = area, .draw = redraw, .csv = [&] {
                                   return views::plots_csv(frames, plots.plot_mask, span);
                               }});
    if (is_hovered) plots.crosshair_time = axis.time_at(mouse.x);
    ThrottledPicture& throttled_picture = context.panel_state.plots_picture;
    if (is_page_png_pending(context) || throttled_picture.begin_redraw(area, frames, span))
        redraw(throttled_picture.picture);
    draw_picture(throttled_picture.picture, *ImGui::GetWindowDrawList());
    if (is_hovered && mouse.y < plot_under_mouse->area.y + 16 * context.scale)
        add_tooltip(plot_under_mouse->plot->tooltip);
}

void draw_page_toolbar(const PanelContext& context)
{
    const float button_width = 24 * context.scale;
    ImGui::SameLine();
    ImGui::SetCursorPosX(
        std::max(ImGui::GetContentRegionMax().x - button_width - 4 * context.scale, ImGui::GetCursorPosX()));
    ImGui::Dummy({0, 0});
    draw_page_menu_button(context);
}

void draw_phase_portrait_page(const PanelContext& context)
{
    const draw::Rect area = remaining_panel_area();
    if (area.w < 120 || area.h < 60) return;

    std::vector<views::PhaseLane> phase_lanes;
    for (std::size_t i = 0; i < context.lab.shown_lane_count(); ++i)
    {
        const telemetry::Frames samples = context.lab.lane(i).samples();
        const std::size_t shown_frame_count =
            context.lab.frozen_at() ? samples.first_index_from(*context.lab.frozen_at() + timestep::Nanos{1})
                                    : samples.size();
        phase_lanes.push_back(
            {samples.first(shown_frame_count), colour_of_lane(context.lab, i), i == context.lab.selected_lane_index()});
    }
    const views::PhaseData phase{phase_lanes, &context.lab.lane().world()};
    const auto redraw = [&](draw::Picture& picture) {
        views::redraw_phase_portrait(picture, phase, area, {context.theme, context.scale});
    };
    run_pending_save(context, {.file_stem = "phase", .area = area, .draw = redraw});
    redraw(context.panel_state.page_picture_buffer);
    draw_picture(context.panel_state.page_picture_buffer, *ImGui::GetWindowDrawList());
    const auto vibration = context.lab.lane().world().fastest_vibration();
    const double dimensionless_step =
        vibration ? views::newest_step_seconds(phase_lanes[context.lab.selected_lane_index()].frames) *
                        vibration->angular_frequency
                  : 0.0;
    context.widget_log.push_back({"phase", area, fmt::format("{:.3f}", dimensionless_step)});
}

void draw_sortable_scoreboard_page(const PanelContext& context)
{
    switch (context.panel_state.scoreboard_view)
    {
    case ScoreboardView::starts: return draw_starts_page(context);
    case ScoreboardView::faults: return draw_faults_page(context);
    case ScoreboardView::table: break;
    }
    advance_starts(context,
                   context.lab.experiment.time_source() != lab::TimeSource::this_pc && base::can_start_threads());
    SortOrder& sort_order = context.panel_state.scoreboard_order;
    const std::vector<LaneResult>& results = context.lab.update_results();
    const auto lane_indices = sorted_lane_indices(sort_order, results);
    const auto lane_count = static_cast<int>(results.size());
    const ColumnWidths widths = min_column_widths(context, results);
    const float padding = 2 * ImGui::GetStyle().CellPadding.x;
    const float available_width = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
    const float needed_width = widths.metric + static_cast<float>(lane_count) * (widths.lane + padding) + padding;
    const bool has_horizontal_scroll = needed_width > available_width; // the column of metric names stays in place
    const int table_flags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg |
                            (has_horizontal_scroll ? ImGuiTableFlags_ScrollX | ImGuiTableFlags_SizingFixedFit
                                                   : ImGuiTableFlags_SizingStretchProp);
    if (!ImGui::BeginTable(has_horizontal_scroll ? "scrolled" : "scoreboard", lane_count + 1, table_flags)) return;
    ImGui::TableSetupScrollFreeze(1, 1);
    ImGui::TableSetupColumn("metric", 0, has_horizontal_scroll ? widths.metric : 1.6F);
    for (const LaneResult& result : results)
        ImGui::TableSetupColumn(result.setup.name.c_str(), 0, has_horizontal_scroll ? widths.lane : 1.0F);
    draw_scoreboard_heading(context, results, lane_indices);
    const bool shows_all_metrics = context.settings.view.shows_all_metrics;
    for (std::size_t group_index = 0; group_index < lab::metric_group_names.size(); ++group_index)
    {
        if (shows_all_metrics)
        {
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            draw_grey_text(std::string{lab::metric_group_names[group_index]});
        }
        for (const Metric& metric : lab::all_metrics())
            if (static_cast<std::size_t>(metric.group) == group_index && is_shown_metric(context, metric, results))
                draw_metric_row(context, metric, results, lane_indices, sort_order);
    }
    if (shows_all_metrics)
    {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted("state");
        add_tooltip("Hash of the world's last state: loops with equal states have equal hashes.");
        for (const std::size_t lane_index : lane_indices)
            draw_right_aligned_cell(context, lab::hash_text(results[lane_index].state_hash).substr(0, 8),
                                    lab::RankMark::none);
    }
    ImGui::EndTable();
}

void draw_scoreboard_toolbar(const PanelContext& context)
{
    ScoreboardView& shown = context.panel_state.scoreboard_view;
    const auto draw_view_button = [&](ScoreboardView view, const char* label, const char* tooltip)
    {
        ImGui::SameLine(0, 14 * context.scale);
        if (draw_flat_button(context, {label, tooltip, shown == view}))
            shown = shown == view ? ScoreboardView::table : view;
    };
    draw_view_button(ScoreboardView::starts, "64 starts",
                     "Runs each loop 64 times, from other seeds and phases of the first frame: a metric of one run is "
                     "a sample. Sort by a metric to see its starts.");
    draw_view_button(ScoreboardView::faults, "Faults",
                     "Runs kinds of uneven motion, and lists which smoothness metrics see them.");
    if (shown != ScoreboardView::table) return;
    ImGui::SameLine(0, 14 * context.scale);
    bool& shows_all = context.settings.view.shows_all_metrics;
    ImGui::Checkbox("all metrics", &shows_all);
    describe_last_item(context.widget_log, "view.all_scores", shows_all ? "on" : "off",
                       lab::control_of(lab::ControlId::all_metrics).tooltip);
}

} // namespace demo
