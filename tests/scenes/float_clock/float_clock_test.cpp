#include "scenes/float_clock/float_clock.hpp"
#include "scenes/ruined.hpp"

namespace
{
World clock_after(FloatClock::StartTime start, double hz, int steps)
{
    return stepped(FloatClock{.knobs = {.start = start}}, hz, steps);
}

double rate(const World& world)
{
    const auto& state = state_of<FloatClock>(world);
    return state.float_hand_turns / state.double_hand_turns;
}
} // namespace

TEST_CASE("a float that adds 60ths of a second is exact at first, 0.4 % slow after an hour and 6.25 % after ten hours")
{
    using enum FloatClock::StartTime;
    CHECK(rate(clock_after(at_zero, 60.0, 600)) == doctest::Approx(1.0).epsilon(1e-4));
    CHECK(rate(clock_after(after_1_h, 60.0, 600)) == doctest::Approx(68.0 / 4096.0 * 60.0).epsilon(1e-9));
    CHECK(rate(clock_after(after_10_h, 60.0, 600)) == doctest::Approx(4.0 / 256.0 * 60.0).epsilon(1e-9));
}

TEST_CASE("after a hundred hours a float adds 31 ms for each 60th of a second, and nothing for a 120th")
{
    using enum FloatClock::StartTime;
    CHECK(rate(clock_after(after_100_h, 60.0, 600)) == doctest::Approx(1.875).epsilon(1e-9));
    const World still = clock_after(after_100_h, 120.0, 600);
    CHECK(state_of<FloatClock>(still).float_hand_turns == 0.0);
    CHECK(still.events().clock_stalled == 600);
}

TEST_CASE("a double is exact to a microsecond after a hundred hours, and equals the exact motion")
{
    World world = clock_after(FloatClock::StartTime::after_100_h, 60.0, 3600);
    CHECK(std::abs(state_of<FloatClock>(world).double_seconds - 360'060.0) < 1e-6);
    CHECK(exact_at<FloatClock>(world, world.time()).float_hand_turns ==
          doctest::Approx(state_of<FloatClock>(world).double_hand_turns).epsilon(1e-9));
}

TEST_CASE("the resolution of a float is 0.24 ms after an hour, 3.9 ms after ten, 31 ms after a hundred")
{
    CHECK(FloatClock::float_spacing(3600.0F) == doctest::Approx(0.000244140625));
    CHECK(FloatClock::float_spacing(36'000.0F) == doctest::Approx(0.00390625));
    CHECK(FloatClock::float_spacing(360'000.0F) == doctest::Approx(0.03125));
}

TEST_CASE("changing the start restarts the scene")
{
    World world = clock_after(FloatClock::StartTime::at_zero, 60.0, 60);
    set_knob(world, "start", 3.0);
    world.step(1.0 / 60.0);
    CHECK(world.step_count() == 1);
    CHECK(state_of<FloatClock>(world).double_seconds == doctest::Approx(360'000.0 + 1.0 / 60.0));
}

TEST_CASE("float-clock: a state of NaN leaves a valid picture") { check_ruined<FloatClock>(); }
