#include "scenes/player/player.hpp"
#include "scenes/ruined.hpp"

namespace
{
constexpr double h = 1.0 / 60.0;

World manual_world(Player scene = {})
{
    scene.knobs.autopilot = false;
    return World{choice_of(scene)};
}

constexpr Input run_right{.held = {.right = true}};
constexpr Input press_jump{.held = {.right = true, .jump = true}, .pressed = {.jump = true}};
constexpr Input press_dash{.held = {.right = true}, .pressed = {.dash = true}};
} // namespace

TEST_CASE("the time of a lap does not depend on the step")
{
    constexpr double lap = Player::goal_x - Player::start_x; // length of a lap in m
    for (const double hz : {60.0, 90.0, 144.0, 240.0, 1000.0})
    {
        CAPTURE(hz);
        World world{choice_of(Player{})};
        constexpr int seconds = 23; // almost ten laps
        for (int i = 0; i < static_cast<int>(seconds * hz); ++i) world.step(1.0 / hz);
        // The player reaches 6 m/s after 0.1 s, in which it runs half as far as at full speed.
        const double ran = Player::Knobs{}.run_speed * (seconds - 0.05);
        CHECK(world.events().fell_into_gap == 0);
        CHECK(state_of<Player>(world).x + world.events().crossed_gap * lap ==
              doctest::Approx(Player::start_x + ran).epsilon(1e-4));
    }
}

TEST_CASE("a pressed key ends the autopilot until the reset")
{
    World world{choice_of(Player{})};
    world.step(h, {.held = {.left = true}});
    CHECK(state_of<Player>(world).is_user_controlled);
    for (int i = 0; i < 60; ++i) world.step(h);
    CHECK(state_of<Player>(world).vx == 0.0);
    world.reset();
    CHECK_FALSE(state_of<Player>(world).is_user_controlled);
}

TEST_CASE("a jump rises v^2/2g, less half a step at the jump speed")
{
    World world = manual_world();
    world.step(h, press_jump);
    double top = 0.0;
    for (int i = 0; i < 60; ++i)
    {
        top = std::max(top, state_of<Player>(world).y);
        world.step(h);
    }
    CHECK(top == doctest::Approx(81.0 / 50.0 - 9.0 * h / 2.0).epsilon(2e-3));
    CHECK(state_of<Player>(world).is_grounded);
    CHECK(state_of<Player>(world).y == 0.0);
}

namespace
{
using DtScaling = Player::DtScaling;

Player player_with(DtScaling dt_scaling) { return Player{.knobs = {.dt_scaling = dt_scaling}}; }

double top_of_jump(DtScaling dt_scaling, double hz)
{
    World world = manual_world(player_with(dt_scaling));
    world.step(1.0 / hz, press_jump);
    double top = 0.0;
    for (int i = 0; i < static_cast<int>(4 * hz) && !state_of<Player>(world).is_grounded; ++i)
    {
        top = std::max(top, state_of<Player>(world).y);
        world.step(1.0 / hz);
    }
    return top;
}

// Height of a jump: v^2 / 2g, less half a step at the jump speed, because a semi-implicit step applies gravity first.
double rise(double v, double g, double hz) { return v * v / (2 * g) - v / hz / 2; }
} // namespace

TEST_CASE("with only forces multiplied by dt, a jump rises to the same height at any rate, less half a step")
{
    for (const double hz : {60.0, 144.0, 500.0, 4000.0})
        CHECK(top_of_jump(DtScaling::forces, hz) == doctest::Approx(rise(9, 25, hz)).epsilon(2e-3));
}

TEST_CASE("gravity that is not multiplied by dt is 2.4 times as strong at 144 Hz and half as strong at 30 Hz")
{
    for (const double hz : {30.0, 60.0, 144.0, 500.0})
        CHECK(top_of_jump(DtScaling::nothing, hz) == doctest::Approx(rise(9, 25 * hz / 60, hz)).epsilon(5e-3));
}

