// Draws the page "Scoreboard" at the bottom of the window: a table with one column per lane and
// one row per metric. The best and the worst value of a row are marked. A click on a metric sorts the lanes, a click on
// a lane selects it.
#include "programs/demo/panels/panels.hpp"

#include "draw/shapes/theme.hpp"
#include "lab/metrics/scoreboard.hpp"
#include "lab/settings/controls.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

namespace demo
{

namespace
{

using lab::LaneResult;
using lab::MetricRow;

std::vector<std::size_t> lanes_in(const SortOrder& order, std::span<const LaneResult> results)
{
    std::vector<std::size_t> lanes(results.size());
    std::iota(lanes.begin(), lanes.end(), std::size_t{0});
    if (const MetricRow* metric = lab::find_metric(order.key)) lanes = lab::ranked(*metric, results);
    if (order.worst_first) std::reverse(lanes.begin(), lanes.end());
    return lanes;
}

ImVec4 ink_of(const Context& c, lab::Standing standing)
{
    switch (standing)
    {
    case lab::Standing::best: return colour(draw::mix(draw::rgb(0x009e73), c.theme.ink, 0.35F));
    case lab::Standing::worst: return colour(c.theme.alarm);
    case lab::Standing::none: break;
    }
    return colour(c.theme.ink);
}

// Appends "+" to the best value and "-" to the worst value, for users who cannot see the difference in colour.
std::string signed_text(const std::string& text, lab::Standing standing)
{
    return text + (standing == lab::Standing::best ? " +" : standing == lab::Standing::worst ? " -" : "  ");
}

std::string title_of(const MetricRow& metric)
{
    return metric.unit.empty() ? std::string{metric.title} : fmt::format("{} [{}]", metric.title, metric.unit);
}

bool is_shown(const Context& c, const MetricRow& metric) { return c.lab.settings.view.all_scores || metric.first; }

// Smallest widths in points at which the metrics and the lanes are legible.
struct Widths
{
    float metric = 0;
    float lane   = 0;
};

Widths least_widths(const Context& c, std::span<const LaneResult> results)
{
    const auto width_of = [](const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; };
    Widths widths;
    for (const MetricRow& metric : lab::all_metrics())
        if (is_shown(c, metric)) widths.metric = std::max(widths.metric, width_of(title_of(metric) + "  <"));
    for (const LaneResult& result : results) widths.lane = std::max(widths.lane, width_of(result.setup.name));
    ImGui::PushFont(mono());
    widths.lane = std::max(widths.lane, width_of("-0.000000 +"));
    ImGui::PopFont();
    return widths;
}

void right_cell(const Context& c, const std::string& text, lab::Standing standing)
{
    ImGui::TableNextColumn();
    ImGui::PushFont(mono());
    const std::string shown = signed_text(text, standing);
    const float free        = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(shown.c_str()).x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(free, 0.0F));
    ImGui::TextColored(ink_of(c, standing), "%s", shown.c_str());
    ImGui::PopFont();
}

void lane_names(const Context& c, std::span<const LaneResult> results, std::span<const std::size_t> lanes)
{
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    constexpr const char* copy = "Copy as Markdown";
    const float padding        = 2 * ImGui::GetStyle().FramePadding.x;
    const bool fits            = ImGui::CalcTextSize(copy).x + padding <= ImGui::GetContentRegionAvail().x;
    if (button(fits ? copy : "Copy", "The whole table as Markdown, for a forum or an issue.", c.log, 0))
        ImGui::SetClipboardText(lab::markdown(results).c_str());
    ImGui::PushStyleVar(ImGuiStyleVar_SelectableTextAlign, {1.0F, 0.5F});
    for (const std::size_t lane : lanes)
    {
        const LaneResult& result = results[lane];
        ImGui::TableNextColumn();
        const draw::Colour own = draw::loop_colour(result.setup.settings.loop.preset);
        ImGui::PushStyleColor(ImGuiCol_Text, colour(draw::legible(own, c.theme.ground, c.theme.ink)));
        ImGui::PushID(static_cast<int>(lane));
        if (ImGui::Selectable(result.setup.name.c_str(), c.lab.selected() == lane)) c.lab.settings.race.selected = lane;
        ImGui::PopID();
        ImGui::PopStyleColor();
        log_item(c.log, fmt::format("score.{}", result.setup.name),
                 lab::value_text(*lab::find_metric("speed"), result));
    }
    ImGui::PopStyleVar();
}

void metric_row(const Context& c, const MetricRow& metric, std::span<const LaneResult> results,
                std::span<const std::size_t> lanes, SortOrder& order)
{
    const auto standings = lab::standings(metric, results);
    const bool sorted    = order.key == metric.key;
    const char* arrow    = !sorted ? "" : order.worst_first ? "  >" : "  <";
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    if (ImGui::Selectable(fmt::format("{}{}##{}", title_of(metric), arrow, metric.key).c_str(), sorted))
        order.click(metric.key);
    log_item(c.log, fmt::format("metric.{}", metric.key), lab::value_text(metric, results[lanes.front()]));
    tooltip(fmt::format("{}: {}", metric.title, metric.what));
    for (const std::size_t lane : lanes) right_cell(c, lab::value_text(metric, results[lane]), standings[lane]);
}

// Draws the rows of one group of metrics. If the user shows all metrics, a line with the group's name comes first.
void group_rows(const Context& c, std::size_t group, std::span<const LaneResult> results,
                std::span<const std::size_t> lanes, SortOrder& order)
{
    const bool all = c.lab.settings.view.all_scores;
    if (all)
    {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextDisabled("%s", std::string{lab::metric_groups[group]}.c_str());
    }
    for (const MetricRow& metric : lab::all_metrics())
        if (static_cast<std::size_t>(metric.group) == group && is_shown(c, metric))
            metric_row(c, metric, results, lanes, order);
}

void state_row(const Context& c, std::span<const LaneResult> results, std::span<const std::size_t> lanes)
{
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted("state");
    tooltip("A number computed from every bit of the last state: equal where lanes agree to the bit.");
    for (const std::size_t lane : lanes)
        right_cell(c, lab::hash_text(results[lane].state_hash).substr(0, 8), lab::Standing::none);
}

} // namespace

