#include "base/files.hpp"

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/path.hpp"
#include "base/stopping.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <iterator>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>

namespace base
{

std::variant<std::string, ReadFailure> read_small_file(const std::filesystem::path& path, std::size_t max_bytes)
{
    const File file = open_to_read(path);
    if (!file.is_open()) return ReadFailure{"cannot be read: " + file.error()};
    std::string text;
    // Reads at most one byte more than allowed, to detect a file that is too long.
    const std::string error = file.read_rest(text, max_bytes + 1);
    if (!error.empty()) return ReadFailure{"cannot be read: " + error};
    if (text.size() > max_bytes) return ReadFailure{fmt::format("is longer than {} bytes", max_bytes)};
    return text;
}

namespace
{

namespace fs = std::filesystem;

constexpr std::string_view temporary_prefix = ".timestep-";
constexpr std::string_view temporary_suffix = ".part";

std::string write_error_message(const fs::path& path, std::string_view reason)
{
    return fmt::format("{}: cannot be written: {}",
                       path == "-" ? "the standard output" : printable_excerpt(path_to_utf8(path)), reason);
}

// Flushes stdout, so that text printed earlier precedes text written through this File.
File open_stdout()
{
    std::fflush(stdout);
    return File::standard(StandardStream::output);
}

fs::path parent_folder_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path{"."}; }

fs::path temporary_file_name(std::uint64_t process, std::uint64_t number)
{
    return fmt::format("{}{}-{}{}", temporary_prefix, process, number, temporary_suffix);
}

// True if temporary_file_name() makes this name.
bool is_temporary_file_name(const fs::path& name)
{
    const std::string text = path_to_utf8(name);
    std::string_view rest = text;
    rest.remove_prefix(std::min(temporary_prefix.size(), rest.size()));
    const auto process = consume_integer<std::uint64_t>(rest);
    rest.remove_prefix(std::min<std::size_t>(1, rest.size()));
    const auto number = consume_integer<std::uint64_t>(rest);
    return process && number && name == temporary_file_name(*process, *number);
}

// Removes the temporary files of killed processes. Searches each folder only once.
void remove_abandoned_files_once(const fs::path& folder)
{
    static std::mutex mutex;
    static std::set<fs::path> searched_folders;
    const std::scoped_lock lock{mutex};
    if (!searched_folders.insert(folder).second) return;
    std::error_code error;
    for (fs::directory_iterator entry{folder, error}, end; !error && entry != end; entry.increment(error))
        if (is_temporary_file_name(entry->path().filename())) remove_unlocked_file(entry->path());
}

// True for pipes, devices, and symbolic links that resolve_symlinks() does not resolve, such as /dev/stdout.
bool is_written_in_place(const fs::path& target)
{
    std::error_code error;
    return fs::is_symlink(fs::symlink_status(target, error)) || is_special_file(target);
}

// Returns the reason why a new file cannot replace `target`; empty if it can.
std::string replacement_error(const fs::path& target)
{
    std::error_code error;
    const fs::file_status status = fs::status(target, error);
    if (fs::is_directory(status)) return "it is a folder";
    if (fs::exists(status))
        if (std::string reason = write_permission_error(target); !reason.empty()) return reason;
    return is_written_in_place(target) ? "" : write_permission_error(parent_folder_of(target));
}

std::string file_identity_of_argument(const FileArgument& file)
{
    const bool is_standard_output = file.is_output && file.path == "-";
    return is_standard_output ? file_identity(StandardStream::output)
                              : file_identity(resolve_symlinks(path_from_utf8(file.path)));
}

} // namespace

fs::path resolve_symlinks(fs::path path)
{
    std::error_code error;
    for (int followed_count = 0; followed_count < 40; ++followed_count)
    {
        if (!fs::is_symlink(fs::symlink_status(path, error))) break;
        const fs::path target = path.parent_path() / fs::read_symlink(path, error);
        if (error || path_to_utf8(target).starts_with("/proc/")) break; // often no real path
        path = target;
    }
    return path;
}

AtomicFileWriter::AtomicFileWriter(fs::path path)
    : path_{std::move(path)}
    , error_{open_target()}
{
}

AtomicFileWriter::~AtomicFileWriter()
{
    if (!temporary_path_.empty()) remove_open_file(file_, temporary_path_);
    release_temporary_path();
}

std::string AtomicFileWriter::open_target()
{
    if (path_ == "-")
    {
        file_ = open_stdout();
        return "";
    }
    target_path_ = resolve_symlinks(path_);
    if (std::string reason = replacement_error(target_path_); !reason.empty()) return reason;
    if (is_written_in_place(target_path_))
        file_ = open_to_overwrite(target_path_);
    else
    {
        remove_abandoned_files_once(parent_folder_of(target_path_));
        create_temporary_file();
        if (file_.is_open()) try_copy_posix_permissions(target_path_, file_);
    }
    return file_.error();
}

