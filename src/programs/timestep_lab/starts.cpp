#include "programs/timestep_lab/starts.hpp"

#include "base/files.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "lab/metrics/starts.hpp"
#include "lab/metrics/verdict_text.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/output.hpp"
#include "telemetry/quantile.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <vector>

namespace timestep_lab
{

namespace
{

// A character for each of 40 equal parts of the range: how many starts lie in it.
std::string dot_strip(const lab::StartDistribution& distribution)
{
    constexpr std::size_t width = 40;
    std::array<int, width> counts{};
    const double low = distribution.sorted.front(), range = distribution.sorted.back() - low;
    for (const double value : distribution.sorted)
        ++counts[std::min(static_cast<std::size_t>((value - low) / range * width), width - 1)];
    std::string strip;
    for (const int count : counts) strip += count == 0 ? ' ' : count == 1 ? '.' : count < 5 ? ':' : '#';
    return strip;
}

void print_metric(const lab::Metric& metric, std::span<const lab::LaneSetup> setups,
                  std::span<const lab::StartDistribution> lanes)
{
    std::size_t name_width = 12;
    for (const lab::LaneSetup& setup : setups) name_width = std::max(name_width, setup.name.size());
    base::print("{}{}{}\n", metric.name, metric.unit.empty() ? "" : ", ", metric.unit);
    for (const std::size_t i : lab::ranked_lanes(metric, lanes))
    {
        const lab::StartDistribution& lane = lanes[i];
        if (lane.is_constant())
            base::print("  {:<{}}  {:>9}  at every start\n", setups[i].name, name_width,
                        lab::start_value_text(lane.median));
        else
            base::print("  {:<{}}  {:>9}  {:>15}  {:>9} |{}| {}\n", setups[i].name, name_width,
                        lab::start_value_text(lane.median), lab::start_value_text(lane.worst_twentieth),
                        lab::start_value_text(lane.sorted.front()), dot_strip(lane),
                        lab::start_value_text(lane.sorted.back()));
    }
}

// Shown in the table: the important metrics with a better side that depend on the start.
bool is_shown(const lab::Metric& metric, std::span<const lab::StartDistribution> lanes,
              std::span<const lab::LaneResult> results)
{
    return metric.preferred_value != telemetry::PreferredValue::none && lab::is_in_short_table(metric, results) &&
           std::ranges::any_of(lanes, &lab::StartDistribution::depends_on_start);
}

void write_csv(const std::string& file, std::span<const lab::LaneResult> results, std::int64_t start_count)
{
    base::AtomicFileWriter csv{base::path_from_utf8(file)};
    std::string header = "lane,start,seed,phase,verdict";
    for (const lab::Metric& metric : lab::all_metrics()) header += fmt::format(",{}", metric.key);
    csv.add_line("{}", header);
    for (std::size_t i = 0; i < results.size(); ++i)
    {
        const auto start = static_cast<std::int64_t>(i) % start_count;
        std::string row =
            fmt::format("{},{},{},{},{}", base::csv_quoted(results[i].setup.name), start, results[i].setup.config.seed,
                        results[i].setup.config.start_phase, base::csv_quoted(results[i].verdict));
        for (const lab::Metric& metric : lab::all_metrics())
        {
            const double value = metric.get(results[i]);
            row += "," + csv_number(value);
        }
        csv.add_line("{}", row);
    }
    finish_csv(csv);
}

Json lane_json(const lab::LaneSetup& lane, std::span<const lab::LaneResult> starts)
{
    Json json{{"name", lane.name}, {"metrics", Json::object()}, {"starts", Json::array()}};
    for (const lab::Metric& metric : lab::all_metrics())
        if (const lab::StartDistribution found = lab::distribution_of(metric, starts); !found.sorted.empty())
            json["metrics"][std::string{metric.key}] = {
                {"median", found.median},
                {"percentile_5", telemetry::quantile_of_sorted(found.sorted, 0.05)},
                {"percentile_95", telemetry::quantile_of_sorted(found.sorted, 0.95)},
                {"worst_twentieth", found.worst_twentieth},
                {"best", found.best},
                {"worst", found.worst}};
    for (std::size_t i = 0; i < starts.size(); ++i)
    {
        Json start{{"seed", starts[i].setup.config.seed},
                   {"phase", starts[i].setup.config.start_phase},
                   {"verdict", starts[i].verdict}};
        for (const lab::Metric& metric : lab::all_metrics())
            if (const double value = metric.get(starts[i]); std::isfinite(value))
                start[std::string{metric.key}] = value;
        json["starts"].push_back(std::move(start));
    }
    return json;
}

} // namespace

void print_starts(std::span<const lab::LaneSetup> lanes, const lab::RunLimits& limits, std::int64_t start_count,
                  StartsOutput output, const std::string& csv_file)
{
    if (!csv_file.empty()) require_usable_outputs({{"--csv", csv_file, true}});
    std::vector<lab::LaneSetup> setups;
    for (const lab::LaneSetup& lane : lanes)
        std::ranges::move(lab::setups_of_starts(lane, start_count), std::back_inserter(setups));
    const std::vector<lab::LaneResult> results = lab::run_lanes(setups, limits, lab::write_verdict);
    const auto starts_of = [&](std::size_t lane)
    {
        return std::span{results}.subspan(lane * static_cast<std::size_t>(start_count),
                                          static_cast<std::size_t>(start_count));
    };
    if (!csv_file.empty()) write_csv(csv_file, results, start_count);
    if (output == StartsOutput::json)
    {
        Json lanes_json = Json::array();
        for (std::size_t i = 0; i < lanes.size(); ++i) lanes_json.push_back(lane_json(lanes[i], starts_of(i)));
        print_json({{"starts", start_count}, {"lanes", lanes_json}});
        return;
    }
    if (csv_file == "-") return;
    const bool is_limited = limits.max_wall_time || limits.max_frames || limits.max_steps;
    base::print("{} starts of {}\n", start_count, is_limited ? lab::first_set_limit_text(limits) : "the recording");
    base::print("{:<16}{:>9}  {:>15}  {:>9}{:^44}{}\n", "", "median", "worst twentieth", "lowest", "starts", "highest");
    bool depends_on_start = false;
    for (const lab::Metric& metric : lab::all_metrics())
    {
        std::vector<lab::StartDistribution> distributions;
        for (std::size_t i = 0; i < lanes.size(); ++i)
            distributions.push_back(lab::distribution_of(metric, starts_of(i)));
        if (!is_shown(metric, distributions, results)) continue;
        print_metric(metric, lanes, distributions);
        depends_on_start = true;
    }
    if (!depends_on_start) base::print("No metric depends on the start: one run says it.\n");
}

} // namespace timestep_lab
