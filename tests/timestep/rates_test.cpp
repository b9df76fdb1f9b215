#include "thorough.hpp"
#include "timestep/presets.hpp"
#include "timestep/rates.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>

using namespace timestep;

namespace
{
// Runs physics at 120, AI at 10 and network at 30 Hz. Returns one letter for each step and tick, in their order.
template <class L>
std::string order_of(L loop, const std::vector<Nanos>& frames)
{
    std::string order;
    Rates<2> rates{loop.rate(), {hz(10), hz(30)}};
    for (const Nanos frame : frames)
        CHECK(rates.take_steps(
                  loop.plan({.frame = frame}), [&](double) { order += 'p'; }, [&](double) { order += 'A'; },
                  [&](double) { order += 'n'; }) == 0);
    return order;
}

std::vector<Nanos> random_frames(Nanos total, std::uint64_t seed)
{
    std::mt19937_64 engine{seed};
    std::vector<Nanos> frames;
    for (Nanos left = total; left > 0ns; left -= frames.back())
        frames.push_back(std::min(left, Nanos{static_cast<std::int64_t>(engine() % 40'000'000)}));
    return frames;
}
} // namespace

TEST_CASE(
    "the order of all ticks is the same for any frame times, and each AI tick comes after the physics of its time")
{
    const std::string of_a_tenth = "ppppnppppnppppAn"; // at 100 ms all three: physics, AI, network
    std::string expected;
    for (int i = 0; i < 4828; ++i) expected += of_a_tenth;
    for (const std::uint64_t seed : {1U, 2U, 3U})
        CHECK(order_of(presets::accumulator(hz(120)), random_frames(482800ms, seed)) == expected);
}

TEST_CASE("ticks come in the order of their exact times, for any rates")
{
    std::mt19937_64 engine{4};
    const auto random_rate = [&] {
        return Rate{1 + static_cast<std::int64_t>(engine() % 240'000), 1 + static_cast<std::int64_t>(engine() % 1001)};
    };
    for (int run = 0; run < tries(2'000); ++run)
    {
        const Rate loop = hz(60);
        const std::array<Rate, 3> others{random_rate(), random_rate(), random_rate()};
        Rates<3> rates{loop, others};
        std::array<std::int64_t, 3> count{};
        std::int64_t step  = 0;
        long double before = 0.0L;
        bool right         = true;
        const auto ticked  = [&](std::size_t i)
        {
            ++count[i];
            const long double at = static_cast<long double>(count[i]) * others[i].den / others[i].num;
            right  = right && at >= before - 1e-9L && at <= step / 60.0L + 1e-9L && at > (step - 1) / 60.0L - 1e-9L;
            before = at;
        };
        rates.take_steps(
            {.steps = 60, .dt_seconds = 1.0 / 60.0}, [&](double) { ++step; }, [&](double) { ticked(0); },
            [&](double) { ticked(1); }, [&](double) { ticked(2); });
        CHECK(right);
        for (std::size_t i = 0; i < 3; ++i)
        {
            CHECK(rates.ticks(i) == count[i]);
            CHECK(count[i] == others[i].num / others[i].den); // in one second
        }
    }
}

TEST_CASE("fractions are compared exactly, also where a product would overflow")
{
    CHECK(detail::is_less(1, 3, 1, 2));
    CHECK_FALSE(detail::is_less(1, 2, 1, 3));
    CHECK_FALSE(detail::is_less(2, 4, 1, 2));
    CHECK(detail::is_less(0, 5, 1, 1'000'000'000'000'000));
    CHECK_FALSE(detail::is_less(0, 5, 0, 7));
    constexpr std::int64_t big = 999'999'999'999'989;
    CHECK(detail::is_less(big - 1, big, big, big + 1));
    CHECK_FALSE(detail::is_less(big, big + 1, big - 1, big));
    std::mt19937_64 engine{5};
    for (int i = 0; i < tries(1'000'000); ++i)
    {
        const auto next      = [&] { return static_cast<std::int64_t>(engine() % 1000); };
        const std::int64_t a = next(), b = next() + 1, c = next(), d = next() + 1;
        REQUIRE(detail::is_less(a, b, c, d) == (a * d < c * b));
    }
}

TEST_CASE("after any overload the clocks of all rates differ by less than one tick of the slowest")
{
    for (const Preset& preset : all_presets)
    {
        Loop loop = preset.make(hz(120));
        if (loop.stepper.carries() != Carries::rest && loop.stepper.carries() != Carries::lead) continue;
        CAPTURE(preset.name);
        Rates<2> rates{hz(120), {hz(10), Rate{30000, 1001}}};
        std::mt19937_64 engine{6};
        for (int i = 0; i < 5'000; ++i)
        {
            const std::uint64_t kind = engine() % 100;
            const Nanos frame{static_cast<std::int64_t>(engine() % (kind == 0 ? 3'000'000'000 : 20'000'000))};
            rates.take_steps(
                loop.plan({.frame = frame}), [](double) {}, [](double) {}, [](double) {});
            const double clock = static_cast<double>(rates.steps()) / 120.0;
            const double ai    = static_cast<double>(rates.ticks(0)) / 10.0,
                         net   = static_cast<double>(rates.ticks(1)) * 1.001 / 30.0;
            REQUIRE(std::abs(clock - ai) < 0.1 + 1e-9);
            REQUIRE(std::abs(clock - net) < 0.1);
            REQUIRE(std::abs(ai - net) < 0.1 + 1e-9);
        }
    }
}

TEST_CASE("a tick that returns false ends the frame, and no tick is lost or taken twice")
{
    std::string order;
    Rates<2> rates{hz(60), {hz(30), hz(30)}};
    const auto take = [&](std::int64_t steps, char stop_at)
    {
        const auto say = [&order, stop_at](char c)
        {
            return [&order, stop_at, c](double)
            {
                order += c;
                return c != stop_at;
            };
        };
        return rates.take_steps({.steps = steps, .dt_seconds = 1.0 / 60.0}, say('p'), say('a'), say('b'));
    };
    CHECK(take(5, 'a') == 3);
    CHECK(take(3, 'p') == 2);
    CHECK(take(2, '-') == 0);
    CHECK(order == "ppappbabp"); // the tick b of the second step follows the fourth step
    CHECK(rates.steps() == 5);
}
