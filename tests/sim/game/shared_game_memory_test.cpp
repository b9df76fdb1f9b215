// Tests the memory that a game shares with the program that slows it down: settings go in, frame records come out.
#include "sim/game/game_connection.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <memory>
#include <vector>

using namespace std::chrono_literals;
using sim::Nanos;

namespace
{

// Memory filled with zeros and aligned like memory that a process maps.
struct PageMemory
{
    explicit PageMemory(std::size_t bytes_needed)
        : words((bytes_needed + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t))
        , size{bytes_needed}
    {
    }

    std::span<std::byte> bytes() { return {reinterpret_cast<std::byte*>(words.data()), size}; } // NOLINT: raw memory

    std::vector<std::max_align_t> words;
    std::size_t size;
};

std::shared_ptr<const std::vector<Nanos>> recorded(std::vector<Nanos> frames)
{
    return std::make_shared<const std::vector<Nanos>>(std::move(frames));
}

sim::MachineSettings slow_pc()
{
    sim::MachineSettings machine{
        .lag = {.delay = 40ms, .jitter = 3ms, .spike_interval_frames = 60, .spike = 250ms, .keeps_core_busy = true},
        .limit_hz = 50.0};
    machine.lag.added_lags = {sim::lag::Constant{5ms},
                              sim::lag::Random{2ms, 8ms},
                              sim::lag::EveryNthFrame{7, 9ms},
                              sim::lag::SingleSpike{12, 30ms},
                              sim::lag::DebuggerBreak{2s, 3s},
                              sim::lag::Pauses{2s, 20ms, 0.25},
                              sim::lag::Recorded{recorded({1ms, 2ms, 3ms}), "a"},
                              sim::lag::Recorded{recorded({7ms}), "b"},
                              sim::lag::Wave{2ms, 8ms, 4s}};
    return machine;
}

struct WithGame
{
    PageMemory memory{sim::GameConnection::memory_size({})};
    sim::GameConnection game{memory.bytes(), {}};
    sim::SharedGameMemory& page = *sim::as_shared_game_memory(memory.bytes());
};

// Writes one record as the shim in a slowed game does.
void write(sim::SharedGameMemory& page, std::int64_t frame)
{
    const std::uint64_t at = page.started_write_count++;
    sim::SharedFrameSlot& record = page.frame_slots[at % sim::max_unread_frames];
    record.frame.frame_time = Nanos{frame};
    record.sequence_number = at + 1;
}

} // namespace

TEST_CASE("the PC of the page loses the same time in every frame as the PC of the settings")
{
    const sim::GameSetup setup{.slowing_pid = 1, .seed = 7, .machine = slow_pc(), .recording = {{16ms, 33ms}, false}};
    PageMemory memory{sim::GameConnection::memory_size(setup)};
    const sim::GameConnection game{memory.bytes(), setup};
    sim::SharedGameMemory* const page = sim::as_shared_game_memory(memory.bytes());
    REQUIRE(page != nullptr);
    CHECK(page->played_frame_time_count == 2);
    const sim::MachineSettings read = sim::to_machine_settings(page->settings, sim::recorded_frame_times_of(*page));
    CHECK(read.limit_hz == 50.0);
    CHECK(read.lag.keeps_core_busy);
    REQUIRE(read.lag.added_lags.size() == setup.machine.lag.added_lags.size());

    sim::LagGenerator wanted{setup.seed}, got{page->seed};
    for (int frame = 0; frame < 600; ++frame)
    {
        CAPTURE(frame);
        const Nanos now = frame * 16ms;
        CHECK(got.next(read.lag, now) == wanted.next(setup.machine.lag, now));
    }
}

TEST_CASE("lag that is switched off while the game runs is off in the page")
{
    sim::GameSetup setup{.machine = slow_pc()};
    PageMemory memory{sim::GameConnection::memory_size(setup)};
    sim::GameConnection game{memory.bytes(), setup};
    sim::SharedGameMemory& page = *sim::as_shared_game_memory(memory.bytes());
    const std::uint32_t settings_before = page.settings_sequence_number;
    setup.machine.lag.is_enabled = false;
    game.apply_settings(setup.machine);
    CHECK(page.settings_sequence_number > settings_before);
    CHECK(page.settings_sequence_number % 2 == 0);
    CHECK(page.settings.is_enabled == 0);
    game.add_hitch(500ms);
    CHECK(page.pending_hitch_ns == 500'000'000);
}

TEST_CASE_FIXTURE(WithGame, "lag that a page cannot hold is an error")
{
    sim::MachineSettings machine{.lag = {.added_lags = {sim::lag::Recorded{recorded({1ms}), "late"}}}};
    CHECK_THROWS_WITH(game.apply_settings(machine), "a recording cannot be added while the game runs");
    machine.lag.added_lags.assign(17, sim::lag::Constant{1ms});
    CHECK_THROWS_WITH(game.apply_settings(machine), "--lag has more than 16 kinds of lag; remove some");
}

