// The panel "Loop": the loops, their settings, and statistics of the last frame and since the last reset.
#include "catalogue/description.hpp"
#include "catalogue/presets.hpp"
#include "lab/lessons/demonstrations.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/loop_search.hpp"
#include "programs/demo/panels/panels.hpp"

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
using timestep::Group;
using timestep::Preset;

std::string loop_tooltip(const Description& description)
{
    std::string text = fmt::format("{} ({}): {}.\nShips in: {}", description.title, description.source,
                                   description.price, description.ships);
    if (!description.differs.empty()) text += fmt::format("\nDiffers: {}", description.differs);
    return text;
}

std::string_view digit_key(timestep::LoopId loop)
{
    for (const lab::Key& key : lab::keys())
        if (key.action == lab::Action::choose_loop && key.loop == loop) return key.name;
    return " ";
}

void draw_disadvantage(const Context& c, const Preset& preset)
{
    const float indent = 36 * c.scale;
    const float overlap =
        std::floor(ImGui::GetStyle().ItemSpacing.y / 2); // the row above is taller than its text by this length
    ImGui::SetCursorPos({ImGui::GetCursorPosX() + indent, ImGui::GetCursorPosY() - overlap});
    const Description& description = description_of(preset.name);
    draw_paragraph(description.price, c.theme.quiet);
    if (ImGui::IsItemClicked()) lab::choose_or_toggle_loop(c.lab.settings, catalogue::id_of(preset));
    log_with_tooltip(c.log, fmt::format("price.{}", preset.name), description.price, loop_tooltip(description));
}

enum class RowPlace : std::uint8_t
{
    panel, // in the panel: with the loop's disadvantage and the button "Show me"
    list,  // in the list of all loops: with the loop's source
};

// Draws a row with a loop's name. Its dot is filled if the loop runs. A click chooses the loop and returns true.
bool draw_loop_row(const Context& c, const Preset& preset, RowPlace place)
{
    const timestep::LoopId loop = catalogue::id_of(preset);
    const bool is_in_list       = place == RowPlace::list;
    const bool is_running       = lab::runs_loop(c.lab.settings, loop);
    const bool is_highlighted   = is_running && !lab::has_several_loops(c.lab.settings);
    ImGui::PushID(static_cast<int>(loop));
    const bool has_demonstration = !is_in_list && lab::find_demonstration(loop) != nullptr;
    const float button_width     = width_of("Show me") + 12 * c.scale;
    const float row_width =
        has_demonstration ? ImGui::GetContentRegionAvail().x - button_width - ImGui::GetStyle().ItemSpacing.x : 0;
    const bool was_clicked =
        ImGui::Selectable("##loop", is_highlighted, 0, {row_width, ImGui::GetTextLineHeight() + 4 * c.scale});
    if (was_clicked) lab::choose_or_toggle_loop(c.lab.settings, loop);
    log_with_tooltip(c.log, fmt::format("{}.{}", is_in_list ? "list" : "loop", preset.name), is_running ? "on" : "off",
                     loop_tooltip(description_of(preset.name)));

    const ImVec2 item_min = ImGui::GetItemRectMin();
    const float right_x   = ImGui::GetItemRectMax().x - 6 * c.scale;
    const float text_y    = (item_min.y + ImGui::GetItemRectMax().y - ImGui::GetTextLineHeight()) / 2;
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const ImVec2 dot_centre{item_min.x + 10 * c.scale, (item_min.y + ImGui::GetItemRectMax().y) / 2};
    if (is_running)
        draw_disc(draw_list, dot_centre, 5 * c.scale, to_imu32(draw::loop_colour(loop)));
    else
        draw_ring(draw_list, dot_centre, to_imu32(draw::loop_colour(loop)));
    draw_text(draw_list, {item_min.x + 24 * c.scale, text_y}, c.theme.quiet, std::string{digit_key(loop)});
    draw_text(draw_list, {item_min.x + 40 * c.scale, text_y},
              is_running ? c.theme.ink : draw::mix(c.theme.ink, c.theme.quiet, 0.5F), preset.name);
    if (is_in_list)
    {
        const float name_right        = item_min.x + 48 * c.scale + width_of(preset.name);
        const std::string source_text = ellipsized(description_of(preset.name).source, right_x - name_right);
        const float source_width      = width_of(source_text);
        draw_text(draw_list, {right_x - source_width, text_y}, c.theme.quiet, source_text);
    }
    if (has_demonstration)
    {
        ImGui::SameLine();
        draw_show_me_button(c, loop, button_width);
    }
    if (!is_in_list) draw_disadvantage(c, preset);
    ImGui::PopID();
    return was_clicked;
}

