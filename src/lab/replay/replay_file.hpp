// lab/replay/replay_file.hpp -- a replay as a file: a line that says so, then pieces, each with its length and its
// check sum (docs/replay-files.md). What was added before the program was killed can be run.
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

/// The pieces of a file, in their order: a beginning, any number of blocks, an end.
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

/// Whether the file begins as a replay file does, or as one of the format's old name, which is refused.
bool is_replay_file(const std::string& path);
/// Returns the replay; or one line that says what is wrong at which byte of `name`. A file that ends too early is one
/// that was being written.
std::variant<Replay, std::string> parse(std::string_view bytes, std::string_view name);
/// The same from a file, of up to 64 MB.
std::variant<Replay, std::string> read_file(const std::string& path);

} // namespace lab
