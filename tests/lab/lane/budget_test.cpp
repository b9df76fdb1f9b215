#include "lab/lane/account.hpp"
#include "lab/settings/realised_loop.hpp"
#include "thorough.hpp"
#include "timestep/build.hpp"
#include "timestep/presets.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace lab;
using namespace std::chrono_literals;

namespace
{

// Returns a loop of 60 steps per second with a budget of 8 ms on a PC with frames of 16.7 to 76.7 ms.
LaneSetup setup_with(std::string_view overload, Nanos step_cost, Nanos budget = 8ms)
{
    LaneSetup setup;
    LoopChoice& loop = setup.settings.loop;
    loop.choose(static_cast<std::size_t>(timestep::find_preset("accumulator") - timestep::all_presets.data()));
    const auto kinds = kinds_of(LoopAxis::overload);
    loop.choose_part(LoopAxis::overload, static_cast<std::size_t>(std::ranges::find(kinds, overload) - kinds.begin()));
    REQUIRE(!timestep::check(realised(loop)));
    loop.budget                        = budget;
    setup.settings.machine.step_cost   = step_cost;
    setup.settings.machine.lag.on      = true;
    setup.settings.machine.lag.jitter  = 60ms;
    setup.settings.machine.render_cost = 0ms;
    return setup;
}

} // namespace

TEST_CASE("no frame's steps take longer than the budget and one step, with every overload policy, and no time is lost")
{
    for (const std::string_view overload : timestep::LoopOverload::names)
        for (const Nanos cost : {Nanos{0}, Nanos{3ms}, Nanos{20ms}})
        {
            CAPTURE(overload);
            CAPTURE(cost.count());
            LaneRun lane{setup_with(overload, cost)};
            int at_the_limit = 0;
            for (int i = 0; i < tries(20'000); ++i)
            {
                const telemetry::FrameSample& sample = lane.frame();
                REQUIRE(sample.stepping < 8ms + std::max<Nanos>(cost, 1ns));
                at_the_limit += sample.stepping >= 8ms ? 1 : 0;
                const Totals& t = lane.lane().totals();
                REQUIRE(t.in == t.stepped + lane.lane().loop().carried() + t.dropped + t.filter_error);
            }
            CHECK((at_the_limit > 0) == (cost == 20ms || (cost == 3ms && overload != "one-step")));
        }
}

TEST_CASE("a loop with steps of 20 ms takes one step a frame with a budget, and spirals without one")
{
    const auto longest = [](Nanos budget)
    {
        LaneRun lane{setup_with("cap-steps", 20ms, budget)};
        Nanos most{};
        for (int i = 0; i < 1000; ++i) most = std::max(most, lane.frame().stepping);
        return most;
    };
    CHECK(longest(8ms) == 20ms);
    CHECK(longest(0ms) > 80ms);
}

TEST_CASE("the account of a loop with a budget is that of a lane with a world")
{
    for (const std::string_view overload : timestep::LoopOverload::names)
        for (const Nanos cost : {Nanos{0}, Nanos{3ms}, Nanos{20ms}})
        {
            CAPTURE(overload);
            const LaneSetup setup = setup_with(overload, cost);
            const RunLength length{.frames = 5000};
            const Account account = account_of(setup, length);
            LaneRun lane{setup};
            while (lane.goes_on(length)) lane.frame();
            CHECK(account.missing() == 0ns);
            CHECK(account.ticks == lane.lane().world().ticks());
            CHECK(account.totals.dropped == lane.lane().totals().dropped);
            CHECK(account.wall == lane.lane().samples().back().wall);
        }
}
