// io/whole_file.hpp -- a file that appears whole or not at all: written beside its place, then moved there
#pragma once

#include "io/temporary.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace io
{

class WholeFile
{
public:
    /// Through a symbolic link, it is what the link names that is written. A pipe or a device is written straight, as
    /// is "-", the standard output: there is nothing to move, and nothing to keep whole. A folder is refused.
    explicit WholeFile(std::filesystem::path path);
    WholeFile(const WholeFile&)      = delete;
    void operator=(const WholeFile&) = delete;
    /// What was not finished leaves no trace.
    ~WholeFile();

    void add(std::string_view text)
    {
        text_.append(text);
        if (text_.size() > 60'000) flush();
    }
    template <class... Args>
    void add_line(fmt::format_string<Args...> format, Args&&... args)
    {
        fmt::format_to(fmt::appender{text_}, format, std::forward<Args>(args)...);
        add("\n");
    }

    /// Something went wrong already; `finish` says what.
    bool failed() const { return !error_.empty(); }
    /// What another program may write in this one's stead: the file beside the place, or the pipe or device itself.
    std::filesystem::path written() const { return temporary_ ? temporary_->path() : path_; }

    /// Ends it: nothing can be added then. Nothing when all of it is there, and on the disk if that is asked for;
    /// otherwise one line that names the file and says what failed.
    std::optional<std::string> finish(bool on_disk = false);

private:
    std::string begin();
    int descriptor() const;
    void flush();

    std::filesystem::path path_;
    std::optional<Temporary> temporary_;
    int in_place_ = -1; ///< the descriptor of a pipe or a device
    fmt::memory_buffer text_;
    std::string error_;
};

/// What `path` names when symbolic links are followed, whether it is there or not. What leads into /proc, as
/// /dev/stdout does, stays as it is: there a link's text is no path.
std::filesystem::path followed(std::filesystem::path path);

} // namespace io
