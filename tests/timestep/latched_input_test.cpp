#include "testing.hpp"
#include "timestep/latched_input.hpp"

namespace
{
constexpr int jump = 3;

// Steps of a simulated run that saw a press or a release.
struct Played
{
    std::vector<int> pressed_in, released_in;
    std::vector<Nanos> delays; // time from a press to the end of the step that saw it
    int steps = 0;
};

Played playthrough(auto loop, const std::vector<Nanos>& frames, const std::vector<Nanos>& presses, Nanos hold)
{
    Played played;
    LatchedButtons buttons;
    Nanos now{};
    std::size_t pressed = 0, released = 0;
    for (const Nanos frame : frames)
    {
        now += frame;
        while (pressed < presses.size() || released < presses.size())
        {
            const bool down =
                pressed < presses.size() && (released == pressed || presses[pressed] < presses[released] + hold);
            const Nanos at = down ? presses[pressed] : presses[released] + hold;
            if (at > now) break;
            REQUIRE(buttons.push(at, jump, down));
            ++(down ? pressed : released);
        }
        const StepTimes times{now, loop.plan({.frame_time = frame})};
        for (std::int64_t i = 0; i < times.step_count(); ++i, ++played.steps)
        {
            const Buttons& seen = buttons.consume_step_events(times, i);
            if (seen.was_pressed(jump))
            {
                played.delays.push_back(times.end_time(i) - presses[played.pressed_in.size()]);
                played.pressed_in.push_back(played.steps);
            }
            if (seen.was_released(jump)) played.released_in.push_back(played.steps);
        }
    }
    return played;
}

std::vector<Nanos> presses_at_odd_times(int count)
{
    std::vector<Nanos> presses(static_cast<std::size_t>(count));
    Nanos at{5ms};
    for (Nanos& press : presses) press = std::exchange(at, at + Nanos{73'456'789});
    return presses;
}
} // namespace

TEST_CASE("every press is seen by exactly one step, the one during which it happened, for any frame times")
{
    const auto play_at = [presses = presses_at_odd_times(100)](Nanos frame)
    {
        const std::vector<Nanos> frames(static_cast<std::size_t>(8s / frame), frame);
        return playthrough(presets::accumulator(hz(50)), frames, presses, 30ms);
    };
    const Played smooth = play_at(1ms);
    for (const Nanos frame : std::initializer_list<Nanos>{1ms, 6'944'444ns, 16'666'667ns, 41ms, 142'857'143ns})
    {
        const Played played = play_at(frame);
        CHECK(played.pressed_in.size() == 100);
        CHECK(played.pressed_in == smooth.pressed_in);
        CHECK(played.released_in == smooth.released_in);
        for (const Nanos delay : played.delays) CHECK((delay >= 0ns && delay < 20ms));
    }
}

TEST_CASE("a press shorter than a step is seen as pressed and released in one step, and not as held")
{
    LatchedButtons buttons;
    REQUIRE(buttons.push(3ms, jump, true));
    REQUIRE(buttons.push(7ms, jump, false));
    const Buttons seen = buttons.consume_step_events({20ms, {.steps = 1, .dt = 20ms}}, 0);
    CHECK(seen.was_pressed(jump));
    CHECK(seen.was_released(jump));
    CHECK_FALSE(seen.is_down(jump));
}

TEST_CASE("a held button stays down in later steps, is pressed in one step only, and key repeat is no press")
{
    LatchedButtons buttons;
    REQUIRE(buttons.push(3ms, jump, true));
    REQUIRE(buttons.push(15ms, jump, true));
    const StepTimes times{20ms, {.steps = 2, .dt = 10ms}};
    CHECK(buttons.consume_step_events(times, 0).was_pressed(jump));
    const Buttons second = buttons.consume_step_events(times, 1);
    CHECK(second.is_down(jump));
    CHECK_FALSE(second.was_pressed(jump));
}

TEST_CASE("with polling a press is lost in a frame without a step and seen twice in a frame with two")
{
    PolledButtons buttons;
    buttons.push(jump, true);
    buttons.poll(); // a frame without a step: no step reads the press
    buttons.push(jump, false);
    buttons.poll();
    CHECK_FALSE(buttons.buttons().was_pressed(jump)); // the press is lost

    buttons.push(jump, true);
    buttons.poll();
    int seen = 0;
    for (int step = 0; step < 2; ++step) seen += buttons.buttons().was_pressed(jump) ? 1 : 0;
    CHECK(seen == 2); // both steps see the same press
}

TEST_CASE("steps end at the simulated clock's times, in loops behind the game clock and ahead of it")
{
    auto behind = presets::accumulator(hz(100));
    StepTimes times{35ms, behind.plan({.frame_time = 35ms})};
    CHECK(times.step_count() == 3);
    CHECK(times.end_time(0) == 10ms);
    CHECK(times.end_time(2) == 30ms);
    auto ahead = presets::rapier(hz(100));
    times = {35ms, ahead.plan({.frame_time = 35ms})};
    CHECK(times.step_count() == 4);
    CHECK(times.end_time(0) == 10ms);
    CHECK(times.end_time(3) == 40ms);
    auto semi = presets::semi_fixed(hz(100));
    times = {35ms, semi.plan({.frame_time = 35ms})};
    CHECK(times.step_count() == 4);
    CHECK(times.end_time(2) == 30ms);
    CHECK(times.end_time(3) == 35ms);
}

