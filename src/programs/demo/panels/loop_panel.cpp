// The panel "Loop": the loops, their axes, and the numbers of the last frame and since the last reset.
#include "base/text.hpp"
#include "catalogue/description.hpp"
#include "lab/lessons/demonstrations.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/loop_search.hpp"
#include "programs/demo/panels/panels.hpp"
#include "timestep/presets.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace demo
{

namespace
{

using catalogue::Description;
using catalogue::description_of;
using timestep::all_presets;
using timestep::Group;
using timestep::Preset;

std::string about(const Description& d)
{
    std::string text = fmt::format("{} ({}): {}.\nShips in: {}", d.title, d.source, d.price, d.ships);
    if (!d.differs.empty()) text += fmt::format("\nDiffers: {}", d.differs);
    return text;
}

// " " if no digit key chooses the loop.
std::string_view digit_of(timestep::LoopId loop)
{
    for (const lab::Key& key : lab::keys())
        if (key.action == lab::Action::loop && key.argument == static_cast<int>(loop)) return key.name;
    return " ";
}

// A click on the price chooses the loop.
void price_line(const Context& c, const Preset& p)
{
    const float indent = 36 * c.scale;
    const float up     = std::floor(ImGui::GetStyle().ItemSpacing.y / 2); // the row reaches as far into the space below
    ImGui::SetCursorPos({ImGui::GetCursorPosX() + indent, ImGui::GetCursorPosY() - up});
    const Description& description = description_of(p.name);
    draw_paragraph(description.price, c.theme.quiet);
    if (ImGui::IsItemClicked()) lab::choose_loop(c.lab.settings, id_of(p));
    log_with_tooltip(c.log, fmt::format("price.{}", p.name), description.price, about(description));
}

enum class RowPlace : std::uint8_t
{
    panel, // with the price of the loop, and the button "Show me"
    list,  // of all loops: with the source of the loop
};

// If several loops run, a filled dot marks each of them; otherwise the row of the running loop is highlighted. Returns
// true after a click.
bool loop_row(const Context& c, const Preset& p, RowPlace place)
{
    const timestep::LoopId id = id_of(p);
    const bool in_list        = place == RowPlace::list;
    const bool chosen         = lab::runs_loop(c.lab.settings, id);
    const bool lit            = chosen && !lab::has_several_loops(c.lab.settings);
    ImGui::PushID(static_cast<int>(id));
    const bool has_button = !in_list && lab::find_demonstration(id) != nullptr;
    const float button    = width_of("Show me") + 12 * c.scale; // width of the button
    const float row    = has_button ? ImGui::GetContentRegionAvail().x - button - ImGui::GetStyle().ItemSpacing.x : 0;
    const bool clicked = ImGui::Selectable("##loop", lit, 0, {row, ImGui::GetTextLineHeight() + 4 * c.scale});
    if (clicked) lab::choose_loop(c.lab.settings, id);
    log_with_tooltip(c.log, fmt::format("{}.{}", in_list ? "list" : "loop", p.name), chosen ? "on" : "off",
                     about(description_of(p.name)));

    const ImVec2 low      = ImGui::GetItemRectMin();
    const float right     = ImGui::GetItemRectMax().x - 6 * c.scale;
    const float y         = (low.y + ImGui::GetItemRectMax().y - ImGui::GetTextLineHeight()) / 2;
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const ImVec2 dot{low.x + 10 * c.scale, (low.y + ImGui::GetItemRectMax().y) / 2};
    if (chosen)
        draw_list.AddCircleFilled(dot, 5 * c.scale, to_imu32(draw::loop_colour(id)), 12);
    else
        draw_list.AddCircle(dot, 4.4F * c.scale, to_imu32(draw::loop_colour(id)), 12, 1.3F * c.scale);
    draw_text(draw_list, {low.x + 24 * c.scale, y}, c.theme.quiet, std::string{digit_of(id)});
    draw_text(draw_list, {low.x + 40 * c.scale, y}, chosen ? c.theme.ink : draw::mix(c.theme.ink, c.theme.quiet, 0.5F),
              p.name);
    if (in_list)
    {
        const float name_end    = low.x + 48 * c.scale + width_of(p.name);
        const std::string shown = shortened(description_of(p.name).source, right - name_end);
        const float width       = width_of(shown);
        draw_text(draw_list, {right - width, y}, c.theme.quiet, shown);
    }
    if (has_button)
    {
        ImGui::SameLine();
        draw_show_me_button(c, id, button);
    }
    if (!in_list) price_line(c, p);
    ImGui::PopID();
    return clicked;
}

// Returns true if at least one loop matches the search text.
bool list_loops(const Context& c, std::string_view wanted)
{
    bool any                    = false;
    const lab::LoopGroup* shelf = nullptr;
    const lab::LoopGroup* shown = nullptr;
    for (const Preset& preset : all_presets)
    {
        for (const lab::LoopGroup& s : lab::loop_groups)
            if (s.first == preset.name) shelf = &s;
        if (!lab::finds_loop(preset, wanted)) continue;
        if (std::exchange(shown, shelf) != shelf) ImGui::TextDisabled("%s", shelf->title.data());
        if (loop_row(c, preset, RowPlace::list)) ImGui::CloseCurrentPopup();
        any = true;
    }
    return any;
}

void search_page(const Context& c)
{
    auto& wanted = c.state.loop_search;
    ImGui::SetNextWindowSize({460 * c.scale, std::min(560 * c.scale, ImGui::GetIO().DisplaySize.y * 0.8F)});
    if (!ImGui::BeginPopup("all loops")) return;
    if (ImGui::IsWindowAppearing())
    {
        wanted = {};
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(-1);
    ImGui::InputTextWithHint("##search", "search: engine, language, sleep ...", wanted.data(), wanted.size());
    log_item(c.log, "loop.search", wanted.data());
    ImGui::BeginChild("list");
    if (!list_loops(c, wanted.data()))
        ImGui::TextDisabled("No loop has these words in its description, axes or language.");
    ImGui::EndChild();
    ImGui::EndPopup();
}

void axes(const Context& c)
{
    lab::Settings& s = c.lab.settings;
    const bool open  = ImGui::TreeNodeEx("axes", ImGuiTreeNodeFlags_NoTreePushOnOpen, "Its five axes");
    log_item(c.log, "loop.axes", open ? "on" : "off");
    if (!open) return;
    using enum lab::ControlId;
    constexpr std::array choices{filter, stepper, overload, presentation, pacer};
    for (std::size_t axis = 0; axis < choices.size(); ++axis)
    {
        edit_control(s, lab::control(choices[axis]), c.log);
        const std::span<const lab::Control> numbers = lab::axis_controls(s)[axis];
        for (const lab::Control& row : numbers) edit_control(s, row, c.log);
    }
    edit_control(s, lab::control(budget), c.log);
    edit_control(s, lab::control(own_thread), c.log);
    if (const timestep::Refusal& r = c.lab.lane().refusal())
    {
        ImGui::PushTextWrapPos(0);
        ImGui::TextColored(to_imvec4(c.theme.alarm), "Not running: %s.", std::string{r.reason}.c_str());
        log_item(c.log, "loop.refused", std::string{r.reason});
        ImGui::PopTextWrapPos();
    }
}

std::string ms(timestep::Nanos t) { return fmt::format("{:.3f} ms", timestep::to_millis(t)); }

std::string seconds(timestep::Nanos t) { return fmt::format("{:.3f} s", timestep::to_seconds(t)); }

void last_frame(const Context& c, const telemetry::FrameSample& last)
{
    const timestep::StepPlan& p = last.plan;
    const ImVec4 warning        = to_imvec4(c.theme.warning);
    draw_value_row("frame time", ms(last.measured), "Wall time since the last frame, as the loop measured it.");
    draw_value_row("steps", fmt::format("{} x {}", p.steps, ms(p.dt)),
                   "Number of full steps in this frame x length of each step.");
    draw_value_row("tail", ms(p.tail), "Length of the frame's shorter last step; only the semi-fixed loop has one.");
    draw_value_row("carried", ms(p.carried), "Time that is left in the accumulator for later frames.");
    draw_value_row("dropped", ms(p.dropped),
                   "Time of this frame that is never simulated; negative when the loop added time.",
                   p.dropped != timestep::Nanos::zero() ? &warning : nullptr);
    draw_value_row("alpha", fmt::format("{:.3f}", p.alpha), "Carried time as a fraction of a step: carried / dt.");
}

// No hash above 240,000 bytes: it would take longer than the physics steps of a frame.
std::string state_text(const scenes::World& world)
{
    constexpr std::size_t most = 240'000;
    if (world.state_bytes() > most) return "too large";
    const auto hash = world.state_hash();
    return hash ? fmt::format("{:016x}", *hash) : "not a number";
}

void since_reset(const Context& c)
{
    const lab::Totals& t = c.lab.lane().totals();
    const double in      = timestep::to_seconds(t.given);
    const double ratio   = in > 0.0 ? timestep::to_seconds(t.stepped) / in : 1.0;
    const ImVec4 warning = to_imvec4(c.theme.warning);
    draw_value_row("wall clock", seconds(t.in), "Sum of the frame times that the loop got since the reset.");
    draw_value_row("simulated", seconds(t.stepped), "Time that was simulated since the reset.");
    draw_value_row("simulated / wall", fmt::format("{:.4f}", ratio),
                   "Simulated time / wall time since the reset; 1 is real time.",
                   std::abs(ratio - 1.0) > 0.02 ? &warning : nullptr);
    draw_value_row("dropped", seconds(t.dropped),
                   "Time that the loop dropped since the reset; negative if the loop added time.");
    draw_value_row("energy", fmt::format("{:.4g} J", c.lab.lane().world().energy()),
                   "Kinetic and elastic energy of the scene.");
    draw_value_row("state", state_text(c.lab.lane().world()),
                   "Hash of all bits of the simulated state: runs with equal steps and inputs have equal hashes.");
}

} // namespace

void draw_loop_panel(const Context& c)
{
    for (const Preset& preset : all_presets)
        if (preset.group == Group::literature) loop_row(c, preset, RowPlace::panel);
    const bool race = lab::has_several_loops(c.lab.settings);
    for (const Preset& preset : all_presets)
        if (preset.group != Group::literature && lab::runs_loop(c.lab.settings, id_of(preset)))
            loop_row(c, preset, RowPlace::panel);
    const std::string label = fmt::format("All {} loops ...", all_presets.size());
    if (draw_button(label.c_str(), "Lists all loops: those of articles, engines, libraries and games.", c.log, -1))
        ImGui::OpenPopup("all loops");
    search_page(c);
    edit_control(c.lab.settings, lab::control(lab::ControlId::step_rate), c.log);
    if (c.lab.settings.mode != lab::Mode::live) return;
    if (draw_button(
            "Show me stutter",
            "Shows for ten seconds how bars that should glide stutter at 50 steps a second: \"accumulator\" above "
            "\"interpolated\".",
            c.log, -1))
        c.lab.show_me(lab::stutter_demonstration());
    edit_control(c.lab.settings, lab::control(lab::ControlId::side_by_side), c.log);
    if (!race) axes(c);
}

void draw_decision_panel(const Context& c)
{
    const auto& samples = c.lab.lane().samples();
    if (samples.empty()) return;
    draw_heading("Since the reset");
    since_reset(c);
    draw_heading(c.lab.frozen() ? "The frozen frame" : "Last frame");
    last_frame(c, c.lab.shown(c.lab.selected()).sample);
}

} // namespace demo
