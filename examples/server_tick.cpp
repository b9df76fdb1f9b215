// A server without a window: 20 ticks a second, as punctual as the machine allows, most of the time asleep. When it is
// held up it catches up by at most five ticks at once and says what it gave up on.
// Usage: server_tick [seconds]
#include "timestep/build.hpp"
#include "timestep/overload/cap_steps.hpp"
#include "timestep/pacers/hybrid.hpp"
#include "timestep/run.hpp"
#include "timestep/steady_clock.hpp"
#include "timestep/steppers/fixed_step.hpp"

#include <cstdio>
#include <cstdlib>

using namespace timestep;

int main(int argc, char** argv)
{
    const double seconds = argc > 1 ? std::atof(argv[1]) : 5.0;
    constexpr Rate rate  = hz(20);

    // Put together by hand, and checked: what makes no sense does not compile.
    constexpr auto loop = build(NoFilter{}, FixedStep{rate}, CapSteps{5}, Presentation::latest, Hybrid{rate});

    SteadyClock clock;
    double game_time = 0.0;
    long ticks       = 0;
    run(
        loop, clock,
        [&](double dt)
        {
            game_time += dt; // the world would be stepped here
            ++ticks;
        },
        [&](const StepPlan& plan) // and here its state would be sent
        {
            if (plan.dropped > Nanos::zero()) std::printf("gave up on %.1f ms\n", to_millis(plan.dropped));
            return game_time < seconds;
        });
    std::printf("%ld ticks, %.2f s of game time\n", ticks, game_time);
}
