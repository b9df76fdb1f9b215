#include "timestep/presets.hpp"
#include "timestep/snapshots.hpp"
#include "timestep/ticks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

using namespace timestep;

TEST_CASE("a picture of another thread never goes back, and is at most a step and a frame of the simulation old")
{
    for (const Rate rate : {hz(20), hz(60), hz(144)})
        for (const std::uint64_t seed : {1U, 2U, 3U})
        {
            CAPTURE(hertz(rate));
            std::mt19937_64 engine{seed};
            const auto up_to = [&](Nanos most)
            { return Nanos{static_cast<std::int64_t>(1 + engine() % static_cast<std::uint64_t>(most.count()))}; };
            auto loop = presets::accumulator(rate);
            Snapshots<double> snapshots; // the position of a body of 1 m/s: its state is its time
            TickCounter ticks;
            Nanos simulated{}, drawn{}, shown{};
            const Nanos step = step_ns(rate), longest = 20ms;
            CHECK_FALSE(snapshots.read(0ns).any);
            while (drawn < 100s)
                if (simulated < drawn) // the simulation thread's next frame
                {
                    const Nanos frame = up_to(longest);
                    simulated += frame;
                    const StepTimes times = ticks.next(simulated, loop.plan({.frame = frame}));
                    for (std::int64_t i = 0; i < times.count(); ++i)
                        snapshots.write(to_seconds(times.end(i)), times.end(i));
                }
                else
                {
                    drawn += up_to(25ms);
                    if (drawn > simulated) continue; // the simulation thread runs first
                    const auto picture = snapshots.read(drawn - step);
                    if (!picture.any) continue;
                    REQUIRE(picture.time >= shown);
                    shown = picture.time;
                    if (shown > step) REQUIRE(drawn - shown <= step + longest);
                    REQUIRE(picture.state == doctest::Approx(to_seconds(shown)));
                }
        }
}

TEST_CASE("a teleported state is not blended for a picture of another thread")
{
    Snapshots<double> snapshots;
    snapshots.write(0.0, 0ms);
    snapshots.write(1.0, 10ms);
    CHECK(snapshots.read(5ms).state == 0.5);
    snapshots.write(100.0, 20ms, true);
    CHECK(snapshots.read(15ms).state == 100.0);
    snapshots.write(101.0, 30ms);
    CHECK(snapshots.read(25ms).state == 100.5);
    CHECK(snapshots.read(1h).state == 101.0);
    CHECK(snapshots.read(22ms).state == 101.0);
    CHECK(snapshots.read(22ms).time == 30ms);
}
