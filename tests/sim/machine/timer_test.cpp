#include "sim/machine/timer.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace sim;

TEST_CASE("an exact clock shows the elapsed time")
{
    Timer timer{1};
    for (const Nanos now : {Nanos{0}, Nanos{1}, Nanos{16'666'667}, Nanos{24h}}) CHECK(timer.read(now, {}) == now);
}

TEST_CASE("a coarse clock shows whole multiples of its resolution, rounded down")
{
    Timer timer{1};
    const ClockSettings coarse{.resolution = 1ms};
    CHECK(timer.read(16'666'667ns, coarse) == 16ms);
    CHECK(timer.read(17ms, coarse) == 17ms);
    CHECK(timer.read(999'999ns, coarse) == 0ms);
}

TEST_CASE("a noisy clock is off by at most its noise in both directions, evenly, and equally for equal seeds")
{
    const ClockSettings noisy{.noise = 2ms};
    Timer timer{7};
    Timer same{7};
    double sum = 0.0;
    Nanos least{};
    Nanos most{};
    for (int i = 0; i < 10'000; ++i)
    {
        const Nanos now = i * 10ms;
        const Nanos off = timer.read(now, noisy) - now;
        CHECK(same.read(now, noisy) - now == off);
        sum += timestep::to_millis(off);
        least = std::min(least, off);
        most  = std::max(most, off);
    }
    CHECK(std::abs(sum / 10'000) < 0.05);
    CHECK(least < -1990us);
    CHECK(least >= -2ms);
    CHECK(most > 1990us);
    CHECK(most <= 2ms);
}

TEST_CASE("a counter of 32 bits overflows to zero and counts in its own unit")
{
    const std::pair<Counter, Nanos> units[]{
        {Counter::bits32_ns, 1ns}, {Counter::bits32_us, 1us}, {Counter::bits32_ms, 1ms}};
    for (const auto& [counter, unit] : units)
    {
        Timer timer{1};
        const ClockSettings settings{.counter = counter, .full_at = 2s};
        const Nanos full   = unit * (std::int64_t{1} << 32);
        const Nanos before = timer.read(2s - unit, settings);
        CHECK(before == full - unit);
        CHECK(timer.read(2s, settings) == 0ns);
        CHECK(timer.read(2s + 5 * unit, settings) == 5 * unit);
        CHECK(timer.read(2s + full, settings) == 0ns);
    }
    Timer timer{1};
    CHECK(timer.read(2s + 3'999'999ns, {.counter = Counter::bits32_ms, .full_at = 2s}) == 3ms);
}

TEST_CASE("a clock that is set back shows earlier times from then on")
{
    Timer timer{1};
    const ClockSettings settings{.back_at = 5s, .back = 2s};
    CHECK(timer.read(4999ms, settings) == 4999ms);
    CHECK(timer.read(5s, settings) == 3s);
    CHECK(timer.read(9s, settings) == 7s);
}
