// play/play_file.hpp -- a play as a file: a line that says so, then pieces, each with its length and its check sum
// (docs/play-files.md). What was added before the program was killed can be played.
#pragma once

#include "play/block_code.hpp"
#include "play/play.hpp"
#include "play/version.hpp"

#include <string>
#include <string_view>
#include <variant>

namespace play
{

/// The pieces of a file, in their order: a beginning, any number of blocks, an end.
class Pieces
{
public:
    explicit Pieces(bool has_lengths)
        : code_{has_lengths}
        , has_lengths_{has_lengths}
    {
    }

    std::string beginning(const lab::Settings& start) const;
    std::string block(const Block& block);
    std::string end() const;

private:
    BlockCode code_;
    bool has_lengths_;
};

/// Whether that is a file which says of itself that it is a play.
bool is_play_file(const std::string& path);
/// What was played; or one line that says what is wrong at which byte of `name`. A file that ends too early is one that
/// was being written.
std::variant<Play, std::string> parse(std::string_view bytes, std::string_view name);
/// The same from a file, of up to 64 MB.
std::variant<Play, std::string> read_file(const std::string& path);

} // namespace play
