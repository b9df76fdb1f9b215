#include "lab/lane/headless.hpp"

#include "base/threads.hpp"

#include <algorithm>
#include <utility>

namespace lab
{

using namespace std::chrono_literals;

namespace
{

using StateHash = std::optional<std::uint64_t>; // empty if the state contains a NaN

// Collects the hashes of the states of a lane's world after each step.
struct StateHashes : StepInterceptor
{
    std::vector<StateHash> all{};

    void after_step(const scenes::World& world) override { all.push_back(world.state_hash()); }
};

void run(LaneRun& lane, const RunLength& length, const SampleSink& each)
{
    Standstill standstill;
    while (lane.goes_on(length))
    {
        standstill.check(lane.next_frame_at());
        const telemetry::FrameSample& sample = lane.frame();
        if (each) each(sample);
    }
}

// Runs a loop until it has made `ticks` steps or for 10 s. Returns a hash of its world's state after each step.
std::vector<StateHash> hashes_of(const LaneSetup& setup, std::size_t ticks)
{
    StateHashes hashes;
    LaneRun lane{setup};
    lane.lane().intercept_steps(&hashes);
    run(lane, {.time = 10s, .ticks = static_cast<std::int64_t>(ticks)}, {});
    return std::move(hashes.all);
}

// Returns a set-up with the same loop and scene on a different machine, to test whether the simulation depends on the
// frame times. On the new machine they vary at random: 3 ms of drawing and up to 23 ms of lag.
LaneSetup elsewhere(const LaneSetup& setup)
{
    LaneSetup other                    = setup;
    other.recording                    = std::nullopt;
    other.settings.seed                = setup.settings.seed + 1;
    other.settings.machine             = {};
    other.settings.machine.vsync       = sim::VsyncMode::off;
    other.settings.machine.render_cost = 3ms;
    other.settings.machine.lag.more    = {sim::lag::Random{{}, 23ms}};
    return other;
}

} // namespace

LaneResult run_lane(LaneSetup setup, const RunLength& length, const SampleSink& each, const LaneJudge& judge)
{
    LaneRun lane{std::move(setup)};
    run(lane, length, each);
    LaneResult result = lane.result();
    if (judge && !lane.lane().samples().empty()) result.verdict = judge(lane.lane());
    return result;
}

std::vector<LaneResult> run_lanes(std::span<const LaneSetup> setups, const RunLength& length, const LaneJudge& judge)
{
    std::vector<LaneResult> results(setups.size());
    base::for_all_cores(setups.size(), [&](std::size_t i) { results[i] = run_lane(setups[i], length, {}, judge); });
    return results;
}

bool reproducible(const LaneSetup& setup, std::size_t ticks)
{
    const LaneSetup both[]{setup, elsewhere(setup)};
    return !first_disagreement(both, ticks);
}

std::optional<std::size_t> first_disagreement(std::span<const LaneSetup> setups, std::size_t ticks)
{
    std::vector<std::vector<StateHash>> all;
    std::size_t common = ticks;
    for (const LaneSetup& setup : setups) common = std::min(common, all.emplace_back(hashes_of(setup, ticks)).size());
    for (std::size_t tick = 0; tick < common; ++tick)
        for (const auto& hashes : all)
            if (!hashes[tick] || hashes[tick] != all.front()[tick]) return tick + 1;
    return std::nullopt;
}

} // namespace lab
