#include "programs/demo/panels/recording_scrubber.hpp"

#include "programs/demo/panels/panels.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace demo
{

namespace
{

constexpr float plot_height = 34; // in points
constexpr float min_drag_distance = 6; // in points; a shorter mouse movement is a click

// The height in points of the bar for a frame time, on a logarithmic scale, so that short frames stay visible.
float bar_height(float frame_time_ms, const RecordingPlot& plot, const draw::Rect& area)
{
    const float median_ms = std::max(plot.median_ms, 0.001F);
    const float full_height_log2 = std::log2(1.0F + std::max(plot.longest_frame_ms / median_ms, 2.0F));
    return area.h * std::clamp(std::log2(1.0F + frame_time_ms / median_ms) / full_height_log2, 0.04F, 1.0F);
}

void draw_frame_bars(const PanelContext& context, const RecordingPlot& plot, const draw::Rect& area)
{
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const float column_width = area.w / static_cast<float>(plot.longest_ms_by_column.size());
    for (std::size_t i = 0; i < plot.longest_ms_by_column.size(); ++i)
    {
        const float height = bar_height(plot.longest_ms_by_column[i], plot, area);
        const float x = area.x + static_cast<float>(i) * column_width;
        draw_list.AddRectFilled({x, area.bottom() - height}, {x + std::max(column_width, 1.0F), area.bottom()},
                                to_imu32(draw::faded(context.theme.accent, 0.45F)));
    }
    for (const float hitch_position : plot.hitch_positions)
    {
        const float x = area.x + hitch_position * area.w;
        draw_list.AddRectFilled({x - 1 * context.scale, area.y}, {x + 1 * context.scale, area.bottom()},
                                to_imu32(context.theme.alarm));
        draw_list.AddTriangleFilled({x - 4 * context.scale, area.y}, {x + 4 * context.scale, area.y},
                                    {x, area.y + 6 * context.scale}, to_imu32(context.theme.alarm));
    }
}

void draw_overlays(const PanelContext& context, const RecordingPlot& plot, const draw::Rect& area)
{
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const float column_width = area.w / static_cast<float>(plot.longest_ms_by_column.size());
    float name_x = area.x + 4 * context.scale;
    for (std::size_t overlay_index = 0; overlay_index < context.panel_state.scrubber.overlays.size(); ++overlay_index)
    {
        const PlotOverlay& overlay = context.panel_state.scrubber.overlays[overlay_index];
        const draw::Colour overlay_colour = context.theme.legible_on_panel(draw::loop_colour(overlay_index + 1));
        for (std::size_t i = 0; i < overlay.longest_ms_by_column.size(); ++i)
            if (overlay.longest_ms_by_column[i] > 0.0F)
                draw_list.PathLineTo({area.x + (static_cast<float>(i) + 0.5F) * column_width,
                                      area.bottom() - bar_height(overlay.longest_ms_by_column[i], plot, area)});
        draw_list.PathStroke(to_imu32(overlay_colour), 0, 1.4F * context.scale);
        const std::string name = ellipsized(overlay.name, area.w * 0.3F);
        draw_text(draw_list, {name_x, area.y}, overlay_colour, name);
        name_x += scaled_width_in_points(name) + 14 * context.scale;
        log_last_item(context.widget_log, fmt::format("scrubber.overlay.{}", overlay_index), overlay.name);
    }
}

// A click moves the playback to the mouse position. A drag selects a part of the recording and ranks the loops for it.
void track_plot_mouse(const PanelContext& context, const RecordingPlot& plot, const draw::Rect& area)
{
    const auto position_at = [&](float x) { return std::clamp((x - area.x) / std::max(area.w, 1.0F), 0.0F, 1.0F); };
    const float press_position = position_at(ImGui::GetIO().MouseClickedPos[0].x),
                mouse_position = position_at(ImGui::GetIO().MousePos.x);
    const bool is_drag = std::abs(mouse_position - press_position) * area.w > min_drag_distance * context.scale;
    const auto [from, to] = std::minmax(press_position, mouse_position);
    if (is_drag && ImGui::IsItemDeactivated())
        context.panel_state.scrubber.requests.emplace_back(
            playback_request::RankSelectedPart{static_cast<double>(from), static_cast<double>(to)});
    if (!ImGui::IsItemActive()) return;
    if (!is_drag)
    {
        context.panel_state.scrubber.requests.emplace_back(
            playback_request::PlayFromFrame{plot.first_frame_index_at(static_cast<double>(mouse_position))});
        return;
    }
    const std::string part_text = fmt::format("{:.1f} to {:.1f} s", static_cast<double>(from) * plot.duration_s,
                                              static_cast<double>(to) * plot.duration_s);
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    draw_list.AddRectFilled({area.x + from * area.w, area.y}, {area.x + to * area.w, area.bottom()},
                            to_imu32(draw::faded(context.theme.text, 0.25F)));
    draw_text(draw_list, {area.x + from * area.w + 4 * context.scale, area.y}, context.theme.text, part_text);
    log_last_item(context.widget_log, "scrubber.part", part_text);
}

void draw_seekable_plot(const PanelContext& context, const lab::RecordingPlayback& playback, const draw::Rect& area)
{
    const RecordingPlot& plot = context.panel_state.scrubber.plot;
    const double position = plot.start_fraction_of_frame(playback.next_frame_index());
    ImGui::InvisibleButton("plot", {area.w, area.h});
    describe_last_item(
        context.widget_log, "scrubber", fmt::format("{:.4f}", position),
        fmt::format(
            "{} frames in {:.1f} s, {} {} marked. Click: continue at this frame. Drag: rank the loops for a part.",
            playback.size(), plot.duration_s, plot.hitch_positions.size(),
            plot.hitch_positions.size() == 1 ? "hitch" : "hitches"));
    draw_frame_bars(context, plot, area);
    const float play_x = area.x + static_cast<float>(position) * area.w;
    ImGui::GetWindowDrawList()->AddRectFilled({play_x - 1.5F * context.scale, area.y - 3 * context.scale},
                                              {play_x + 1.5F * context.scale, area.bottom() + 3 * context.scale},
                                              to_imu32(context.theme.text), 1.5F * context.scale);
    track_plot_mouse(context, plot, area);
    draw_overlays(context, plot, area);
}

} // namespace

void draw_recording_scrubber(const PanelContext& context, const draw::Rect& area)
{
    RecordingScrubber& scrubber = context.panel_state.scrubber;
    if (scrubber.plot.empty()) return;
    ImGui::SetNextWindowPos({area.x, area.y});
    ImGui::SetNextWindowSize({area.w, area.h});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8 * context.scale, 7 * context.scale});
    constexpr int window_flags = fixed_window_flags | ImGuiWindowFlags_NoScrollbar |
                                 ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus;
    if (ImGui::Begin("scrubber", nullptr, window_flags))
    {
        const float button_width = 64 * context.scale;
        const float gap = 8 * context.scale;
        const ImVec2 cursor = ImGui::GetCursorScreenPos();
        const float buttons_width = (scrubber.plays_part ? 2.0F : 1.0F) * (button_width + gap);
        const float plot_width = ImGui::GetContentRegionAvail().x - buttons_width;
        draw_seekable_plot(context, *context.lab.this_pc.playback,
                           {cursor.x, cursor.y, plot_width, plot_height * context.scale});
        ImGui::SameLine(0, gap);
        const float free_height = (plot_height * context.scale - ImGui::GetFrameHeight()) / 2;
        const float button_y = ImGui::GetCursorPosY() + std::max(free_height, 0.0F);
        ImGui::SetCursorPosY(button_y);
        if (scrubber.plays_part)
        {
            if (draw_button("Whole", "Runs the loops with the whole recording again.", context.widget_log,
                            button_width))
                scrubber.requests.emplace_back(playback_request::PlayWholeRecording{});
            ImGui::SameLine(0, gap);
            ImGui::SetCursorPosY(button_y);
        }
        if (draw_button("Stop it",
                        "Ends the playback of the recording; the loops get the same frame times as before it.",
                        context.widget_log, button_width))
            scrubber.requests.emplace_back(playback_request::StopPlayback{});
    }
    ImGui::End();
    ImGui::PopStyleVar();
}

} // namespace demo