bool draw_matching_loops(const Context& c, std::string_view search_text)
{
    bool has_match = false;
    std::string_view drawn_title;
    for (const Preset& preset : catalogue::presets())
    {
        if (!lab::matches_search(preset, search_text)) continue;
        if (const std::string_view title = lab::group_title(preset); std::exchange(drawn_title, title) != title)
            draw_grey_text(title);
        if (draw_loop_row(c, preset, RowPlace::list)) ImGui::CloseCurrentPopup();
        has_match = true;
    }
    return has_match;
}

void draw_loop_search_popup(const Context& c)
{
    auto& search_text = c.state.loop_search;
    ImGui::SetNextWindowSize({460 * c.scale, std::min(560 * c.scale, ImGui::GetIO().DisplaySize.y * 0.8F)});
    if (!ImGui::BeginPopup("all loops")) return;
    if (ImGui::IsWindowAppearing())
    {
        search_text = {};
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(-1);
    ImGui::InputTextWithHint("##search", "search: engine, language, sleep ...", search_text.data(), search_text.size());
    log_item(c.log, "loop.search", search_text.data());
    ImGui::BeginChild("list");
    if (!draw_matching_loops(c, search_text.data()))
        ImGui::TextDisabled("No loop has these words in its description, parts, language or pacing.");
    ImGui::EndChild();
    ImGui::EndPopup();
}

void draw_axes(const Context& c)
{
    lab::Settings& settings = c.lab.settings;
    const bool is_open = ImGui::TreeNodeEx("axes", ImGuiTreeNodeFlags_NoTreePushOnOpen, "The five parts of the loop");
    log_item(c.log, "loop.axes", is_open ? "on" : "off");
    if (!is_open) return;
    using enum lab::ControlId;
    constexpr std::array axis_ids{filter, stepper, overload, presentation, pacer};
    for (std::size_t axis = 0; axis < axis_ids.size(); ++axis)
    {
        edit_control(settings, lab::control(axis_ids[axis]), c.log);
        const std::span<const lab::Control> axis_controls = lab::component_controls(settings)[axis];
        for (const lab::Control& control : axis_controls) edit_control(settings, control, c.log);
    }
    edit_control(settings, lab::control(step_budget), c.log);
    edit_control(settings, lab::control(own_thread), c.log);
    if (const timestep::Refusal& refusal = c.lab.lane().refusal())
    {
        ImGui::PushTextWrapPos(0);
        ImGui::TextColored(to_imvec4(c.theme.alarm), "Not running: %s.", std::string{refusal.reason}.c_str());
        log_item(c.log, "loop.refused", std::string{refusal.reason});
        ImGui::PopTextWrapPos();
    }
}

std::string ms_text(timestep::Nanos t) { return fmt::format("{:.3f} ms", timestep::to_millis(t)); }

std::string s_text(timestep::Nanos t) { return fmt::format("{:.3f} s", timestep::to_seconds(t)); }

void draw_frame_statistics(const Context& c, const telemetry::FrameSample& sample)
{
    const timestep::StepPlan& plan = sample.plan;
    draw_value_row("frame time", ms_text(sample.measured),
                   "Real time since the previous frame, as the loop measured it.");
    draw_value_row("steps", fmt::format("{} x {}", plan.steps, ms_text(plan.dt)),
                   "Number of full steps in this frame x length of each step.");
    draw_value_row("tail", ms_text(plan.tail),
                   "Length of the frame's shorter last step; only the semi-fixed loop has one.");
    draw_value_row("carried", ms_text(plan.carried), "Time that is left in the accumulator for later frames.");
    draw_value_row("dropped", ms_text(plan.dropped),
                   "Part of this frame's time that the loop never simulates; negative if the loop added time.",
                   to_imvec4(plan.dropped != timestep::Nanos::zero() ? c.theme.warning : c.theme.ink));
    draw_value_row("alpha", fmt::format("{:.3f}", plan.alpha), "Carried time as a fraction of a step: carried / dt.");
}

// Computes no hash if the state is larger than 240,000 bytes, because this would take longer than a frame's steps.
std::string state_hash_text(const scenes::World& world)
{
    constexpr std::size_t max_bytes = 240'000;
    if (world.state_bytes() > max_bytes) return "too large to hash";
    const auto hash = world.state_hash();
    return hash ? fmt::format("{:016x}", *hash) : "not a number";
}

void draw_total_statistics(const Context& c)
{
    const lab::LaneTotals& totals = c.lab.lane().totals();
    const double wall_s           = timestep::to_seconds(totals.frame_time);
    const double speed            = wall_s > 0.0 ? timestep::to_seconds(totals.stepped) / wall_s : 1.0;
    draw_value_row("wall clock", s_text(totals.frame_time), "Sum of the loop's frame times since the reset.");
    draw_value_row("simulated", s_text(totals.stepped), "Time that the loop simulated since the reset.");
    draw_value_row("simulated / wall", fmt::format("{:.4f}", speed),
                   "Simulated time / wall time since the reset; 1 is real time.",
                   to_imvec4(std::abs(speed - 1.0) > 0.02 ? c.theme.warning : c.theme.ink));
    draw_value_row("dropped", s_text(totals.dropped),
                   "Time that the loop dropped since the reset; negative if the loop added time.");
    draw_value_row("energy", fmt::format("{:.4g} J", c.lab.lane().world().energy()),
                   "Kinetic and elastic energy of the scene.");
    draw_value_row("state", state_hash_text(c.lab.lane().world()),
                   "Hash of all bits of the simulated state: runs with equal steps and inputs have equal hashes.");
}

} // namespace

