// A simulation thread runs 100 steps per second. A drawing thread never waits for it: each frame blends the newest two
// states and never shows an older time than the frame before. Usage: threads [frames]
#include "timestep/presets/accumulator.hpp"
#include "timestep/snapshots.hpp"
#include "timestep/steady_clock.hpp"
#include "timestep/ticks.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <thread>

using namespace timestep;

constexpr Rate rate = hz(100);

void simulate(Snapshots<double>& snapshots, const std::atomic<bool>& ends)
{
    const SteadyClock clock;
    auto loop = presets::accumulator(rate);
    TickCounter ticks;
    double x = 0.0; // metres
    Nanos last = clock.now();
    while (!ends)
    {
        const Nanos now = clock.now();
        const StepTimes times = ticks.count_steps(now, loop.plan({.frame_time = now - last}));
        last = now;
        run_steps(times.plan,
                  [&](double dt, std::int64_t i)
                  {
                      x += dt; // 1 m/s
                      snapshots.publish(x, times.end_time(i));
                  });
        clock.sleep(times.time_to_next_step());
    }
}

int main(int argc, char** argv)
{
    const int pictures = argc > 1 ? std::atoi(argv[1]) : 500;
    Snapshots<double> snapshots;
    std::atomic<bool> ends{false};
    std::thread simulation{simulate, std::ref(snapshots), std::cref(ends)};

    const SteadyClock clock;
    Nanos shown{};
    int backwards = 0;
    for (int drawn = 0; drawn < pictures;)
    {
        const auto picture = snapshots.read(clock.now() - step_ns(rate)); // one step late, so that a newer state exists
        if (picture.has_state)
        {
            backwards += picture.time < shown ? 1 : 0; // a real game draws picture.state here
            shown = picture.time;
            ++drawn;
        }
        clock.sleep(Nanos{4ms}); // replaces the wait for VSYNC
    }
    ends = true;
    simulation.join();
    std::printf("%d pictures, %d go back in time\n", pictures, backwards);
    return backwards == 0 ? 0 : 1;
}
