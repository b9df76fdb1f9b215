// base/shared_text.hpp -- a text in memory; programs that this program starts can append to it
#pragma once

#include "base/system_files.hpp"

#include <string>

namespace base
{

/// An empty text to which other processes of this user can append: they open path() like a file. No folder contains
/// this file, so it needs no clean-up. The system frees the text when the last process that uses it has ended, even if
/// that process was killed.
class SharedText
{
public:
    /// Throws std::runtime_error with the reason if the system has no memory.
    SharedText();

    /// Returns the path by which another process opens the text, as long as this object exists.
    std::string path() const;
    /// Returns the part that was appended since the last call. Does not wait.
    std::string take();

private:
    File file_;
    long long taken_ = 0; // number of bytes that take() has returned so far
};

} // namespace base
