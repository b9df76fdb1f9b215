// Measures how often a comparison is wrong, on many random pairs with fixed seeds.
#include "made_runs.hpp"
#include "recordings/formats/recording.hpp"
#include "shared_data.hpp"
#include "thorough.hpp"

#include <doctest/doctest.h>

TEST_CASE("of 200 pairs with equal distributions at most 5 % are called different, also with correlated frames" *
          doctest::skip(is_sanitized))
{
    for (const std::size_t count : {300U, 1800U})
    {
        CAPTURE(count);
        CHECK(called_different([&](std::uint64_t seed) { return game(count, seed); }) <= 5.0);
        CHECK(called_different([&](std::uint64_t seed) { return frames_of(correlated(count, 0.9, seed)); }) <= 5.0);
        CHECK(called_different([&](std::uint64_t seed) { return with_rare_hitches(count, seed, 0.003); }) <= 5.0);
        CHECK(called_different([&](std::uint64_t seed) { return with_rare_hitches(count, seed, 0.01); }) <= 5.0);
    }
}

TEST_CASE("of 200 pairs with equal distributions, correlated over a hundred frames, at most 10 % are called different" *
          doctest::skip(is_sanitized))
{
    for (const std::size_t count : {300U, 1800U})
    {
        CAPTURE(count);
        CHECK(called_different([&](std::uint64_t seed) { return frames_of(correlated(count, 0.99, seed)); }) <= 10.0);
    }
}

TEST_CASE("five seconds each at 60 and at 30 fps always differ")
{
    for (std::uint64_t seed = 0; seed < pairs; ++seed)
    {
        const auto fast = capped(60.0, 5.0, 2 * seed), slow = capped(30.0, 5.0, 2 * seed + 1);
        const recordings::Comparison c = compare_two(fast, slow);
        REQUIRE(of(c, "mean_ms").verdict == recordings::Verdict::worse);
        REQUIRE(of(c, "p99_ms").verdict == recordings::Verdict::worse);
        REQUIRE(of(compare_two(slow, fast), "p99_ms").verdict == recordings::Verdict::better);
    }
}

TEST_CASE("of the halves of real runs at most 15 % are called different, and then the text names drift as a cause")
{
    const auto folder = shared_data("captures");
    SKIP_WITHOUT(folder);
    int all = 0, different = 0;
    for (const auto& entry : std::filesystem::directory_iterator{folder})
    {
        if (!entry.is_regular_file()) continue;
        const auto read             = recordings::read_file(entry.path());
        const auto* const recording = std::get_if<recordings::Recording>(&read);
        if (!recording) continue;
        for (const recordings::Stream& stream : recording->streams)
            for (const std::size_t half : {200U, 300U, 600U, 1200U})
                for (std::span<const timestep::Nanos> rest{stream.frames}; rest.size() >= 2 * half;
                     rest = rest.subspan(2 * half))
                {
                    const recordings::Comparison c = compare_two(rest.first(half), rest.subspan(half, half));
                    ++all;
                    different += differ(c) ? 1 : 0;
                    CHECK((c.text.find("drifts") != c.text.npos) == differ(c));
                }
    }
    MESSAGE(different, " of ", all, " pairs of halves differ");
    CHECK(100 * different <= 15 * all);
}

TEST_CASE("of 200 pairs of sides of one game with different runs at most 5 % are called different" *
          doctest::skip(is_sanitized))
{
    for (const std::size_t count : {3U, 5U})
    {
        int different = 0;
        for (std::uint64_t i = 0; i < pairs; ++i)
            different += differ(recordings::compare(spans(runs(count, 1000 + 40 * i, 16.0, 0.8)),
                                                    spans(runs(count, 1020 + 40 * i, 16.0, 0.8))))
                             ? 1
                             : 0;
        CAPTURE(count);
        CHECK(percent_of_pairs(different) <= 5.0);
    }
}
