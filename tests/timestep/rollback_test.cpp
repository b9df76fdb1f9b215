#include "testing.hpp"
#include "timestep/rollback.hpp"
#include "timestep/snapshots.hpp"
#include "timestep/ticks.hpp"

TEST_CASE("after 1,000 rollbacks the state and the number of ticks are those of a game whose inputs came in time")
{
    auto loop = presets::accumulator(hz(60));
    Rollback<std::uint64_t, int> late;
    std::uint64_t in_time = 0;
    std::mt19937_64 engine{1};
    std::vector<int> inputs;
    struct Message
    {
        std::int64_t tick, arrives;
    };
    std::vector<Message> messages;
    std::int64_t rollbacks = 0, again = 0;
    Nanos now{};
    while (rollbacks < 1000)
    {
        const Nanos frame = random_time(engine, 30ms);
        now += frame;
        const StepPlan plan = loop.plan({.frame_time = frame});
        std::erase_if(messages,
                      [&](const Message& m)
                      {
                          if (m.arrives > late.next_tick()) return false;
                          REQUIRE(late.correct_input(m.tick, inputs[static_cast<std::size_t>(m.tick)]));
                          return true;
                      });
        const std::int64_t taken = late.resimulate(mix);
        rollbacks += taken > 0 ? 1 : 0;
        again += taken;
        run_steps(
            plan,
            [&](double)
            {
                inputs.push_back(static_cast<int>(engine() % 4));
                messages.push_back({late.next_tick(), late.next_tick() + 1 + static_cast<std::int64_t>(engine() % 20)});
                mix(in_time, inputs.back(), late.next_tick());
                late.step(0, mix); // the predicted input is 0
            });
    }
    for (const Message& m : messages) REQUIRE(late.correct_input(m.tick, inputs[static_cast<std::size_t>(m.tick)]));
    late.resimulate(mix);
    CHECK(late.state() == in_time);
    CHECK(late.next_tick() == tick_at(hz(60), now)); // no wall time was lost
    CHECK(late.next_tick() == static_cast<std::int64_t>(inputs.size()));
    CHECK(again > 1000);
}

TEST_CASE("an input is corrected only if its tick was taken and is still kept, and an equal input changes nothing")
{
    Rollback<std::uint64_t, int, 4> world{5, 100};
    CHECK_FALSE(world.correct_input(100, 1));
    for (int i = 0; i < 10; ++i) world.step(i, mix);
    CHECK(world.next_tick() == 110);
    CHECK(world.oldest_correctable_tick() == 106);
    CHECK_FALSE(world.correct_input(105, 1));
    CHECK_FALSE(world.correct_input(110, 1));
    CHECK(world.correct_input(107, 7));
    CHECK(world.resimulate(mix) == 0);
    CHECK(world.correct_input(108, 1));
    CHECK(world.correct_input(106, 2));
    CHECK(world.resimulate(mix) == 4);
    CHECK(world.resimulate(mix) == 0);
    std::uint64_t expected = 5;
    std::int64_t tick = 100;
    for (const int input : {0, 1, 2, 3, 4, 5, 2, 7, 1, 9}) mix(expected, input, tick++);
    CHECK(world.state() == expected);
}

TEST_CASE("a corrected tick is simulated again before a step overwrites it")
{
    for (int steps_until_resimulation = 0; steps_until_resimulation < 10; ++steps_until_resimulation)
    {
        CAPTURE(steps_until_resimulation);
        Rollback<std::uint64_t, int, 4> world;
        for (int i = 0; i < 4; ++i) world.step(1, mix);
        REQUIRE(world.correct_input(0, 2));
        for (int i = 0; i < steps_until_resimulation; ++i) world.step(1, mix);
        CHECK(world.resimulate(mix) == (steps_until_resimulation > 0 ? 0 : 4));
        std::uint64_t expected = 0;
        for (std::int64_t tick = 0; tick < world.next_tick(); ++tick) mix(expected, tick == 0 ? 2 : 1, tick);
        CHECK(world.state() == expected);
    }
}

TEST_CASE("a saved clock has 148 bytes, the same on every machine, and goes on exactly like the original")
{
    static_assert(saved_clock_size == 148);
    using Byte = std::pair<std::size_t, int>;
    GameClock clock;
    clock.speed = {1, 3};
    clock.max_time_per_frame = 20ms;
    clock.add_hit_stop(3, {60000, 1001});
    clock.add_fast_forward(1s);
    std::mt19937_64 engine{2};
    for (int i = 0; i < 100; ++i) clock.advance(random_time(engine, 100ms));
    clock.speed = {2, 7};
    clock.advance(1ms);
    const SavedClockBytes bytes = to_bytes({.tick = 0x0123456789ABCDEF, .clock = clock});
    for (const auto& [at, value] : {Byte{0, 'T'}, Byte{4, 1}, Byte{8, 0xEF}, Byte{15, 0x01}, Byte{16, 2}, Byte{24, 7}})
        CHECK_MESSAGE(bytes[at] == value, at);
    auto loaded = parse_saved_clock(bytes);
    REQUIRE(loaded);
    CHECK(loaded->tick == 0x0123456789ABCDEF);
    CHECK(to_bytes(*loaded) == bytes);
    for (const Nanos frame : random_frames(1000, 100ms, 2))
        REQUIRE(loaded->clock.advance(frame) == clock.advance(frame));
    CHECK(loaded->clock.nanosecond_fraction() == clock.nanosecond_fraction());
    CHECK(loaded->clock.dropped() == clock.dropped());
}

