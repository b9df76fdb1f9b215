#include "scenes/ruined.hpp"
#include "scenes/uniform_motion/uniform_motion.hpp"

TEST_CASE("uniform motion is speed times time, for any steps")
{
    World world = stepped(UniformMotion{}, 60.0, 600);
    CHECK(world.observables().x == doctest::Approx(80.0).epsilon(1e-12));
    AnyState out;
    REQUIRE(world.write_exact_state(10.0, out));
    CHECK(world.observables(out).x == doctest::Approx(80.0).epsilon(1e-12));
}

TEST_CASE("a bar that leaves the stage on the right enters on the left, and a blend never crosses it backwards")
{
    UniformMotion scene;
    scene.knobs.speed = 15.9;
    World world{choice_of(scene)};
    world.step(1.0);
    CHECK(UniformMotion::wrapped_x(state_of<UniformMotion>(world).travelled_distance) == doctest::Approx(15.9));
    world.step(1.0);
    CHECK(UniformMotion::wrapped_x(state_of<UniformMotion>(world).travelled_distance) == doctest::Approx(15.8));
    AnyState out;
    world.interpolate(0.5, out);
    const double between = UniformMotion::wrapped_x(out.as<UniformMotion::State>().travelled_distance);
    CHECK(between == doctest::Approx(15.9 * 1.5 - 16.0));
}

TEST_CASE("uniform-motion: a state of NaN leaves a valid picture") { check_ruined<UniformMotion>(); }
