// Draws the controls, status and timeline of the simulated network game.
#include "base/number.hpp"
#include "draw/shapes/theme.hpp"
#include "lab/lessons/network_lesson_run.hpp"
#include "lab/settings/controls.hpp"
#include "lab/stage/lesson_driver.hpp"
#include "programs/demo/panels/panels.hpp"
#include "views/network_view.hpp"

#include <fmt/core.h>

namespace demo
{

void draw_sync_methods(const PanelContext& context)
{
    const float button_width = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
    for (std::size_t i = 0; i < scenes::all_sync_methods.size(); ++i)
    {
        const scenes::SyncMethodInfo& method_info = scenes::all_sync_methods[i];
        const bool is_chosen = static_cast<std::size_t>(context.settings.network.sync_method) == i;
        if (i % 2 == 1) ImGui::SameLine();
        if (draw_button(std::string{method_info.title}.c_str(), std::string{method_info.tooltip}.c_str(),
                        context.widget_log, button_width, context.theme.control_with_emphasis(is_chosen ? 0.45F : 0)))
            context.settings.network.sync_method = static_cast<scenes::SyncMethod>(i);
    }
    draw_paragraph(std::string{scenes::info_of(context.settings.network.sync_method).tooltip}, context.theme.dim_text);
    ImGui::Spacing();
}

std::string network_heading(const lab::LessonDriver& stage)
{
    const timestep::Nanos remaining = *stage.lesson().run_limits.max_wall_time - stage.network_run()->wall_time();
    if (stage.verdict() == nullptr) return fmt::format("{:.0f} s left ...", timestep::to_seconds(remaining) + 0.5);
    return stage.verdict()->all_assertions_hold() ? guess_heading(stage)
                                                  : "With these settings, the lesson's answer is wrong";
}

std::string network_explanation(const lab::LessonVerdict& verdict)
{
    std::string text;
    for (const lab::LessonVerdict::CheckedAssertion& check : verdict.checks)
        if (!check.outcome.holds)
            text += fmt::format("{}{}, but the value is {} now", text.empty() ? "The lesson says " : "; ",
                                check.assertion.text, base::number_text(check.outcome.left_value, 4));
    if (text.empty()) text = verdict.explanation.text;
    while (text.ends_with('\n')) text.pop_back();
    return text;
}

void draw_network_controls(const PanelContext& context)
{
    draw_heading("The network");
    for (const lab::Control& control : lab::common_controls_except_lists())
        if (lab::scopes_of(control.path) == lab::scope::network && control.id != lab::ControlId::sync_method)
            draw_editable_control(context.settings, control, context.widget_log);
    draw_editable_control(context.settings, lab::control_of(lab::ControlId::loop_preset), context.widget_log);
}

void draw_game_buttons(const PanelContext& context, lab::LessonDriver& stage)
{
    const float button_width = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
    if (draw_button("Reset  R", "Restarts the game.", context.widget_log, button_width))
        context.lab.execute(lab::Action::reset_world);
    ImGui::SameLine();
    if (draw_button("Ask again", "Restarts the game, and asks the question again.", context.widget_log, button_width))
    {
        stage.clear_answer();
        context.lab.execute(lab::Action::reset_world);
    }
}

namespace
{

struct PcStatus
{
    std::string badge;
    draw::Colour colour;
    std::string sentence;
};

PcStatus pc_status(const PanelContext& context, const lab::NetworkLessonRun& network, std::size_t pc_index)
{
    const scenes::NetworkPc& network_pc = network.game()[pc_index];
    const auto& totals = network_pc.totals;
    const scenes::StateComparison& comparison = network.state_comparisons()[pc_index];
    const draw::Theme& theme = context.theme;
    const std::string states = pc_index == 0
                                   ? std::string{"the other PCs' states are compared with this PC's"}
                                   : fmt::format("{} of {} states equal to PC 1's", comparison.equal_sample_count,
                                                 comparison.equal_sample_count + comparison.different_sample_count);
    // No status before the run, because it would reveal the lesson's answer.
    if (network.wall_time() == timestep::Nanos::zero()) return {"NOT RUN YET", theme.dim_text, ""};
    switch (network.game().setup().sync_method)
    {
    case scenes::SyncMethod::unsynced:
        if (pc_index == 0) return {"FREE", theme.dim_text, states};
        if (!comparison.first_difference_tick) return {"SAME STATES", theme.dim_text, states};
        return {fmt::format("DIFFERENT SINCE TICK {}", *comparison.first_difference_tick), theme.alarm, states};
    case scenes::SyncMethod::rollback:
    {
        const std::string sentence = fmt::format("{}; rolled back {} {}, {} {} run again", states,
                                                 totals.rollback_count, totals.rollback_count == 1 ? "time" : "times",
                                                 totals.rerun_ticks, totals.rerun_ticks == 1 ? "step" : "steps");
        if (network_pc.rollbacks.empty() ||
            network.wall_time() - network_pc.rollbacks.back().time >= std::chrono::milliseconds{200})
            return {"PREDICTED RIGHT", theme.dim_text, sentence};
        const std::int64_t ticks = network_pc.rollbacks.back().depth;
        return {fmt::format("ROLLBACK {} {}", ticks, ticks == 1 ? "TICK" : "TICKS"), theme.alarm, sentence};
    }
    case scenes::SyncMethod::lockstep:
    case scenes::SyncMethod::lockstep_slow_pc: break;
    }
    const double elapsed_wall_s = timestep::to_seconds(network.wall_time());
    const std::string sentence = fmt::format("{}; {:.2f} of real time, {} {}", states,
                                             elapsed_wall_s > 0.0 ? network_pc.world.time() / elapsed_wall_s : 1.0,
                                             totals.wait_count, totals.wait_count == 1 ? "wait" : "waits");
    const auto wait_start = network_pc.wait_start;
    const double waited_ms = wait_start ? timestep::to_millis(network.wall_time() - *wait_start) : 0.0;
    if (waited_ms > 1.0) return {fmt::format("WAITS {:.0f} ms", waited_ms), theme.warning, sentence};
    return {"IN STEP", theme.dim_text, sentence};
}

void draw_pc_status(const PanelContext& context, const lab::NetworkLessonRun& network, ImDrawList& draw_list,
                    std::size_t pc_index, const draw::Rect& area)
{
    const PcStatus status = pc_status(context, network, pc_index);
    const std::string pc_name = context.lab.experiment.lanes[pc_index].setup().name;
    const float text_x = area.x + 14 * context.scale;
    float y = area.y + 10 * context.scale;
    ImGui::PushFont(bold_font());
    draw_text(draw_list, {text_x, y}, context.theme.legible(views::pc_colour(pc_index)), pc_name);
    const float x_after_name = text_x + scaled_width_in_points(pc_name) + 14 * context.scale;
    const float line_height = ImGui::GetTextLineHeight() + 5 * context.scale;
    ImGui::PopFont();
    const float padding = 9 * context.scale;
    const ImVec2 badge_size = ImGui::CalcTextSize(status.badge.c_str());
    const bool is_badge_below_name = x_after_name + badge_size.x + 2 * padding > area.right();
    const float badge_left = is_badge_below_name ? text_x - 4 * context.scale : x_after_name;
    if (is_badge_below_name) y += line_height;
    const ImVec2 badge_min{badge_left, y - 3 * context.scale},
        badge_max{badge_left + badge_size.x + 2 * padding, y + badge_size.y + 4 * context.scale};
    const draw::Colour background = draw::mix(context.theme.background, status.colour, 0.18F);
    draw_list.AddRectFilled(badge_min, badge_max, to_imu32(background), (badge_max.y - badge_min.y) / 2);
    draw_list.AddRect(badge_min, badge_max, to_imu32(status.colour), (badge_max.y - badge_min.y) / 2, 0,
                      1.4F * context.scale);
    draw_text(draw_list, {badge_left + padding, y}, draw::legible_colour(status.colour, background, context.theme.text),
              status.badge);
    y += line_height;
    // The right part of the area stays free of text, because some scenes draw a curve there.
    const float max_text_width = 0.62F * area.w - 14 * context.scale;
    draw_list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {text_x, y}, to_imu32(context.theme.dim_text),
                      status.sentence.c_str(), nullptr, max_text_width);
    context.widget_log.push_back(
        {fmt::format("network.{}", pc_index + 1), area, fmt::format("{}; {}", status.badge, status.sentence)});
}

} // namespace

