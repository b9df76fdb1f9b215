// lab/replay/replay_file.hpp -- reads replay files: lines of text in blocks of about a second (docs/replay-files.md)
//
// Each block ends with a checksum. If the program is killed while it writes a file, the blocks written so far can be
// run.
#pragma once

#include "base/message.hpp"
#include "lab/replay/replay.hpp"

#include <string>
#include <string_view>
#include <variant>

namespace lab
{

/// The version of the file format that this program writes and reads (docs/replay-files.md).
inline constexpr int replay_format = 4;
/// The largest file in bytes: about 30 hours at 60 frames a second.
inline constexpr std::size_t longest_replay_file = 64'000'000;
/// The largest number of frame times in a file.
inline constexpr std::int64_t most_frame_times = 10'000'000;
/// The largest number of inputs and events in a file.
inline constexpr std::int64_t most_changes = 1'000'000;

/// Returns the first lines of a replay file: the format, and the settings at the start.
std::string head_of(const Settings& start, bool has_lengths);
/// Returns the last line of a block. `checksum` is crc32() of all lines before it, but without earlier lines of this
/// kind.
std::string check_line(std::uint32_t checksum);

/// Returns true if the file begins like a replay file. Also true for another version of the format, for which parse()
/// returns an error.
bool is_replay_file(const std::string& path);
/// Parses the text of a replay file. If it is not valid, returns one line with `name`, the number of the wrong line and
/// the error. A file that ends within a block is valid up to that block, because the program that wrote it was killed.
base::Result<Replay> parse(std::string_view text, std::string_view name);
/// Reads and parses a replay file of at most 64 MB. Returns one line with the error if that is not possible.
base::Result<Replay> read_file(const std::string& path);

} // namespace lab
