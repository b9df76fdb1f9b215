#include "scenes/ruined.hpp"
#include "scenes/smoothing/smoothing.hpp"

using Rule = Smoothing::Rule;

namespace
{
// Distance to the goal 0.1 s after its jump from 1 to 0, with `hz` steps per second.
double left_after_jump(Rule rule, int hz)
{
    World world = stepped(Smoothing{.knobs = {.rule = rule}}, hz, hz + hz / 10);
    CHECK(state_of<Smoothing>(world).goal == 0.0);
    return world.observables().x;
}
} // namespace

TEST_CASE("lerp(a, b, k * dt) leaves (1 - k * dt)^n of the distance: 3.7 % at 30 Hz, 11.2 % at 120 Hz")
{
    for (const int hz : {30, 60, 120, 240})
        CHECK(left_after_jump(Rule::lerp_dt, hz) == doctest::Approx(std::pow(1.0 - 20.0 / hz, hz / 10)).epsilon(1e-6));
    CHECK(left_after_jump(Rule::lerp_dt, 10) == 0.0); // k * dt = 2, limited to 1
}

TEST_CASE("a factor for each frame is right only at the rate at which it was tuned")
{
    for (const int hz : {30, 60, 120})
        CHECK(left_after_jump(Rule::lerp, hz) == doctest::Approx(std::pow(1.0 - 20.0 / 60, hz / 10)).epsilon(1e-4));
}

TEST_CASE("smoothing: a state of NaN leaves a valid picture") { check_ruined<Smoothing>(); }
