// base/shared_memory.hpp -- memory blocks and in-memory log files, shared with programs that this program starts
#pragma once

#include "base/system_files.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace base
{

/// A file in memory for other processes of this user. The system frees the memory when no process uses the file.
class InMemoryFile
{
public:
    /// Throws std::runtime_error with the reason if the system cannot create the file.
    InMemoryFile();

    /// A path below /proc, with which other processes can open this memory while this object exists.
    std::string path() const;

protected:
    File file_;
};

/// A block of memory, filled with zeros, that other processes can map. They cannot change its size.
class SharedMemory : public InMemoryFile
{
public:
    /// Throws std::runtime_error with the reason if the system has no memory for `size` bytes.
    explicit SharedMemory(std::size_t size);
    SharedMemory(const SharedMemory&) = delete;
    void operator=(const SharedMemory&) = delete;
    ~SharedMemory();

    std::span<std::byte> bytes() const { return bytes_; }

private:
    std::span<std::byte> bytes_;
};

/// A file in memory, empty at first, to which other processes can append text.
class SharedTextFile : public InMemoryFile
{
public:
    /// The text appended since the last call, at most about `max_bytes_per_read`; empty if there is none, or if the
    /// file cannot be read now.
    std::string read_new_text();
    static constexpr std::size_t max_bytes_per_read = 16'000'000;

private:
    long long read_offset_ = 0; // where the next read_new_text() begins
};

} // namespace base
