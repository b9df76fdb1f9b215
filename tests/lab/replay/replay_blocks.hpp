// tests/lab/replay/replay_blocks.hpp -- takes replay files apart and puts them together again with correct checksums,
// so that tests can change their contents (docs/replay-files.md)
#pragma once

#include "lab/replay/replay.hpp"

#include <string>
#include <string_view>
#include <vector>

/// Returns the complete blocks of a replay file without the lines of their checksums.
inline std::vector<std::string> blocks_of(std::string_view file)
{
    std::vector<std::string> blocks;
    file = file.substr(0, file.rfind('\n') + 1);
    for (auto check = file.find("\ncheck "); check != file.npos; check = file.find("\ncheck "))
    {
        blocks.emplace_back(file.substr(0, check + 1));
        file.remove_prefix(file.find('\n', check + 1) + 1);
    }
    return blocks;
}

inline std::string replay_of(const std::vector<std::string>& blocks)
{
    std::string file;
    std::uint32_t checksum = 0;
    for (const std::string& block : blocks)
    {
        checksum = lab::crc32(block, checksum);
        file += block + lab::block_checksum_line(checksum);
    }
    return file;
}
