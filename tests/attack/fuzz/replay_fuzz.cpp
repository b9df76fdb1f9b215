// Fuzz target: reads random bytes as a replay file, and as the blocks of a replay file with correct checksums. An
// accepted replay must run, and be written and read again unchanged.
// Run: build/fuzz/tests/fuzz_replay CORPUS tests/lab/replay/fixtures
#include "lab/replay/replay_blocks.hpp"
#include "lab/replay/replay_run.hpp"
#include "require.hpp"

#include <cstdint>

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
    const auto add = [&](const auto& all)
    {
        for (const auto& contents : all) block += lab::replay_line(contents) + '\n';
    };
    add(replay.frame_times);
    add(replay.inputs);
    add(replay.events);
    add(replay.hashes);
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