TEST_CASE("a jump speed multiplied by dt is 60/144 of its value at 144 Hz")
{
    for (const double hz : {30.0, 60.0, 144.0, 500.0})
        CHECK(top_of_jump(DtScaling::everything, hz) == doctest::Approx(rise(9 * 60 / hz, 25, hz)).epsilon(2e-2));
}

TEST_CASE("at 60 Hz all three choices of what is multiplied by dt give the same motion")
{
    for (const DtScaling wrong : {DtScaling::nothing, DtScaling::everything})
    {
        World right{choice_of(Player{})}, other{choice_of(player_with(wrong))};
        for (int i = 0; i < 60 * 60; ++i)
        {
            right.step(h);
            other.step(h);
            REQUIRE(state_of<Player>(other).x == doctest::Approx(state_of<Player>(right).x).epsilon(1e-9));
        }
        CHECK(other.events().crossed_gap == right.events().crossed_gap);
    }
}

TEST_CASE("a press makes one jump; a held key makes no more, and a press in the air is counted")
{
    World world = manual_world();
    world.step(h, press_jump);
    for (int i = 0; i < 120; ++i) world.step(h, {.held = {.jump = true}});
    CHECK(world.events().jumped == 1);
    world.step(h, press_jump);
    world.step(h, press_jump);
    CHECK(world.events().jumped == 2);
    CHECK(world.events().in_air == 1);
}

TEST_CASE("a key press that no step received makes no jump and is not counted as one in the air")
{
    World world = manual_world();
    for (int i = 0; i < 30; ++i) world.step(h, {.held = {.jump = i < 3}});
    CHECK(world.events().jumped == 0);
    CHECK(world.events().in_air == 0);
}

TEST_CASE("the jump buffer remembers a press before landing, only for its length")
{
    for (const double buffer : {0.0, 0.1})
    {
        World world = manual_world(Player{.knobs = {.jump_buffer = buffer}});
        world.step(h, press_jump);
        while (state_of<Player>(world).vy > -8.0) world.step(h); // until three steps before landing
        world.step(h, press_jump);
        for (int i = 0; i < 10; ++i) world.step(h);
        CHECK(world.events().jumped == (buffer > 0.0 ? 2 : 1));
        CHECK(world.events().in_air == (buffer > 0.0 ? 0 : 1));
    }
}

TEST_CASE("coyote time allows a jump from just beyond the edge")
{
    for (const double coyote : {0.0, 0.1})
    {
        World world = manual_world(Player{.knobs = {.coyote_time = coyote}});
        while (state_of<Player>(world).is_grounded) world.step(h, run_right);
        world.step(h, run_right);
        world.step(h, press_jump);
        CHECK(world.events().jumped == (coyote > 0.0 ? 1 : 0));
    }
}

TEST_CASE("a dash moves two metres in the air without falling, once per flight")
{
    World world = manual_world();
    world.step(h, press_jump);
    for (int i = 0; i < 5; ++i) world.step(h, run_right);
    const double x = state_of<Player>(world).x;
    const double y = state_of<Player>(world).y;
    world.step(h, press_dash);
    for (int i = 0; i < 8; ++i) world.step(h, press_dash);
    CHECK(state_of<Player>(world).x - x == doctest::Approx(9 * 14.0 * h).epsilon(1e-9));
    CHECK(state_of<Player>(world).y == doctest::Approx(y));
    for (int i = 0; i < 5; ++i) world.step(h, press_dash);
    CHECK(state_of<Player>(world).vx < 14.0);
    CHECK(state_of<Player>(world).y < y);
}

TEST_CASE("after a fall and after a crossing the player teleports to the start")
{
    World world = manual_world();
    while (world.events().fell_into_gap == 0) world.step(h, run_right);
    CHECK(state_of<Player>(world).x == Player::start_x);
    CHECK(state_of<Player>(world).is_teleported);
}

TEST_CASE("player: a state of NaN leaves a valid picture") { check_ruined<Player>(); }
