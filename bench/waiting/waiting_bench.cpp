// Compares ways of waiting for the next tick on this machine: sleeps per second, CPU time, and how late ticks are.
// All run one after the other in one process. The last column is the CPU time relative to that of plain sleeping.
// Usage: bench_waiting RATE [SECONDS]      seconds for each way of waiting; default 10
#include "timestep/basic_loop.hpp"
#include "timestep/pacers/next_step.hpp"
#include "timestep/pacers/schedule.hpp"
#include "timestep/run.hpp"
#include "timestep/steady_clock.hpp"
#include "timestep/steppers/fixed_step.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

using namespace timestep;

namespace
{
// A real clock that counts the sleeps of a pacer.
struct CountingClock : SteadyClock
{
    long sleeps = 0;
    void sleep(Nanos time)
    {
        ++sleeps;
        SteadyClock::sleep(time);
    }
};

// Waits by one sleep until the next step is due.
struct PlainSleep
{
    constexpr bool renders(const StepPlan& plan) const { return plan.steps > 0; }
    template <Clock C>
    void wait(C& clock, Nanos frame_start, const StepPlan& plan)
    {
        clock.sleep(frame_start + plan.time_to_next_step() - clock.now());
    }
};

// The method of SDL 3's SDL_DelayPrecise. Sleeps for 1 ms at a time while the longest sleep so far would still fit.
// Then sleeps once for the remaining time minus the largest overshoot, and spins until the end.
struct SdlPrecise
{
    constexpr bool renders(const StepPlan& plan) const { return plan.steps > 0; }
    template <Clock C>
    void wait(C& clock, Nanos frame_start, const StepPlan& plan)
    {
        const Nanos due = frame_start + plan.time_to_next_step();
        Nanos now = clock.now(), longest = 1ms;
        while (now + longest < due)
        {
            clock.sleep(Nanos{1ms});
            const Nanos woken = clock.now();
            longest           = std::max(longest, woken - now);
            now               = woken;
        }
        if (const Nanos rest = due - now - (longest - 1ms); rest > Nanos::zero()) clock.sleep(rest);
        while (clock.now() < due) clock.spin();
    }
};

struct Result
{
    double sleeps = 0.0, cpu = 0.0, median_us = 0.0, p99_us = 0.0;
    long empty = 0, multiple = 0;
};

template <class Pacer>
Result measure(Rate rate, Nanos length, Pacer pacer)
{
    BasicLoop<NoFilter, FixedStep, Unlimited, Pacer> loop{.stepper = FixedStep{rate}, .pacer = pacer};
    CountingClock clock;
    Result result;
    std::vector<double> late;
    const Nanos begin     = clock.now();
    const std::clock_t at = std::clock();
    Nanos frame_begins{};
    // Does not use run(), because the pacer Hybrid would also draw frames without a step.
    for (Nanos last = begin; clock.now() - begin < length; last = frame_begins)
    {
        frame_begins        = clock.now();
        const StepPlan plan = loop.plan({.frame_time = frame_begins - last});
        if (plan.steps > 0) late.push_back(to_seconds(plan.carried) * 1e6);
        result.empty += plan.steps == 0 ? 1 : 0;
        result.multiple += plan.steps > 1 ? 1 : 0;
        loop.pacer.wait(clock, frame_begins, plan);
    }
    const double seconds = to_seconds(clock.now() - begin);
    result.cpu           = static_cast<double>(std::clock() - at) / static_cast<double>(CLOCKS_PER_SEC) / seconds;
    result.sleeps        = static_cast<double>(clock.sleeps) / seconds;
    std::sort(late.begin(), late.end());
    if (late.empty()) return result;
    result.median_us = late[late.size() / 2];
    result.p99_us    = late[late.size() * 99 / 100];
    return result;
}
} // namespace

int main(int argc, char** argv)
{
    if (argc < 2) return 2;
    const auto rate    = parse_rate(argv[1]);
    const char* once   = std::getenv("TIMESTEP_BENCH_ONCE");
    const double asked = argc > 2 ? std::atof(argv[2]) : once ? 0.2 : 10.0;
    if (!rate || asked <= 0.0) return 2;
    const Nanos length = from_seconds(asked);

    std::printf("%g ticks a second, %g s each\n", to_hertz(*rate), asked);
    std::printf("%-14s %10s %8s %13s %10s %6s %9s %18s\n", "", "sleeps/s", "core %", "late p50 (us)", "p99 (us)",
                "empty", "multiple", "core / plain sleep");
    const Result plain = measure(*rate, length, PlainSleep{});
    const auto print   = [&](const char* name, const Result& r)
    {
        std::printf("%-14s %10.1f %8.2f %13.1f %10.1f %6ld %9ld %18.1f\n", name, r.sleeps, 100.0 * r.cpu, r.median_us,
                    r.p99_us, r.empty, r.multiple, plain.cpu > 0.0 ? r.cpu / plain.cpu : 0.0);
    };
    print("plain sleep", plain);
    print("adaptive", measure(*rate, length, Adaptive{}));
    print("SDL's method", measure(*rate, length, SdlPrecise{}));
    print("until-step", measure(*rate, length, UntilStep{}));
    print("hybrid", measure(*rate, length, Hybrid{*rate}));
}
