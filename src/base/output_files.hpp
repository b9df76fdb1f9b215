// base/output_files.hpp -- the files that a program writes: whole or not at all, or growing while it runs
#pragma once

#include "base/system_files.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace base
{

/// A file that appears whole or not at all: written beside its place, then moved there. An unfinished file is removed
/// by the destructor, by a signal that ends the program (stopping.hpp), or, after SIGKILL, by the next WholeFile that
/// is written into the same folder.
class WholeFile
{
public:
    /// Through a symbolic link, the file that the link names is written. A pipe or a device is written directly, and so
    /// is "-", the standard output. A folder is refused.
    explicit WholeFile(std::filesystem::path path);
    WholeFile(const WholeFile&)      = delete;
    void operator=(const WholeFile&) = delete;
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

    /// Whether a call failed already; `finish` says which.
    bool failed() const { return !error_.empty(); }
    /// The path that another program may write instead of this one: the file beside the place, or the pipe or device.
    std::filesystem::path written() const;

    /// Ends the file; nothing can be added afterwards. Returns nothing when all bytes are in place, and with `on_disk`
    /// on the disk; otherwise one line that names the file and the error.
    std::optional<std::string> finish(bool on_disk = false);

private:
    class Temporary;

    std::string begin();
    const File& file() const;
    void flush();

    std::filesystem::path path_;
    std::unique_ptr<Temporary> temporary_;
    File in_place_; ///< a pipe, a device or the standard output
    fmt::memory_buffer text_;
    std::string error_;
};

/// Follows symbolic links to a path that may not exist yet. A link into /proc, such as /dev/stdout, is not followed:
/// its text is no path.
std::filesystem::path followed(std::filesystem::path path);

/// A file that another program reads while this one writes it, or that must exist after SIGKILL. It replaces what was
/// there at once, and each call of `add` hands the text to the system. "-" is the standard output.
class GrowingFile
{
public:
    explicit GrowingFile(std::filesystem::path path);

    /// These return nothing while all calls succeed; otherwise one line that names the file and the first error.
    std::optional<std::string> add(std::string_view text);
    std::optional<std::string> finish();

private:
    std::optional<std::string> failure() const;

    std::filesystem::path path_;
    File file_;
    std::string error_;
};

/// A file as the command line names it.
struct NamedFile
{
    std::string_view flag;
    std::string path; ///< in UTF-8; empty for none; "-" for the standard output
    bool output = false;
};

/// Returns one line when two flags name the same file, through any links, and at least one flag writes it. Pipes and
/// devices are allowed.
std::optional<std::string> why_not_apart(std::span<const NamedFile> files);

} // namespace base
