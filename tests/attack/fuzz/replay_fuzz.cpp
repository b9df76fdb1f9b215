// Fuzz target: reads random bytes as a replay file, and as the blocks of a replay file with correct checksums. An
// accepted replay must run, and be written and read again unchanged.
// Run: build/fuzz/tests/fuzz_replay CORPUS tests/lab/replay/fixtures
#include "lab/replay/replay_blocks.hpp"
#include "lab/replay/replay_run.hpp"
#include "require.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace
{

void check_line(const std::string& text)
{
    require(!text.empty());
    check_printable(text);
}

// Returns whether a step of the replay is fast. With changed settings or another scene a step may take any time.
bool is_cheap(const lab::Replay& replay)
{
    for (const lab::FrameBoundaryEvent& event : replay.events)
        if (std::holds_alternative<lab::SettingEvent>(event.data)) return false;
    return replay.start_config.scene.scene_index == 0;
}

void run_some(const lab::Replay& replay)
{
    lab::ReplayRun run{std::make_shared<const lab::Replay>(replay)};
    for (int i = 0; i < 100 && run.tick() < 1000 && run.simulate_frame(); ++i)
    {
    }
}

std::string text_of(const lab::Replay& replay)
{
    std::string block = lab::replay_header(replay.start_config, replay.has_frame_times);
    for (const auto& frame_time : replay.frame_times) block += lab::replay_line(frame_time) + '\n';
    // Before a step come the hash of the steps before it, then the events, then the input.
    auto event = replay.events.begin();
    auto input = replay.inputs.begin();
    auto hash = replay.hashes.begin();
    for (std::int64_t hashed = lab::hash_interval_ticks;;)
    {
        const auto tick_of = [](bool exists, auto tick)
        { return exists ? tick() : std::numeric_limits<std::int64_t>::max(); };
        const std::int64_t hash_tick = tick_of(hash != replay.hashes.end(), [&] { return hashed; });
        const std::int64_t event_tick = tick_of(event != replay.events.end(), [&] { return event->next_tick; });
        const std::int64_t input_tick = tick_of(input != replay.inputs.end(), [&] { return input->tick; });
        if (hash == replay.hashes.end() && event == replay.events.end() && input == replay.inputs.end()) break;
        if (hash_tick <= std::min(event_tick, input_tick))
            block += lab::replay_line(*hash++) + '\n', hashed += lab::hash_interval_ticks;
        else if (event_tick <= input_tick)
            block += lab::replay_line(*event++) + '\n';
        else
            block += lab::replay_line(*input++) + '\n';
    }
    block +=
        lab::replay_line(lab::BlockSummary{replay.frame_count, replay.tick_count, replay.has_only_fixed_steps}) + '\n';
    if (replay.end_checksums) block += lab::replay_line(*replay.end_checksums) + '\n';
    return replay_of({block});
}

void check(const lab::Replay& replay)
{
    require(!replay.has_frame_times || replay.frame_count == std::ssize(replay.frame_times));
    require(std::ssize(replay.hashes) == replay.tick_count / lab::hash_interval_ticks);
    for (const lab::InputChange& change : replay.inputs) require(change.tick >= 0 && change.tick < replay.tick_count);
    if (is_cheap(replay)) run_some(replay);
    const std::int64_t most = std::int64_t{1} << 40;
    if (replay.frame_count > most || replay.tick_count > most) return; // more than one block can have
    const auto read = lab::parse_replay(text_of(replay), "again");
    require(std::holds_alternative<lab::Replay>(read));
    const auto& again = std::get<lab::Replay>(read);
    require(again.frame_times == replay.frame_times && again.inputs == replay.inputs && again.events == replay.events);
    require(again.hashes == replay.hashes && again.end_checksums == replay.end_checksums);
}

void check(std::string_view file)
{
    const auto read = lab::parse_replay(file, "fuzz");
    if (const auto* error = std::get_if<std::string>(&read)) check_line(*error);
    if (const auto* replay = std::get_if<lab::Replay>(&read)) check(*replay);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes{reinterpret_cast<const char*>(data), size};
    check(bytes);
    // Random bytes rarely have a correct checksum, so they are also read as blocks that get one.
    auto blocks = blocks_of(bytes);
    if (blocks.empty()) blocks.emplace_back(std::string{bytes} + '\n');
    check(replay_of(blocks));
    return 0;
}
