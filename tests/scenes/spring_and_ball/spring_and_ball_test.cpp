#include "scenes/ruined.hpp"
#include "scenes/spring_and_ball/spring_and_ball.hpp"

TEST_CASE("a hand moves the ball between the anchor and the wall, and does not carry it through the wall")
{
    World world{choice_of(SpringAndBall{})};
    const double contact = SpringAndBall{}.contact_x(-1);
    const auto hold = [&](double x)
    {
        world.step(0.01, {.grabbed = true, .drag_target_x = x, .drag_velocity_x = 3.0});
        return state_of<SpringAndBall>(world);
    };
    CHECK(hold(0.3).x == 0.3);
    CHECK(hold(0.3).v == 3.0);
    for (const double beyond : {contact + 1e-6, 1.0, 5.0, 1e308})
    {
        CHECK(hold(beyond).x == contact);
        CHECK(hold(beyond).v == 0.0);
    }
    CHECK(hold(-1e308).x == doctest::Approx(-2.1 + 0.18));
    CHECK(hold(0.0).wall_side == -1);
    CHECK(world.events().tunnelled == 0);
}

TEST_CASE("the spring is stable just below its largest stable step and blows up just above it")
{
    for (const double damping_ratio : {0.0, 0.1, 0.5, 1.0})
    {
        SpringAndBall scene{.knobs = {.damping_ratio = damping_ratio, .wall_x = 1e9}};
        const double limit = World{choice_of(scene)}.stable_step_limit().value();
        CHECK(after(scene, 1.0 / (limit * 0.999), 5000 * limit).events().blown_up == 0);
        CHECK(after(scene, 1.0 / (limit * 1.02), 5000 * limit).events().blown_up == 1);
    }
}

TEST_CASE("a blown-up world stops, is counted once, and starts again on reset")
{
    World world;
    for (int i = 0; i < 1000; ++i) world.step(0.2);
    CHECK(world.events().blown_up == 1);
    CHECK(world.events().last_blow_up_s > 0.0);
    world.reset();
    CHECK(state_of<SpringAndBall>(world).x == -1.0);
    CHECK_FALSE(state_of<SpringAndBall>(world).has_blown_up);
    world.step(1.0 / 60.0);
    CHECK(state_of<SpringAndBall>(world).x != -1.0);
}

TEST_CASE("spring-and-ball: a state of NaN leaves a valid picture without a ball") { check_ruined<SpringAndBall>(0); }
