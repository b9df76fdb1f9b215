// Any bytes at all go through the reader of replay files; what it takes can be run, moved about in and written again.
// Run: build/fuzz/tests/fuzz_replay CORPUS tests/play/fixtures
#include "play/replay_file.hpp"
#include "play/replay_run.hpp"

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

// With what may be turned in it, a step may take any time: only few of the cheapest scene's are taken.
bool is_cheap(const play::Replay& replay)
{
    for (const play::ReplayEvent& event : replay.all.events)
        if (std::holds_alternative<play::Set>(event.what)) return false;
    return replay.start.scene.index() == 0;
}

void run_some(const play::Replay& replay)
{
    play::ReplayRun run{std::make_shared<const play::Replay>(replay)};
    for (int i = 0; i < 100 && run.tick() < 1000 && run.frame(); ++i)
    {
    }
}

void check(const play::Replay& replay)
{
    require(replay.version >= 1 && replay.version <= play::newest_version);
    require(!replay.has_lengths || replay.all.frames == std::ssize(replay.all.lengths));
    require(std::ssize(replay.all.hashes) == replay.all.ticks / play::hashed_ticks);
    for (const play::InputChange& change : replay.all.inputs)
        require(change.tick >= 0 && change.tick < replay.all.ticks);
    if (is_cheap(replay)) run_some(replay);
    play::Pieces pieces{replay.has_lengths};
    const std::string again = pieces.beginning(replay.start) + pieces.block(replay.all) + pieces.end();
    if (again.size() > 1'000'000) return;
    const auto read = play::parse(again, "again");
    require(std::holds_alternative<play::Replay>(read));
    require(std::get<play::Replay>(read).all.inputs == replay.all.inputs);
    require(std::get<play::Replay>(read).all.events == replay.all.events);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes{reinterpret_cast<const char*>(data), size};
    const auto read = play::parse(bytes, "fuzz");
    if (const auto* error = std::get_if<std::string>(&read)) check_line(*error);
    if (const auto* replay = std::get_if<play::Replay>(&read)) check(*replay);
    // A check sum is hard to guess: the same bytes as a block's, too.
    for (const bool has_lengths : {false, true})
        for (int version = 1; version <= play::newest_version; ++version)
        {
            play::BlockCode code{has_lengths, version};
            play::Block block;
            static_cast<void>(code.read(bytes, block));
        }
    return 0;
}
