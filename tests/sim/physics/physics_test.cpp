// Tests exact solutions, and the ranges of step sizes in which each scene of docs/scenes.md fails.
#include "scenes/ball_with_part/ball_with_part.hpp"
#include "scenes/runs.hpp"
#include "scenes/spring_and_ball/spring_and_ball.hpp"
#include "sim/physics/events.hpp"
#include "sim/physics/portable_math.hpp"
#include "sim/physics/spring.hpp"
#include "sim/physics/state_hash.hpp"

#include <array>
#include <limits>
#include <random>
#include <span>
#include <string>

using namespace scenes;
using namespace sim;

namespace
{

// Computes the position independently: closed form in steps of 0.1 ms, with bisection for the time of each hit.
double step_by_step(const SpringAndBall& scene, double seconds)
{
    const double w = scene.angular_frequency();
    const double z = scene.knobs.damping_ratio;
    const double plane = scene.contact_x(-1);
    const auto moved = [&](double x, double v, double t)
    {
        exact_spring_step(w, z, t).advance(x, v);
        return Vec2{x, v};
    };
    Vec2 ball{scene.knobs.start_x, scene.knobs.start_v};
    for (double left = seconds; left > 1e-12;)
    {
        double h = std::min(left, 1e-4);
        if (moved(ball.x, ball.y, h).x > plane)
        {
            double before = 0.0;
            for (int i = 0; i < 60; ++i)
            {
                const double middle = 0.5 * (before + h);
                (moved(ball.x, ball.y, middle).x > plane ? h : before) = middle;
            }
            ball = {plane, -scene.knobs.restitution * moved(ball.x, ball.y, before).y};
            left -= before;
            // A ball with zero speed would hit again at once, so it is moved away from the wall.
            if (ball.y == 0.0) ball.x -= 1e-15;
        }
        else
        {
            ball = moved(ball.x, ball.y, h);
            left -= h;
        }
    }
    return ball.x;
}

using Count = int EventCounts::*;

// Events of a scene after `seconds` of equal steps.
EventCounts events_after(const char* scene, double h, double seconds)
{
    World world{*find_scene_defaults(scene)};
    for (auto steps = static_cast<std::int64_t>(seconds / h); steps > 0; --steps) world.step(h, {});
    return world.events();
}

// Ranges of step sizes in ms at which the event happens, such as "21.6-23.4 36.3-60.0". Tries `first` to `last` in
// increments of `by`, all in tenths of a ms.
std::string windows(const char* scene, Count what, int first, int last, int by, double seconds)
{
    std::string all;
    const auto millis = [](int tenths) { return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10); };
    int since = 0;
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

// Largest energy in a minute of equal steps / energy at the start.
double most_energy(double h)
{
    World world{choice_of(SpringAndBall{})};
    const double start = world.energy();
    double most = 0.0;
    for (auto steps = static_cast<std::int64_t>(60.0 / h); steps > 0; --steps)
    {
        world.step(h, {});
        most = std::max(most, world.energy() / start);
    }
    return most;
}

double ulps(double ours, long double truth)
{
    const double rounded = static_cast<double>(truth);
    const double ulp = std::nextafter(std::abs(rounded), 2.0 * std::abs(rounded) + 1.0) - std::abs(rounded);
    return static_cast<double>(std::abs(ours - truth)) / ulp;
}

// Largest angle in radians for which std::sin and std::cos of a long double are exact enough as a reference.
#ifdef _WIN32
constexpr double exact_up_to = 1.0; // mingw-w64 uses the processor's fsin, whose pi has only 66 bits
#else
constexpr double exact_up_to = 1e8;
#endif

} // namespace

TEST_CASE("the exact motion of an undamped spring that does not reach the wall is a cosine")
{
    World world{choice_of(SpringAndBall{.knobs = {.stiffness = 400.0, .start_x = -0.6, .wall_x = 2.0}})};
    for (const double t : {0.0, 0.01, 1.0, 77.7, 3600.0})
    {
        CHECK(exact_at<SpringAndBall>(world, t).x == doctest::Approx(-0.6 * std::cos(20.0 * t)).epsilon(1e-9));
        CHECK(exact_at<SpringAndBall>(world, t).v == doctest::Approx(12.0 * std::sin(20.0 * t)).epsilon(1e-9));
    }
}

TEST_CASE("the exact motion bounces at the times that bisection finds, for all dampings and restitutions")
{
    for (const double damping_ratio : {0.0, 0.01, 0.1, 0.9999, 1.0})
        for (const double restitution : {1.0, 0.7, 0.0})
            for (const double start_v : {0.0, 40.0, -40.0})
            {
                INFO("damping ", damping_ratio, ", restitution ", restitution, ", start_v ", start_v);
                SpringAndBall scene{
                    .knobs = {.damping_ratio = damping_ratio, .start_v = start_v, .restitution = restitution}};
                World world{choice_of(scene)};
                for (const double t : {0.1, 0.5, 1.3, 5.0})
                    CHECK(std::abs(exact_at<SpringAndBall>(world, t).x - step_by_step(scene, t)) < 1e-8);
            }
}

