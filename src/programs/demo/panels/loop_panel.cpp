// The panel "Loop": the loops, their settings, and statistics of the last frame and since the last reset.
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

std::string loop_tooltip(const Description& description)
{
    std::string text = fmt::format("{} ({}): {}.\nShips in: {}", description.title, description.source,
                                   description.price, description.ships);
    if (!description.differs.empty()) text += fmt::format("\nDiffers: {}", description.differs);
    return text;
}

// The digit key that chooses the loop; " " if the loop has no digit key.
std::string_view digit_key(timestep::LoopId loop)
{
    for (const lab::Key& key : lab::keys())
        if (key.action == lab::Action::loop && key.argument == static_cast<int>(loop)) return key.name;
    return " ";
}

// Draws the loop's main disadvantage below its name. A click chooses the loop.
void draw_price_line(const Context& c, const Preset& preset)
{
    const float indent = 36 * c.scale;
    const float overlap =
        std::floor(ImGui::GetStyle().ItemSpacing.y / 2); // the row's height extends below the row by this length
    ImGui::SetCursorPos({ImGui::GetCursorPosX() + indent, ImGui::GetCursorPosY() - overlap});
    const Description& description = description_of(preset.name);
    draw_paragraph(description.price, c.theme.quiet);
    if (ImGui::IsItemClicked()) lab::choose_or_toggle_loop(c.lab.settings, id_of(preset));
    log_with_tooltip(c.log, fmt::format("price.{}", preset.name), description.price, loop_tooltip(description));
}

enum class RowPlace : std::uint8_t
{
    panel, // in the panel: with the loop's disadvantage and the button "Show me"
    list,  // in the list of all loops: with the loop's source
};

// Draws a loop's name, with a filled dot if it runs, highlighted if it runs alone. Returns true after a click.
bool draw_loop_row(const Context& c, const Preset& preset, RowPlace place)
{
    const timestep::LoopId loop = id_of(preset);
    const bool in_list          = place == RowPlace::list;
    const bool runs             = lab::runs_loop(c.lab.settings, loop);
    const bool is_highlighted   = runs && !lab::has_several_loops(c.lab.settings);
    ImGui::PushID(static_cast<int>(loop));
    const bool has_button    = !in_list && lab::find_demonstration(loop) != nullptr;
    const float button_width = width_of("Show me") + 12 * c.scale;
    const float row_width =
        has_button ? ImGui::GetContentRegionAvail().x - button_width - ImGui::GetStyle().ItemSpacing.x : 0;
    const bool was_clicked =
        ImGui::Selectable("##loop", is_highlighted, 0, {row_width, ImGui::GetTextLineHeight() + 4 * c.scale});
    if (was_clicked) lab::choose_or_toggle_loop(c.lab.settings, loop);
    log_with_tooltip(c.log, fmt::format("{}.{}", in_list ? "list" : "loop", preset.name), runs ? "on" : "off",
                     loop_tooltip(description_of(preset.name)));

    const ImVec2 low      = ImGui::GetItemRectMin();
    const float right_x   = ImGui::GetItemRectMax().x - 6 * c.scale;
    const float text_y    = (low.y + ImGui::GetItemRectMax().y - ImGui::GetTextLineHeight()) / 2;
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const ImVec2 dot_centre{low.x + 10 * c.scale, (low.y + ImGui::GetItemRectMax().y) / 2};
    if (runs)
        draw_list.AddCircleFilled(dot_centre, 5 * c.scale, to_imu32(draw::loop_colour(loop)), 12);
    else
        draw_list.AddCircle(dot_centre, 4.4F * c.scale, to_imu32(draw::loop_colour(loop)), 12, 1.3F * c.scale);
    draw_text(draw_list, {low.x + 24 * c.scale, text_y}, c.theme.quiet, std::string{digit_key(loop)});
    draw_text(draw_list, {low.x + 40 * c.scale, text_y},
              runs ? c.theme.ink : draw::mix(c.theme.ink, c.theme.quiet, 0.5F), preset.name);
    if (in_list)
    {
        const float name_right        = low.x + 48 * c.scale + width_of(preset.name);
        const std::string source_text = shortened(description_of(preset.name).source, right_x - name_right);
        const float source_width      = width_of(source_text);
        draw_text(draw_list, {right_x - source_width, text_y}, c.theme.quiet, source_text);
    }
    if (has_button)
    {
        ImGui::SameLine();
        draw_show_me_button(c, loop, button_width);
    }
    if (!in_list) draw_price_line(c, preset);
    ImGui::PopID();
    return was_clicked;
}