TEST_CASE("no input is lost when time is dropped or the clock is set back")
{
    LatchedInput<int> input;
    auto loop = presets::interpolated(hz(100));
    for (int i = 0; i < 10; ++i) REQUIRE(input.push(i * 100ms, i));
    std::vector<int> seen;
    const auto drain = [&](Nanos now, Nanos frame)
    {
        const StepTimes times{now, loop.plan({.frame_time = frame})};
        for (std::int64_t i = 0; i < times.step_count(); ++i)
            input.consume_step_events(times, i, [&](int e) { seen.push_back(e); });
    };
    drain(1s, 1s); // the loop drops 750 ms of this frame
    CHECK(seen == std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});

    REQUIRE(input.push(5h, 10)); // then the clock is set back by five hours
    drain(1s, -5h);
    drain(1010ms, 10ms);
    CHECK(seen.back() == 10);
}

TEST_CASE("a full queue refuses a new input and keeps the old ones")
{
    LatchedInput<int, 2> input;
    CHECK(input.push(1ms, 1));
    CHECK(input.push(2ms, 2));
    CHECK_FALSE(input.push(3ms, 3));
    CHECK(input.size() == 2);
}

TEST_CASE(
    "after 10,000 events in a pause every button is in the state of its last event, and each edge is seen at most once")
{
    std::mt19937_64 engine{5};
    for (int run = 0; run < 20; ++run)
    {
        LatchedButtons buttons;
        std::uint64_t down = 0, pressed = 0, released = 0;
        const StepTimes before{10ms, {.steps = 1, .dt = 10ms, .dt_seconds = 0.01}};
        REQUIRE(buttons.push(5ms, 7, true));
        CHECK(buttons.consume_step_events(before, 0).down == Buttons::mask(7));
        down = Buttons::mask(7);
        for (int i = 0; i < 10'000; ++i)
        {
            const int button = static_cast<int>(engine() % 64);
            const bool push = engine() % 2 == 0;
            REQUIRE(buttons.push(11ms + i * 1us, button, push));
            const std::uint64_t bit = Buttons::mask(button);
            if (push && (down & bit) == 0) pressed |= bit;
            if (!push && (down & bit) != 0) released |= bit;
            down = push ? down | bit : down & ~bit;
        }
        const Buttons after = buttons.consume_step_events({1s, {.steps = 1, .dt = 10ms, .dt_seconds = 0.01}}, 0);
        CHECK(after == Buttons{down, pressed, released});
        CHECK(buttons.consume_step_events({2s, {.steps = 1, .dt = 10ms, .dt_seconds = 0.01}}, 0) ==
              Buttons{.down = down});
    }
}

TEST_CASE("a pause keeps or drops its input by choice, and the buttons are right after it")
{
    for (const int events : {3, 2000}) // 2000 events are more than the queue can hold
        for (const PausedInput choice : {PausedInput::keep, PausedInput::drop})
        {
            LatchedButtons buttons;
            const StepPlan one{.steps = 1, .dt = 10ms, .dt_seconds = 0.01};
            REQUIRE(buttons.push(5ms, 1, true));
            REQUIRE(buttons.push(6ms, 2, true));
            CHECK(buttons.consume_step_events({10ms, one}, 0).is_down(1));
            Nanos now{10ms};
            for (int i = 0; i < events; ++i, now += 1ms)
            {
                REQUIRE(buttons.push(now, 3, i % 2 == 0)); // down at the end if the number of events is odd
                if (i % 100 == 50) buttons.filter_paused_events(choice);
            }
            REQUIRE(buttons.push(now, 1, false)); // held before the pause
            REQUIRE(buttons.push(now, 4, true)); // held after the pause
            REQUIRE(buttons.push(now, 5, true));
            REQUIRE(buttons.push(now, 5, false));
            buttons.filter_paused_events(choice);
            const Buttons seen = buttons.consume_step_events({now + 10ms, one}, 0);
            CAPTURE(events);
            CHECK_FALSE(seen.is_down(1));
            CHECK(seen.was_released(1));
            CHECK(seen.is_down(2));
            CHECK_FALSE(seen.was_released(2));
            CHECK(seen.is_down(3) == (events % 2 == 1));
            CHECK(seen.is_down(4));
            CHECK_FALSE(seen.is_down(5));
            for (const int button : {3, 4, 5}) CHECK(seen.was_pressed(button) == (choice == PausedInput::keep));
            CHECK(seen.was_released(5) == (choice == PausedInput::keep));
            CHECK(buttons.consume_step_events({now + 20ms, one}, 0) == Buttons{.down = seen.down});
        }
}

TEST_CASE("an event knows its moment within the step, also in slow motion")
{
    for (const Speed speed : {Speed{1}, Speed{1, 10}})
    {
        const std::int64_t slow = speed.den();
        LatchedInput<int> input;
        for (int i = -1; i < 8; ++i) REQUIRE(input.push(slow * i * 5ms, i));
        const StepTimes times{
            slow * 35ms, {.steps = 3, .dt = 10ms, .dt_seconds = 0.01, .carried = 5ms, .alpha = 0.5}, speed};
        std::vector<double> moments;
        for (std::int64_t i = 0; i < 3; ++i)
            input.consume_step_events(
                times, i, [&](int e, double moment) { moments.push_back(static_cast<double>(10 * e) + moment); });
        CHECK(moments == std::vector<double>{-10.0, 0.0, 10.5, 21.0, 30.5, 41.0, 50.5, 61.0});
        CHECK(input.size() == 1);
        input.clear();
        CHECK(input.size() == 0);
    }
    LatchedButtons buttons;
    REQUIRE(buttons.push(2500us, jump, true));
    double moment = 0.0;
    buttons.consume_step_events({10ms, {.steps = 1, .dt = 10ms, .dt_seconds = 0.01}}, 0,
                                [&](int button, bool down, double at) { moment = button == jump && down ? at : 0.0; });
    CHECK(moment == 0.25);
}
