// A server without a window: 20 ticks per second, as punctual as the machine allows, asleep most of the time. After a
// delay it runs at most five ticks at once and prints how much time it dropped.
// Usage: server_tick [seconds]
#include "timestep/build.hpp"
#include "timestep/overload.hpp"
#include "timestep/pacers/schedule.hpp"
#include "timestep/run.hpp"
#include "timestep/steady_clock.hpp"
#include "timestep/steppers/fixed_step.hpp"

#include <cstdio>
#include <cstdlib>

using namespace timestep;

int main(int argc, char** argv)
{
    const double seconds = argc > 1 ? std::atof(argv[1]) : 5.0;
    constexpr Rate rate = hz(20);

    // A loop of five parts. build() checks them: incompatible parts do not compile.
    constexpr auto loop = build(NoFilter{}, FixedStep{rate}, CapSteps{5}, Presentation::latest, Hybrid{rate});

    SteadyClock clock;
    double game_time = 0.0;
    long ticks = 0;
    run(
        loop, clock,
        [&](double dt)
        {
            game_time += dt; // a real server steps its world here
            ++ticks;
        },
        [&](const StepPlan& plan) // a real server sends its state here
        {
            if (plan.dropped > Nanos::zero()) std::printf("dropped %.1f ms\n", to_millis(plan.dropped));
            return game_time < seconds;
        });
    std::printf("%ld ticks, %.2f s of game time\n", ticks, game_time);
}
