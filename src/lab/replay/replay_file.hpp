// lab/replay/replay_file.hpp -- writes and reads replay files: a first line, then pieces with a length and a checksum
// each (docs/replay-files.md). If the program is killed while it writes a file, the pieces written so far can be run.
#pragma once

#include "lab/replay/block_code.hpp"
#include "lab/replay/replay.hpp"

#include <string>
#include <string_view>
#include <variant>

namespace lab
{

/// The version of the format that is written and read (docs/replay-files.md).
inline constexpr int replay_format = 3;

/// Makes the pieces of a file. Their order is: one beginning, any number of blocks, one end.
class Pieces
{
public:
    explicit Pieces(bool has_lengths)
        : code_{has_lengths}
        , has_lengths_{has_lengths}
    {
    }

    std::string beginning(const Settings& start) const;
    std::string block(const ReplayBlock& block);
    std::string end() const;

private:
    BlockCode code_;
    bool has_lengths_;
};

/// True if the file begins like a replay file, or like one with the format's old name (which parse() refuses).
bool is_replay_file(const std::string& path);
/// Parses a replay. Returns one line with `name`, the byte position and the error if it is not valid. A file without an
/// end is valid: its writer was killed.
std::variant<Replay, std::string> parse(std::string_view bytes, std::string_view name);
/// Reads and parses a replay file of at most 64 MB. Returns one line with the error if that is not possible.
std::variant<Replay, std::string> read_file(const std::string& path);

} // namespace lab
