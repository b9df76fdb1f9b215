#include "scenes/bullet_and_wall/bullet_and_wall.hpp"
#include "scenes/ruined.hpp"

namespace
{
EventCounts shots(BulletAndWall scene, double hz, int wanted)
{
    World world{choice_of(scene)};
    while (world.events().tunnelled + world.events().bounced < wanted) world.step(1.0 / hz);
    return world.events();
}
} // namespace

TEST_CASE("the largest safe step of a bullet of 900 m/s at a wall of 0.1 m is 0.222 ms")
{
    const BulletAndWall scene;
    CHECK(scene.largest_step_without_tunnelling() == doctest::Approx(0.2222e-3).epsilon(1e-3));
    CHECK(World{choice_of(scene)}.largest_step_without_tunnelling() == scene.largest_step_without_tunnelling());
}

TEST_CASE("no bullet passes the wall in steps just below the safe one, at any speed")
{
    for (const double speed : {50.0, 900.0, 2000.0})
    {
        BulletAndWall scene{.knobs = {.speed = speed, .min_pause = 0.05}};
        const EventCounts events = shots(scene, 1.0 / (0.999 * scene.largest_step_without_tunnelling()), 30);
        CHECK(events.tunnelled == 0);
        CHECK(events.bounced == 30);
    }
}

TEST_CASE("in steps above the safe one the share of bullets that pass is 1 - (thickness + 2 r)/(v h)")
{
    for (const double times : {1.5, 2.0, 4.0})
    {
        BulletAndWall scene{.knobs = {.thickness = 0.5, .radius = 0.1}};
        const double h = times * scene.largest_step_without_tunnelling();
        const EventCounts events = shots(scene, 1.0 / h, 1000);
        CHECK(events.tunnelled / 1000.0 == doctest::Approx(1.0 - 1.0 / times).epsilon(0.05));
    }
}

TEST_CASE("swept collision stops every bullet at every step")
{
    BulletAndWall scene{.knobs = {.uses_swept_collision = true}};
    for (const double hz : {5.0, 15.0, 60.0, 240.0})
    {
        const EventCounts events = shots(scene, hz, 100);
        CHECK(events.tunnelled == 0);
        CHECK(events.bounced == 100);
    }
}

TEST_CASE("the exact bullet stops at the wall, also when the simulated one passes")
{
    BulletAndWall scene{.knobs = {.speed = 100.0}};
    World world{choice_of(scene)};
    CHECK(exact_at<BulletAndWall>(world, 0.05).x == doctest::Approx(5.0));
    CHECK(exact_at<BulletAndWall>(world, 0.2).x == scene.contact_x());
    for (int i = 0; i < 2; ++i) world.step(0.09);
    CHECK(world.events().tunnelled == 1);
    CHECK(exact_at<BulletAndWall>(world, world.time()).x == scene.contact_x());
}

TEST_CASE("a new shot is a teleport, so it is not blended with the end of the last shot")
{
    World world{choice_of(BulletAndWall{.knobs = {.uses_swept_collision = true}})};
    while (state_of<BulletAndWall>(world).shot_number < 2) world.step(1.0 / 60.0);
    CHECK(state_of<BulletAndWall>(world).is_teleported);
    AnyState out;
    world.interpolate(0.0, out);
    CHECK(out.as<BulletAndWall::State>().x == state_of<BulletAndWall>(world).x);
}

TEST_CASE("bullet-and-wall: a state of NaN leaves a valid picture") { check_ruined<BulletAndWall>(); }
