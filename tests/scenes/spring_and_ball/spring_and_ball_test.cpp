#include "scenes/ruined.hpp"
#include "scenes/spring_and_ball/spring_and_ball.hpp"

namespace
{
SpringAndBall one_hertz_spring()
{
    SpringAndBall scene;
    const double w = 2.0 * 3.14159265358979323846;
    scene.knobs    = {.stiffness = w * w, .start_x = 1.0, .wall_x = 100.0};
    return scene;
}

} // namespace

TEST_CASE("semi-implicit Euler keeps 0.999698616757 of a 1 Hz spring's energy after 60 steps of 1/60 s")
{
    World world{choice_of(one_hertz_spring())};
    const double start = world.energy();
    for (int i = 0; i < 60; ++i) world.step(1.0 / 60.0);
    CHECK(world.energy() / start == doctest::Approx(0.999698616757).epsilon(1e-11));
}

TEST_CASE("the spring is stable just below its largest stable step and blows up just above it")
{
    for (const double damping : {0.0, 0.1, 0.5, 1.0})
    {
        SpringAndBall scene{.knobs = {.damping = damping, .wall_x = 1e9}};
        const double limit = World{choice_of(scene)}.largest_stable_step().value();
        CHECK(after(scene, 1.0 / (limit * 0.999), 5000 * limit).events().blown_up == 0);
        CHECK(after(scene, 1.0 / (limit * 1.02), 5000 * limit).events().blown_up == 1);
    }
}

TEST_CASE("the default ball never passes the wall at 60 Hz and does at 15 Hz, without blowing up")
{
    CHECK(after(SpringAndBall{}, 60.0, 60.0).events().tunnelled == 0);
    CHECK(after(SpringAndBall{}, 240.0, 60.0).events().tunnelled == 0);
    CHECK(after(SpringAndBall{}, 60.0, 60.0).events().bounced > 100);
    CHECK(after(SpringAndBall{}, 15.0, 60.0).events().tunnelled > 0);
    CHECK(after(SpringAndBall{}, 15.0, 60.0).events().blown_up == 0);
}

TEST_CASE("a blown-up world stops, is counted once, and starts again on reset")
{
    World world;
    for (int i = 0; i < 1000; ++i) world.step(0.2);
    CHECK(world.events().blown_up == 1);
    CHECK(world.events().blown_up_at > 0.0);
    world.reset();
    CHECK(world.current().as<SpringAndBall::State>().x == -1.0);
    CHECK_FALSE(world.current().as<SpringAndBall::State>().has_blown_up);
    world.step(1.0 / 60.0);
    CHECK(world.current().as<SpringAndBall::State>().x != -1.0);
}

TEST_CASE("a thrown ball has the hand's speed")
{
    World world;
    world.step(0.01, {.grabbed = true, .hand_x = -0.5});
    world.step(0.01, {.grabbed = true, .hand_x = -0.4});
    CHECK(world.current().as<SpringAndBall::State>().x == doctest::Approx(-0.4));
    CHECK(world.current().as<SpringAndBall::State>().v == doctest::Approx(10.0));
}

TEST_CASE("spring-and-ball: a state of NaN leaves a valid picture without a ball") { check_ruined<SpringAndBall>(0); }
