// base/shared_text.hpp -- a text in memory to which programs that this program starts can append
#pragma once

#include "base/system_files.hpp"

#include <string>

namespace base
{

/// An empty text that other processes of this user append to: they open path() like a file. It has no name in a folder,
/// so nothing is left behind when this process is killed. A process that has opened it keeps it until its end.
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
    long long taken_ = 0; // bytes
};

} // namespace base
