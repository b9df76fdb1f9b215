// Draws the list of lanes: a row for each lane with what differs, and the buttons that change the list.
#include "lab/settings/lane_list.hpp"

#include "base/text.hpp"
#include "lab/settings/controls.hpp"
#include "programs/demo/panels/panels.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>

namespace demo
{

namespace
{

// Why a lane runs on the selected lane's PC; empty if it runs on its own.
std::string ignored_pc_reason(const PanelContext& context, const lab::StageLane& lane)
{
    if (context.lab.experiment.time_source() != lab::TimeSource::this_pc ||
        lane.config.machine == context.settings.lane.machine)
        return "";
    const char* const reason = context.lab.this_pc.ignored_frame_source_reason(context.settings);
    return fmt::format("This lane does not run on its own PC: all lanes get the same frames. {}",
                       reason != nullptr ? reason : "Choose \"steady frames\" to give each lane its own PC.");
}

void draw_lane_row(const PanelContext& context, std::size_t index, const lab::StageLane& lane, const std::string& words)
{
    const bool is_selected = index == context.settings.stage.selected;
    const std::string reason = ignored_pc_reason(context, lane);
    ImGui::PushID(static_cast<int>(index));
    if (ImGui::Selectable("##lane", is_selected, 0, {0, ImGui::GetTextLineHeight() + 4 * context.scale}))
        lab::select_lane(context.settings, index);
    describe_last_item(context.widget_log, fmt::format("lanes.{}", index + 1), is_selected ? "on" : "off",
                       fmt::format("{}\n{}", words, reason.empty() ? "A click selects this lane." : reason));
    const ImVec2 item_min = ImGui::GetItemRectMin();
    const ImVec2 item_max = ImGui::GetItemRectMax();
    const float text_y = (item_min.y + item_max.y - ImGui::GetTextLineHeight()) / 2;
    const float text_x = item_min.x + 24 * context.scale;
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    draw_disc(draw_list, {item_min.x + 10 * context.scale, (item_min.y + item_max.y) / 2}, 5 * context.scale,
              to_imu32(colour_of_loop(
                  {.config = lane.config,
                   .command = lane.config.loop.is_foreign ? context.lab.own_loop.command : lab::LoopCommand{}})));
    draw_text(draw_list, {text_x, text_y}, context.theme.text, ellipsized(words, item_max.x - text_x));
    ImGui::PopID();
    if (reason.empty()) return;
    draw_paragraph("not on its own PC: all lanes get the same frames",
                   context.theme.legible_on_panel(context.theme.warning));
    describe_last_item(context.widget_log, fmt::format("lanes.{}.pc", index + 1), reason, reason);
}

} // namespace

void draw_lane_list(const PanelContext& context)
{
    using lab::ReadyList;
    lab::Settings& settings = context.settings;
    const std::vector<lab::StageLane> lanes = lab::lanes_of(settings);
    LaneRows& rows = context.panel_state.lane_rows;
    if (rows.lanes != lanes)
    {
        rows = {lanes, lab::lane_names(settings)};
        const auto differences = lab::lane_differences(settings);
        for (std::size_t i = 0; i < lanes.size(); ++i)
            if (!lanes[i].name.empty() && !differences[i].empty())
                rows.words[i] += fmt::format(": {}", fmt::join(differences[i], ", "));
            else if (!differences[i].empty())
                rows.words[i] = fmt::format("{}", fmt::join(differences[i], ", "));
    }
    draw_heading("Lanes");
    for (std::size_t i = 0; i < lanes.size(); ++i)
    {
        const bool is_program = lanes[i].config.loop.is_foreign && !context.lab.own_loop.command.empty();
        draw_lane_row(context, i, lanes[i], is_program ? "your-own, " + rows.words[i] : rows.words[i]);
    }

    const float spacing = ImGui::GetStyle().ItemSpacing.x;
    const float width = ImGui::GetContentRegionAvail().x;
    const float half = (width - spacing) / 2, third = (width - 2 * spacing) / 3;
    if (draw_button("Add", "Adds a copy of the selected lane, to change it.", context.widget_log, half,
                    lanes.size() == lab::StageSettings::max_lanes ? "The stage has at most six lanes." : nullptr))
        lab::add_lane(settings);
    ImGui::SameLine();
    if (draw_button("Remove", "Removes the selected lane.", context.widget_log, half,
                    lanes.size() == 1 ? "The stage needs a lane." : nullptr))
        lab::remove_lane(settings);
    struct ReadyListButton
    {
        const char *label, *tooltip;
        ReadyList list;
    };
    constexpr std::array ready_lists{
        ReadyListButton{"Five loops",
                        "The five best-known loops on copies of this PC (C; C again restores your lanes).",
                        ReadyList::five_loops},
        ReadyListButton{"Four PCs", "The selected loop on four different PCs: is its motion the same?",
                        ReadyList::four_pcs},
        ReadyListButton{"This + copy",
                        "The selected lane and a copy: from then on, controls change only the selected lane.",
                        ReadyList::this_and_copy},
    };
    for (const ReadyListButton& button : ready_lists)
    {
        if (button.list != ReadyList::five_loops) ImGui::SameLine();
        if (!draw_button(button.label, button.tooltip, context.widget_log, third)) continue;
        if (button.list == ReadyList::five_loops)
            context.lab.execute(lab::Action::toggle_five_loops);
        else
            show_ready_list(settings, button.list);
    }
    if (lanes.size() > 1)
        draw_editable_control(settings, lab::control_of(lab::ControlId::changes_one_lane), context.widget_log);
}

} // namespace demo
