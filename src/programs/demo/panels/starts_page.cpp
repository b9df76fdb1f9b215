// The scoreboard as dots: one dot for each start of each loop. A click shows that start on the stage.
#include "programs/demo/panels/starts_page.hpp"

#include "base/number.hpp"
#include "draw/shapes/theme.hpp"
#include "lab/metrics/verdict_text.hpp"
#include "programs/demo/panels/panels.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <map>
#include <optional>
#include <span>
#include <utility>

namespace demo
{

void StartRuns::advance(std::vector<lab::LaneSetup> lanes, bool may_begin)
{
    for (lab::LaneSetup& lane : lanes)
    {
        lane.recording.reset();
        lane.config.seed = 1;
        lane.config.start_phase = 0.0;
    }
    const auto is_same = [](const lab::LaneSetup& a, const lab::LaneSetup& b)
    { return a.name == b.name && a.config == b.config; };
    if (!std::ranges::equal(lanes, lanes_, is_same))
    {
        lanes_ = std::move(lanes);
        results_.assign(lanes_.size(), {});
        warnings_.clear();
        error_.clear();
        setups_.clear();
        is_batch_outdated_ = batch_.holds_untaken_result();
        for (const lab::LaneSetup& lane : lanes_) setups_.push_back(lab::setups_of_starts(lane, start_count));
    }
    if (batch_.holds_untaken_result() && batch_.is_done())
    {
        const bool is_outdated = std::exchange(is_batch_outdated_, false);
        try
        {
            std::vector<lab::LaneResult> batch = batch_.take();
            for (std::size_t i = 0; i < batch.size() && !is_outdated; ++i)
                results_[i % lanes_.size()].push_back(std::move(batch[i]));
        }
        catch (const std::exception& e)
        {
            if (!is_outdated) error_ = e.what();
        }
    }
    const std::size_t begin = finished_starts();
    if (batch_.holds_untaken_result() || begin == static_cast<std::size_t>(start_count) || !error_.empty() ||
        lanes_.empty() || (begin == 0 && !may_begin))
        return;
    constexpr std::size_t starts_in_batch = 4; // of each lane
    std::vector<lab::LaneSetup> batch;
    for (std::size_t start = begin; start < begin + starts_in_batch; ++start)
        for (const auto& starts_of_lane : setups_) batch.push_back(starts_of_lane[start]);
    batch_ = base::Task<std::vector<lab::LaneResult>>{[setups = std::move(batch)] {
        return lab::run_lanes(setups, {.max_wall_time = run_time}, lab::write_verdict);
    }};
}

namespace
{

// The dots of one lane: they stack where their values are nearly equal.
struct DotRow
{
    float left, width, y, height;
    double low, high;

