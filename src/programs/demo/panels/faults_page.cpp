// The scoreboard of metrics: kinds of uneven motion, and which metrics see them. A click on a row shows it on the
// stage.
#include "programs/demo/panels/faults_page.hpp"

#include "lab/settings/lane_list.hpp"
#include "programs/demo/panels/panels.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace demo
{

void FaultRuns::advance()
{
    constexpr std::size_t runs_at_once = 8;
    std::optional<lab::FaultRow> row;
    if (next_row_.holds_untaken_result())
    {
        if (!next_row_.is_done()) return;
        row = next_row_.take();
        if (row->is_complete()) rows_.push_back(std::exchange(row, std::nullopt)->cells());
    }
    if (rows_.size() == lab::all_faults().size()) return;
    next_row_ = base::Task<lab::FaultRow>{[row = std::move(row), &fault = lab::all_faults()[rows_.size()]]
                                          {
                                              lab::FaultRow next = row ? *row : lab::FaultRow{fault};
                                              next.run_even(runs_at_once);
                                              return next;
                                          }};
}

namespace
{

constexpr std::size_t max_heading_width = 10; // in characters

void draw_metric_headings()
{
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    ImGui::TableNextColumn();
    draw_grey_text("* sees the fault\n! sees what is not there");
    add_tooltip(lab::mark_explanation());
    for (const telemetry::MetricDefinition& metric : lab::smoothness_metrics())
    {
        ImGui::TableNextColumn();
        ImGui::BeginGroup();
        for (const std::string& line : lab::heading_lines(metric, max_heading_width))
            draw_right_aligned_text(line + "  ", ImGui::GetStyleColorVec4(ImGuiCol_Text));
        ImGui::EndGroup();
        add_tooltip(fmt::format("{} Source: {}.", metric.definition, metric.source));
    }
}

void draw_fault_row(const PanelContext& context, const lab::Fault& fault, const lab::FaultCells* cells)
{
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const std::string title = fmt::format("{}{}##{}", fault.title, fault.is_visible ? "" : " (even)", fault.key);
    if (ImGui::Selectable(title.c_str()))
    {
        lab::show_lanes(context.settings);
        context.settings.live_frame_source = lab::LiveFrameSource::even;
        lab::show_single_lane(context.settings, fault.setup().config);
        context.lab.execute(lab::Action::reset_world);
        context.lab.requests.emplace_back(
            lab::request::ShowNotice{fmt::format("{}: {} Ctrl+Z takes it back.", fault.title, fault.cause)});
    }
    std::string marks;
    for (std::size_t i = 0; cells != nullptr && i < cells->size(); ++i)
        marks += (*cells)[i].mark == lab::FaultMark::none ? "." : lab::text_of((*cells)[i].mark);
    describe_last_item(context.widget_log, fmt::format("fault.{}", fault.key), marks,
                       fmt::format("{} A click shows it.", fault.cause));
    for (std::size_t i = 0; cells != nullptr && i < cells->size(); ++i)
    {
        const lab::FaultCell& cell = (*cells)[i];
        ImGui::TableNextColumn();
        const std::string_view mark = lab::text_of(cell.mark);
        draw::Colour colour = context.theme.dim_text;
        if (cell.mark == lab::FaultMark::sees_fault) colour = draw::mix(success_colour, context.theme.text, 0.35F);
        if (cell.mark == lab::FaultMark::sees_phantom) colour = context.theme.alarm;
        draw_right_aligned_text(fmt::format("{} {}", lab::cell_text(cell), mark.empty() ? " " : mark),
                                to_imvec4(colour));
    }
}

} // namespace

void draw_faults_page(const PanelContext& context)
{
    FaultRuns& runs = context.panel_state.faults;
    runs.advance();
    const std::size_t count = lab::all_faults().size();
    context.widget_log.push_back({"faults", {}, fmt::format("{} of {}", runs.rows().size(), count)});
    constexpr int flags =
        ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit;
    if (!ImGui::BeginTable("faults", 1 + static_cast<int>(lab::smoothness_metric_count), flags)) return;
    ImGui::TableSetupScrollFreeze(1, 1);
    ImGui::TableSetupColumn("");
    ImGui::PushFont(mono_font());
    for (const telemetry::MetricDefinition& metric : lab::smoothness_metrics())
    {
        float width = scaled_width_in_points("00000.0 *");
        for (const std::string& line : lab::heading_lines(metric, max_heading_width))
            width = std::max(width, scaled_width_in_points(line + "  "));
        ImGui::TableSetupColumn(metric.name.data(), ImGuiTableColumnFlags_WidthFixed, width);
    }
    ImGui::PopFont();
    draw_metric_headings();
    for (std::size_t i = 0; i < count; ++i)
        draw_fault_row(context, lab::all_faults()[i], i < runs.rows().size() ? &runs.rows()[i] : nullptr);
    ImGui::EndTable();
}

} // namespace demo
