// Draws the panel "Over a network" with the network models and the controls of the simulated network; and over the
// stage, each PC's status and the messages in flight.
#include "draw/shapes/theme.hpp"
#include "lab/lessons/lesson_runs.hpp"
#include "lab/settings/controls.hpp"
#include "lab/stage/lesson_stage.hpp"
#include "programs/demo/panels/panels.hpp"
#include "views/network.hpp"

#include <fmt/core.h>

namespace demo
{

void draw_network_kind_buttons(const Context& c)
{
    const float width = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
    for (std::size_t i = 0; i < scenes::all_network_kinds.size(); ++i)
    {
        const scenes::NetworkKindRow& row = scenes::all_network_kinds[i];
        const bool is_chosen              = static_cast<std::size_t>(c.lab.settings.network.kind) == i;
        if (i % 2 == 1) ImGui::SameLine();
        if (draw_button(std::string{row.title}.c_str(), std::string{row.tip}.c_str(), c.log, width,
                        is_chosen ? draw::mix(c.theme.raised, c.theme.accent, 0.45F) : c.theme.raised))
            c.lab.settings.network.kind = static_cast<scenes::NetworkKind>(i);
    }
    draw_paragraph(std::string{scenes::row_of(c.lab.settings.network.kind).tip}, c.theme.quiet);
    ImGui::Spacing();
}

std::string network_headline_text(const lab::LessonStage& stage)
{
    const timestep::Nanos remaining = *stage.lesson().run_length.time - stage.network_run()->now();
    if (stage.verdict() == nullptr) return fmt::format("{:.0f} s left ...", timestep::to_seconds(remaining) + 0.5);
    return stage.verdict()->holds() ? guess_verdict_text(stage) : "With these settings, the lesson's answer is wrong";
}

std::string explanation_or_failed_checks_text(const lab::LessonVerdict& verdict)
{
    std::string text;
    for (const lab::LessonVerdict::Check& line : verdict.checks)
        if (!line.outcome.holds)
            text += fmt::format("{}{}, but the value is {:.4g} now", text.empty() ? "The lesson says " : "; ",
                                line.assertion.text, line.outcome.left);
    if (text.empty()) text = verdict.explanation.text;
    while (text.ends_with('\n')) text.pop_back();
    return text;
}

void draw_network_controls(const Context& c)
{
    draw_heading("The network");
    for (const lab::Control& control : lab::controls())
        if (lab::scope_of(control.path) == lab::scope::network && control.id != lab::ControlId::network)
            edit_control(c.lab.settings, control, c.log);
    edit_control(c.lab.settings, lab::control(lab::ControlId::loop_preset), c.log);
}

void draw_network_restart_buttons(const Context& c, lab::LessonStage& stage)
{
    const float width = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
    if (draw_button("Reset  R", "Restarts the game.", c.log, width)) c.lab.execute(lab::Action::reset_world);
    ImGui::SameLine();
    if (draw_button("Ask again", "Restarts the game, and asks the question again.", c.log, width))
    {
        stage.clear_answer();
        c.lab.execute(lab::Action::reset_world);
    }
}

namespace
{

struct PeerStatus
{
    std::string badge;
    draw::Colour colour;
    std::string sentence;
};

std::string agreement_text(const lab::NetworkRun& network, std::size_t pc)
{
    const scenes::Agreement& agreement = network.agreements()[pc];
    return pc == 0 ? std::string{"the other PCs' states are compared with this PC's"}
                   : fmt::format("{} of {} states equal to PC 1's", agreement.equal_sample_count,
                                 agreement.equal_sample_count + agreement.different_sample_count);
}

PeerStatus lockstep_status(const Context& c, const lab::NetworkRun& network, std::size_t pc)
{
    const scenes::Peer& peer = network.game()[pc];
    const auto& totals       = peer.totals;
    const auto wait_start    = peer.wait_start;
    const double waited_ms   = wait_start ? timestep::to_millis(network.now() - *wait_start) : 0.0;
    PeerStatus status{"IN STEP", c.theme.quiet, ""};
    if (waited_ms > 1.0) status = {fmt::format("WAITS {:.0f} ms", waited_ms), c.theme.warning, ""};
    const double total_s = timestep::to_seconds(network.now());
    status.sentence      = fmt::format("{}; {:.2f} of real time, {} {}", agreement_text(network, pc),
                                  total_s > 0.0 ? peer.world.time() / total_s : 1.0, totals.wait_count,
                                  totals.wait_count == 1 ? "wait" : "waits");
    return status;
}

PeerStatus rollback_status(const Context& c, const lab::NetworkRun& network, std::size_t pc)
{
    const scenes::Peer& peer = network.game()[pc];
    const auto& totals       = peer.totals;
    const bool is_rolling_back =
        !peer.rollbacks.empty() && network.now() - peer.rollbacks.back().time < std::chrono::milliseconds{200};
    const std::int64_t rollback_ticks = is_rolling_back ? peer.rollbacks.back().depth : 0;
    return {is_rolling_back ? fmt::format("ROLLBACK {} {}", rollback_ticks, rollback_ticks == 1 ? "TICK" : "TICKS")
                            : std::string{"PREDICTED RIGHT"},
            is_rolling_back ? c.theme.alarm : c.theme.quiet,
            fmt::format("{}; rolled back {} {}, {} {} run again", agreement_text(network, pc), totals.rollback_count,
                        totals.rollback_count == 1 ? "time" : "times", totals.rerun_ticks,
                        totals.rerun_ticks == 1 ? "step" : "steps")};
}

PeerStatus free_running_status(const Context& c, const lab::NetworkRun& network, std::size_t pc)
{
    const scenes::Agreement& agreement = network.agreements()[pc];
    if (pc == 0) return {"FREE", c.theme.quiet, agreement_text(network, pc)};
    if (!agreement.first_difference_tick) return {"SAME STATES", c.theme.quiet, agreement_text(network, pc)};
    return {fmt::format("DIFFERENT SINCE TICK {}", *agreement.first_difference_tick), c.theme.alarm,
            agreement_text(network, pc)};
}

PeerStatus peer_status(const Context& c, const lab::NetworkRun& network, std::size_t pc)
{
    if (network.now() == timestep::Nanos::zero())
        return {"NOT RUN YET", c.theme.quiet,
                ""}; // no status before the run, because it would reveal the lesson's answer
    switch (network.game().set_up().kind)
    {
    case scenes::NetworkKind::free: return free_running_status(c, network, pc);
    case scenes::NetworkKind::rollback: return rollback_status(c, network, pc);
    case scenes::NetworkKind::lockstep:
    case scenes::NetworkKind::slow_pc: break;
    }
    return lockstep_status(c, network, pc);
}

void draw_peer_status(const Context& c, const lab::NetworkRun& network, ImDrawList& draw_list, std::size_t pc,
                      const draw::Rect& area)
{
    const PeerStatus status = peer_status(c, network, pc);
    const std::string name  = c.lab.lane_setup(pc).name;
    const float text_x      = area.x + 14 * c.scale;
    float y                 = area.y + 10 * c.scale;
    ImGui::PushFont(bold_font());
    draw_text(draw_list, {text_x, y}, draw::legible(views::pc_colour(pc), c.theme.ground, c.theme.ink), name);
    const float badge_x     = text_x + width_of(name) + 14 * c.scale;
    const float line_height = ImGui::GetTextLineHeight() + 5 * c.scale;
    ImGui::PopFont();
    const float padding            = 9 * c.scale;
    const ImVec2 badge_size        = ImGui::CalcTextSize(status.badge.c_str());
    const bool is_badge_below_name = badge_x + badge_size.x + 2 * padding > area.right();
    const float badge_left         = is_badge_below_name ? text_x - 4 * c.scale : badge_x;
    if (is_badge_below_name) y += line_height;
    const ImVec2 badge_min{badge_left, y - 3 * c.scale},
        badge_max{badge_left + badge_size.x + 2 * padding, y + badge_size.y + 4 * c.scale};
    const draw::Colour background = draw::mix(c.theme.ground, status.colour, 0.18F);
    draw_list.AddRectFilled(badge_min, badge_max, to_imu32(background), (badge_max.y - badge_min.y) / 2);
    draw_list.AddRect(badge_min, badge_max, to_imu32(status.colour), (badge_max.y - badge_min.y) / 2, 0,
                      1.4F * c.scale);
    draw_text(draw_list, {badge_left + padding, y}, draw::legible(status.colour, background, c.theme.ink),
              status.badge);
    y += line_height;
    // The right part of the area stays free of text, because some scenes draw a curve there.
    const float max_text_width = 0.62F * area.w - 14 * c.scale;
    draw_list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {text_x, y}, to_imu32(c.theme.quiet),
                      status.sentence.c_str(), nullptr, max_text_width);
    c.log.push_back({fmt::format("network.{}", pc + 1), area, fmt::format("{}; {}", status.badge, status.sentence)});
}

} // namespace

