// Finds the step sizes at which each scene of docs/scenes.md fails; failure need not be monotone in the step.
#include "scenes/ball_with_part/ball_with_part.hpp"
#include "scenes/runs.hpp"
#include "scenes/spring_and_ball/spring_and_ball.hpp"
#include "scenes/world.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace scenes;
using namespace sim;

namespace
{

using Count = int Events::*;

// Returns the events of a scene after `seconds` of equal steps.
Events events_after(const char* scene, double h, double seconds)
{
    World world{*find_scene(scene)};
    for (auto steps = static_cast<std::int64_t>(seconds / h); steps > 0; --steps) world.step(h, {});
    return world.events();
}

// Returns the step sizes at which the event happens, from `first` to `last` tenths of a millisecond, as "21.6-23.4
// 36.3-60".
std::string windows(const char* scene, Count what, int first, int last, int by, double seconds)
{
    std::string all;
    const auto millis = [](int tenths) { return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10); };
    int since         = 0;
    for (int tenths = first; tenths <= last + by; tenths += by)
    {
        const bool happens = tenths <= last && events_after(scene, tenths / 1e4, seconds).*what > 0;
        if (happens && since == 0) since = tenths;
        if (happens || since == 0) continue;
        all += (all.empty() ? "" : " ") + millis(since) + "-" + millis(tenths - by);
        since = 0;
    }
    return all;
}

// Returns the largest energy of the spring's ball in a minute of equal steps, divided by its energy at the start.
double most_energy(double h)
{
    World world{choice_of(SpringAndBall{})};
    const double start = world.energy();
    double most        = 0.0;
    for (auto steps = static_cast<std::int64_t>(60.0 / h); steps > 0; --steps)
    {
        world.step(h, {});
        most = std::max(most, world.energy() / start);
    }
    return most;
}

} // namespace

TEST_CASE("the ball with a part passes the wall at every step from 49.8 ms on, and is gone from 70.2 ms on")
{
    const std::string passes = windows("ball-with-part", &Events::tunnelled, 50, 701, 1, 60.0);
    CHECK_MESSAGE(passes.starts_with("33.4-33.4 "), passes);
    CHECK_MESSAGE(passes.ends_with(" 49.8-70.1"), passes);
    CHECK(windows("ball-with-part", &Events::blown_up, 600, 900, 1, 360.0) == "70.2-90.0");
    // The ball's own spring would be stable up to 2/w.
    CHECK(std::floor(2000.0 / BallWithPart{}.ball().angular_frequency()) == 392.0);
}

TEST_CASE("the spring's ball passes the wall in several ranges of the step, and at every step from 36.3 ms on")
{
    CHECK(windows("spring-and-ball", &Events::tunnelled, 50, 810, 1, 60.0) ==
          "10.7-10.7 12.0-12.0 13.4-13.4 13.6-13.6 15.4-15.7 17.9-18.5 21.6-23.4 27.1-31.6 36.3-81.0");
    CHECK(events_after("spring-and-ball", 1.0 / 60, 3600.0).tunnelled == 0);
    CHECK(events_after("spring-and-ball", 0.0815, 600.0).blown_up == 0);
    CHECK(events_after("spring-and-ball", 0.0817, 600.0).blown_up == 1);
}

TEST_CASE("with steps below 16 ms the spring's ball passes the wall only where bounces add energy: 3.9 to 13 times")
{
    // Without a wall the ball moves less than the wall's thickness plus its own diameter in a step of 16 ms.
    SpringAndBall free;
    free.knobs.wall_x = 100.0;
    World world{choice_of(free)};
    double furthest = 0.0;
    for (int i = 0; i < 10'000; ++i)
    {
        const double from = world.current().as<SpringAndBall::State>().x;
        world.step(0.016, {});
        furthest = std::max(furthest, std::abs(world.current().as<SpringAndBall::State>().x - from));
    }
    CHECK(furthest < free.knobs.wall_thickness + 2.0 * free.knobs.radius);
    for (const double h : {0.0107, 0.0120, 0.0134, 0.0136, 0.0154, 0.0155, 0.0156, 0.0157})
    {
        CAPTURE(h);
        CHECK(most_energy(h) > 3.9);
        CHECK(most_energy(h) < 13.1);
    }
    CHECK(most_energy(1.0 / 60.0) < 1.35);
}

TEST_CASE("the bouncing ball gains energy from 40 ms, falls through the floor from 67 ms and jitters from 75.5 ms")
{
    CHECK(windows("bouncing-ball", &Events::energised, 160, 740, 5, 60.0) == "40.0-41.0 53.5-66.5 67.5-73.5");
    CHECK(windows("bouncing-ball", &Events::tunnelled, 160, 1000, 5, 60.0) ==
          "67.0-67.0 74.0-75.0 82.5-85.0 93.5-98.5");
    CHECK(windows("bouncing-ball", &Events::jittered, 160, 1000, 5, 60.0) == "75.5-82.0 85.5-93.0 99.0-100.0");
}

TEST_CASE("from 26 ms on the player's autopilot falls at all steps but 28 ms: longer is not always worse")
{
    CHECK(windows("player", &Events::fell, 100, 520, 10, 120.0) == "26.0-27.0 29.0-52.0");
}

TEST_CASE("the chain hangs still for an hour at 18.5 ms and explodes at 18.75 ms")
{
    CHECK(events_after("chain", 0.0185, 3600.0).blown_up == 0);
    CHECK(events_after("chain", 0.01875, 60.0).blown_up == 1);
}
