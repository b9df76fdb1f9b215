// base/shared_memory.hpp -- memory that this program shares with programs that it starts
#pragma once

#include "base/system_files.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace base
{

/// A block of memory, filled with zeros, that other processes of this user can map: they open path() like a file. No
/// folder contains this file. The system frees the memory when the last process that uses it has ended, even if that
/// process was killed.
class SharedMemory
{
public:
    /// Throws std::runtime_error with the reason if the system has no memory for `size` bytes.
    explicit SharedMemory(std::size_t size);
    SharedMemory(const SharedMemory&)   = delete;
    void operator=(const SharedMemory&) = delete;
    ~SharedMemory();

    std::span<std::byte> bytes() const { return bytes_; }
    /// Returns the path by which another process opens the memory, as long as this object exists.
    std::string path() const;

private:
    File file_;
    std::span<std::byte> bytes_;
};

} // namespace base
