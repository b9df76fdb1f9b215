#include "recordings/facts/findings.hpp"

#include <doctest/doctest.h>

#include <random>
#include <vector>

using namespace recordings;
using namespace std::chrono_literals;

namespace
{

// Returns frames around `ms`, each with normal noise of a frame limiter: a frame that is late makes the next one short.
std::vector<Nanos> kept_at(double hz, double noise_ms, std::size_t hitches = 0)
{
    std::mt19937 random{3};
    std::normal_distribution<double> noise{0.0, noise_ms};
    std::vector<Nanos> frames;
    double before = 0.0;
    for (std::size_t i = 0; i < 1800; ++i)
    {
        const double late = noise(random);
        frames.emplace_back(static_cast<std::int64_t>(1e6 * (1000.0 / hz + late - before)));
        before = late;
    }
    for (std::size_t i = 0; i < hitches; ++i) frames[100 + i * 1500 / hitches] += 40ms;
    return frames;
}

// Returns frames with lengths from `low` to `high`, all equally frequent.
std::vector<Nanos> between(Nanos low, Nanos high)
{
    std::vector<Nanos> frames;
    for (std::size_t i = 0; i < 1000; ++i) frames.push_back(low + (high - low) * (i * 7919 % 1000) / 1000);
    return frames;
}

DisplayRate display(double hz) { return {.hz = hz, .from = DisplayRate::From::user}; }

} // namespace

TEST_CASE("a recording that keeps a cap already has it, in spite of its noise")
{
    for (const double noise_ms : {0.02, 0.1, 0.3})
        for (const double hz : {30.0, 60.0})
        {
            CAPTURE(noise_ms);
            const FrameCap cap = frame_cap_of(kept_at(hz, noise_ms), {});
            CHECK(cap.kept_hz == hz);
            CHECK(cap.hz == hz);
            CHECK(cap.kept_percent > 99.0);
        }
    CHECK(in_words(frame_cap_of(kept_at(30.0, 0.3), display(60))) ==
          "On a display of 60 Hz: the recording is already capped at 30 fps.");
    const FrameCap hitched = frame_cap_of(kept_at(60.0, 0.1, 60), {});
    CHECK(hitched.kept_hz == 60.0);
    CHECK(hitched.kept_percent == doctest::Approx(100.0 * 1740 / 1800).epsilon(0.005));
    CHECK(hitched.hz < 20.0);
    CHECK(in_words(hitched).find("already capped at 60 fps, and 96.") != std::string::npos);
}

TEST_CASE("a cap is the display's rate divided by a whole number, at which 99 % of the frames are in time")
{
    const std::vector<Nanos> frames = between(11ms, 16ms);
    CHECK(frame_cap_of(frames, display(60)).hz == 60.0);
    CHECK(frame_cap_of(frames, display(144)).hz == 48.0);
    CHECK(frame_cap_of(frames, display(120)).hz == 60.0);
    CHECK(frame_cap_of(frames, display(50)).hz == 50.0);
    CHECK(frame_cap_of(between(17ms, 24ms), display(60)).hz ==
          30.0); // not 40 or 25, which a display of 60 Hz cannot show
    CHECK(frame_cap_of(between(17ms, 24ms), display(75)).hz == 37.5);
    CHECK(frame_cap_of(between(60ms, 300ms), display(60)).hz == 0.0);
    CHECK(in_words(frame_cap_of(between(60ms, 300ms), display(60))).empty());
    CHECK(frame_cap_of(std::vector<Nanos>{}, {}).hz == 0.0);
    CHECK(in_words(frame_cap_of(frames, {})) ==
          "On a display of 60 Hz, which is assumed (--refresh-hz): a frame cap of 60 "
          "fps would have held in 99 % of the frames.");
}

TEST_CASE("a display with a variable refresh rate can show any cap")
{
    const DisplayRate vrr{.is_vrr = true};
    CHECK(frame_cap_of(between(17ms, 24ms), vrr).hz == 42.0); // 2 % more than 23.9 ms
    CHECK(in_words(frame_cap_of(between(17ms, 24ms), vrr)) ==
          "A frame cap of 42 fps would have held in 99 % of the frames.");
    CHECK(in_words(frame_cap_of(kept_at(90.0, 0.05), vrr)) == "The recording is already capped at 90 fps.");
}

TEST_CASE("the display's rate is guessed from the times of the pictures on the screen")
{
    const auto times = [](double hz, std::initializer_list<int> refreshes)
    {
        std::vector<Nanos> all;
        for (int i = 0; i < 100; ++i)
            for (const int n : refreshes) all.emplace_back(static_cast<std::int64_t>(1e9 * n / hz + i * 1000));
        return all;
    };
    CHECK(guessed_refresh_hz(times(60, {1, 1, 2})) == 60.0);
    CHECK(guessed_refresh_hz(times(144, {1, 2, 3})) == 144.0);
    CHECK(guessed_refresh_hz(times(165, {2, 3})) == 165.0);
    CHECK_FALSE(guessed_refresh_hz(between(5ms, 30ms)));
    CHECK_FALSE(guessed_refresh_hz(std::vector<Nanos>(5, 16'666us)));
    CHECK(guessed_display(times(144, {1, 2})).from == DisplayRate::From::pictures);
    CHECK(guessed_display({}).hz == 60.0);
}