// Creates a temporary file next to target_path_. A signal that ends the program deletes it.
void AtomicFileWriter::create_temporary_file()
{
    static std::atomic<std::uint64_t> created_file_count{0};
    while (!file_.is_open() && file_.error().empty())
    {
        temporary_path_ = parent_folder_of(target_path_) /
                          temporary_file_name(static_cast<std::uint64_t>(process_id()), ++created_file_count);
        temporary_file_slot_ = register_temporary_file(temporary_path_); // before it exists: a signal must remove it
        file_ = create_locked_file(temporary_path_);
        if (!file_.is_open()) release_temporary_path();
    }
}

void AtomicFileWriter::release_temporary_path()
{
    unregister_temporary_file(std::exchange(temporary_file_slot_, -1));
    temporary_path_.clear();
}

std::optional<std::string> unwritable_output_error(const fs::path& path)
{
    if (path == "-") return std::nullopt;
    const std::string reason = replacement_error(resolve_symlinks(path));
    return reason.empty() ? std::nullopt : std::optional{write_error_message(path, reason)};
}

fs::path AtomicFileWriter::staging_path() const { return temporary_path_.empty() ? path_ : temporary_path_; }

void AtomicFileWriter::write_buffer()
{
    if (error_.empty()) error_ = file_.write(buffer_);
    buffer_.clear();
}

void AtomicFileWriter::add_formatted(fmt::string_view format, fmt::format_args args)
{
    fmt::vformat_to(std::back_inserter(buffer_), format, args);
    if (buffer_.size() > max_buffered_bytes) write_buffer();
}

std::optional<std::string> AtomicFileWriter::finish(bool waits_for_disk)
{
    write_buffer();
    if (error_.empty() && waits_for_disk) error_ = file_.wait_until_on_disk();
    if (error_.empty()) error_ = file_.late_write_error();
    if (error_.empty() && !temporary_path_.empty()) error_ = rename_file(file_, temporary_path_, target_path_);
    if (!error_.empty()) return write_error_message(path_, error_);
    release_temporary_path();
    return std::nullopt;
}

LogFile::LogFile(fs::path path_to_lock_now, std::string header)
    : path_{std::move(path_to_lock_now)}
    , header_{std::move(header)}
    , failure_{unwritable_output_error(path_)}
{
    if (failure_) return;
    if (path_ == "-") file_ = open_stdout();
    if (path_ != "-" && is_written_in_place(resolve_symlinks(path_))) file_ = open_to_overwrite(path_);
    record_failure(file_.error());
    if (!failure_ && !file_.is_open()) lock_old_file();
}

void LogFile::lock_old_file()
{
    std::error_code error;
    const fs::path target = resolve_symlinks(path_);
    if (old_file_.is_open() || !fs::exists(target, error)) return;
    old_file_ = open_to_append(target);
    record_failure(old_file_.error());
}

std::optional<std::string> LogFile::add(std::string_view text)
{
    if (failure_ || text.empty()) return failure_;
    if (!has_written_text_)
        replace_file(text);
    else
        record_failure(file_.write(text));
    has_written_text_ = has_written_text_ || !failure_;
    return failure_;
}

void LogFile::replace_file(std::string_view text)
{
    const std::string header_and_text = header_ + std::string{text};
    if (file_.is_open())
    {
        record_failure(file_.write(header_and_text));
        return;
    }
    lock_old_file(); // another program may have created the file since the constructor
    if (failure_) return;
    {
        AtomicFileWriter new_file{path_}; // keeps the new file locked until the end of this block
        new_file.add(header_and_text);
        if (!can_replace_open_files()) old_file_ = {};
        failure_ = new_file.finish();
    }
    if (failure_) return;
    file_ = open_to_append(resolve_symlinks(path_));
    old_file_ = {};
    record_failure(file_.error());
}

std::optional<std::string> LogFile::verify_writes()
{
    if (!failure_ && file_.is_open()) record_failure(file_.late_write_error());
    return failure_;
}

void LogFile::record_failure(std::string_view write_error)
{
    if (!write_error.empty()) failure_ = write_error_message(path_, write_error);
}

std::optional<std::string> file_conflict_error(std::span<const FileArgument> files)
{
    for (const FileArgument& output : files)
        for (const FileArgument& other : files)
        {
            if (!output.is_output || output.path.empty() || other.path.empty() || output.flag == other.flag) continue;
            const std::string identity = file_identity_of_argument(output);
            if (identity.empty() || identity != file_identity_of_argument(other)) continue;
            return base::message("{}: {} is also the file that {} {}, and would be overwritten; choose another name",
                                 output.flag, output.path, other.flag, other.is_output ? "writes" : "reads");
        }
    return std::nullopt;
}

std::optional<std::string> unwritable_output_error(std::span<const FileArgument> files)
{
    for (const FileArgument& file : files)
        if (file.is_output && !file.path.empty())
            if (auto error = unwritable_output_error(path_from_utf8(file.path))) return error;
    return std::nullopt;
}

} // namespace base
