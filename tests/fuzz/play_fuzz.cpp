// Any bytes at all go through the reader of play files; what it takes can be played, moved about in and written again.
// Run: build/fuzz/tests/fuzz_play CORPUS tests/play/fixtures
#include "play/play_file.hpp"
#include "play/player.hpp"

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
bool is_cheap(const play::Play& play)
{
    for (const play::Turned& turned : play.all.turned)
        if (std::holds_alternative<play::Set>(turned.what)) return false;
    return play.start.scene.index() == 0;
}

void play_some(const play::Play& play)
{
    play::Player player{std::make_shared<const play::Play>(play)};
    for (int i = 0; i < 100 && player.tick() < 1000 && player.frame(); ++i)
    {
    }
}

void check(const play::Play& play)
{
    require(play.version >= 1 && play.version <= play::newest_version);
    require(!play.has_lengths || play.all.frames == std::ssize(play.all.lengths));
    require(std::ssize(play.all.hashes) == play.all.ticks / play::hashed_ticks);
    for (const play::Given& given : play.all.given) require(given.tick >= 0 && given.tick < play.all.ticks);
    if (is_cheap(play)) play_some(play);
    play::Pieces pieces{play.has_lengths};
    const std::string again = pieces.beginning(play.start) + pieces.block(play.all) + pieces.end();
    if (again.size() > 1'000'000) return;
    const auto read = play::parse(again, "again");
    require(std::holds_alternative<play::Play>(read));
    require(std::get<play::Play>(read).all.given == play.all.given);
    require(std::get<play::Play>(read).all.turned == play.all.turned);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes{reinterpret_cast<const char*>(data), size};
    const auto read = play::parse(bytes, "fuzz");
    if (const auto* error = std::get_if<std::string>(&read)) check_line(*error);
    if (const auto* play = std::get_if<play::Play>(&read)) check(*play);
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