// Draws the loops that match the search string. Returns false if no loop matches.
bool draw_matching_loops(const Context& c, std::string_view search_words)
{
    bool has_match                    = false;
    const lab::LoopGroup* group       = nullptr;
    const lab::LoopGroup* shown_group = nullptr;
    for (const Preset& preset : all_presets)
    {
        for (const lab::LoopGroup& candidate : lab::loop_groups)
            if (candidate.first == preset.name) group = &candidate;
        if (!lab::finds_loop(preset, search_words)) continue;
        if (std::exchange(shown_group, group) != group) ImGui::TextDisabled("%s", group->title.data());
        if (draw_loop_row(c, preset, RowPlace::list)) ImGui::CloseCurrentPopup();
        has_match = true;
    }
    return has_match;
}

void draw_loop_search(const Context& c)
{
    auto& search_words = c.state.loop_search;
    ImGui::SetNextWindowSize({460 * c.scale, std::min(560 * c.scale, ImGui::GetIO().DisplaySize.y * 0.8F)});
    if (!ImGui::BeginPopup("all loops")) return;
    if (ImGui::IsWindowAppearing())
    {
        search_words = {};
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(-1);
    ImGui::InputTextWithHint("##search", "search: engine, language, sleep ...", search_words.data(),
                             search_words.size());
    log_item(c.log, "loop.search", search_words.data());
    ImGui::BeginChild("list");
    if (!draw_matching_loops(c, search_words.data()))
        ImGui::TextDisabled("No loop has these words in its description, axes or language.");
    ImGui::EndChild();
    ImGui::EndPopup();
}

void draw_axes(const Context& c)
{
    lab::Settings& settings = c.lab.settings;
    const bool is_open      = ImGui::TreeNodeEx("axes", ImGuiTreeNodeFlags_NoTreePushOnOpen, "Five axes of the loop");
    log_item(c.log, "loop.axes", is_open ? "on" : "off");
    if (!is_open) return;
    using enum lab::ControlId;
    constexpr std::array axis_ids{filter, stepper, overload, presentation, pacer};
    for (std::size_t axis = 0; axis < axis_ids.size(); ++axis)
    {
        edit_control(settings, lab::control(axis_ids[axis]), c.log);
        const std::span<const lab::Control> axis_controls = lab::axis_controls(settings)[axis];
        for (const lab::Control& control : axis_controls) edit_control(settings, control, c.log);
    }
    edit_control(settings, lab::control(budget), c.log);
    edit_control(settings, lab::control(own_thread), c.log);
    if (const timestep::Refusal& refusal = c.lab.lane().refusal())
    {
        ImGui::PushTextWrapPos(0);
        ImGui::TextColored(to_imvec4(c.theme.alarm), "Not running: %s.", std::string{refusal.reason}.c_str());
        log_item(c.log, "loop.refused", std::string{refusal.reason});
        ImGui::PopTextWrapPos();
    }
}

std::string text_in_ms(timestep::Nanos t) { return fmt::format("{:.3f} ms", timestep::to_millis(t)); }

std::string text_in_s(timestep::Nanos t) { return fmt::format("{:.3f} s", timestep::to_seconds(t)); }

void draw_last_frame(const Context& c, const telemetry::FrameSample& last)
{
    const timestep::StepPlan& plan = last.plan;
    const ImVec4 warning_colour    = to_imvec4(c.theme.warning);
    draw_value_row("frame time", text_in_ms(last.measured),
                   "Real time since the previous frame, as the loop measured it.");
    draw_value_row("steps", fmt::format("{} x {}", plan.steps, text_in_ms(plan.dt)),
                   "Number of full steps in this frame x length of each step.");
    draw_value_row("tail", text_in_ms(plan.tail),
                   "Length of the frame's shorter last step; only the semi-fixed loop has one.");
    draw_value_row("carried", text_in_ms(plan.carried), "Time that is left in the accumulator for later frames.");
    draw_value_row("dropped", text_in_ms(plan.dropped),
                   "Time of this frame that is never simulated; negative if the loop added time.",
                   plan.dropped != timestep::Nanos::zero() ? &warning_colour : nullptr);
    draw_value_row("alpha", fmt::format("{:.3f}", plan.alpha), "Carried time as a fraction of a step: carried / dt.");
}

// Computes no hash of a state above 240,000 bytes, because hashing would take longer than the physics steps of a frame.
std::string state_hash_text(const scenes::World& world)
{
    constexpr std::size_t max_bytes = 240'000;
    if (world.state_bytes() > max_bytes) return "too large";
    const auto hash = world.state_hash();
    return hash ? fmt::format("{:016x}", *hash) : "not a number";
}

void draw_totals(const Context& c)
{
    const lab::Totals& totals   = c.lab.lane().totals();
    const double wall_s         = timestep::to_seconds(totals.given);
    const double speed          = wall_s > 0.0 ? timestep::to_seconds(totals.stepped) / wall_s : 1.0;
    const ImVec4 warning_colour = to_imvec4(c.theme.warning);
    draw_value_row("wall clock", text_in_s(totals.given), "Sum of the loop's frame times since the reset.");
    draw_value_row("simulated", text_in_s(totals.stepped), "Time that was simulated since the reset.");
    draw_value_row("simulated / wall", fmt::format("{:.4f}", speed),
                   "Simulated time / wall time since the reset; 1 is real time.",
                   std::abs(speed - 1.0) > 0.02 ? &warning_colour : nullptr);
    draw_value_row("dropped", text_in_s(totals.dropped),
                   "Time that the loop dropped since the reset; negative if the loop added time.");
    draw_value_row("energy", fmt::format("{:.4g} J", c.lab.lane().world().energy()),
                   "Kinetic and elastic energy of the scene.");
    draw_value_row("state", state_hash_text(c.lab.lane().world()),
                   "Hash of all bits of the simulated state: runs with equal steps and inputs have equal hashes.");
}

} // namespace

