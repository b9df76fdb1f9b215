// base/files.hpp -- reads small files; replaces files atomically; appends to files while other programs read them
#pragma once

#include "base/system_files.hpp"

#include <fmt/core.h>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace base
{

constexpr std::size_t max_small_file_bytes = 1'000'000;

/// A phrase such as "cannot be read: No such file or directory" or "is longer than 1000000 bytes".
struct ReadFailure
{
    std::string reason;
};

/// Returns the bytes of the file, or why it cannot be read, for example because it is longer than `max_bytes`.
std::variant<std::string, ReadFailure> read_small_file(const std::filesystem::path& path,
                                                       std::size_t max_bytes = max_small_file_bytes);

/// Replaces a file atomically by a temporary file in its folder. The destructor removes an unfinished temporary file.
class AtomicFileWriter
{
public:
    /// Follows symbolic links. A pipe, a device and "-" (standard output) get no temporary file. A folder is an error.
    explicit AtomicFileWriter(std::filesystem::path path);
    AtomicFileWriter(const AtomicFileWriter&) = delete;
    void operator=(const AtomicFileWriter&) = delete;
    ~AtomicFileWriter();

    /// Appends `text` to the file. Does nothing after a write error, which finish() reports.
    void add(std::string_view text)
    {
        buffer_.append(text);
        if (buffer_.size() > max_buffered_bytes) write_buffer();
    }
    /// Formats the arguments and appends the result. Not a template, so that callers of add_line() compile less code.
    void add_formatted(fmt::string_view format, fmt::format_args args);
    template <class... Args>
    void add_line(fmt::format_string<Args...> format, Args&&... args)
    {
        add_formatted(format, fmt::make_format_args(args...));
        add("\n");
    }

    bool has_failed() const { return !error_.empty(); }
    /// The path that another program, such as ffmpeg, may write before finish().
    std::filesystem::path staging_path() const;

    /// Replaces the old file. Returns one line with file name and error; std::nullopt after success.
    std::optional<std::string> finish(bool waits_for_disk = false);

private:
    static constexpr std::size_t max_buffered_bytes = 60'000;
    std::string open_target(); // returns the error message; empty on success
    void create_temporary_file();
    void release_temporary_path();
    void write_buffer();

    std::filesystem::path path_, target_path_; ///< the user's path, and the path behind its symbolic links
    /// Empty while no temporary file exists. Pipes, devices and the standard output never have one.
    std::filesystem::path temporary_path_;
    int temporary_file_slot_ = -1; ///< result of register_temporary_file()
    File file_;
    std::string buffer_;
    std::string error_;
};

/// Follows up to 40 symbolic links, but none into /proc, such as /dev/stdout. The returned path may not exist.
std::filesystem::path resolve_symlinks(std::filesystem::path path);

/// A log file that other programs can read at any time. The first add() replaces an old file, and later calls append.
class LogFile
{
public:
    /// Checks write access and locks an existing file. The first add() replaces the old text by `header` and new text.
    explicit LogFile(std::filesystem::path path_to_lock_now, std::string header = "");

    std::optional<std::string> add(std::string_view text);
    /// Returns an error of add(), or an error that the system reports late, such as a full disk on a file server.
    std::optional<std::string> verify_writes();
    const std::optional<std::string>& failure() const { return failure_; }
    bool has_written_text() const { return has_written_text_; }

private:
    void lock_old_file();
    void replace_file(std::string_view text);
    void record_failure(std::string_view write_error);

    std::filesystem::path path_;
    std::string header_;
    File file_; ///< not open before the first text, except for a pipe, a device or the standard output
    /// The existing file. It stays locked until add() replaces it, so that no other program writes to it.
    File old_file_;
    bool has_written_text_ = false;
    std::optional<std::string> failure_;
};

/// Returns a one-line error if `path` is a folder, its folder is missing, or this user may not write it.
std::optional<std::string> unwritable_output_error(const std::filesystem::path& path);

struct FileArgument
{
    std::string_view flag;
    std::string path; ///< in UTF-8; empty if the user named no file; "-" for the standard output
    bool is_output = false;
};

/// Returns a one-line error if an output file is also the file of another flag. Ignores pipes and devices.
std::optional<std::string> file_conflict_error(std::span<const FileArgument> files);
/// Returns an error if an output file cannot be written. Must be called before the program writes to any file.
std::optional<std::string> unwritable_output_error(std::span<const FileArgument> files);

} // namespace base
