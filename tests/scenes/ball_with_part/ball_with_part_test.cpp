#include "scenes/ball_with_part/ball_with_part.hpp"
#include "scenes/ruined.hpp"

namespace
{

BallWithPart without_wall()
{
    BallWithPart scene;
    scene.knobs.wall_x = 100.0;
    return scene;
}

} // namespace

TEST_CASE("the ball swings 1.43 times a second with the wall, and 0.81 times without it")
{
    const double free = BallWithPart{}.ball_alone().angular_frequency() / (2.0 * std::numbers::pi);
    CHECK(free == doctest::Approx(0.8115).epsilon(1e-3));
    const double swings = after(BallWithPart{}, 4800.0, 60.0).events().bounced / 60.0;
    CHECK(swings == doctest::Approx(1.43).epsilon(5e-3));
    CHECK(15.0 / swings > 10.0); // frames per swing at 15 fps
}

TEST_CASE("the faster vibration is that of the part, and the energy of both is kept")
{
    BallWithPart scene = without_wall();
    scene.knobs.weight_damping_ratio = 0.0;
    CHECK(scene.fastest_vibration().angular_frequency == doctest::Approx(27.668).epsilon(1e-4));
    CHECK(scene.fastest_vibration().damping_ratio == 0.0);
    // Angular frequency of the slower normal mode: w1 * w2 = sqrt(k1 / m1 * k2 / m2) for the two modes.
    const double w = std::sqrt(26.0 * 15.0 / 0.02) / scene.fastest_vibration().angular_frequency;
    CHECK(w == doctest::Approx(5.0474).epsilon(1e-3));
    World world{choice_of(scene)};
    world.set_integrator(sim::Integrator::rk4);
    const double start = world.energy();
    for (int i = 0; i < 10'000; ++i) world.step(1e-3);
    CHECK(world.energy() / start == doctest::Approx(1.0).epsilon(1e-6));
}

TEST_CASE("the part explodes just above the largest stable step, and takes the ball along")
{
    for (const double damping : {0.0, 0.03, 0.1})
    {
        CAPTURE(damping);
        BallWithPart scene = without_wall();
        scene.knobs.weight_damping_ratio = damping;
        const double limit = World{choice_of(scene)}.stable_step_limit().value();
        CHECK(after(scene, 1.0 / (limit * 0.998), 600.0).events().blown_up == 0);
        const World gone = after(scene, 1.0 / (limit * 1.02), 600.0);
        CHECK(gone.events().blown_up == 1);
        CHECK_FALSE(std::abs(state_of<BallWithPart>(gone).x) < 1e4);
    }
}

TEST_CASE("in steps of usual rates the ball never passes the wall in an hour, and the part stays in the ball")
{
    for (const double hz : {30.0, 50.0, 60.0, 72.0, 100.0, 120.0, 144.0, 240.0})
    {
        CAPTURE(hz);
        World world{choice_of(BallWithPart{})};
        const double start = world.energy();
        double furthest = 0.0;
        double most = 0.0;
        for (int i = 0; i < static_cast<int>(3600.0 * hz); ++i)
        {
            world.step(1.0 / hz);
            furthest =
                std::max(furthest, std::abs(state_of<BallWithPart>(world).weight_x - state_of<BallWithPart>(world).x));
            most = std::max(most, world.energy() / start);
        }
        CHECK(world.events().tunnelled == 0);
        CHECK(world.events().bounced > 4'000);
        CHECK(furthest < BallWithPart::Knobs{}.radius);
        CHECK(most < 1.25);
    }
}

TEST_CASE("a thrown ball has the hand's speed, and its part follows it")
{
    World world{choice_of(BallWithPart{})};
    world.step(0.01, {.grabbed = true, .drag_target_x = -0.5});
    world.step(0.01, {.grabbed = true, .drag_target_x = -0.4, .drag_velocity_x = 10.0});
    CHECK(state_of<BallWithPart>(world).x == doctest::Approx(-0.4));
    CHECK(state_of<BallWithPart>(world).v == doctest::Approx(10.0));
    for (int i = 0; i < 1000; ++i) world.step(0.01, {.grabbed = true, .drag_target_x = -0.4});
    CHECK(state_of<BallWithPart>(world).weight_x == doctest::Approx(-0.4).epsilon(1e-3));
}

TEST_CASE("ball-with-part: a state of NaN leaves a valid picture without a ball") { check_ruined<BallWithPart>(0); }
