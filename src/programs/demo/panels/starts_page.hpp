// programs/demo/panels/starts_page.hpp -- the shown loops, started many times: the state of the scoreboard's dots
#pragma once

#include "base/threads.hpp"
#include "lab/metrics/starts.hpp"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace demo
{

/// Runs the shown loops from 64 starts each, a few at a time on other threads, so that the window stays fluent.
class StartRuns
{
public:
    static constexpr std::int64_t start_count = 64;
    static constexpr lab::Nanos run_time{60'000'000'000};

    /// Keeps the results while `lanes` are the same but for their seed and start phase; else begins anew, if it may.
    void advance(std::vector<lab::LaneSetup> lanes, bool may_begin);

    const std::vector<lab::LaneSetup>& lanes() const { return lanes_; }
    /// In the order of the starts.
    const std::vector<lab::LaneResult>& results_of(std::size_t lane_index) const { return results_[lane_index]; }
    std::size_t finished_starts() const { return results_.empty() ? 0 : results_.front().size(); }
    /// Such as "31 to 1,361 by the start alone, in 64 starts of 60 s"; empty if they have not all run, or hardly
    /// differ.
    const std::string& warning(std::size_t lane_index, const lab::Metric& metric);
    /// Why a loop could not be run to its end; empty if all could.
    const std::string& error() const { return error_; }

private:
    std::vector<lab::LaneSetup> lanes_{};
    std::vector<std::vector<lab::LaneSetup>> setups_{}; ///< by lane and start
    std::vector<std::vector<lab::LaneResult>> results_{}; ///< by lane; all lanes have equally many
    std::map<std::pair<std::size_t, std::string_view>, std::string> warnings_{}; ///< by lane and key of the metric
    std::string error_{};
    base::Task<std::vector<lab::LaneResult>> batch_{};
    bool is_batch_outdated_ = false; ///< true: the batch on the other threads is of other lanes
};

} // namespace demo
