#include "telemetry/recent.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

using namespace telemetry;

namespace
{

// Returns frames that are shown up to `latest_ns` after their refresh; each refresh is missed with probability 1 /
// `misses_one_in`.
std::vector<FrameSample> waiting(double hz, double begin_ns, double latest_ns, unsigned misses_one_in, unsigned seed)
{
    std::mt19937 random{seed};
    std::vector<FrameSample> frames;
    for (std::int64_t refresh = 0; frames.size() < 200; ++refresh)
    {
        if (misses_one_in > 0 && random() % misses_one_in == 0) continue;
        const double late = latest_ns * static_cast<double>(random() % 1000) / 1000;
        FrameSample f{.frame = static_cast<std::int64_t>(frames.size())};
        f.screen    = Nanos{std::llround(begin_ns + static_cast<double>(refresh) * 1e9 / hz + late)};
        f.wall      = f.screen;
        f.displayed = true;
        frames.push_back(f);
    }
    return frames;
}

// Returns the distance in nanoseconds from a time to the nearest of the found refreshes.
double distance(const FoundRefreshes& r, double at_ns)
{
    const double periods = (at_ns - static_cast<double>(r.first.count())) / r.period_ns;
    return std::abs(periods - std::round(periods)) * r.period_ns;
}

} // namespace

TEST_CASE("refreshes are found from frames that are late and miss some, when the display's rate is rounded")
{
    for (const double hz : {59.94, 60.0, 143.99})
        for (const double latest : {0.0, 0.1e6, 1.2e6})
            for (const unsigned misses : {0U, 25U, 4U})
            {
                CAPTURE(hz);
                CAPTURE(latest);
                CAPTURE(misses);
                const auto frames = waiting(hz, 3.7e6, latest, misses, 7);
                const auto found  = find_refreshes(frames, std::round(hz));
                REQUIRE(found);
                CHECK(found->period_ns == doctest::Approx(1e9 / hz).epsilon(0.001));
                const double newest = static_cast<double>(frames.back().screen.count());
                const double number = std::floor((newest - 3.7e6) * hz / 1e9);
                CHECK(distance(*found, 3.7e6 + (number - 50) * 1e9 / hz) < 0.25 * latest + 1000);
            }
}

TEST_CASE("no refreshes are found when the frames did not wait for the display")
{
    CHECK_FALSE(find_refreshes(waiting(400, 0, 0, 0, 1), 60));   // frames at 400 Hz, without waiting
    CHECK_FALSE(find_refreshes(waiting(75, 0, 0, 0, 1), 60));    // frames at 75 Hz, paced by another clock
    CHECK_FALSE(find_refreshes(waiting(60, 0, 16e6, 0, 1), 60)); // frames shown whenever they are ready
    CHECK_FALSE(find_refreshes(waiting(60, 0, 0.1e6, 0, 1), 0)); // the display's rate is unknown
    const auto few = waiting(60, 0, 0, 0, 1);
    CHECK_FALSE(find_refreshes(Frames{few}.first(19), 60));
    auto paused = waiting(60, 0, 0, 0, 1);
    for (FrameSample& f : paused) f.events = telemetry::paused;
    CHECK_FALSE(find_refreshes(paused, 60));
    CHECK_FALSE(find_refreshes({}, 60));
}
