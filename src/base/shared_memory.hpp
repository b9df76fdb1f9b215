// base/shared_memory.hpp -- memory, and a text, that this program shares with programs that it starts
#pragma once

#include "base/system_files.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace base
{

/// A file in memory. Other processes of this user open it by path(); no folder contains it, so it needs no clean-up.
/// The system frees it when the last process that uses it has ended, even if that process was killed.
class SharedFile
{
public:
    /// Throws std::runtime_error with the reason if the system has no memory.
    SharedFile();

    /// The path by which another process opens the file, as long as this object exists.
    std::string path() const;

protected:
    int descriptor() const { return file_.descriptor(); }

private:
    File file_;
};

/// A block of memory, filled with zeros, that other processes can map.
class SharedMemory : public SharedFile
{
public:
    /// Throws std::runtime_error with the reason if the system has no memory for `size` bytes.
    explicit SharedMemory(std::size_t size);
    SharedMemory(const SharedMemory&)   = delete;
    void operator=(const SharedMemory&) = delete;
    ~SharedMemory();

    std::span<std::byte> bytes() const { return bytes_; }

private:
    std::span<std::byte> bytes_;
};

/// An empty text to which other processes can append.
class SharedText : public SharedFile
{
public:
    /// The part that was appended since the last call. Does not wait.
    std::string take();

private:
    long long taken_ = 0; // number of bytes that take() has returned so far
};

} // namespace base
