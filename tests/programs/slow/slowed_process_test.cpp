// Checks the part of the shim that slows a process down, without a game.
#include "programs/slow/slowed_process.hpp"

#include "sim/game/game_connection.hpp"
#include "sim/game/shared_game_memory.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;
using sim::Nanos;

namespace
{

constexpr std::size_t swap_window = sim::presenting_call_index("SDL_GL_SwapWindow");
constexpr std::size_t update_rect = sim::presenting_call_index("SDL_UpdateRect");

// A page, its owner, and a process that presents pictures.
struct Slowed
{
    explicit Slowed(sim::GameSetup setup)
        : memory(sim::GameConnection::memory_size(setup) / sizeof(std::max_align_t) + 1)
        , bytes{reinterpret_cast<std::byte*>(memory.data()), sim::GameConnection::memory_size(setup)} // NOLINT: bytes
        , game{bytes, setup}
        , process{*sim::as_shared_game_memory(bytes), 42, "a game"}
    {
    }

    std::vector<sim::GameFrame> present(int pictures, std::size_t call = swap_window, std::uint64_t window = 1)
    {
        for (int i = 0; i < pictures; ++i)
            if (!process.is_partial_update(call, window)) process.end_frame(call, window);
        return game.read_new_frames();
    }

    std::vector<std::max_align_t> memory;
    std::span<std::byte> bytes;
    sim::GameConnection game;
    slow::SlowedProcess process;
};

} // namespace

TEST_CASE("each frame gets the lag that the same seed gives to the lab's PC")
{
    sim::GameSetup setup{.seed = 11};
    setup.machine.lag = {.delay = 1ms, .jitter = 4ms, .spike_interval_frames = 5, .spike = 10ms};
    Slowed slowed{setup};
    const auto frames = slowed.present(21);
    REQUIRE(frames.size() == 20);
    sim::LagGenerator lag{setup.seed};
    for (const sim::GameFrame& frame : frames)
    {
        CHECK(frame.added_time >= lag.next(setup.machine.lag, Nanos{}));
        CHECK(frame.added_time <= frame.frame_time);
        CHECK(frame.is_slowed);
        CHECK(slowed.game.process(frame.process_index).name == "a game");
    }
}

TEST_CASE("with a recording each frame is at least as long as recorded, until the recording ends")
{
    Slowed slowed{{.recording = {{2ms, 5ms, 3ms}, false}}};
    const auto frames = slowed.present(6);
    REQUIRE(frames.size() == 5);
    const std::vector<Nanos> recorded{2ms, 5ms, 3ms, Nanos{-1}, Nanos{-1}};
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        CHECK(frames[i].recorded_frame_time == recorded[i]);
        CHECK(frames[i].frame_time >= recorded[i]);
    }
}

TEST_CASE("a recording that repeats begins again")
{
    Slowed slowed{{.recording = {{1ms, 2ms}, true}}};
    const auto frames = slowed.present(6);
    REQUIRE(frames.size() == 5);
    for (std::size_t i = 0; i < frames.size(); ++i) CHECK(frames[i].recorded_frame_time == (i % 2 == 0 ? 1ms : 2ms));
}

TEST_CASE("of two windows only the busier one is slowed down, and both are recorded")
{
    sim::GameSetup setup{.machine = {.lag = {.delay = 1ms}}};
    Slowed slowed{setup};
    slowed.present(1, swap_window, 1);
    slowed.present(40, swap_window, 2);
    for (int i = 0; i < 10; ++i)
    {
        const auto of_game = slowed.present(3, swap_window, 2);
        const auto of_tool = slowed.present(1, swap_window, 1);
        REQUIRE(of_game.size() == 3);
        REQUIRE(of_tool.size() == 1);
        CHECK(of_game[0].is_slowed);
        CHECK_FALSE(of_tool[0].is_slowed);
        CHECK(of_game[0].window_number != of_tool[0].window_number);
    }
}

TEST_CASE("of two windows that present equally often, the first is slowed down, and the other never")
{
    Slowed slowed{{}};
    for (int i = 0; i < 500; ++i)
    {
        for (const sim::GameFrame& frame : slowed.present(1, swap_window, 1)) REQUIRE(frame.is_slowed);
        for (const sim::GameFrame& frame : slowed.present(1, swap_window, 2)) REQUIRE_FALSE(frame.is_slowed);
    }
}

TEST_CASE("a window that presents while another thread spends the lag of the slowed window does not replace it")
{
    Slowed slowed{{}};
    slowed.present(2, swap_window, 1);
    slowed.game.add_hitch(1s);
    std::thread game{[&] { slowed.process.end_frame(swap_window, 1); }};
    while (sim::as_shared_game_memory(slowed.bytes)->pending_hitch_ns != 0) std::this_thread::yield();
    const auto frames = slowed.present(200, swap_window, 2);
    game.join();
    CHECK(frames.size() == 199);
    CHECK(std::ranges::none_of(frames, [](const sim::GameFrame& frame) { return frame.is_slowed != 0; }));
}

TEST_CASE("a window that becomes the busiest later becomes the game")
{
    Slowed slowed{{}};
    slowed.present(500, swap_window, 1);
    const auto frames = slowed.present(500, swap_window, 2);
    CHECK_FALSE(frames.front().is_slowed);
    CHECK(frames.back().is_slowed);
}

TEST_CASE("several updates of parts of a window within a millisecond are one picture")
{
    Slowed slowed{{}};
    CHECK(slowed.present(5, update_rect).size() == 0);
    sim::WallClock{}.sleep(3ms);
    CHECK(slowed.present(5, update_rect).size() == 1);
    sim::WallClock{}.sleep(3ms);
    CHECK(slowed.present(1, update_rect).size() == 1);
}

TEST_CASE("a hitch makes one frame longer, also while lag is off")
{
    sim::GameSetup setup{.machine = {.lag = {.is_enabled = false}}};
    Slowed slowed{setup};
    slowed.present(2);
    slowed.game.add_hitch(5ms);
    const auto frames = slowed.present(1);
    REQUIRE(frames.size() == 1);
    CHECK(frames[0].added_time >= 5ms);
    CHECK(sim::as_shared_game_memory(slowed.bytes)->pending_hitch_ns == 0);
}

TEST_CASE("a process without a free entry in the page leaves the last process its name")
{
    Slowed slowed{{}};
    for (std::size_t i = 1; i <= sim::max_presenting_processes; ++i)
    {
        const std::string name = std::to_string(i);
        const slow::SlowedProcess process{*sim::as_shared_game_memory(slowed.bytes), static_cast<std::int32_t>(100 + i),
                                          name.c_str()};
    }
    CHECK(slowed.game.process(0).name == "a game");
    CHECK(slowed.game.process(sim::max_presenting_processes - 1).name ==
          std::to_string(sim::max_presenting_processes - 1));
    CHECK(slowed.game.presenting_process_ids().size() == sim::max_presenting_processes);
}

TEST_CASE("frames that find no room in the page are counted")
{
    Slowed slowed{{}};
    for (std::size_t i = 0; i < sim::max_unread_frames + 8; ++i) slowed.process.end_frame(swap_window, 1);
    CHECK(slowed.game.lost_frame_count() == 7);
    CHECK(slowed.game.read_new_frames().size() == sim::max_unread_frames);
}
