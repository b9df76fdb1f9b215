// Draws the panel "Over a network": buttons for the four kinds of network games, the lesson's question, its result, and
// the controls of the simulated network. On the stage, the texts over each PC's picture, the messages between the PCs,
// and their timeline.
#include "draw/shapes/theme.hpp"
#include "lab/lessons/lesson_runs.hpp"
#include "lab/settings/controls.hpp"
#include "lab/stage/lesson_stage.hpp"
#include "programs/demo/panels/panels.hpp"
#include "views/network.hpp"
#include "views/stage.hpp"

#include <fmt/core.h>

namespace demo
{

void draw_network_kinds(const Context& c)
{
    const float width = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
    for (std::size_t i = 0; i < scenes::all_kinds.size(); ++i)
    {
        const scenes::NetworkKindRow& row = scenes::all_kinds[i];
        const bool chosen                 = static_cast<std::size_t>(c.lab.settings.network.kind) == i;
        if (i % 2 == 1) ImGui::SameLine();
        if (draw_button(std::string{row.title}.c_str(), std::string{row.tip}.c_str(), c.log, width,
                        chosen ? draw::mix(c.theme.raised, c.theme.accent, 0.45F) : c.theme.raised))
            c.lab.settings.network.kind = static_cast<scenes::NetworkKind>(i);
    }
    draw_paragraph(std::string{scenes::row_of(c.lab.settings.network.kind).tip}, c.theme.quiet);
    ImGui::Spacing();
}

std::string network_headline(const lab::LessonStage& stage)
{
    const timestep::Nanos left = *stage.lesson().length.time - stage.network_run()->now();
    if (stage.verdict() == nullptr) return fmt::format("{:.0f} s to go ...", timestep::to_seconds(left) + 0.5);
    return stage.verdict()->holds() ? guess_verdict_text(stage) : "The answer is not true with these settings";
}

std::string network_explanation(const lab::LessonVerdict& verdict)
{
    std::string text;
    for (const lab::LessonVerdict::Line& line : verdict.lines)
        if (!line.checked.holds)
            text += fmt::format("{}{}, but it is {:.4g} now", text.empty() ? "The lesson says " : "; ",
                                line.assertion.text, line.checked.left);
    if (text.empty()) text = verdict.explanation.text;
    while (text.ends_with('\n')) text.pop_back();
    return text;
}

void draw_network_controls(const Context& c)
{
    draw_heading("The network");
    for (const lab::Control& row : lab::controls())
        if (lab::scope_of(row.path) == lab::scope::network && row.id != lab::ControlId::network)
            edit_control(c.lab.settings, row, c.log);
    edit_control(c.lab.settings, lab::control(lab::ControlId::loop_preset), c.log);
}

void draw_network_buttons(const Context& c, lab::LessonStage& stage)
{
    const float width = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
    if (draw_button("Reset  R", "Restarts the game from its beginning.", c.log, width))
        c.lab.apply(*lab::find_key("R"));
    ImGui::SameLine();
    if (draw_button("Ask again", "Asks the question again, from the start.", c.log, width))
    {
        stage.forget_answer();
        c.lab.apply(*lab::find_key("R"));
    }
}

namespace
{

// A verdict such as "IN STEP", its colour, and a sentence about it.
struct PeerText
{
    std::string badge;
    draw::Colour colour;
    std::string story;
};

std::string together(const lab::NetworkRun& network, std::size_t pc)
{
    const scenes::Agreement& a = network.agreements()[pc];
    return pc == 0 ? std::string{"the other worlds are compared with this one"}
                   : fmt::format("{} of {} states equal to PC 1's", a.equal, a.equal + a.differ);
}

PeerText of_lockstep(const Context& c, const lab::NetworkRun& network, std::size_t pc)
{
    const scenes::Peer& peer = network.game()[pc];
    const auto& t            = peer.totals();
    const auto since         = peer.waits_since();
    const double waits       = since ? timestep::to_millis(network.now() - *since) : 0.0;
    PeerText said{"IN STEP", c.theme.quiet, ""};
    if (waits > 1.0) said = {fmt::format("WAITS {:.0f} ms", waits), c.theme.warning, ""};
    const double total = timestep::to_seconds(network.now());
    said.story         = fmt::format("{}; {:.2f} of real time, {} {}", together(network, pc),
                             total > 0.0 ? peer.world().time() / total : 1.0, t.waits, t.waits == 1 ? "wait" : "waits");
    return said;
}

PeerText of_rollback(const Context& c, const lab::NetworkRun& network, std::size_t pc)
{
    const scenes::Peer& peer = network.game()[pc];
    const auto& t            = peer.totals();
    const bool now =
        !peer.rollbacks().empty() && network.now() - peer.rollbacks().back().at < std::chrono::milliseconds{200};
    const std::int64_t depth = now ? peer.rollbacks().back().depth : 0;
    return {now ? fmt::format("BACK {} {}", depth, depth == 1 ? "TICK" : "TICKS") : std::string{"GUESSES RIGHT"},
            now ? c.theme.alarm : c.theme.quiet,
            fmt::format("{}; back {} {}, {} {} again", together(network, pc), t.rollbacks,
                        t.rollbacks == 1 ? "time" : "times", t.taken_again, t.taken_again == 1 ? "step" : "steps")};
}

PeerText of_free(const Context& c, const lab::NetworkRun& network, std::size_t pc)
{
    const scenes::Agreement& a = network.agreements()[pc];
    if (pc == 0) return {"FREE", c.theme.quiet, together(network, pc)};
    if (!a.first) return {"THE SAME WORLD", c.theme.quiet, together(network, pc)};
    return {fmt::format("APART SINCE TICK {}", *a.first), c.theme.alarm, together(network, pc)};
}

PeerText said_of(const Context& c, const lab::NetworkRun& network, std::size_t pc)
{
    if (network.now() == timestep::Nanos::zero())
        return {"NOT RUN YET", c.theme.quiet, ""}; // no verdict, because it would reveal the answer of a lesson
    switch (network.game().set_up().kind)
    {
    case scenes::NetworkKind::free: return of_free(c, network, pc);
    case scenes::NetworkKind::rollback: return of_rollback(c, network, pc);
    case scenes::NetworkKind::lockstep:
    case scenes::NetworkKind::slow_pc: break;
    }
    return of_lockstep(c, network, pc);
}

void words(const Context& c, const lab::NetworkRun& network, ImDrawList& draw_list, std::size_t pc,
           const draw::Rect& area)
{
    const PeerText said    = said_of(c, network, pc);
    const std::string name = c.lab.setup(pc).name;
    const float x          = area.x + 14 * c.scale;
    float y                = area.y + 10 * c.scale;
    ImGui::PushFont(bold_font());
    draw_text(draw_list, {x, y}, draw::legible(views::pc_colour(pc), c.theme.ground, c.theme.ink), name);
    const float beside = x + width_of(name) + 14 * c.scale;
    const float line   = ImGui::GetTextLineHeight() + 5 * c.scale;
    ImGui::PopFont();
    const float pad   = 9 * c.scale;
    const ImVec2 size = ImGui::CalcTextSize(said.badge.c_str());
    const bool below  = beside + size.x + 2 * pad > area.right();
    const float left  = below ? x - 4 * c.scale : beside;
    if (below) y += line;
    const ImVec2 low{left, y - 3 * c.scale}, far{left + size.x + 2 * pad, y + size.y + 4 * c.scale};
    const draw::Colour ground = draw::mix(c.theme.ground, said.colour, 0.18F);
    draw_list.AddRectFilled(low, far, to_imu32(ground), (far.y - low.y) / 2);
    draw_list.AddRect(low, far, to_imu32(said.colour), (far.y - low.y) / 2, 0, 1.4F * c.scale);
    draw_text(draw_list, {left + pad, y}, draw::legible(said.colour, ground, c.theme.ink), said.badge);
    y += line;
    // Width of the texts; some scenes draw a curve to the right of the texts.
    const float room = 0.62F * area.w - 14 * c.scale;
    draw_list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {x, y}, to_imu32(c.theme.quiet), said.story.c_str(),
                      nullptr, room);
    c.log.push_back({fmt::format("network.{}", pc + 1), area, fmt::format("{}; {}", said.badge, said.story)});
}

} // namespace

