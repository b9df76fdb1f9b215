#include "base/threads.hpp"
#include "lab/lane/account.hpp"
#include "sim/machine/presets.hpp"
#include "thorough.hpp"
#include "timestep/presets.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

using namespace base;
using namespace lab;
using namespace std::chrono_literals;

namespace
{

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::int64_t million = 50'000; // fewer frames, because sanitizers are slow and find errors early
#else
constexpr std::int64_t million = 1'000'000;
#endif

LaneSetup setup_of(std::size_t preset, const sim::MachineSettings& machine)
{
    LaneSetup setup;
    setup.settings.loop.choose(preset);
    setup.settings.machine = machine;
    return setup;
}

// Computes the account of a lane that has a world, frame by frame.
Account by_a_lane(const LaneSetup& setup, const RunLength& length)
{
    LaneRun lane{setup};
    while (lane.goes_on(length)) lane.frame();
    return {lane.lane().totals(), lane.lane().loop().carried(), lane.lane().samples().back().wall,
            lane.lane().world().ticks()};
}

bool same(const Account& a, const Account& b)
{
    return a.totals.in == b.totals.in && a.totals.stepped == b.totals.stepped && a.carried == b.carried &&
           a.totals.dropped == b.totals.dropped && a.totals.filter_error == b.totals.filter_error &&
           a.totals.steps == b.totals.steps && a.totals.frames == b.totals.frames && a.wall == b.wall &&
           a.ticks == b.ticks;
}

void the_same_for_all_presets(const sim::MachineSettings& machine, const RunLength& length)
{
    std::vector<char> equal(timestep::all_presets.size());
    for_all_cores(equal.size(),
                  [&](std::size_t i)
                  {
                      const LaneSetup setup = setup_of(i, machine);
                      const Account account = account_of(setup, length);
                      equal[i] = same(account, by_a_lane(setup, length)) && account.missing() == Nanos::zero();
                  });
    for (std::size_t i = 0; i < equal.size(); ++i)
    {
        INFO(timestep::all_presets[i].name);
        CHECK(equal[i]);
    }
}

sim::MachineSettings unsteady()
{
    sim::MachineSettings machine;
    machine.vsync      = sim::VsyncMode::off;
    machine.lag.jitter = 30ms;
    return machine;
}

} // namespace

TEST_CASE("an account of a million frames equals that of a lane with a world, for every preset")
{
    the_same_for_all_presets({}, {.frames = tries(million)});
}

TEST_CASE("an account equals that of a lane on every machine preset, with wrong clocks, and in a spiral of death" *
          doctest::skip(is_sanitized))
{
    const RunLength length{.frames = tries(5'000)};
    for (const sim::MachinePreset& preset : sim::all_presets()) the_same_for_all_presets(preset.make(), length);
    the_same_for_all_presets(unsteady(), length);
    sim::MachineSettings heavy = unsteady();
    heavy.step_cost            = 20ms;
    the_same_for_all_presets(heavy, {.frames = 60});
    sim::MachineSettings liar = unsteady();
    liar.clock                = {.noise = 2ms, .resolution = 1ms, .back_at = 1s, .back = 500ms};
    the_same_for_all_presets(liar, length);
}

TEST_CASE("an account equals that of a lane for a recording, and for lengths in time and in ticks")
{
    LaneSetup setup = setup_of(4, {});
    setup.recording = Playback{"r", {16ms, 33ms, 1ms, 250ms, 7ms}, AtEnd::loop};
    for (const RunLength& length : {RunLength{.frames = 1'000}, RunLength{.time = 10s}, RunLength{.ticks = 777}})
        CHECK(same(account_of(setup, length), by_a_lane(setup, length)));
    setup.recording->set_end(AtEnd::stop);
    CHECK(same(account_of(setup, {}), by_a_lane(setup, {})));
    CHECK(account_of(setup, {}).totals.frames == 5);
}

TEST_CASE("an account that would overflow is refused, and so is a PC on which no time passes")
{
    LaneSetup setup = setup_of(4, {});
    setup.recording = Playback{"r", {longest_account - 1ns}, AtEnd::loop};
    CHECK(account_of(setup, {.frames = 1}).missing() == Nanos::zero());
    CHECK_THROWS_AS(account_of(setup, {.frames = 2}), std::runtime_error);
    setup                              = setup_of(1, {});
    setup.settings.machine.vsync       = sim::VsyncMode::off;
    setup.settings.machine.render_cost = 0ms;
    CHECK_THROWS_AS(account_of(setup, {.frames = 1'000'000}), std::runtime_error);
}
