#include "lab/lane/input_track.hpp"

#include <chrono>
#include <doctest/doctest.h>

using namespace lab;
using namespace std::chrono_literals;

namespace
{

sim::Input hand_at(double x) { return {.grabbed = true, .drag_target_x = x}; }

} // namespace

TEST_CASE("between two entries the hand moves in a straight line; after the newest one place and velocity stay")
{
    InputTrack track;
    CHECK_FALSE(track.at(1s).grabbed);
    for (int i = 0; i <= 10; ++i) track.append(1s + i * 20ms, hand_at(0.06 * i)); // 3 m/s
    CHECK_FALSE(track.at(999ms).grabbed);
    CHECK(track.at(1050ms).drag_target_x == doctest::Approx(0.15));
    CHECK(track.at(1050ms).drag_velocity_x == doctest::Approx(3.0));
    CHECK(track.at(1013ms).drag_velocity_x == doctest::Approx(3.0)); // since the grab
    CHECK(track.at(1s).drag_velocity_x == 0.0);
    CHECK(track.at(1500ms).drag_target_x == doctest::Approx(0.6));
    CHECK(track.at(1500ms).drag_velocity_x == doctest::Approx(3.0));
}

TEST_CASE("until the release the hand is where it was last, with its velocity; then it holds nothing")
{
    InputTrack track;
    for (int i = 0; i <= 10; ++i) track.append(1s + i * 20ms, hand_at(0.06 * i));
    track.append(1220ms, {.grabbed = false, .drag_target_x = 0.6});
    CHECK(track.at(1219ms).grabbed);
    CHECK(track.at(1219ms).drag_velocity_x == doctest::Approx(3.0));
    CHECK_FALSE(track.at(1220ms).grabbed);
    track.append(1300ms, hand_at(-1.0)); // the next grab has no path from the last one
    CHECK(track.at(1310ms).drag_target_x == -1.0);
    CHECK(track.at(1310ms).drag_velocity_x == 0.0);
}

TEST_CASE("a hand that jumps, or moves while the clock stands still, has no velocity there")
{
    InputTrack track;
    track.append(1s, hand_at(0.0), HandMotion::jumps);
    track.append(1100ms, hand_at(0.5), HandMotion::jumps);
    CHECK(track.at(1050ms).drag_target_x == 0.0);
    CHECK(track.at(1100ms).drag_target_x == 0.5);
    CHECK(track.at(1100ms).drag_velocity_x == 0.0);
    track.append(1120ms, hand_at(0.56));
    track.append(1120ms, hand_at(2.0)); // in a pause
    CHECK(track.at(1120ms).drag_target_x == 2.0);
    CHECK(track.at(1120ms).drag_velocity_x == 0.0);
    track.append(1140ms, hand_at(2.06));
    CHECK(track.at(1140ms).drag_velocity_x == doctest::Approx(3.0));
}