void draw_loop_panel(const Context& c)
{
    for (const Preset& preset : all_presets)
        if (preset.group == Group::literature) draw_loop_row(c, preset, RowPlace::panel);
    const bool several_loops_run = lab::has_several_loops(c.lab.settings);
    for (const Preset& preset : all_presets)
        if (preset.group != Group::literature && lab::runs_loop(c.lab.settings, id_of(preset)))
            draw_loop_row(c, preset, RowPlace::panel);
    const std::string label = fmt::format("All {} loops ...", all_presets.size());
    if (draw_button(label.c_str(), "Lists all loops: those of articles, engines, libraries and games.", c.log, -1))
        ImGui::OpenPopup("all loops");
    draw_loop_search(c);
    edit_control(c.lab.settings, lab::control(lab::ControlId::step_rate), c.log);
    if (c.lab.settings.mode != lab::Mode::live) return;
    if (draw_button(
            "Show me stutter",
            "Ten seconds of moving bars at 50 steps a second: they stutter with \"accumulator\" (top), but not with "
            "\"interpolated\".",
            c.log, -1))
        c.lab.start_demonstration(lab::stutter_demonstration());
    edit_control(c.lab.settings, lab::control(lab::ControlId::side_by_side), c.log);
    if (!several_loops_run) draw_axes(c);
}

void draw_decision_panel(const Context& c)
{
    const auto& samples = c.lab.lane().samples();
    if (samples.empty()) return;
    draw_heading("Since the reset");
    draw_totals(c);
    draw_heading(c.lab.frozen() ? "The frozen frame" : "Last frame");
    draw_last_frame(c, c.lab.shown_moment(c.lab.selected()).sample);
}

} // namespace demo
