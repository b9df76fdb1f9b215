// Compares the facts of a stream with the same facts computed from a sorted copy of the frames.
#include "recordings/facts/inspection.hpp"
#include "telemetry/quantile.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <random>

using namespace recordings;
using namespace std::chrono_literals;

namespace
{

// Returns `count` frame times of 16 to 19 ms, one in 200 longer by up to 400 ms.
std::vector<Nanos> noisy(std::size_t count, unsigned seed)
{
    std::mt19937 random{seed};
    std::vector<Nanos> frames;
    for (std::size_t i = 0; i < count; ++i)
    {
        frames.emplace_back(16'000'000 + random() % 3'000'000);
        if (random() % 200 == 0) frames.back() += Nanos{random() % 400'000'000};
    }
    return frames;
}

struct Sorted
{
    explicit Sorted(std::vector<Nanos> frames)
        : shortest_first(std::move(frames))
    {
        std::ranges::sort(shortest_first);
        for (const Nanos f : shortest_first) ms.push_back(timestep::to_millis(f));
    }
    Nanos at_share(double share) const
    {
        return shortest_first[static_cast<std::size_t>(share * static_cast<double>(shortest_first.size() - 1))];
    }
    // Returns the longest 1 % and three frames more.
    telemetry::LongestFrames longest(Nanos length) const
    {
        telemetry::LongestFrames all{
            .ms = {ms.rbegin(), ms.rend()}, .count = ms.size(), .sum_ms = timestep::to_millis(length)};
        const std::size_t enough = static_cast<std::size_t>(0.01 * static_cast<double>(ms.size())) + 3;
        if (enough >= ms.size()) return all;
        all.ties = static_cast<std::size_t>(
            std::count(all.ms.begin() + static_cast<std::ptrdiff_t>(enough), all.ms.end(), all.ms[enough - 1]));
        all.ms.resize(enough);
        return all;
    }

    std::vector<Nanos> shortest_first;
    std::vector<double> ms{};
};

// Returns the percentage of the time in frames over 2.5 times the mean of the last `window` frames.
double stutter(const std::vector<Nanos>& frames, std::size_t window, Nanos length)
{
    std::vector<Nanos> limited;
    Nanos stuttered{};
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        limited.push_back(i > 0 && frames[i] > 3 * frames[i - 1] ? frames[i - 1] : frames[i]);
        const std::size_t count = std::min(window, limited.size());
        const Nanos sum = std::accumulate(limited.end() - static_cast<std::ptrdiff_t>(count), limited.end(), Nanos{});
        if (timestep::to_millis(frames[i]) > 2.5 * timestep::to_millis(sum) / static_cast<double>(count))
            stuttered += frames[i];
    }
    return 100.0 * timestep::to_millis(stuttered) / timestep::to_millis(length);
}

std::vector<Hitch> hitches_over(Nanos limit, const std::vector<Nanos>& frames)
{
    std::vector<Hitch> hitches;
    Nanos at{};
    for (std::size_t i = 0; i < frames.size(); at += frames[i++])
        if (frames[i] > limit) hitches.push_back({i, at, frames[i]});
    std::ranges::stable_sort(hitches, std::greater{}, &Hitch::length);
    return hitches;
}

void check_facts(const std::vector<Nanos>& frames)
{
    CAPTURE(frames.size());
    recordings::Recording recording;
    recording.streams.emplace_back().frames = frames;
    const StreamFacts facts                 = facts_of(recording, 0);
    const Sorted sorted{frames};
    const Nanos length = std::accumulate(frames.begin(), frames.end(), Nanos{});

    CHECK(facts.length == length);
    CHECK(facts.times.p50_ms == telemetry::quantile_of_sorted(sorted.ms, 0.50));
    CHECK(facts.times.p99_ms == telemetry::quantile_of_sorted(sorted.ms, 0.99));
    CHECK(facts.times.max_ms == sorted.ms.back());
    const auto longest = std::ranges::max_element(frames);
    CHECK(facts.longest_frame == static_cast<std::size_t>(longest - frames.begin()));
    CHECK(facts.longest_at == std::accumulate(frames.begin(), longest, Nanos{}));
    for (const telemetry::LowRow& row : telemetry::all_lows)
    {
        CAPTURE(row.name);
        const auto i = static_cast<std::size_t>(row.id);
        CHECK(facts.low_1[i] == telemetry::low_fps_of(sorted.longest(length), row.id, 0.01));
        CHECK(facts.low_01[i] == telemetry::low_fps_of(sorted.longest(length), row.id, 0.001));
    }
    if (length > 0ns) CHECK(facts.stutter_percent == stutter(frames, facts.stutter_window, length));

    const Nanos median = sorted.shortest_first[frames.size() / 2];
    CHECK(facts.hitch_limit == std::max(median + median / 2 * 3, median + 25ms));
    CHECK(facts.hitches == hitches_over(facts.hitch_limit, frames));
    if (facts.frame_cap.hz > 0.0 && facts.frame_cap.kept_hz == 0.0)
        CHECK(facts.frame_cap.hz * timestep::to_seconds(sorted.at_share(0.99)) <= 1.02);
    CHECK(std::accumulate(facts.histogram.counts.begin(), facts.histogram.counts.end(), std::int64_t{0}) ==
          std::ssize(frames));
    CHECK(facts.histogram.width * (std::ssize(facts.histogram.counts) - 1) > sorted.at_share(0.995));
}

} // namespace

TEST_CASE("the facts of noisy frames are those of a sorted copy, to the last bit")
{
    for (const std::size_t count : {1, 2, 3, 10, 299, 3000, 30'000}) check_facts(noisy(count, 1));
}

TEST_CASE("the facts of equal, of zero and of two different frames are those of a sorted copy")
{
    check_facts(std::vector<Nanos>(5000, 16'666'667ns));
    check_facts(std::vector<Nanos>(400, 9s));
    check_facts({16ms, 17ms});
    check_facts({0ns, 0ns, 1ns});
    check_facts({0ns});
}

TEST_CASE("the facts of frames of seconds, hours and years are those of a sorted copy")
{
    std::vector<Nanos> frames = noisy(3000, 4);
    for (std::size_t i = 0; i < 40; ++i) frames[i * 70] = Nanos{5'000'000'000 + static_cast<std::int64_t>(i) * 7};
    check_facts(frames);
    frames[1500] = 26'280h; // three years, more nanoseconds than a double counts exactly
    frames[1501] = 26'280h + 1ns;
    check_facts(frames);
}

TEST_CASE("frames that all are hitches but the median are all listed")
{
    std::vector<Nanos> frames(3001, 10ms);
    for (std::size_t i = 0; i < 1500; ++i) frames[2 * i] = 100ms + i % 7 * 1ms;
    check_facts(frames);
}