TEST_CASE("a clock with hit-stops of any rate and length is loaded, and accepts more of them")
{
    for (const Rate rate : {hz(60), every(16'666'667ns), Rate{1, Rate::max_term}, hz(Rate::max_term)})
        for (const std::int64_t ticks : {std::int64_t{6}, std::int64_t{1} << 62})
        {
            INFO("hertz ", to_hertz(rate), ", ticks ", ticks);
            GameClock clock;
            clock.add_hit_stop(1, rate);
            clock.add_hit_stop(ticks, rate);
            auto loaded = parse_saved_clock(to_bytes({.clock = clock}));
            REQUIRE(loaded);
            loaded->clock.add_hit_stop(ticks, rate);
            clock.add_hit_stop(ticks, rate);
            CHECK(loaded->clock.state_words() == clock.state_words());
        }
}

TEST_CASE("a saved clock with any flipped bit, another size or a number out of range is refused")
{
    const SavedClockBytes bytes = to_bytes({.tick = 60});
    REQUIRE(parse_saved_clock(bytes));
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit)
    {
        SavedClockBytes flipped = bytes;
        flipped[bit / 8] = static_cast<std::uint8_t>(flipped[bit / 8] ^ (1U << bit % 8));
        CHECK_FALSE(parse_saved_clock(flipped));
    }
    for (std::size_t size = 0; size < bytes.size(); ++size)
        CHECK_FALSE(parse_saved_clock(std::span{bytes}.first(size)));

    std::mt19937_64 engine{3};
    for (int i = 0; i < tries(100'000); ++i) // random words with a correct checksum
    {
        SavedClockBytes random = bytes;
        const std::span all{random};
        detail::write_little_endian(all.subspan(16 + 8 * (engine() % 16), 8), engine() >> engine() % 64);
        detail::write_little_endian(all.last(4), detail::crc32(all.first(saved_clock_size - 4)));
        if (auto saved = parse_saved_clock(random)) REQUIRE(saved->clock.advance(1ms) >= 0ns);
    }
}

TEST_CASE("a picture of another thread never goes back, and is at most a step and a frame of the simulation old")
{
    for (const Rate rate : {hz(20), hz(60), hz(144)})
        for (const std::uint64_t seed : {1U, 2U, 3U})
        {
            CAPTURE(to_hertz(rate));
            std::mt19937_64 engine{seed};
            const auto up_to = [&](Nanos most) { return 1ns + random_time(engine, most); };
            auto loop = presets::accumulator(rate);
            Snapshots<double> snapshots; // position of a body at 1 m/s, so the state equals the time
            TickCounter ticks;
            Nanos simulated{}, drawn{}, shown{};
            const Nanos step = step_ns(rate), longest = 20ms;
            CHECK_FALSE(snapshots.read(0ns).has_state);
            while (drawn < 100s)
                if (simulated < drawn) // next frame of the simulation thread
                {
                    const Nanos frame = up_to(longest);
                    simulated += frame;
                    const StepTimes times = ticks.count_steps(simulated, loop.plan({.frame_time = frame}));
                    for (std::int64_t i = 0; i < times.step_count(); ++i)
                        snapshots.publish(to_seconds(times.end_time(i)), times.end_time(i));
                }
                else
                {
                    drawn += up_to(25ms);
                    if (drawn > simulated) continue; // the simulation thread runs first
                    const auto picture = snapshots.read(drawn - step);
                    if (!picture.has_state) continue;
                    REQUIRE(picture.time >= shown);
                    shown = picture.time;
                    if (shown > step) REQUIRE(drawn - shown <= step + longest);
                    REQUIRE(picture.state == doctest::Approx(to_seconds(shown)));
                }
        }
}

TEST_CASE("a teleported state is not blended for a picture of another thread")
{
    Snapshots<double> snapshots;
    snapshots.publish(0.0, 0ms);
    snapshots.publish(1.0, 10ms);
    CHECK(snapshots.read(5ms).state == 0.5);
    snapshots.publish(100.0, 20ms, true);
    CHECK(snapshots.read(15ms).state == 100.0);
    snapshots.publish(101.0, 30ms);
    CHECK(snapshots.read(25ms).state == 100.5);
    CHECK(snapshots.read(1h).state == 101.0);
    CHECK(snapshots.read(22ms).state == 101.0);
    CHECK(snapshots.read(22ms).time == 30ms);
}
