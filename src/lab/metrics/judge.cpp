#include "lab/metrics/judge.hpp"

#include "lab/metrics/lane_verdict.hpp"

#include <stdexcept>
#include <utility>

namespace lab
{

namespace
{

constexpr Nanos between_looks{250'000'000};

// Returns true if the loop's world has the same states on every machine. Returns nothing if the virtual clock does not
// advance, because reproducible() then throws.
std::optional<bool> is_reproducible(const LaneSetup& setup)
{
    try
    {
        return reproducible(setup);
    }
    catch (const std::runtime_error&)
    {
        return std::nullopt;
    }
}

} // namespace

const std::vector<LaneResult>& Judge::look(const MeteredLanes& lanes, Nanos now, bool replays)
{
    const bool others = results_.size() != lanes.size();
    if (!others && now - at_ < between_looks) return results_;
    at_                    = now;
    const std::size_t loop = lanes[0].setup().settings.loop.preset;
    if (std::exchange(loop_, loop) != loop || others) reproducible_.clear();
    results_ = lanes.results();
    for (std::size_t i = 0; i < results_.size(); ++i) // the speed in the verdict, not that since the last reset
        if (const Lane& lane = lanes[i].lane(); !lane.samples().empty())
            results_[i].metrics.progress.speed = pace_of(lane, lane.samples().back()).speed;
    if (replays) replay(lanes);
    return results_;
}

// Checks whether the next lane (a loop with its world) is reproducible (has the same states on every machine). It
// checks only one lane in each call, because a check simulates several seconds.
void Judge::replay(const MeteredLanes& lanes)
{
    const bool possible = lanes[0].lane().world().type().judges_reproducibility;
    if (possible && reproducible_.size() < results_.size())
        reproducible_.push_back(is_reproducible(results_[reproducible_.size()].setup));
    for (std::size_t i = 0; i < reproducible_.size(); ++i) results_[i].reproducible = reproducible_[i];
}

} // namespace lab
