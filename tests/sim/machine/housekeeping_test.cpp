// Tests housekeeping work during the loop's wait, and clearing the screen before or after the wait.
#include "sim/machine/pc.hpp"

#include "sim/machine/live_pc.hpp"
#include "sim/machine/virtual_pc.hpp"
#include "timestep/presets.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

using namespace sim;

namespace
{
constexpr Nanos period = 20ms;
constexpr Nanos work = 2ms;
constexpr int frames = 600;

MachineSettings machine_with(const HousekeepingSettings& housekeeping)
{
    return {.vsync = VsyncMode::off, .render_cost = work, .housekeeping = housekeeping};
}

struct PacedBesideWork
{
    Nanos worst_late{}; ///< largest delay of the start of frame i after its due time, i * slot
    Nanos first_late{};
    Nanos spun{};
    Nanos end{};
};

PacedBesideWork pace_beside_work(std::string_view loop_name, const HousekeepingSettings& housekeeping,
                                 const SleepSettings& sleep = {}, Nanos slot = period)
{
    MachineSettings settings = machine_with(housekeeping);
    settings.sleep = sleep;
    timestep::Loop loop = timestep::find_preset(loop_name)->make(timestep::every(slot));
    VirtualPc pc{1};
    pc.wait_for_first_frame(loop.pacer, settings);
    PacedBesideWork paced;
    for (int i = 1; i <= frames; ++i)
    {
        const timestep::StepPlan plan = loop.plan({.frame_time = pc.begin_frame(settings)});
        const Nanos late = pc.frame_start_time() - i * slot;
        if (i == 2) paced.first_late = late; // frame 2 is the first after a complete frame
        paced.worst_late = std::max(paced.worst_late, late);
        pc.end_frame(settings, true);
        paced.spun += pc.wait_for_next_frame(loop.pacer, plan).spun;
    }
    paced.end = pc.frame_start_time() + pc.time_in_frame();
    return paced;
}

struct Pictures
{
    Nanos on_the_way{}; ///< from the start of the last frame to its display
    Nanos frame{}; ///< time of the last frame
};

Pictures cleared(std::string_view loop_name, MachineSettings settings, bool early)
{
    settings.clear_cost = 5ms;
    settings.clears_before_wait = early;
    timestep::Loop loop = timestep::find_preset(loop_name)->make(timestep::every(period));
    VirtualPc pc{1};
    Pictures seen;
    for (int i = 0; i < 10; ++i)
    {
        seen.frame = pc.begin_frame(settings);
        const timestep::StepPlan plan = loop.plan({.frame_time = seen.frame});
        seen.on_the_way = pc.end_frame(settings, true)->screen_time - pc.frame_start_time();
        pc.wait_for_next_frame(loop.pacer, plan);
    }
    return seen;
}
} // namespace

TEST_CASE("blind pieces begin while any waiting time is left; a loop that asks begins only pieces that end in time")
{
    CHECK(housekeeping_time({.piece_length = 5ms}, 18ms) == 20ms);
    CHECK(housekeeping_time({.piece_length = 5ms}, 20ms) == 20ms);
    CHECK(housekeeping_time({.piece_length = 5ms}, 1ns) == 5ms);
    CHECK(housekeeping_time({.piece_length = 5ms}, 0ms) == 0ms);
    CHECK(housekeeping_time({.piece_length = 5ms, .ends_in_time = true}, 18ms) == 15ms);
    CHECK(housekeeping_time({.piece_length = 5ms, .ends_in_time = true}, 20ms) == 20ms);
    CHECK(housekeeping_time({.piece_length = 5ms, .ends_in_time = true}, 4ms) == 0ms);
    CHECK(housekeeping_time({}, 18ms) == 0ms);
}

TEST_CASE("a loop that asks how much time is left is never late because of housekeeping, for pieces of any length")
{
    for (const char* loop : {"fixed-busy-wait", "fixed-sleep"})
        for (const Nanos piece : {Nanos{100us}, Nanos{700us}, Nanos{3ms}, Nanos{7ms}, Nanos{17ms}, Nanos{30ms}})
            CHECK_MESSAGE(pace_beside_work(loop, {.piece_length = piece, .ends_in_time = true}).worst_late <= 1us,
                          "loop ", loop, ", piece ", piece.count());
}

TEST_CASE("blind pieces make a loop late, by less than one piece")
{
    for (const Nanos piece : {Nanos{700us}, Nanos{3500us}, Nanos{5ms}, Nanos{7ms}, Nanos{16ms}})
    {
        CAPTURE(piece.count());
        const PacedBesideWork paced = pace_beside_work("fixed-busy-wait", {.piece_length = piece});
        CHECK(paced.worst_late < piece);
        CHECK(paced.worst_late > piece / 2);
    }
    // Four pieces of 5 ms in a wait of 18 ms end 2 ms late.
    CHECK(pace_beside_work("fixed-busy-wait", {.piece_length = 5ms}).first_late == 2ms);
}

