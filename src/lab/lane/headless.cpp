#include "lab/lane/headless.hpp"

#include "base/threads.hpp"
#include "lab/lane/standstill.hpp"

#include <algorithm>

namespace lab
{

using namespace std::chrono_literals;

namespace
{

// Runs a loop for up to `ticks` steps or 10 s. Returns a hash of its world's state after each step; an element is empty
// if the state contains a NaN.
std::vector<std::optional<std::uint64_t>> hashes_of(const LaneSetup& setup, std::size_t ticks)
{
    LaneRunner lane{setup};
    lane.lane().keep_hashes(ticks);
    const RunLength length{.time = 10s, .ticks = static_cast<std::int64_t>(ticks)};
    Standstill standstill;
    for (std::int64_t frames = 0; goes_on(lane, length, frames); ++frames)
    {
        standstill.check(lane.next_frame_at());
        lane.frame();
    }
    return lane.lane().hashes();
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

bool goes_on(const LaneRunner& lane, const RunLength& length, std::int64_t frames)
{
    return !lane.ended() && (!length.frames || frames < *length.frames) &&
           (!length.time || lane.next_frame_at() <= *length.time) &&
           (!length.ticks || lane.lane().world().ticks() < *length.ticks);
}

LaneResult result_of(const MeteredLane& lane) { return result_of(lane.setup(), lane.lane(), lane.metrics()); }

LaneResult result_of(const LaneSetup& setup, const Lane& lane, const telemetry::Metrics& metrics)
{
    const scenes::World& world = lane.world();
    return {.setup      = setup,
            .metrics    = metrics,
            .events     = world.events(),
            .failures   = lane.failures(),
            .ticks      = world.ticks(),
            .state_hash = world.state_hash()};
}

LaneResult run_lane(LaneSetup setup, const RunLength& length, const SampleSink& each, const LaneJudge& judge)
{
    LaneRunner lane{std::move(setup)};
    Standstill standstill;
    for (std::int64_t frames = 0; goes_on(lane, length, frames); ++frames)
    {
        standstill.check(lane.next_frame_at());
        const telemetry::FrameSample& sample = lane.frame();
        if (each) each(sample);
    }
    LaneResult result = result_of(lane);
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
    std::vector<std::vector<std::optional<std::uint64_t>>> all;
    std::size_t common = ticks;
    for (const LaneSetup& setup : setups) common = std::min(common, all.emplace_back(hashes_of(setup, ticks)).size());
    for (std::size_t tick = 0; tick < common; ++tick)
        for (const auto& hashes : all)
            if (!hashes[tick] || hashes[tick] != all.front()[tick]) return tick + 1;
    return std::nullopt;
}

} // namespace lab
