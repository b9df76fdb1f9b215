// tests/replay_pieces.hpp -- takes replay files apart and puts them together again with correct checksums, so that
// tests can change their contents (docs/replay-files.md)
#pragma once

#include "lab/replay/bytes.hpp"

#include <string>
#include <string_view>
#include <vector>

inline const std::string replay_line = "timestep-replay 3\n";

/// Returns the payloads of a replay file: the beginning, the blocks and the end.
inline std::vector<std::string> payloads_of(std::string_view file)
{
    std::vector<std::string> payloads;
    lab::ByteReader in{file.substr(replay_line.size())};
    while (!in.rest().empty() && in.ok())
    {
        const std::uint64_t size = in.whole();
        in.byte();
        payloads.emplace_back(in.rest().substr(0, size));
        for (std::uint64_t skipped = 0; skipped < size + 4; ++skipped) in.byte();
    }
    return payloads;
}

/// Returns a replay file with these payloads.
inline std::string replay_of(const std::vector<std::string>& payloads)
{
    std::string file = replay_line;
    for (const std::string& payload : payloads)
    {
        lab::Bytes out;
        out.whole(payload.size());
        out.byte(lab::crc32(out.text));
        out.text += payload;
        const bool is_first = file.size() == replay_line.size();
        out.fixed(lab::crc32(payload, is_first ? lab::crc32(replay_line) : 0), 4);
        file += out.text;
    }
    return file;
}
