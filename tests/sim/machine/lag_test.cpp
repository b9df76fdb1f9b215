#include "sim/machine/lag.hpp"

#include <doctest/doctest.h>

#include <numeric>

using namespace sim;

namespace
{
std::vector<Nanos> drawn(const LagSettings& settings, int frames, Nanos frame = 10ms, std::uint64_t seed = 1)
{
    Lag lag{seed};
    std::vector<Nanos> all;
    for (int i = 0; i < frames; ++i) all.push_back(lag.next(settings, i * frame));
    return all;
}

std::vector<Nanos> drawn(const LagKind& kind, int frames, Nanos frame = 10ms, std::uint64_t seed = 1)
{
    return drawn(LagSettings{.more = {kind}}, frames, frame, seed);
}

Nanos sum(const std::vector<Nanos>& all) { return std::accumulate(all.begin(), all.end(), Nanos{}); }
} // namespace

TEST_CASE("constant lag is added to every frame; the switch turns off all kinds of lag except a hitch")
{
    CHECK(drawn(lag::Constant{7ms}, 3) == std::vector<Nanos>{7ms, 7ms, 7ms});
    Lag lag{1};
    lag.hitch(500ms);
    const LagSettings off{.on = false, .delay = 3ms, .more = {lag::Constant{7ms}}};
    CHECK(lag.next(off, 0ms) == 500ms);
    CHECK(lag.next(off, 10ms) == 0ms);
}

TEST_CASE("random lag is uniform between its limits; equal seeds give equal lags, other seeds others")
{
    const lag::Random random{2ms, 12ms};
    const auto all = drawn(random, 20'000);
    for (const Nanos lag : all) REQUIRE((lag >= 2ms && lag < 12ms));
    CHECK(timestep::to_millis(sum(all)) / 20'000 == doctest::Approx(7.0).epsilon(0.01));
    int lowest_tenth = 0;
    for (const Nanos lag : all) lowest_tenth += lag < 3ms ? 1 : 0;
    CHECK(lowest_tenth == doctest::Approx(2000).epsilon(0.1));
    CHECK(drawn(random, 100, 10ms, 1) == drawn(random, 100, 10ms, 1));
    CHECK(drawn(random, 100, 10ms, 1) != drawn(random, 100, 10ms, 2));
}

TEST_CASE("lag in every third frame, in one frame and at a debugger break is as long as its settings say")
{
    CHECK(drawn(lag::Every{3, 40ms}, 7) == std::vector<Nanos>{0ms, 0ms, 40ms, 0ms, 0ms, 40ms, 0ms});
    CHECK(drawn(lag::Spike{2, 40ms}, 4) == std::vector<Nanos>{0ms, 0ms, 40ms, 0ms});
    CHECK(drawn(lag::Break{25ms}, 5) == std::vector<Nanos>{0ms, 0ms, 0ms, 3s, 0ms});
    CHECK(drawn(lag::Break{0ms, 1s}, 3) == std::vector<Nanos>{1s, 0ms, 0ms});
}

TEST_CASE("pauses have their mean interval at any frame rate, and are regular without variation")
{
    for (const Nanos frame : {Nanos{1ms}, Nanos{16'666'667}, Nanos{400ms}})
    {
        const auto frames = static_cast<int>(Nanos{1000s} / frame);
        const auto all    = drawn(lag::Pauses{1s, 20ms, 0.5}, frames, frame);
        CHECK(timestep::to_seconds(sum(all)) == doctest::Approx(20.0).epsilon(0.03));
    }
    const auto regular = drawn(lag::Pauses{1s, 20ms, 0.0}, 301);
    for (int i = 0; i <= 300; ++i) CHECK(regular[static_cast<std::size_t>(i)] == (i % 100 == 0 && i > 0 ? 20ms : 0ms));
    const auto long_frames = drawn(lag::Pauses{1s, 20ms, 0.0}, 3, 5s);
    CHECK(long_frames == std::vector<Nanos>{0ms, 100ms, 100ms});
}

TEST_CASE("a recording's frame times are added one per frame and start again at the end")
{
    const auto frames = std::make_shared<const std::vector<Nanos>>(std::vector<Nanos>{5ms, 40ms, 0ms});
    CHECK(drawn(lag::Recorded{frames, "a.csv"}, 5) == std::vector<Nanos>{5ms, 40ms, 0ms, 5ms, 40ms});
}

TEST_CASE("kinds of lag add up, and each kind has its own random sequence")
{
    const LagSettings both{.delay = 1ms, .more = {lag::Random{0ms, 10ms}, lag::Random{0ms, 10ms}, lag::Every{2, 50ms}}};
    const LagSettings one{.more = {lag::Random{0ms, 10ms}}};
    const auto sums   = drawn(both, 1000);
    const auto single = drawn(one, 1000);
    int doubled       = 0;
    for (std::size_t i = 0; i < sums.size(); ++i)
    {
        const Nanos others = 1ms + (i % 2 == 1 ? Nanos{50ms} : Nanos{});
        CHECK(sums[i] - others >= single[i]);
        doubled += sums[i] - others == 2 * single[i] ? 1 : 0;
    }
    CHECK(doubled < 5);
}

TEST_CASE("changing one kind's setting does not shift the random sequence of later frames")
{
    LagSettings settings{.jitter = 10ms};
    Lag undisturbed{1};
    Lag disturbed{1};
    for (int i = 0; i < 50; ++i)
    {
        const Nanos expected = undisturbed.next(settings, i * 10ms);
        LagSettings turned   = settings;
        if (i < 20) turned.jitter = 0ms;
        const Nanos got = disturbed.next(turned, i * 10ms);
        if (i >= 20) CHECK(got == expected);
    }
}