void scoreboard(const Context& c)
{
    SortOrder& order                       = c.state.score_order;
    const std::vector<LaneResult>& results = c.lab.results();
    const auto lanes                       = lanes_in(order, results);
    const auto count                       = static_cast<int>(results.size());
    const Widths widths                    = least_widths(c, results);
    const float padding                    = 2 * ImGui::GetStyle().CellPadding.x;
    const float room                       = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
    const float needed = widths.metric + static_cast<float>(count) * (widths.lane + padding) + padding;
    const bool scrolls = needed > room; // then the metrics stay, and the lanes scroll beside them
    const int flags =
        ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg |
        (scrolls ? ImGuiTableFlags_ScrollX | ImGuiTableFlags_SizingFixedFit : ImGuiTableFlags_SizingStretchProp);
    if (!ImGui::BeginTable(scrolls ? "scrolled" : "scoreboard", count + 1, flags)) return;
    ImGui::TableSetupScrollFreeze(1, 1);
    ImGui::TableSetupColumn("metric", 0, scrolls ? widths.metric : 1.6F);
    for (const LaneResult& result : results)
        ImGui::TableSetupColumn(result.setup.name.c_str(), 0, scrolls ? widths.lane : 1.0F);
    lane_names(c, results, lanes);
    for (std::size_t group = 0; group < lab::metric_groups.size(); ++group) group_rows(c, group, results, lanes, order);
    if (c.lab.settings.view.all_scores) state_row(c, results, lanes);
    ImGui::EndTable();
}

void scoreboard_tools(const Context& c)
{
    ImGui::SameLine(0, 14 * c.scale);
    bool& all = c.lab.settings.view.all_scores;
    ImGui::Checkbox("all metrics", &all);
    log_item(c.log, "view.all_scores", all ? "on" : "off");
    tooltip(lab::control(lab::ControlId::all_scores).tip);
}

} // namespace demo
