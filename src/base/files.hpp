// base/files.hpp -- reads small files; writes files that appear complete or not at all, and files that grow
#pragma once

#include "base/system_files.hpp"

#include <fmt/core.h>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace base
{

constexpr std::size_t max_small_file_bytes = 1'000'000; ///< default limit for the size of a small file, in bytes

/// The reason why a file was not read: "cannot be read: No such file or directory", "is longer than 1000000 bytes".
struct ReadFailure
{
    std::string why;
};

/// The file's text; ReadFailure if the file cannot be read or is longer than `max_bytes` bytes.
std::variant<std::string, ReadFailure> read_small_file(const std::filesystem::path& path,
                                                       std::size_t max_bytes = max_small_file_bytes);

/// Writes a file that appears complete or not at all: writes a temporary file in the same folder, then moves it to its
/// place. An unfinished temporary file is removed by the destructor, by a signal that ends the program (stopping.hpp),
/// or, after SIGKILL, by the next WholeFile in the same folder.
class WholeFile
{
public:
    /// Opens the file `path` for writing. If `path` is a symbolic link, its target is written. A pipe, a device and "-"
    /// (the standard output) are written directly, without a temporary file. A folder is an error.
    explicit WholeFile(std::filesystem::path path);
    WholeFile(const WholeFile&)      = delete;
    void operator=(const WholeFile&) = delete;
    ~WholeFile();

    void add(std::string_view text)
    {
        text_.append(text);
        if (text_.size() > 60'000) flush();
    }
    /// Formats the arguments like fmt::format and adds the text to the file. It is not a template, because each source
    /// file would then compile most of fmt again.
    void add_formatted(fmt::string_view format, fmt::format_args args);
    template <class... Args>
    void add_line(fmt::format_string<Args...> format, Args&&... args)
    {
        add_formatted(format, fmt::make_format_args(args...));
        add("\n");
    }

    bool failed() const { return !error_.empty(); }
    /// The path of the temporary file, pipe or device, to which another program can write the content.
    std::filesystem::path writable_path() const;

    /// Finishes the file. Returns std::nullopt if all bytes are written and the file is in place, otherwise one line
    /// with the file's name and the error. With `waits_for_disk` it also waits until the bytes are on the disk.
    std::optional<std::string> finish(bool waits_for_disk = false);

private:
    class Temporary;

    std::string open_target();
    const File& file() const;
    void flush();

    std::filesystem::path path_;
    std::unique_ptr<Temporary> temporary_;
    File direct_file_; ///< a pipe, a device or the standard output, which is written directly
    std::string text_;
    std::string error_;
};

/// Follows the symbolic link `path`, also through further links, and returns the path at the end, which may not exist.
/// A link into /proc, such as /dev/stdout, is returned unchanged, because its target is often not a real path.
std::filesystem::path follow_links(std::filesystem::path path);

/// A file that another program reads while this program writes it, or that must be kept after SIGKILL. Until the first
/// call of add(), an old file with this name stays as it is; then `header` and the first text replace it all at once.
/// Each later call of add() writes its text immediately. A pipe, a device and "-" (the standard output) are opened by
/// the constructor. Two programs cannot write one file: the second gets an error.
class GrowingFile
{
public:
    /// Checks that the file can be written. The first call of add() writes `header` before its text. If add() is never
    /// called, nothing is written.
    explicit GrowingFile(std::filesystem::path path, std::string header = "");

    /// Appends `text` to the file. Both add() and finish() return std::nullopt if all calls so far succeeded; otherwise
    /// one line with the file's name and the first error.
    std::optional<std::string> add(std::string_view text);
    std::optional<std::string> finish();
    const std::optional<std::string>& failure() const { return failure_; }
    bool has_text() const { return has_text_; }

private:
    void lock_old_file();
    void write_first_text(std::string_view text);
    void fail(std::string_view why);

    std::filesystem::path path_;
    std::string header_;
    File file_; ///< not open before the first text is written, except if it is a pipe, a device or the standard output
    /// The file that had this name before; not open if there was none. It is locked until the first text replaces it,
    /// so that no other program writes a file with this name.
    File old_file_;
    bool has_text_ = false;
    std::optional<std::string> failure_;
};

/// A one-line error if `path` cannot be written: it is a folder, its folder is missing, or this user may not write it.
/// Opens and changes no file.
std::optional<std::string> error_if_not_writable(const std::filesystem::path& path);

struct NamedFile
{
    std::string_view flag;
    std::string path;       ///< in UTF-8; empty if no file is named; "-" for the standard output
    bool is_output = false; ///< true if the program writes the file
};

/// A one-line error if two flags name the same file (symbolic links are followed) and at least one of the flags writes
/// it. Pipes and devices may be named twice.
std::optional<std::string> error_if_same_file(std::span<const NamedFile> files);
/// A one-line error for the first output file that cannot be written. Call it before opening any file: then a program
/// that cannot start leaves all files as they were.
std::optional<std::string> error_if_not_writable(std::span<const NamedFile> files);

} // namespace base