void draw_loop_panel(const Context& c)
{
    for (const Preset& preset : catalogue::presets())
        if (preset.group == Group::literature) draw_loop_row(c, preset, RowPlace::panel);
    const bool has_several_loops = lab::has_several_loops(c.lab.settings);
    for (const Preset& preset : catalogue::presets())
        if (preset.group != Group::literature && lab::runs_loop(c.lab.settings, catalogue::id_of(preset)))
            draw_loop_row(c, preset, RowPlace::panel);
    const std::string label = fmt::format("All {} loops ...", catalogue::presets().size());
    if (draw_button(label.c_str(), "Lists all loops, from articles, engines, libraries and games.", c.log, -1))
        ImGui::OpenPopup("all loops");
    draw_loop_search_popup(c);
    edit_control(c.lab.settings, lab::control(lab::ControlId::step_rate), c.log);
    if (c.lab.settings.mode != lab::Mode::live) return;
    if (draw_button(
            "Show me stutter",
            "Ten seconds of moving bars at 50 steps a second: they stutter with \"accumulator\" (top), but not with "
            "\"interpolated\".",
            c.log, -1))
        c.lab.next_demonstration = &lab::stutter_demonstration();
    edit_control(c.lab.settings, lab::control(lab::ControlId::side_by_side), c.log);
    if (!has_several_loops) draw_axes(c);
}

void draw_loop_statistics(const Context& c)
{
    const auto& samples = c.lab.lane().samples();
    if (samples.empty()) return;
    draw_heading("Since the reset");
    draw_total_statistics(c);
    draw_heading(c.lab.frozen_at() ? "The frozen frame" : "Last frame");
    draw_frame_statistics(c, c.lab.advance_screen_and_get_moment(c.lab.selected_lane_index()).sample);
}

} // namespace demo
