// Fuzz target: reads random bytes as a replay file. An accepted replay must run, and be written and read again
// unchanged.
// Run: build/fuzz/tests/fuzz_replay CORPUS tests/lab/replay/fixtures
#include "lab/replay/replay_file.hpp"
#include "lab/replay/replay_run.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace
{

void require(bool promise)
{
    if (!promise) std::abort();
}

void check_line(const std::string& text)
{
    require(!text.empty());
    for (const char c : text) require(static_cast<unsigned char>(c) >= ' ' && c != '\x7F');
}

// Returns whether a step of the replay is fast. With changed settings or another scene a step may take any time.
bool is_cheap(const lab::Replay& replay)
{
    for (const lab::ReplayEvent& event : replay.all.events)
        if (std::holds_alternative<lab::SetEvent>(event.what)) return false;
    return replay.start.scene.scene == 0;
}

void run_some(const lab::Replay& replay)
{
    lab::ReplayRun run{std::make_shared<const lab::Replay>(replay)};
    for (int i = 0; i < 100 && run.tick() < 1000 && run.frame(); ++i)
    {
    }
}

void check(const lab::Replay& replay)
{
    require(!replay.has_lengths || replay.all.frames == std::ssize(replay.all.lengths));
    require(std::ssize(replay.all.hashes) == replay.all.ticks / lab::hashed_ticks);
    for (const lab::InputChange& change : replay.all.inputs)
        require(change.tick >= 0 && change.tick < replay.all.ticks);
    if (is_cheap(replay)) run_some(replay);
    lab::Pieces pieces{replay.has_lengths};
    const std::string again = pieces.beginning(replay.start).bytes + pieces.block(replay.all) +
                              pieces.end(replay.end.value_or(lab::ReplayEnd{}));
    if (again.size() > 1'000'000) return;
    const auto read = lab::parse(again, "again");
    require(std::holds_alternative<lab::Replay>(read));
    require(std::get<lab::Replay>(read).all.inputs == replay.all.inputs);
    require(std::get<lab::Replay>(read).all.events == replay.all.events);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes{reinterpret_cast<const char*>(data), size};
    const auto read = lab::parse(bytes, "fuzz");
    if (const auto* error = std::get_if<std::string>(&read)) check_line(*error);
    if (const auto* replay = std::get_if<lab::Replay>(&read)) check(*replay);
    // Random bytes rarely have a correct check sum, so the bytes are also read as the content of a block.
    for (const bool has_lengths : {false, true})
    {
        lab::BlockCode code{has_lengths};
        lab::ReplayBlock block;
        static_cast<void>(code.read(bytes, block));
    }
    return 0;
}