TEST_CASE("memory that is no page of this version is refused")
{
    const sim::GameSetup setup{.recording = {{16ms}, false}};
    PageMemory memory{sim::GameConnection::memory_size(setup)};
    CHECK(sim::as_shared_game_memory(memory.bytes()) == nullptr);
    const sim::GameConnection game{memory.bytes(), setup};
    sim::SharedGameMemory& page = *sim::as_shared_game_memory(memory.bytes());
    CHECK(sim::as_shared_game_memory(memory.bytes().first(100)) == nullptr);
    CHECK(sim::as_shared_game_memory(memory.bytes().first(memory.size - 1)) == nullptr);
    page.stored_frame_time_count = 2;
    CHECK(sim::as_shared_game_memory(memory.bytes()) == nullptr);
    page.stored_frame_time_count = 1;
    page.version = sim::shared_memory_version + 1;
    CHECK(sim::as_shared_game_memory(memory.bytes()) == nullptr);
}

TEST_CASE("lag that is not valid in a damaged page is left out")
{
    const std::vector<std::int64_t> frames{1, 2, 3};
    for (const sim::SharedLag& damaged :
         {sim::SharedLag{8, 1, 1, 0.0}, sim::SharedLag{7, 1, 1, 0.0, 0}, sim::SharedLag{2, 0, 1, 0.0},
          sim::SharedLag{5, 0, 1, 0.0}, sim::SharedLag{6, 2, 2, 0.0}, sim::SharedLag{6, -1, 1, 0.0},
          sim::SharedLag{6, 0, -1, 0.0}, sim::SharedLag{6, 0, 0, 0.0}})
    {
        CAPTURE(damaged.kind);
        sim::SharedSettings plain{.added_lag_count = 60000};
        plain.added_lags.fill(damaged);
        CHECK(sim::to_machine_settings(plain, frames).lag.added_lags.empty());
    }
    for (const sim::SharedLag& shortest : {sim::SharedLag{2, 1, 1, 0.0}, sim::SharedLag{5, 1, 1, 0.0}})
    {
        sim::SharedSettings plain{.added_lag_count = 1};
        plain.added_lags.fill(shortest);
        CHECK(sim::to_machine_settings(plain, frames).lag.added_lags.size() == 1);
    }
}

TEST_CASE_FIXTURE(WithGame, "frames are read in order, each once, also when the ring begins again")
{
    CHECK(game.read_new_frames().empty());
    std::int64_t next = 0, read = 0;
    for (int round = 0; round < 5; ++round)
    {
        for (std::size_t i = 0; i < sim::max_unread_frames / 2 + 3; ++i) write(page, next++);
        for (const sim::GameFrame& frame : game.read_new_frames()) CHECK(frame.frame_time.count() == read++);
        CHECK(read == next);
    }
    CHECK(game.lost_frame_count() == 0);
}

TEST_CASE("a count or a frame that the shim does not write makes the memory a damaged one, whose frames are not read")
{
    const auto is_damaged_after = [](auto&& damage)
    {
        WithGame with;
        write(with.page, 1);
        write(with.page, 2);
        damage(with.page, with.page.frame_slots[1].frame);
        const std::size_t read_count = with.game.read_new_frames().size();
        CHECK(read_count == (with.game.is_memory_damaged() ? read_count : 2));
        CHECK(read_count <= 2);
        write(with.page, 3);
        CHECK(with.game.read_new_frames().size() == (with.game.is_memory_damaged() ? 0 : 1));
        return with.game.is_memory_damaged();
    };
    using Page = sim::SharedGameMemory;
    using Frame = sim::GameFrame;
    CHECK_FALSE(is_damaged_after([](Page&, Frame&) {}));
    CHECK_FALSE(is_damaged_after([](Page& page, Frame&) { page.read_frame_count = 77; }));
    CHECK(is_damaged_after([](Page& page, Frame&) { page.started_write_count = UINT64_MAX; }));
    CHECK(is_damaged_after([](Page& page, Frame&) { page.started_write_count = sim::max_unread_frames + 1; }));
    CHECK(is_damaged_after([](Page&, Frame& frame) { frame.frame_time = -1ns; }));
    CHECK(is_damaged_after([](Page&, Frame& frame) { frame.frame_time = Nanos::max(); }));
    CHECK(is_damaged_after([](Page&, Frame& frame) { frame.added_time = 3ns; }));
    CHECK(is_damaged_after([](Page&, Frame& frame) { frame.added_time = Nanos::min(); }));
    CHECK(is_damaged_after([](Page&, Frame& frame) { frame.end_time = -1ns; }));
    CHECK(is_damaged_after([](Page&, Frame& frame) { frame.end_time = Nanos::max(); }));
    CHECK(is_damaged_after([](Page&, Frame& frame) { frame.presenting_call_index = sim::presenting_calls.size(); }));
    CHECK(is_damaged_after([](Page&, Frame& frame) { frame.process_index = sim::max_presenting_processes; }));
}

TEST_CASE_FIXTURE(WithGame,
                  "a record that a killed process has not completed delays the others and is then counted as lost")
{
    ++page.started_write_count;
    for (int i = 0; i < 998; ++i) write(page, 1);
    CHECK(game.read_new_frames().empty());
    write(page, 1);
    CHECK(game.read_new_frames().size() == 999);
    CHECK(game.lost_frame_count() == 1);
}
