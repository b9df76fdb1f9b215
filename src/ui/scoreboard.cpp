// Every lane by the metrics that matter, best and worst marked; a click on a heading sorts, a click on a lane selects
// it.
#include "ui/panels.hpp"

#include "lab/scoreboard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace ui
{

namespace
{

using lab::LaneResult;
using lab::MetricRow;

struct Column
{
    std::string_view key;   ///< of the metric; "state_hash" has none
    std::string_view title; ///< short enough for a column
};

constexpr std::array columns{
    Column{"speed", "speed"},
    Column{"dropped_ms", "dropped"},
    Column{"animation_error_mean_ms", "judder"},
    Column{"picture_age_mean_ms", "age"},
    Column{"zero_step_share", "no step"},
    Column{"frame_max_ms", "worst"},
    Column{"energy_ratio", "energy"},
    Column{"tunnelled", "tunnelled"},
    Column{"blew_up", "blew up"},
    Column{"state_hash", "state"},
};

std::string cell(std::string_view key, const LaneResult& result)
{
    if (key == "state_hash") return lab::hash_text(result.state_hash).substr(0, 8);
    const MetricRow* metric = lab::find_metric(key);
    return metric != nullptr ? lab::value_text(*metric, result) : "";
}

void heading_cell(const Column& column)
{
    const MetricRow* metric = lab::find_metric(column.key);
    ImGui::TableHeader(column.title.data());
    if (metric == nullptr)
        return tooltip("The first half of the hash of the last state: equal where lanes agree to the bit.");
    const std::string unit = metric->unit.empty() ? "" : fmt::format("\nin {}", metric->unit);
    tooltip(fmt::format("{}: {}{}", metric->title, metric->what, unit));
}

using Marks = std::vector<std::vector<lab::Mark>>; // by column, by lane

Marks marks_of(std::span<const LaneResult> results)
{
    Marks marks;
    for (const Column& column : columns)
    {
        const MetricRow* metric = lab::find_metric(column.key);
        marks.push_back(metric == nullptr ? std::vector(results.size(), lab::Mark::none)
                                          : lab::marks(*metric, results));
    }
    return marks;
}

ImVec4 ink_of(const Context& c, lab::Mark mark)
{
    switch (mark)
    {
    case lab::Mark::best: return colour(view::mix(view::rgb(0x009e73), c.theme.ink, 0.35F));
    case lab::Mark::worst: return colour(c.theme.alarm);
    case lab::Mark::none: break;
    }
    return colour(c.theme.ink);
}

std::vector<std::size_t> order_of(std::span<const LaneResult> results)
{
    std::vector<std::size_t> order(results.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const ImGuiTableSortSpecs* sort = ImGui::TableGetSortSpecs();
    if (sort == nullptr || sort->SpecsCount == 0 || sort->Specs[0].ColumnIndex == 0) return order;
    const auto column = static_cast<std::size_t>(sort->Specs[0].ColumnIndex - 1);
    if (const MetricRow* metric = lab::find_metric(columns[column].key)) order = lab::ranked(*metric, results);
    if (sort->Specs[0].SortDirection == ImGuiSortDirection_Descending) std::reverse(order.begin(), order.end());
    return order;
}

void lane_row(const Context& c, const LaneResult& result, const Marks& marks, std::size_t lane)
{
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushStyleColor(ImGuiCol_Text, colour(view::loop_colour(result.setup.settings.loop.preset)));
    if (ImGui::Selectable(result.setup.name.c_str(), c.lab.selected() == lane, ImGuiSelectableFlags_SpanAllColumns))
        c.lab.settings.race.selected = lane;
    ImGui::PopStyleColor();
    log_item(c.log, fmt::format("score.{}", result.setup.name), cell("speed", result));
    ImGui::PushFont(mono());
    for (std::size_t i = 0; i < columns.size(); ++i)
    {
        ImGui::TableNextColumn();
        const std::string text = cell(columns[i].key, result);
        const float free       = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(free, 0.0F));
        ImGui::TextColored(ink_of(c, marks[i][lane]), "%s", text.c_str());
    }
    ImGui::PopFont();
}

} // namespace

void scoreboard(const Context& c)
{
    const std::vector<LaneResult> results = c.lab.results();
    constexpr int flags = ImGuiTableFlags_Sortable | ImGuiTableFlags_SortTristate | ImGuiTableFlags_SizingStretchProp |
                          ImGuiTableFlags_ScrollY | ImGuiTableFlags_PadOuterX;
    if (!ImGui::BeginTable("scoreboard", static_cast<int>(columns.size()) + 1, flags)) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("lane", 0, 1.5F);
    for (const Column& column : columns)
        ImGui::TableSetupColumn(column.title.data(),
                                lab::find_metric(column.key) == nullptr ? ImGuiTableColumnFlags_NoSort : 0, 1.0F);
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    ImGui::TableNextColumn();
    ImGui::TableHeader("lane");
    for (const Column& column : columns)
    {
        ImGui::TableNextColumn();
        heading_cell(column);
    }
    const Marks marks = marks_of(results);
    for (const std::size_t lane : order_of(results)) lane_row(c, results[lane], marks, lane);
    ImGui::EndTable();
}

} // namespace ui
