// Draws the panel "Loop": the list of game loops, and the settings and statistics of the selected loop.
#include "base/number.hpp"
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

namespace demo
{

namespace
{

using catalogue::Description;
using catalogue::description_of;
using timestep::Preset;
using timestep::PresetGroup;

std::string loop_tooltip(const Description& description)
{
    std::string text = fmt::format("{} ({}): {}.\nShips in: {}", description.title, description.source,
                                   description.price, description.used_by);
    if (!description.deviations.empty()) text += fmt::format("\nDiffers: {}", description.deviations);
    return text;
}

// Draws the loop's price (its main drawback in a few words) below its name.
void draw_price(const PanelContext& context, const Preset& preset)
{
    const float indent = 36 * context.scale;
    const float overlap =
        std::floor(ImGui::GetStyle().ItemSpacing.y / 2); // the row above is taller than its text by this length
    ImGui::SetCursorPos({ImGui::GetCursorPosX() + indent, ImGui::GetCursorPosY() - overlap});
    const Description& description = description_of(preset.name);
    draw_paragraph(description.price, context.theme.dim_text);
    if (ImGui::IsItemClicked()) context.settings.lane.loop.choose_preset(catalogue::id_of(preset));
    describe_last_item(context.widget_log, fmt::format("price.{}", preset.name), description.price,
                       loop_tooltip(description));
}

enum class LoopRowPlace : std::uint8_t
{
    panel, // in the panel: with the loop's price and the button "Show me"
    list, // in the list of all loops: with the loop's source
};

// Draws a row: a dot, filled if the loop is chosen, and the loop's name. A click chooses the loop and returns true.
bool draw_loop_row(const PanelContext& context, const Preset& preset, LoopRowPlace place)
{
    const timestep::PresetId loop = catalogue::id_of(preset);
    const bool is_in_list = place == LoopRowPlace::list;
    const bool is_chosen = lab::is_loop_chosen(context.settings, loop);
    ImGui::PushID(static_cast<int>(loop));
    const bool has_demonstration = !is_in_list && lab::find_demonstration(loop) != nullptr;
    const float button_width = scaled_width_in_points("Show me") + 12 * context.scale;
    const float row_width =
        has_demonstration ? ImGui::GetContentRegionAvail().x - button_width - ImGui::GetStyle().ItemSpacing.x : 0;
    const bool was_clicked =
        ImGui::Selectable("##loop", is_chosen, 0, {row_width, ImGui::GetTextLineHeight() + 4 * context.scale});
    if (was_clicked) context.settings.lane.loop.choose_preset(loop);
    describe_last_item(context.widget_log, fmt::format("{}.{}", is_in_list ? "list" : "loop", preset.name),
                       is_chosen ? "on" : "off", loop_tooltip(description_of(preset.name)));

    const ImVec2 item_min = ImGui::GetItemRectMin();
    const float right_x = ImGui::GetItemRectMax().x - 6 * context.scale;
    const float text_y = (item_min.y + ImGui::GetItemRectMax().y - ImGui::GetTextLineHeight()) / 2;
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    const ImVec2 dot_centre{item_min.x + 10 * context.scale, (item_min.y + ImGui::GetItemRectMax().y) / 2};
    if (is_chosen)
        draw_disc(draw_list, dot_centre, 5 * context.scale, to_imu32(draw::loop_colour(loop)));
    else
        draw_small_ring(draw_list, dot_centre, to_imu32(draw::loop_colour(loop)));
    for (const lab::KeyBinding& key : lab::key_bindings())
        if (key.action == lab::Action::choose_loop && key.loop == loop)
            draw_text(draw_list, {item_min.x + 24 * context.scale, text_y}, context.theme.dim_text, key.name);
    draw_text(draw_list, {item_min.x + 40 * context.scale, text_y},
              is_chosen ? context.theme.text : draw::mix(context.theme.text, context.theme.dim_text, 0.5F),
              preset.name);
    if (is_in_list)
    {
        const float name_right = item_min.x + 48 * context.scale + scaled_width_in_points(preset.name);
        const std::string source_text = ellipsized(description_of(preset.name).source, right_x - name_right);
        const float source_width = scaled_width_in_points(source_text);
        draw_text(draw_list, {right_x - source_width, text_y}, context.theme.dim_text, source_text);
    }
    if (has_demonstration)
    {
        ImGui::SameLine();
        draw_demonstration_button(context, loop, button_width);
    }
    if (!is_in_list) draw_price(context, preset);
    ImGui::PopID();
    return was_clicked;
}

void draw_loop_search_popup(const PanelContext& context)
{
    auto& search_text = context.panel_state.loop_search_text;
    ImGui::SetNextWindowSize({460 * context.scale, std::min(560 * context.scale, ImGui::GetIO().DisplaySize.y * 0.8F)});
    if (!ImGui::BeginPopup("all loops")) return;
    if (ImGui::IsWindowAppearing())
    {
        search_text = {};
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(-1);
    ImGui::InputTextWithHint("##search", "search: engine, language, sleep ...", search_text.data(), search_text.size());
    log_last_item(context.widget_log, "loop.search", search_text.data());
    if (draw_own_loop_buttons(context)) ImGui::CloseCurrentPopup();
    ImGui::BeginChild("list");
    bool has_match = false;
    std::string_view drawn_title;
    for (const Preset& preset : catalogue::presets())
    {
        if (!lab::matches_search(preset, search_text.data())) continue;
        has_match = true;
        const std::string_view title = lab::group_title(preset);
        if (title != drawn_title) draw_grey_text(title);
        drawn_title = title;
        if (draw_loop_row(context, preset, LoopRowPlace::list)) ImGui::CloseCurrentPopup();
    }
    if (!has_match)
        ImGui::TextDisabled(
            "No loop matches the search: its words are in no loop's description, parts, language or pacing.");
    ImGui::EndChild();
    ImGui::EndPopup();
}

void draw_axis_controls(const PanelContext& context)
{
    lab::Settings& settings = context.settings;
    const bool is_open = ImGui::TreeNodeEx("axes", ImGuiTreeNodeFlags_NoTreePushOnOpen, "The five parts of the loop");
    log_last_item(context.widget_log, "loop.axes", is_open ? "on" : "off");
    if (!is_open) return;
    using enum lab::ControlId;
    constexpr std::array component_control_ids{filter, stepper, overload, pacer};
    for (const lab::ComponentKind component_kind : lab::all_component_kinds)
    {
        if (component_kind == lab::ComponentKind::pacer)
            draw_editable_control(settings, lab::control_of(presentation), context.widget_log);
        const lab::ControlId control_id = component_control_ids[static_cast<std::size_t>(component_kind)];
        draw_editable_control(settings, lab::control_of(control_id), context.widget_log);
        for (const lab::Control& control : lab::controls_of_chosen_component(settings, component_kind))
            draw_editable_control(settings, control, context.widget_log);
    }
    draw_editable_control(settings, lab::control_of(step_budget), context.widget_log);
    draw_editable_control(settings, lab::control_of(own_thread), context.widget_log);
}

std::string ms_text(timestep::Nanos duration) { return fmt::format("{:.3f} ms", timestep::to_millis(duration)); }

std::string s_text(timestep::Nanos duration) { return fmt::format("{:.3f} s", timestep::to_seconds(duration)); }

// Computes no hash if the state is larger than 240,000 bytes, because this would take too long.
std::string state_hash_text(const scenes::World& world)
{
    constexpr std::size_t max_hashed_bytes = 240'000;
    if (world.state_bytes() > max_hashed_bytes) return "too large to hash";
    const auto hash = world.state_hash();
    return hash ? fmt::format("{:016x}", *hash) : "not a number";
}

} // namespace

// Always lists the five best-known loops (PresetGroup::literature), and of the other loops only the chosen ones.
void draw_loop_panel(const PanelContext& context)
{
    if (context.lab.experiment.plan().is_list) draw_lane_list(context);
    for (const Preset& preset : catalogue::presets())
        if (preset.group == PresetGroup::literature) draw_loop_row(context, preset, LoopRowPlace::panel);
    for (const Preset& preset : catalogue::presets())
        if (preset.group != PresetGroup::literature && lab::is_loop_chosen(context.settings, catalogue::id_of(preset)))
            draw_loop_row(context, preset, LoopRowPlace::panel);
    const lab::Lab::OwnLoop& own_loop = context.lab.own_loop;
    const bool runs_own_loop = context.settings.lane.loop.is_foreign;
    if (!own_loop.command.empty() && ImGui::RadioButton("your-own", runs_own_loop) && !runs_own_loop)
        context.lab.run_own_loop(own_loop);
    if (!own_loop.command.empty())
        describe_last_item(context.widget_log, "loop.your-own", runs_own_loop ? "on" : "off", own_loop.file);
    const std::string label = fmt::format("All {} loops ...", catalogue::presets().size());
    if (draw_button(label.c_str(), "Lists all loops, from articles, engines, libraries and games.", context.widget_log,
                    -1))
        ImGui::OpenPopup("all loops");
    draw_loop_search_popup(context);
    draw_editable_control(context.settings, lab::control_of(lab::ControlId::step_rate), context.widget_log);
    ImGui::PushTextWrapPos(0);
    for (std::size_t i = 0; i < context.lab.shown_lane_count(); ++i)
        if (const timestep::LoopRejection& rejection = context.lab.lane(i).loop_rejection())
        {
            const std::string text =
                fmt::format("{}: {}.", context.lab.experiment.lanes[i].setup().name, rejection.reason);
            ImGui::TextColored(to_imvec4(context.theme.alarm), "%s", text.c_str());
            log_last_item(context.widget_log, "loop.refused", std::string{rejection.reason});
        }
    ImGui::PopTextWrapPos();
    if (context.lab.experiment.plan().pc_choice != lab::PcChoice::of_the_lanes) return;
    if (!runs_own_loop) draw_axis_controls(context);
}

void draw_selected_lane_statistics(const PanelContext& context)
{
    const auto& samples = context.lab.lane().samples();
    if (samples.empty()) return;
    draw_heading("Since the reset");
    const lab::LaneTotals& totals = context.lab.lane().totals();
    const double wall_s = timestep::to_seconds(totals.frame_time);
    const double speed = wall_s > 0.0 ? timestep::to_seconds(totals.stepped_time) / wall_s : 1.0;
    draw_labelled_value("wall clock", s_text(totals.frame_time), "Sum of the loop's frame times since the reset.");
    draw_labelled_value("simulated", s_text(totals.stepped_time), "Time that the loop simulated since the reset.");
    draw_labelled_value("simulated / wall", fmt::format("{:.4f}", speed),
                        "Simulated time / wall time since the reset; 1 is real time.",
                        to_imvec4(std::abs(speed - 1.0) > 0.02 ? context.theme.warning : context.theme.text));
    draw_labelled_value("dropped", s_text(totals.dropped_time),
                        "Time that the loop dropped since the reset; negative if the loop added time.");
    draw_labelled_value("energy", fmt::format("{} J", base::number_text(context.lab.lane().world().energy(), 4)),
                        "Kinetic and elastic energy of the scene.");
    draw_labelled_value("state", state_hash_text(context.lab.lane().world()),
                        "Hash of all bits of the simulated state: runs with equal steps and inputs have equal hashes.");

    draw_heading(context.lab.frozen_at() ? "The frozen frame" : "Last frame");
    const telemetry::FrameSample sample = context.lab.take_shown_moment(context.lab.selected_lane_index()).sample;
    const timestep::StepPlan& plan = sample.plan;
    draw_labelled_value("frame time", ms_text(sample.measured_frame_time),
                        "Real time since the previous frame, as the loop measured it.");
    draw_labelled_value("steps", fmt::format("{} x {}", plan.steps, ms_text(plan.dt)),
                        "Number of full steps in this frame x length of each step.");
    draw_labelled_value("tail", ms_text(plan.tail),
                        "Length of the frame's shorter last step; only the semi-fixed loop has one.");
    draw_labelled_value("carried", ms_text(plan.carried), "Time that is left in the accumulator for later frames.");
    draw_labelled_value(
        "dropped", ms_text(plan.dropped),
        "Part of this frame's time that the loop never simulates; negative if the loop added time.",
        to_imvec4(plan.dropped != timestep::Nanos::zero() ? context.theme.warning : context.theme.text));
    draw_labelled_value("alpha", fmt::format("{:.3f}", plan.alpha),
                        "Time left for later frames as a fraction of a step: carried / dt.");
}

} // namespace demo
