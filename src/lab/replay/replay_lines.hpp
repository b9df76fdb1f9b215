// lab/replay/replay_lines.hpp -- the lines of a replay file (docs/replay-files.md), and checksums of their contents
#pragma once

#include "lab/replay/replay.hpp"
#include "sim/physics/state_hash.hpp"

#include <string>
#include <string_view>

namespace lab
{

/// Returns the CRC-32 checksum, as in PNG and zip files. `before` is the checksum of the text that precedes `text`.
constexpr std::uint32_t crc32(std::string_view text, std::uint32_t before = 0)
{
    std::uint32_t crc = ~before;
    for (const char c : text)
    {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320 : 0);
    }
    return ~crc;
}
static_assert(crc32("123456789") == 0xCBF43926);
static_assert(crc32("6789", crc32("12345")) == 0xCBF43926);

/// Ends a block, which is a part of a replay of about one second.
struct BlockEnd
{
    std::int64_t frames = 0;    ///< number of frames that have ended in the block
    std::int64_t ticks  = 0;    ///< number of physics steps in the block
    bool whole          = true; ///< as Replay::whole, for all steps up to the end of the block
};

/// Each function returns a line of a replay file without its line break.
std::string line_of(Nanos frame_time);
std::string line_of(const InputChange& change);
std::string line_of(const ReplayEvent& event);
std::string line_of(std::uint32_t hash);
std::string line_of(const BlockEnd& block);
std::string line_of(const ReplayEnd& end);

/// Adds the contents of a line without its line break to `replay`. Returns false if line_of() does not write such a
/// line.
bool read_line(std::string_view line, Replay& replay);

/// Computes the checksums of the contents of a replay up to some time. The recorder stores them in the file, and each
/// run of the replay computes them again. So a changed file is detected even if the change has no effect on the state
/// of the world.
class ReplayDigest
{
public:
    /// `beginning` is Replay::beginning.
    explicit ReplayDigest(std::uint32_t beginning) { given_.add(std::uint64_t{beginning}); }

    /// Adds a change of the user's input. Call the functions add() in the order in which the lane (loop) gets inputs,
    /// events and frame times.
    void add(const InputChange& change) { given_.add(std::uint64_t{crc32(line_of(change))}); }
    void add(const ReplayEvent& event);
    void add(Nanos frame_time) { lengths_.add(std::int64_t{frame_time.count()}); }

    /// Returns a checksum of 32 bits of the world's state and all inputs and events so far; 0 if the state contains a
    /// NaN. It does not depend on frame times.
    std::uint32_t mark(const scenes::World& world) const;
    /// Returns a 32-bit checksum of all frame times, of all frames that the program stopped early (brakes), and of the
    /// three arguments: numbers of frames and physics steps, and whether all steps had one fixed size.
    std::uint32_t frames(std::int64_t count, std::int64_t ticks, bool whole) const;

private:
    /// Checksum of inputs and events, but without brakes (frames that the program stopped early).
    sim::StateHash given_;
    sim::StateHash lengths_; ///< checksum of frame times
    /// Checksum of brakes (frames that the program stopped early). It is separate, because brakes come in another
    /// order: the recorder adds a brake after its frame, and a run of the replay adds it before the frame.
    sim::StateHash brakes_;
};

} // namespace lab
