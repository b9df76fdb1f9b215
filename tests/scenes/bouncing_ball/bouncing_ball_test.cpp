#include "scenes/bouncing_ball/bouncing_ball.hpp"
#include "scenes/ruined.hpp"

TEST_CASE("each bounce keeps restitution^2 of the energy, with small steps")
{
    BouncingBall scene{.knobs = {.collision = BouncingBall::CollisionMethod::swept}};
    const World world = after(scene, 20'000.0, 5.3, Integrator::velocity_verlet);
    const auto& state = state_of<BouncingBall>(world);
    REQUIRE(state.bounce_count >= 5);
    REQUIRE(state.bounce_count <= 8);
    double energy = scene.knobs.gravity * scene.knobs.height;
    for (int i = 0; i < state.bounce_count; ++i)
    {
        energy *= scene.knobs.restitution * scene.knobs.restitution;
        CHECK(state.bounce_energies[static_cast<std::size_t>(i)] == doctest::Approx(energy).epsilon(1e-3));
    }
}

TEST_CASE("the exact ball follows very small steps, and rests at the end of infinitely many bounces")
{
    BouncingBall scene{.knobs = {.rest_speed = 1e-3, .collision = BouncingBall::CollisionMethod::swept}};
    World world{choice_of(scene)};
    for (const double t : {0.3, 0.7, 1.5, 3.0, 5.0, 7.5})
    {
        World fine = after(scene, 50'000.0, t, Integrator::velocity_verlet);
        CHECK(exact_at<BouncingBall>(world, t).y == doctest::Approx(state_of<BouncingBall>(fine).y).epsilon(2e-3));
    }
    const double first = std::sqrt(2.0 * 2.0 / 9.81);
    const double rest = first * (1.0 + 2.0 * 0.85 / 0.15);
    CHECK_FALSE(exact_at<BouncingBall>(world, rest - 1e-3).is_resting);
    CHECK(exact_at<BouncingBall>(world, rest + 1e-3).is_resting);
}

TEST_CASE("without loss the exact ball always returns to its height")
{
    World world{choice_of(BouncingBall{.knobs = {.restitution = 1.0}})};
    const double period = 2.0 * std::sqrt(2.0 * 2.0 / 9.81);
    CHECK(exact_at<BouncingBall>(world, 1000.0 * period).y == doctest::Approx(2.15).epsilon(1e-9));
    CHECK(exact_at<BouncingBall>(world, 1000.5 * period).y == doctest::Approx(0.15).epsilon(1e-9));
}

TEST_CASE("the default ball bounces and comes to rest at 60 Hz without errors")
{
    const World world = after(BouncingBall{}, 60.0, 60.0);
    CHECK(state_of<BouncingBall>(world).is_resting);
    CHECK(world.events().bounced >= 10);
    CHECK(world.events().tunnelled == 0);
    CHECK(world.events().jittered == 0);
    CHECK(world.events().gained_energy == 0);
}

TEST_CASE("swept collision keeps the ball above the floor, without jitter or gained energy, at any step")
{
    BouncingBall scene{.knobs = {.collision = BouncingBall::CollisionMethod::swept}};
    for (const double hz : {2.0, 5.0, 10.0, 15.0, 30.0, 60.0})
    {
        CAPTURE(hz);
        const World world = after(scene, hz, 60.0);
        CHECK(world.events().tunnelled == 0);
        CHECK(world.events().jittered == 0);
        CHECK(world.events().gained_energy == 0);
        CHECK(state_of<BouncingBall>(world).is_resting);
    }
}

TEST_CASE("no ball passes the floor in steps below the safe one; many do in steps three times as long")
{
    BouncingBall scene;
    int passed = 0;
    for (int i = 0; i < 50; ++i)
    {
        scene.knobs.height = 0.5 + 0.1 * i;
        const double safe = World{choice_of(scene)}.largest_step_without_tunnelling().value();
        CHECK(after(scene, 1.0 / (0.95 * safe), 2.0).events().tunnelled == 0);
        passed += after(scene, 1.0 / (3.0 * safe), 2.0).events().tunnelled;
    }
    CHECK(passed >= 25);
}

TEST_CASE("a ball without a rest speed jitters forever instead of lying still")
{
    CHECK(after(BouncingBall{.knobs = {.rest_speed = 0.0}}, 60.0, 60.0).events().jittered > 1000);
}

TEST_CASE("a thrown ball has the hand's speed and starts above the floor")
{
    World world{choice_of(BouncingBall{})};
    world.step(0.01, {.grabbed = true, .drag_target_y = 1.0});
    world.step(0.01, {.grabbed = true, .drag_target_y = 1.05, .drag_velocity_y = 5.0});
    CHECK(state_of<BouncingBall>(world).v == doctest::Approx(5.0));
    world.step(0.01, {.grabbed = true, .drag_target_y = -3.0});
    CHECK(state_of<BouncingBall>(world).y == 0.15);
}

TEST_CASE("bouncing-ball: a state of NaN leaves a valid picture without a ball")
{
    check_ruined<BouncingBall>(0, [](BouncingBall::State& s) { s.bounce_count = 3; });
}