void draw_network_overlay(const Context& c, const lab::NetworkRun& network, ImDrawList& draw_list,
                          const std::vector<draw::Rect>& areas)
{
    for (std::size_t pc = 0; pc < areas.size(); ++pc)
    {
        const draw::Rect& area = areas[pc];
        draw_list.PushClipRect({area.x, area.y}, {area.right(), area.bottom()});
        words(c, network, draw_list, pc, area);
        draw_list.AddRect({area.x, area.y}, {area.right(), area.bottom()},
                          to_imu32(c.lab.selected() == pc ? draw::faded(views::pc_colour(pc), 0.8F) : c.theme.line));
        draw_list.PopClipRect();
        c.log.push_back({fmt::format("lane.{}", c.lab.setup(pc).name), area, c.lab.selected() == pc ? "on" : "off"});
    }
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    draw::Picture flights;
    flights.clear({0, 0, screen.x, screen.y}, c.theme.ground);
    views::draw_flights(flights, network.game(), network.now(), areas, {c.theme, c.scale});
    draw_picture(flights, draw_list);
}

void draw_network_timeline(const Context& c, const lab::NetworkRun& network)
{
    const draw::Rect area = available_area();
    if (area.w < 180 || area.h < 60) return;
    const draw::TimeSpan span = update_shown_span(c);
    const draw::TimeAxis axis = views::network_axis(span, area, c.scale);
    ImGui::InvisibleButton("time", {area.w, area.h});
    handle_time_input(c, axis);
    draw::Picture& picture = c.state.network;
    views::draw_network(picture, network.game(), span, area, {c.theme, c.scale});
    draw_picture(picture, *ImGui::GetWindowDrawList());
    const draw::Rect plot{axis.left(), area.y, axis.width(), area.h};
    c.log.push_back({"network.messages", plot, fmt::format("{}", network.game().messages().size())});
    if (ImGui::GetIO().MousePos.x < axis.left())
        show_tooltip_if_hovered(
            "Time runs to the right. A slanted line is a message from PC to PC, a cross one that was lost; yellow is a "
            "PC that waits, a red arrow a rollback. The curve below: in lockstep, by how much each tick is late; free, "
            "how far the worlds are apart, by powers of ten; with rollback, the ticks that were taken again.");
}

} // namespace demo
