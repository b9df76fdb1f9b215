#include "scenes/chaos/chaos.hpp"
#include "scenes/ruined.hpp"

namespace
{
// Time in s after which the pendulums count as parted; 40 s if they do not part before.
double parting_time(int flipped_bit)
{
    World world = stepped(Chaos{.knobs = {.flipped_bit = flipped_bit}}, 60.0, 0, Integrator::rk4);
    while (world.events().diverged == 0 && world.time() < 40.0) world.step(1.0 / 60.0);
    return world.time();
}
} // namespace

TEST_CASE("two runs that differ in the last bit agree at first and separate within half a minute")
{
    World world = stepped(Chaos{}, 60.0, 300, Integrator::rk4);
    CHECK(world.scene().as<Chaos>().end_distance(state_of<Chaos>(world)) < 1e-9);
    CHECK(world.scene().as<Chaos>().end_distance(state_of<Chaos>(world)) > 0.0);
    for (int i = 0; i < 1500; ++i) world.step(1.0 / 60.0);
    CHECK(world.events().diverged == 1);
    CHECK(parting_time(0) > 10.0);
}

TEST_CASE("two runs separate sooner if they differ in a higher bit")
{
    CHECK(parting_time(0) < 40.0);
    CHECK(parting_time(20) < parting_time(0));
    CHECK(parting_time(40) < parting_time(20));
}

TEST_CASE("small swings are not chaotic: after five minutes a difference of one bit is still tiny")
{
    Chaos scene{.knobs = {.angle1 = 5.0, .angle2 = 3.0}};
    World world = stepped(scene, 60.0, 300 * 60, Integrator::rk4);
    CHECK(world.events().diverged == 0);
    CHECK(scene.end_distance(state_of<Chaos>(world)) < 1e-9);
}

TEST_CASE("small swings have the two frequencies of the textbook, sqrt(g/l (2 -+ sqrt 2))")
{
    for (const double sign : {-1.0, 1.0})
    {
        Chaos scene{.knobs = {.angle1 = 0.01, .angle2 = -sign * std::numbers::sqrt2 * 0.01}};
        const double w = std::sqrt(9.81 * (2.0 + sign * std::numbers::sqrt2));
        const double period = 2.0 * std::numbers::pi / w;
        World world{choice_of(scene)};
        for (int i = 0; i < 10'000; ++i) world.step(10.0 * period / 10'000.0);
        const Vec2 angle = state_of<Chaos>(world).pendulums[0].angle;
        const Vec2 start = world.scene().as<Chaos>().initial_state().pendulums[0].angle;
        CHECK(angle.x == doctest::Approx(start.x).epsilon(1e-5));
        CHECK(angle.y == doctest::Approx(start.y).epsilon(1e-5));
    }
}

TEST_CASE("small RK4 steps keep the energy of a large swing")
{
    World world{choice_of(Chaos{})};
    const double start = world.energy();
    for (int i = 0; i < 20'000; ++i) world.step(1e-3);
    CHECK(world.energy() == doctest::Approx(start).epsilon(1e-7));
}

TEST_CASE("an exploding pendulum stays at its last finite angles and is counted once")
{
    World world{choice_of(Chaos{})};
    world.set_integrator(Integrator::explicit_euler);
    for (int i = 0; i < 10'000; ++i) world.step(0.3);
    CHECK(world.events().blown_up == 1);
    CHECK(std::isfinite(world.energy()));
    CHECK(world.state_hash().has_value());
}

TEST_CASE("chaos: a state of NaN leaves a valid picture") { check_ruined<Chaos>(); }