void draw_network_overlay(const PanelContext& context, const lab::NetworkLessonRun& network, ImDrawList& draw_list,
                          const std::vector<draw::Rect>& pc_areas)
{
    for (std::size_t pc_index = 0; pc_index < pc_areas.size(); ++pc_index)
    {
        const draw::Rect& pc_area = pc_areas[pc_index];
        draw_list.PushClipRect({pc_area.x, pc_area.y}, {pc_area.right(), pc_area.bottom()});
        draw_pc_status(context, network, draw_list, pc_index, pc_area);
        draw_list.AddRect({pc_area.x, pc_area.y}, {pc_area.right(), pc_area.bottom()},
                          to_imu32(context.lab.selected_lane_index() == pc_index
                                       ? draw::faded(views::pc_colour(pc_index), 0.8F)
                                       : context.theme.border));
        draw_list.PopClipRect();
        context.widget_log.push_back({fmt::format("lane.{}", context.lab.experiment.lanes[pc_index].setup().name),
                                      pc_area, context.lab.selected_lane_index() == pc_index ? "on" : "off"});
    }
    const ImVec2 display_size = ImGui::GetIO().DisplaySize;
    draw::Picture messages_in_transit;
    messages_in_transit.reset({0, 0, display_size.x, display_size.y}, context.theme.background);
    views::draw_messages_in_transit(messages_in_transit, network.game(), network.wall_time(), pc_areas,
                                    {context.theme, context.scale});
    draw_picture(messages_in_transit, draw_list);
}

void draw_network_timeline(const PanelContext& context, const lab::NetworkLessonRun& network)
{
    const draw::Rect area = remaining_panel_area();
    if (area.w < 180 || area.h < 60) return;
    const draw::TimeSpan span = advance_shown_span(context);
    const draw::TimeAxis axis = views::network_axis(span, area, context.scale);
    ImGui::InvisibleButton("time", {area.w, area.h});
    navigate_time(context, axis);
    draw::Picture& picture = context.panel_state.page_picture_buffer;
    views::redraw_network_timeline(picture, network.game(), span, area, {context.theme, context.scale});
    draw_picture(picture, *ImGui::GetWindowDrawList());
    const draw::Rect plot{axis.left(), area.y, axis.width(), area.h};
    context.widget_log.push_back({"network.messages", plot, fmt::format("{}", network.game().sent_messages().size())});
    if (ImGui::GetIO().MousePos.x < axis.left())
        add_tooltip(
            "Time runs to the right. Slanted line: a message between two PCs; cross: a lost message; yellow: a PC "
            "waits; red arrow: a rollback. Curve below: with \"Lockstep\", the lateness of each tick; with \"Free\", "
            "the distance between the worlds on a logarithmic scale; with \"Rollback\", the ticks that ran again.");
}

} // namespace demo
