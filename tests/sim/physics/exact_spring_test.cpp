#include "scenes/runs.hpp"
#include "scenes/spring_and_ball/spring_and_ball.hpp"
#include "sim/physics/integrators/exact_spring.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

using namespace scenes;
using namespace sim;

namespace
{
// Computes the position in another way: the closed form in steps of 0.1 ms; bisection finds the time of each hit.
double step_by_step(const SpringAndBall& scene, double seconds)
{
    const double w     = scene.angular_frequency();
    const double z     = scene.knobs.damping;
    const double plane = scene.contact_x(-1);
    const auto moved   = [&](double x, double v, double t)
    {
        exact_spring(w, z, t).apply(x, v);
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
                const double middle                                    = 0.5 * (before + h);
                (moved(ball.x, ball.y, middle).x > plane ? h : before) = middle;
            }
            ball = {plane, -scene.knobs.restitution * moved(ball.x, ball.y, before).y};
            left -= before;
            // A ball without speed would hit again at once, so the spring moves it away from the wall first.
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
} // namespace

TEST_CASE("the exact motion of an undamped spring that does not reach the wall is a cosine")
{
    SpringAndBall scene;
    scene.knobs = {.stiffness = 400.0, .start_x = -0.6, .wall_x = 2.0};
    World world{choice_of(scene)};
    for (const double t : {0.0, 0.01, 1.0, 77.7, 3600.0})
    {
        CHECK(exact_at<SpringAndBall>(world, t).x == doctest::Approx(-0.6 * std::cos(20.0 * t)).epsilon(1e-9));
        CHECK(exact_at<SpringAndBall>(world, t).v == doctest::Approx(12.0 * std::sin(20.0 * t)).epsilon(1e-9));
    }
}

TEST_CASE("the exact motion bounces at the times that bisection finds, for all dampings and restitutions")
{
    for (const double damping : {0.0, 0.01, 0.1, 0.9999, 1.0})
        for (const double restitution : {1.0, 0.7, 0.0})
            for (const double start_v : {0.0, 40.0, -40.0})
            {
                CAPTURE(damping);
                CAPTURE(restitution);
                CAPTURE(start_v);
                SpringAndBall scene;
                scene.knobs.damping     = damping;
                scene.knobs.restitution = restitution;
                scene.knobs.start_v     = start_v;
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
            SpringAndBall scene;
            scene.knobs.start_x     = start;
            scene.knobs.restitution = restitution;
            World world{choice_of(scene)};
            const auto side    = static_cast<std::int8_t>(start < 1.0 ? -1 : 1);
            const double plane = scene.contact_x(side);
            for (int i = 0; i < 10'000; ++i) CHECK((exact_at<SpringAndBall>(world, i * 1e-3).x - plane) * side > -1e-9);
        }
}

TEST_CASE("the exact motion does not depend on the order of the queries")
{
    SpringAndBall scene;
    scene.knobs.damping = 0.003;
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
    world.step(0.01, {.grabbed = true, .hand_x = -0.5});
    world.step(0.01, {.grabbed = true, .hand_x = -0.4});
    CHECK(exact_at<SpringAndBall>(world, world.time()).x == -0.4);
    CHECK(exact_at<SpringAndBall>(world, world.time()).v == doctest::Approx(10.0));
    world.step(1e-9);
    world.set_knob("stiffness", 1.0);
    world.step(1e-9);
    CHECK(exact_at<SpringAndBall>(world, world.time() + 0.05).x == doctest::Approx(-0.4 + 0.05 * 10.0).epsilon(1e-2));
}

TEST_CASE("the exact integrator equals the exact motion at any step")
{
    for (const double damping : {0.0, 0.2, 1.0})
    {
        SpringAndBall scene;
        scene.knobs.damping = damping;
        scene.knobs.wall_x  = 1e6;
        World world{choice_of(scene)};
        REQUIRE(world.set_integrator(Integrator::exact));
        for (int i = 0; i < 300; ++i) world.step(0.7);
        CHECK(world.current().as<SpringAndBall::State>().x ==
              doctest::Approx(exact_at<SpringAndBall>(world, world.time()).x).epsilon(1e-10));
    }
}
