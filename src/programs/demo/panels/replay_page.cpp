// Draws the page of a replay: a time bar, and a curve of how much a rerun with changed settings differs.
#include "base/number.hpp"
#include "lab/replay/replay_player.hpp"
#include "programs/demo/panels/panels.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace demo
{

namespace
{

using timestep::Nanos;

struct ReplayPage
{
    draw::Picture& picture;
    const PanelContext& context;
    const lab::ReplayStatus& status;
    draw::TimeAxis axis;
    draw::Rect bar_area;
    draw::Rect curve_area;

    float scaled(float points) const { return points * context.scale; }
};

// The logarithm of a distance between the bodies of two runs, scaled to 0 for 1e-6 m or less and 1 for 10 m or more.
float curve_height_fraction(double distance_m)
{
    return static_cast<float>(std::clamp((std::log10(std::max(distance_m, 1e-9)) + 6.0) / 7.0, 0.0, 1.0));
}

void draw_distance_curve(const ReplayPage& page)
{
    const auto& theme = page.context.theme;
    constexpr std::array distance_marks{std::pair{1.0, "1 m"}, std::pair{1e-3, "1 mm"}, std::pair{1e-6, "1 um"}};
    float last_label_y = -1e9F; // y coordinate of the last label; overlapping labels are omitted
    for (const auto& [distance_m, label] : distance_marks)
    {
        const float y = page.curve_area.bottom() - curve_height_fraction(distance_m) * page.curve_area.h;
        if (y - last_label_y < page.scaled(16)) continue;
        last_label_y = y;
        page.picture.add_line({page.curve_area.x, y}, {page.curve_area.right(), y}, page.scaled(1), theme.border);
        page.picture.add_monospaced_label({page.curve_area.x - page.scaled(6), y - page.scaled(9)}, label,
                                          theme.dim_text, draw::Align::right);
    }
    std::optional<draw::Point> previous_point;
    const auto& distances = page.status.distances;
    const std::size_t sample_stride = std::max<std::size_t>(distances.size() / 600, 1);
    for (std::size_t i = 0; i < distances.size(); i += sample_stride)
    {
        const draw::Point point{page.axis.x_clamped_with_overhang(distances[i].replay_time),
                                page.curve_area.bottom() -
                                    curve_height_fraction(distances[i].distance) * page.curve_area.h};
        if (previous_point) page.picture.add_line(*previous_point, point, page.scaled(2), theme.alarm);
        previous_point = point;
    }
}

void draw_time_bar(const ReplayPage& page)
{
    const auto& theme = page.context.theme;
    page.picture.add_rectangle(page.bar_area, page.scaled(5), theme.control_background);
    const float shown_time_x = page.axis.x_clamped_with_overhang(page.status.shown_time);
    page.picture.add_rectangle(
        {page.bar_area.x, page.bar_area.y, std::max(shown_time_x - page.bar_area.x, 1.0F), page.bar_area.h},
        page.scaled(5), theme.control_with_emphasis(0.6F));
    if (page.status.fork_start_time)
    {
        const float fork_x = page.axis.x_clamped_with_overhang(*page.status.fork_start_time);
        page.picture.add_rectangle({fork_x, page.bar_area.y, std::max(shown_time_x - fork_x, 1.0F), page.bar_area.h},
                                   page.scaled(2), draw::mix(theme.control_background, theme.warning, 0.6F));
        page.picture.add_line({fork_x, page.bar_area.y - page.scaled(4)}, {fork_x, page.curve_area.bottom()},
                              page.scaled(2), theme.warning);
    }
    if (page.status.fork_divergence_time)
    {
        const float divergence_x = page.axis.x_clamped_with_overhang(*page.status.fork_divergence_time);
        page.picture.add_line({divergence_x, page.bar_area.y - page.scaled(4)},
                              {divergence_x, page.curve_area.bottom()}, page.scaled(2), theme.alarm);
        page.picture.add_label({{divergence_x + page.scaled(6), page.bar_area.bottom() + page.scaled(1)},
                                fmt::format("tick {} differs", page.status.fork_divergence_step),
                                theme.alarm});
    }
    page.picture.add_line({shown_time_x, page.bar_area.y - page.scaled(5)}, {shown_time_x, page.curve_area.bottom()},
                          page.scaled(2), theme.text);
    page.picture.add_disc({shown_time_x, page.bar_area.y + page.bar_area.h / 2}, page.scaled(8), theme.text);
}

std::string replay_state_text(const lab::ReplayStatus& status)
{
    std::string text =
        fmt::format("{:.2f} of {:.2f} s", timestep::to_seconds(status.shown_time), timestep::to_seconds(status.length));
    if (status.difference_from_file)
        text += "; " + *status.difference_from_file;
    else if (status.compared_hash_count > 0)
        text += fmt::format("; {} {} checked, all as recorded", status.compared_hash_count,
                            status.compared_hash_count == 1 ? "state" : "states");
    if (status.fork_start_time)
        text += fmt::format("; what if {} from {}", status.changed_settings,
                            *status.fork_start_time == Nanos::zero()
                                ? "the start"
                                : fmt::format("{:.2f} s", timestep::to_seconds(*status.fork_start_time)));
    if (status.fork_start_time && !status.distances.empty())
        text +=
            fmt::format("; the position x differs by {} m now", base::number_text(status.distances.back().distance, 4));
    return text;
}

void draw_replay_buttons(const PanelContext& context, lab::ReplayPlayer& replay)
{
    const float width = 116 * context.scale;
    if (draw_button(context.settings.is_paused ? "Play  Space" : "Pause  Space", "Pauses or continues the replay.",
                    context.widget_log, width))
        context.settings.is_paused = !context.settings.is_paused;
    ImGui::SameLine();
    if (draw_button(
            "What if...  W",
            "Continues the replay from here with the current loop, rate, integrator, delay and other settings, side "
            "by side with the original.",
            context.widget_log, width, draw::mix(context.theme.control_background, context.theme.warning, 0.35F),
            replay.status().needs_program ? lab::what_if_needs_program : nullptr))
        replay.start_what_if(context.lab.session, context.lab.requests);
    if (replay.status().fork_start_time)
    {
        ImGui::SameLine();
        if (draw_button("As it was", "Ends the comparison; the replay continues alone.", context.widget_log, width))
            replay.end_what_if(context.lab.session);
    }
    const std::string state_text = replay_state_text(replay.status());
    ImGui::SameLine();
    if (scaled_width_in_points(state_text) > ImGui::GetContentRegionAvail().x) ImGui::NewLine();
    ImGui::AlignTextToFramePadding();
    draw_grey_text(text_wrapped_at_spaces(state_text, ImGui::GetContentRegionAvail().x));
    log_last_item(context.widget_log, "replay.story", state_text);
}

// The longest hint that fits into `width` points; empty during a rerun with changed settings.
std::string_view fitting_hint_text(const lab::ReplayStatus& status, float width)
{
    constexpr std::array<std::string_view, 3> hints{
        "change loop, rate, integrator, delay or another setting, then press What if",
        "change a setting, then press What if", ""};
    const auto fits = [&](std::string_view text) { return scaled_width_in_points(text) <= width; };
    return status.fork_start_time || status.needs_program ? std::string_view{} : *std::ranges::find_if(hints, fits);
}

} // namespace

void draw_replay_page(const PanelContext& context, lab::ReplayPlayer& replay)
{
    draw_replay_buttons(context, replay);
    const draw::Rect area = remaining_panel_area();
    if (area.w < 180 || area.h < 60) return;
    const float scale = context.scale, left = area.x + 56 * scale, width = area.w - 76 * scale;
    draw::Picture& picture = context.panel_state.page_picture_buffer;
    picture.reset(area, context.theme.background);
    const Nanos replay_length = std::max(replay.status().length, Nanos{1'000'000});
    const ReplayPage page{.picture = picture,
                          .context = context,
                          .status = replay.status(),
                          .axis = {{Nanos::zero(), replay_length}, left, left + width},
                          .bar_area = {left, area.y + 10 * scale, width, 12 * scale},
                          .curve_area = {left, area.y + 44 * scale, width, std::max(area.h - 70 * scale, 8.0F)}};
    ImGui::InvisibleButton("scrubber", {area.w, area.h});
    log_last_item(context.widget_log, "replay.scrubber",
                  fmt::format("{:.3f}", timestep::to_seconds(replay.status().shown_time)));
    if (ImGui::IsItemActive())
        context.settings.replay_time_s = timestep::to_seconds(
            std::clamp(page.axis.time_at(ImGui::GetIO().MousePos.x), Nanos::zero(), page.status.length));
    draw_distance_curve(page);
    draw_time_bar(page);
    for (const draw::AxisTick& tick : draw::axis_ticks(page.axis, 80 * scale).ticks)
        if (!tick.label.empty())
            picture.add_monospaced_label({page.axis.x_clamped_with_overhang(tick.time), area.bottom() - 20 * scale},
                                         tick.label, context.theme.dim_text, draw::Align::centre);
    const std::string_view hint = fitting_hint_text(replay.status(), width);
    picture.add_label({{left, area.y + 26 * scale}, std::string{hint}, context.theme.dim_text});
    draw_picture(picture, *ImGui::GetWindowDrawList());
}

} // namespace demo