void draw_network_overlay(const Context& c, const lab::NetworkRun& network, ImDrawList& draw_list,
                          const std::vector<draw::Rect>& areas)
{
    for (std::size_t pc = 0; pc < areas.size(); ++pc)
    {
        const draw::Rect& area = areas[pc];
        draw_list.PushClipRect({area.x, area.y}, {area.right(), area.bottom()});
        draw_peer_status(c, network, draw_list, pc, area);
        draw_list.AddRect(
            {area.x, area.y}, {area.right(), area.bottom()},
            to_imu32(c.lab.selected_lane_index() == pc ? draw::faded(views::pc_colour(pc), 0.8F) : c.theme.line));
        draw_list.PopClipRect();
        c.log.push_back({fmt::format("lane.{}", c.lab.lane_setup(pc).name), area,
                         c.lab.selected_lane_index() == pc ? "on" : "off"});
    }
    const ImVec2 display_size = ImGui::GetIO().DisplaySize;
    draw::Picture messages_in_transit;
    messages_in_transit.clear({0, 0, display_size.x, display_size.y}, c.theme.ground);
    views::draw_messages_in_transit(messages_in_transit, network.game(), network.now(), areas, {c.theme, c.scale});
    draw_picture(messages_in_transit, draw_list);
}

void draw_network_timeline(const Context& c, const lab::NetworkRun& network)
{
    const draw::Rect area = available_area();
    if (area.w < 180 || area.h < 60) return;
    const draw::TimeSpan span = update_shown_span(c);
    const draw::TimeAxis axis = views::network_time_axis(span, area, c.scale);
    ImGui::InvisibleButton("time", {area.w, area.h});
    handle_time_input_over_last_item(c, axis);
    draw::Picture& picture = c.state.page_picture;
    views::redraw_network_timeline(picture, network.game(), span, area, {c.theme, c.scale});
    draw_picture(picture, *ImGui::GetWindowDrawList());
    const draw::Rect plot{axis.left(), area.y, axis.width(), area.h};
    c.log.push_back({"network.messages", plot, fmt::format("{}", network.game().messages().size())});
    if (ImGui::GetIO().MousePos.x < axis.left())
        show_tooltip_if_hovered(
            "Time runs to the right. Slanted line: a message between two PCs; cross: a lost message; yellow: a PC "
            "waits; red arrow: a rollback. Curve below: with \"Lockstep\", the lateness of each tick; with \"Free\", "
            "the distance between the worlds on a logarithmic scale; with \"Rollback\", the ticks that ran again.");
}

} // namespace demo