TEST_CASE("a loop that never makes up lateness is slowed by blind pieces: a frame lasts its work and whole pieces")
{
    const Nanos end = pace_beside_work("fixed-drifting", {.piece_length = 7ms}).end;
    CHECK(timestep::to_millis(end - period) / frames == doctest::Approx(2.0 + 3 * 7.0).epsilon(1e-3));
    const Nanos asked = pace_beside_work("fixed-drifting", {.piece_length = 7ms, .ends_in_time = true}).end;
    CHECK(timestep::to_millis(asked - period) / frames == doctest::Approx(20.0).epsilon(1e-3));
}

TEST_CASE("time that housekeeping uses is not spun")
{
    CHECK(timestep::to_millis(pace_beside_work("fixed-busy-wait", {}).spun) / frames ==
          doctest::Approx(18.0).epsilon(1e-3));
    const Nanos spun = pace_beside_work("fixed-busy-wait", {.piece_length = 5ms, .ends_in_time = true}).spun;
    CHECK(timestep::to_millis(spun) / frames == doctest::Approx(3.0).epsilon(1e-3));
}

TEST_CASE("sleeps that end at ticks of 15.6 ms are late by 3 to 6 ms")
{
    const Nanos late = pace_beside_work("fixed-sleep", {}, {.wake_interval = 15'625us}, 16'666'667ns).worst_late;
    CHECK(late > 3ms);
    CHECK(late < 6ms);
}

TEST_CASE("the live PC works the same pieces and is as late as the virtual PC")
{
    for (const bool asks : {false, true})
    {
        const MachineSettings settings = machine_with({.piece_length = 7ms, .ends_in_time = asks});
        SimulatedClock clock;
        LivePc pc{clock, 1};
        timestep::Loop loop = timestep::find_preset("fixed-drifting")->make(timestep::every(period));
        Nanos measured{};
        for (int i = 0; i < 10; ++i)
        {
            measured = pc.begin_frame(settings);
            const timestep::StepPlan plan = loop.plan({.frame_time = measured});
            clock.spin_until(clock.now() + work);
            pc.end_frame(settings, true);
            pc.wait_for_next_frame(loop.pacer, plan);
        }
        CHECK(timestep::to_millis(measured) == doctest::Approx(asks ? 20.0 : 23.0).epsilon(1e-3));
    }
}

TEST_CASE("the live PC keeps its frame limit, and plays recorded frames at their recorded times, also after a late one")
{
    SimulatedClock clock;
    LivePc limited{clock, 1};
    const MachineSettings settings{.limit_hz = 50.0};
    limited.begin_frame(settings);
    for (int i = 0; i < 3; ++i)
    {
        clock.spin_until(clock.now() + 3ms);
        limited.end_frame(settings, true);
        CHECK(limited.begin_frame(settings) == 20ms);
    }
    LivePc playing{clock, 1};
    for (const auto& [recorded, starts] : {std::pair{10ms, 10ms}, {30ms, 40ms}, {5ms, 60ms}, {45ms, 90ms}})
    {
        CHECK(playing.begin_frame({}, recorded) == recorded);
        CHECK(playing.frame_start_time() == starts);
        clock.spin_until(clock.now() + 20ms);
    }
}

TEST_CASE("clearing the screen before the wait takes 5 ms off the time from the wait to the picture")
{
    const MachineSettings settings = machine_with({});
    const Pictures late = cleared("fixed-busy-wait", settings, false);
    const Pictures early = cleared("fixed-busy-wait", settings, true);
    CHECK(late.on_the_way == 5ms + work);
    CHECK(early.on_the_way == work);
    CHECK(std::chrono::abs(late.frame - period) <= 1us); // in both cases clearing uses time of the wait
    CHECK(std::chrono::abs(early.frame - period) <= 1us);
}

TEST_CASE("clearing early gains no time in a loop that does not wait; with VSYNC its frame begins 5 ms later")
{
    const MachineSettings free = machine_with({});
    CHECK(cleared("plain", free, false).frame == 5ms + work);
    CHECK(cleared("plain", free, true).frame == 5ms + work);

    MachineSettings synchronised = free;
    synchronised.vsync = VsyncMode::on;
    const Nanos gained =
        cleared("fixed", synchronised, false).on_the_way - cleared("fixed", synchronised, true).on_the_way;
    CHECK(gained == 5ms);
}

TEST_CASE("a frame that is not drawn has no drawing time, no clearing and no picture")
{
    for (const bool early : {false, true})
    {
        const MachineSettings settings{.render_cost = 5ms, .clear_cost = 5ms, .clears_before_wait = early};
        VirtualPc pc{1};
        pc.begin_frame(settings);
        CHECK_FALSE(pc.end_frame(settings, false));
        CHECK(pc.time_in_frame() == 0ns);
        CHECK(pc.end_frame(settings, true)->screen_time == 16'666'667ns);
    }
}