TEST_CASE("the exact ball is never inside the wall, on either side")
{
    for (const double start : {-1.0, 1.6})
        for (const double restitution : {1.0, 0.5})
        {
            SpringAndBall scene{.knobs = {.start_x = start, .restitution = restitution}};
            World world{choice_of(scene)};
            const auto side = static_cast<std::int8_t>(start < 1.0 ? -1 : 1);
            const double plane = scene.contact_x(side);
            for (int i = 0; i < 10'000; ++i) CHECK((exact_at<SpringAndBall>(world, i * 1e-3).x - plane) * side > -1e-9);
        }
}

TEST_CASE("the exact motion does not depend on the order of the queries")
{
    SpringAndBall scene{.knobs = {.damping_ratio = 0.003}};
    World in_order{choice_of(scene)};
    World at_once{choice_of(scene)};
    for (int i = 0; i <= 100; ++i) exact_at<SpringAndBall>(in_order, i * 0.1);
    CHECK(exact_at<SpringAndBall>(at_once, 10.0) == exact_at<SpringAndBall>(in_order, 10.0));
    CHECK(exact_at<SpringAndBall>(at_once, 3.3) == exact_at<SpringAndBall>(in_order, 3.3));
}

TEST_CASE("the exact motion starts again when the hand releases the ball and when a control changes")
{
    World world;
    for (int i = 0; i < 10; ++i) world.step(0.01);
    world.step(0.01, {.grabbed = true, .drag_target_x = -0.5});
    world.step(0.01, {.grabbed = true, .drag_target_x = -0.4, .drag_velocity_x = 10.0});
    CHECK(exact_at<SpringAndBall>(world, world.time()).x == -0.4);
    CHECK(exact_at<SpringAndBall>(world, world.time()).v == doctest::Approx(10.0));
    world.step(1e-9);
    set_knob(world, "stiffness", 1.0);
    world.step(1e-9);
    CHECK(exact_at<SpringAndBall>(world, world.time() + 0.05).x == doctest::Approx(-0.4 + 0.05 * 10.0).epsilon(1e-2));
}

TEST_CASE("the exact integrator equals the exact motion at any step")
{
    for (const double damping_ratio : {0.0, 0.2, 1.0})
    {
        World world{choice_of(SpringAndBall{.knobs = {.damping_ratio = damping_ratio, .wall_x = 1e6}})};
        REQUIRE(world.set_integrator(Integrator::exact));
        for (int i = 0; i < 300; ++i) world.step(0.7);
        CHECK(world.current_state().as<SpringAndBall::State>().x ==
              doctest::Approx(exact_at<SpringAndBall>(world, world.time()).x).epsilon(1e-10));
    }
}

TEST_CASE("the ball with a part passes the wall at every step from 49.8 ms on, and is gone from 70.2 ms on")
{
    const std::string passes = windows("ball-with-part", &EventCounts::tunnelled, 50, 701, 1, 60.0);
    CHECK_MESSAGE(passes.starts_with("33.4-33.4 "), passes);
    CHECK_MESSAGE(passes.ends_with(" 49.8-70.1"), passes);
    CHECK(windows("ball-with-part", &EventCounts::blown_up, 600, 900, 1, 360.0) == "70.2-90.0");
    // Without the part, steps up to 2/w are stable, where w is the ball's angular frequency.
    CHECK(std::floor(2000.0 / BallWithPart{}.ball_alone().angular_frequency()) == 392.0);
}

TEST_CASE("the spring's ball passes the wall in several ranges of the step, and at every step from 36.3 ms on")
{
    CHECK(windows("spring-and-ball", &EventCounts::tunnelled, 50, 810, 1, 60.0) ==
          "10.7-10.7 12.0-12.0 13.4-13.4 13.6-13.6 15.4-15.7 17.9-18.5 21.6-23.4 27.1-31.6 36.3-81.0");
    CHECK(events_after("spring-and-ball", 1.0 / 60, 3600.0).tunnelled == 0);
    CHECK(events_after("spring-and-ball", 0.0815, 600.0).blown_up == 0);
    CHECK(events_after("spring-and-ball", 0.0817, 600.0).blown_up == 1);
}

TEST_CASE("with steps below 16 ms the spring's ball passes the wall only where bounces add energy: 3.9 to 13 times")
{
    // Without a wall, the ball moves less than the wall's thickness plus its own diameter in a step of 16 ms.
    SpringAndBall free{.knobs = {.wall_x = 100.0}};
    World world{choice_of(free)};
    double furthest = 0.0;
    for (int i = 0; i < 10'000; ++i)
    {
        const double from = world.current_state().as<SpringAndBall::State>().x;
        world.step(0.016, {});
        furthest = std::max(furthest, std::abs(world.current_state().as<SpringAndBall::State>().x - from));
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
    CHECK(windows("bouncing-ball", &EventCounts::gained_energy, 160, 740, 5, 60.0) == "40.0-41.0 53.5-66.5 67.5-73.5");
    CHECK(windows("bouncing-ball", &EventCounts::tunnelled, 160, 1000, 5, 60.0) ==
          "67.0-67.0 74.0-75.0 82.5-85.0 93.5-98.5");
    CHECK(windows("bouncing-ball", &EventCounts::jittered, 160, 1000, 5, 60.0) == "75.5-82.0 85.5-93.0 99.0-100.0");
}

TEST_CASE("from 26 ms on the player's autopilot falls at all steps but 28 ms: longer is not always worse")
{
    CHECK(windows("player", &EventCounts::fell_into_gap, 100, 520, 10, 120.0) == "26.0-27.0 29.0-52.0");
}

TEST_CASE("the chain comes to rest at 17.7 ms, shakes with a hundred times its energy at 17.9, and is torn at 18.75")
{
    const auto energy_ratio_after_300_s = [](double h)
    {
        scenes::World world{*scenes::find_scene_defaults("chain")};
        const double start = world.energy();
        while (world.time() < 300.0) world.step(h);
        return world.energy() / start;
    };
    CHECK(energy_ratio_after_300_s(0.0177) < 0.5);
    CHECK(energy_ratio_after_300_s(0.0179) > 80.0);
    CHECK(events_after("chain", 0.01875, 60.0).blown_up == 1);
}

TEST_CASE("before the first event all counts are zero, and every kind is found by its count")
{
    for (std::size_t i = 0; i < event_kinds.size(); ++i)
    {
        CAPTURE(event_kinds[i].name);
        CHECK(EventCounts{}.*event_kinds[i].counter == 0);
        CHECK(event_index(event_kinds[i].counter) == i);
    }
}

TEST_CASE("the hash of given values never changes, since replays store it, and a NaN has no hash")
{
    const auto hash = [](std::span<const float> last_values, auto... values)
    {
        StateHash all;
        (all.add(values), ...);
        all.add_hash_of(last_values);
        return all.value();
    };
    const std::array floats{1.0F, 2.0F, 3.0F, 4.0F, 5.0F};
    CHECK(hash(floats, std::uint64_t{1}, std::int64_t{-2}, 3, true, 0.5, 0.25F) == 0x5c243cd703842328U);
    const std::array unstable{1.0F, std::nanf("")};
    CHECK_FALSE(hash({}, std::nan("")));
    CHECK_FALSE(hash({}, std::nanf("")));
    CHECK_FALSE(hash(unstable));
}

TEST_CASE("sine and cosine are within 3 ulp of the exact value, up to a hundred million radians")
{
    std::mt19937_64 engine{1};
    for (const double range : {1e-3, 1.0, 10.0, 1e4, 9.9e7})
    {
        if (range > exact_up_to) continue;
        std::uniform_real_distribution<double> angle{-range, range};
        double worst = 0.0;
        for (int i = 0; i < 100'000; ++i)
        {
            const double x = angle(engine);
            const auto [s, c] = sin_cos(x);
            worst = std::max({worst, ulps(s, std::sin(static_cast<long double>(x))),
                              ulps(c, std::cos(static_cast<long double>(x)))});
        }
        CAPTURE(range);
        CHECK(worst < 3.0);
    }
    CHECK(sin_cos(0.0).sin == 0.0);
    CHECK(sin_cos(0.0).cos == 1.0);
}

TEST_CASE("the exponential is within 2 ulp of the exact value, and is 0 or infinity outside the range of doubles")
{
    std::mt19937_64 engine{2};
    std::uniform_real_distribution<double> power{-700.0, 700.0};
    double worst = 0.0;
    for (int i = 0; i < 100'000; ++i)
    {
        const double x = power(engine);
        worst = std::max(worst, ulps(exponential(x), std::exp(static_cast<long double>(x))));
    }
    CHECK(worst < 2.0);
    CHECK(exponential(0.0) == 1.0);
    CHECK(exponential(-707.9) > 0.0);
    CHECK(exponential(-708.1) == 0.0);
    CHECK(exponential(708.9) < std::numeric_limits<double>::max());
    CHECK(exponential(709.1) == std::numeric_limits<double>::infinity());
}

TEST_CASE("sine, cosine and exponential of unsupported values are NaN")
{
    for (const double x : {1e9, -1e9, std::numeric_limits<double>::infinity(), std::nan("")})
    {
        CHECK(std::isnan(sin_cos(x).sin));
        CHECK(std::isnan(sin_cos(x).cos));
    }
    CHECK(std::isnan(exponential(std::nan(""))));
}