    float x_at(double value) const
    {
        return left + (high > low ? static_cast<float>((value - low) / (high - low)) : 0.0F) * width;
    }
};

struct PlacedDot
{
    ImVec2 centre;
    const lab::LaneResult* result;
    double value;
};

std::vector<PlacedDot> placed_dots(const lab::Metric& metric, std::span<const lab::LaneResult> results,
                                   const DotRow& row, float radius)
{
    std::vector<PlacedDot> dots;
    std::map<int, int> column_sizes;
    const auto column_at = [&](float x) { return static_cast<int>(std::floor((x - row.left) / (2 * radius))); };
    for (const lab::LaneResult& result : results)
        if (const double value = metric.get(result); std::isfinite(value))
        {
            dots.push_back({{row.x_at(value), row.y}, &result, value});
            ++column_sizes[column_at(dots.back().centre.x)];
        }
    std::map<int, int> stacked;
    for (PlacedDot& dot : dots)
    {
        const int column = column_at(dot.centre.x);
        const float pitch = std::min(2 * radius, (row.height - 2 * radius) / static_cast<float>(column_sizes[column]));
        dot.centre.y -= pitch * static_cast<float>(stacked[column]++);
    }
    return dots;
}

// Draws the dots of a lane, and returns the one below the mouse.
std::optional<PlacedDot> draw_dots(const PanelContext& context, const std::string& name, draw::Colour colour,
                                   std::span<const PlacedDot> dots, float radius)
{
    std::optional<PlacedDot> found;
    float found_distance = radius; // dots overlap in a high stack
    const ImVec2 mouse = ImGui::GetMousePos();
    for (const PlacedDot& dot : dots)
    {
        draw_disc(*ImGui::GetWindowDrawList(), dot.centre, radius, to_imu32(colour));
        const float distance = std::hypot(mouse.x - dot.centre.x, mouse.y - dot.centre.y);
        if (distance <= found_distance && ImGui::IsWindowHovered())
        {
            found = dot;
            found_distance = distance;
        }
        context.widget_log.push_back({fmt::format("start.{}.{}", name, dot.result->setup.config.seed),
                                      {dot.centre.x - radius, dot.centre.y - radius, 2 * radius, 2 * radius},
                                      base::number_text(dot.value, 4)});
    }
    return found;
}

} // namespace

void advance_starts(const PanelContext& context, bool may_begin)
{
    std::vector<lab::LaneSetup> lanes;
    for (std::size_t i = 0; i < context.lab.shown_lane_count(); ++i)
        lanes.push_back(context.lab.experiment.lanes[i].setup());
    // 64 starts of a loop of the user's own need as many programs.
    if (std::ranges::any_of(lanes, [](const lab::LaneSetup& lane) { return !lane.command.empty(); })) lanes.clear();
    context.panel_state.starts.advance(std::move(lanes), may_begin);
}

const std::string& StartRuns::warning(std::size_t lane_index, const lab::Metric& metric)
{
    static const std::string none;
    if (finished_starts() < start_count || lane_index >= lanes_.size()) return none;
    const auto [found, is_new] = warnings_.try_emplace({lane_index, metric.key});
    if (!is_new || metric.preferred_value == telemetry::PreferredValue::none) return found->second;
    const lab::StartDistribution starts = lab::distribution_of(metric, results_[lane_index]);
    if (starts.depends_on_start())
        found->second = fmt::format("{} to {} by the start alone, in {} starts of 60 s",
                                    lab::start_value_text(starts.sorted.front()),
                                    lab::start_value_text(starts.sorted.back()), start_count);
    return found->second;
}

namespace
{

// Draws a row of dots for each lane above their common axis. Returns the dot under the mouse.
std::optional<PlacedDot> draw_dot_rows(const PanelContext& context, const lab::Metric& metric,
                                       std::span<const lab::StartDistribution> distributions)
{
    const StartRuns& runs = context.panel_state.starts;
    double low = 0.0, high = 0.0; // the axis begins at 0, or at the lowest negative value
    for (const lab::StartDistribution& distribution : distributions)
    {
        if (distribution.sorted.empty()) continue;
        low = std::min(low, distribution.sorted.front());
        high = std::max(high, distribution.sorted.back());
    }
    const draw::Rect area = remaining_panel_area();
    const float name_width = std::min(150 * context.scale, 0.3F * area.w);
    const float text_width = std::min(250 * context.scale, 0.4F * area.w);
    const float row_height =
        std::min(64 * context.scale, (area.h - 20 * context.scale) / static_cast<float>(runs.lanes().size()));
    const float radius = 3.5F * context.scale;
    ImDrawList& draw_list = *ImGui::GetWindowDrawList();
    std::optional<PlacedDot> pointed;
    float y = area.y - 8 * context.scale;
    for (const std::size_t i : lab::ranked_lanes(metric, distributions))
    {
        const lab::StartDistribution& distribution = distributions[i];
        y += row_height;
        const DotRow row{area.x + name_width,
                         std::max(area.w - name_width - text_width, 20.0F),
                         y,
                         row_height - 6 * context.scale,
                         low,
                         high};
        draw_list.AddLine({row.left, y + 5 * context.scale}, {row.left + row.width, y + 5 * context.scale},
                          to_imu32(context.theme.border), context.scale);
        const float text_y = y - 0.6F * ImGui::GetTextLineHeight();
        draw_text(draw_list, {area.x, text_y}, context.theme.legible(colour_of_lane(context.lab, i)),
                  ellipsized(runs.lanes()[i].name, name_width - 12 * context.scale));
        const auto dots = placed_dots(metric, runs.results_of(i), row, radius);
        if (auto dot = draw_dots(context, runs.lanes()[i].name, colour_of_lane(context.lab, i), dots, radius))
            pointed = dot;
        draw_text(draw_list, {row.left + row.width + 16 * context.scale, text_y}, context.theme.dim_text,
                  distribution.is_constant()
                      ? fmt::format("{} at every start", lab::start_value_text(distribution.median))
                      : fmt::format("median {}, worst twentieth {}", lab::start_value_text(distribution.median),
                                    lab::start_value_text(distribution.worst_twentieth)));
    }
    const float axis_y = area.y + static_cast<float>(runs.lanes().size()) * row_height;
    draw_text(draw_list, {area.x + name_width, axis_y}, context.theme.dim_text, lab::start_value_text(low));
    const std::string high_text = lab::start_value_text(high);
    draw_text(draw_list, {area.x + area.w - text_width - scaled_width_in_points(high_text), axis_y},
              context.theme.dim_text, high_text);
    return pointed;
}

} // namespace

void draw_starts_page(const PanelContext& context)
{
    StartRuns& runs = context.panel_state.starts;
    advance_starts(context, true);
    if (runs.lanes().empty())
    {
        draw_grey_text("64 starts need as many programs of your own loop: leave it out.");
        return;
    }
    const std::string_view key = context.panel_state.scoreboard_order.metric_key;
    const lab::Metric& metric = *lab::find_metric(key.empty() ? "jumps_per_minute" : key);
    draw_text_in_font(bold_font(), fmt::format("{}{}{}", metric.name, metric.unit.empty() ? "" : ", ", metric.unit));
    ImGui::SameLine();
    draw_grey_text(fmt::format("{} of {} starts of 60 s on a virtual PC: other seeds and phases of the first frame. {}",
                               runs.finished_starts(), StartRuns::start_count,
                               runs.error().empty() ? "One dot a start; a click shows it." : runs.error()));
    context.widget_log.push_back(
        {"starts", {}, fmt::format("{} of {}", runs.finished_starts(), StartRuns::start_count)});
    if (runs.finished_starts() == 0) return;

    std::vector<lab::StartDistribution> distributions;
    for (std::size_t i = 0; i < runs.lanes().size(); ++i)
        distributions.push_back(lab::distribution_of(metric, runs.results_of(i)));
    if (const auto pointed = draw_dot_rows(context, metric, distributions))
    {
        const lab::LaneConfig& config = pointed->result->setup.config;
        const std::string phase = base::number_text(config.start_phase, 3);
        show_tooltip_now(fmt::format("{}, seed {}, phase {}: {} {}, {}. A click shows this start.",
                                     pointed->result->setup.name, config.seed, phase,
                                     lab::start_value_text(pointed->value), metric.unit, pointed->result->verdict));
        if (!ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return;
        context.settings.lane.seed = config.seed;
        context.settings.lane.start_phase = config.start_phase;
        context.lab.execute(lab::Action::reset_world);
        context.lab.requests.emplace_back(lab::request::ShowNotice{
            fmt::format("the start with seed {} and phase {}; Ctrl+Z takes it back", config.seed, phase)});
    }
}

} // namespace demo
