// lab/replay/replay_file.hpp -- writes and reads replay files: a first line, then pieces (docs/replay-files.md)
//
// Each piece has a length and a checksum. If the program is killed while it writes a file, the pieces written so far
// can be run.
#pragma once

#include "lab/replay/block_code.hpp"
#include "lab/replay/replay.hpp"

#include <string>
#include <string_view>
#include <variant>

namespace lab
{

/// The version of the file format that this program writes and reads (docs/replay-files.md).
inline constexpr int replay_format = 3;
/// The largest file in bytes: about four days at 60 frames a second.
inline constexpr std::size_t longest_replay_file = 64'000'000;

/// Encodes the pieces of a replay file. Call the functions in this order: once for the beginning (settings at the
/// start), once for each block (about one second), once for the end.
class Pieces
{
public:
    explicit Pieces(bool has_lengths)
        : code_{has_lengths}
        , has_lengths_{has_lengths}
    {
    }

    struct Beginning
    {
        std::string bytes;
        /// Checksum of the file's first line and its first piece (settings at the start), as in Replay::beginning.
        std::uint32_t checksum = 0;
    };
    Beginning beginning(const Settings& start) const;
    std::string block(const ReplayBlock& block);
    std::string end(const ReplayEnd& end) const;
    /// Returns false if the file with all blocks so far is larger than the largest file that can be read.
    bool has_room() const;

private:
    BlockCode code_;
    std::size_t bytes_ = 0; ///< size of the blocks so far in bytes
    bool has_lengths_;
};

/// Returns true if the file begins like a replay file. Also true for old replay files, for which parse() returns an
/// error.
bool is_replay_file(const std::string& path);
/// Parses the bytes of a replay file. If they are not valid, returns one line with `name`, the byte position and the
/// error. A file without an end piece is valid: the program was killed while it wrote the file.
std::variant<Replay, std::string> parse(std::string_view bytes, std::string_view name);
/// Reads and parses a replay file of at most 64 MB. Returns one line with the error if that is not possible.
std::variant<Replay, std::string> read_file(const std::string& path);

} // namespace lab
