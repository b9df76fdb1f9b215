// Physics at 120 Hz, AI at 10 Hz and messages at 30 Hz: one loop plans all rates, and the order of ticks never varies.
// Prints the order of the first 100 ms, and the number of ticks in a minute with freezes. Usage: rates
#include "timestep/rates.hpp"
#include "timestep/presets/interpolated.hpp"

#include <cstdio>
#include <string>

using namespace timestep;

int main()
{
    auto loop = presets::interpolated(hz(120));
    MultiRateScheduler rates{loop.rate(), {hz(10), hz(30)}};

    std::string order;
    rates.run_steps(
        loop.plan({.frame_time = Nanos{100ms}}), [&](double) { order += 'p'; }, [&](double) { order += 'A'; },
        [&](double) { order += 'n'; });
    std::printf("the first 100 ms: %s\n", order.c_str());

    for (int frame = 0; frame < 3600; ++frame)
    {
        const Nanos time = frame % 600 == 599 ? Nanos{2s} : Nanos{16'666'667}; // six freezes of 2 s
        rates.run_steps(
            loop.plan({.frame_time = time}), [](double) {}, [](double) {}, [](double) {});
    }
    std::printf("%ld physics, %ld AI, %ld messages\n", static_cast<long>(rates.step_count()),
                static_cast<long>(rates.tick_count(0)), static_cast<long>(rates.tick_count(1)));
}
