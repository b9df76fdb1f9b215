#include "base/files.hpp"

#include "base/message.hpp"
#include "base/path.hpp"
#include "base/stopping.hpp"

#include <atomic>
#include <cstdio>
#include <iterator>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>

namespace base
{

std::variant<std::string, Unread> read_small_file(const std::filesystem::path& path, std::size_t longest)
{
    const File file = open_to_read(path);
    if (!file.is_open()) return Unread{"cannot be read: " + file.error()};
    std::string text;
    // Reads one byte more than allowed: if this byte exists, the file is too long.
    const std::string error = file.read_to_end(text, longest + 1);
    if (!error.empty()) return Unread{"cannot be read: " + error};
    if (text.size() > longest) return Unread{fmt::format("is longer than {} bytes", longest)};
    return text;
}

namespace
{

namespace fs = std::filesystem;

constexpr std::string_view prefix = ".timestep-";
constexpr std::string_view suffix = ".part";

std::string cannot_be_written(const fs::path& path, std::string_view why)
{
    return fmt::format("{}: cannot be written: {}", path == "-" ? "the standard output" : printable(utf8_of(path)),
                       why);
}

// Flushes stdout first, so that text printed earlier comes before text written to the File.
File standard_output()
{
    std::fflush(stdout);
    return File::standard(StandardStream::output);
}

fs::path folder_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path{"."}; }

// Removes the temporary files that killed processes have left in `folder`. Later calls for the same folder do nothing.
void remove_abandoned_files(const fs::path& folder)
{
    static std::mutex mutex;
    static std::set<fs::path> swept;
    const std::scoped_lock lock{mutex};
    if (!swept.insert(folder).second) return;
    std::error_code error;
    for (fs::directory_iterator entry{folder, error}, end; !error && entry != end; entry.increment(error))
        if (const std::string name = utf8_of(entry->path().filename());
            name.starts_with(prefix) && name.ends_with(suffix))
            remove_if_abandoned(entry->path());
}

fs::path next_name(const fs::path& folder)
{
    static std::atomic<int> count{0};
    return folder / fmt::format("{}{}-{}{}", prefix, process_id(), ++count, suffix);
}

// True if `target` is a pipe or a device, which is written without a temporary file.
bool is_written_in_place(const fs::path& target)
{
    std::error_code error;
    return fs::is_symlink(fs::symlink_status(target, error)) || is_pipe_or_device(target);
}

// The reason why a new file cannot take the place of `target`; empty if it can.
std::string why_not_replaceable(const fs::path& target)
{
    std::error_code error;
    const fs::file_status status = fs::status(target, error);
    if (fs::is_directory(status)) return "it is a folder";
    if (fs::exists(status))
        if (std::string why = why_not_writable(target); !why.empty()) return why;
    return is_written_in_place(target) ? "" : why_not_writable(folder_of(target));
}

std::string identity_of_named(const NamedFile& file)
{
    const bool printed = file.output && file.path == "-";
    return printed ? identity_of(StandardStream::output) : identity_of(followed(path_of(file.path)));
}

} // namespace

// A temporary file in the folder of `target`, with the permissions of `target`. take_place() replaces `target` by it.
// If take_place() is not called, the destructor removes the temporary file.
class WholeFile::Temporary
{
public:
    explicit Temporary(const fs::path& target)
        : target_{target}
    {
        const fs::path folder = folder_of(target);
        remove_abandoned_files(folder);
        while (!file_.is_open() && file_.error().empty()) create(folder);
        if (file_.is_open()) copy_permissions(target, file_);
    }
    Temporary(const Temporary&)      = delete;
    void operator=(const Temporary&) = delete;
    ~Temporary()
    {
        if (!path_.empty()) remove_held(file_, path_);
        unregister_temporary(slot_);
    }

    const File& file() const { return file_; }
    const fs::path& path() const { return path_; }
    std::string take_place()
    {
        std::string error = move_held(file_, path_, target_);
        if (!error.empty()) return error;
        unregister_temporary(std::exchange(slot_, -1));
        path_.clear();
        return "";
    }

private:
    void create(const fs::path& folder)
    {
        path_ = next_name(folder);
        slot_ = remove_when_stopped(path_); // before create_held: as soon as the file exists, a signal must remove it
        file_ = create_held(path_);
        if (file_.is_open()) return;
        unregister_temporary(std::exchange(slot_, -1));
        path_.clear();
    }

    /// `path_` is empty if there is no temporary file to remove.
    fs::path target_, path_;
    File file_;
    int slot_ = -1; ///< number of the file in the list of files that a signal removes; -1 if none
};

fs::path followed(fs::path path)
{
    std::error_code error;
    for (int hops = 0; hops < 40 && fs::is_symlink(fs::symlink_status(path, error)); ++hops)
    {
        const fs::path to = path.parent_path() / fs::read_symlink(path, error);
        if (error || utf8_of(to).starts_with("/proc/")) break;
        path = to;
    }
    return path;
}

WholeFile::WholeFile(fs::path path)
    : path_{std::move(path)}
    , error_{begin()}
{
}

WholeFile::~WholeFile() = default;

// Returns an error message, or an empty string.
std::string WholeFile::begin()
{
    if (path_ == "-")
    {
        in_place_ = standard_output();
        return "";
    }
    const fs::path target = followed(path_);
    if (std::string why = why_not_replaceable(target); !why.empty()) return why;
    if (is_written_in_place(target))
    {
        in_place_ = open_to_write(target);
        return in_place_.error();
    }
    temporary_ = std::make_unique<Temporary>(target);
    return temporary_->file().error();
}

std::optional<std::string> error_if_not_writable(const fs::path& path)
{
    if (path == "-") return std::nullopt;
    const std::string why = why_not_replaceable(followed(path));
    return why.empty() ? std::nullopt : std::optional{cannot_be_written(path, why)};
}

fs::path WholeFile::written() const { return temporary_ ? temporary_->path() : path_; }

const File& WholeFile::file() const { return temporary_ ? temporary_->file() : in_place_; }

void WholeFile::flush()
{
    if (error_.empty()) error_ = file().write(text_);
    text_.clear();
}

void WholeFile::add_formatted(fmt::string_view format, fmt::format_args args)
{
    fmt::vformat_to(std::back_inserter(text_), format, args);
    if (text_.size() > 60'000) flush();
}

std::optional<std::string> WholeFile::finish(bool on_disk)
{
    flush();
    if (error_.empty()) error_ = file().sync(on_disk);
    if (error_.empty() && temporary_) error_ = temporary_->take_place();
    if (error_.empty()) return std::nullopt;
    return cannot_be_written(path_, error_);
}

GrowingFile::GrowingFile(fs::path path, std::string head)
    : path_{std::move(path)}
    , head_{std::move(head)}
    , failure_{error_if_not_writable(path_)}
{
    if (failure_) return;
    if (path_ == "-") file_ = standard_output();
    if (path_ != "-" && is_written_in_place(followed(path_))) file_ = open_to_write(path_);
    fail(file_.error());
    if (!failure_ && !file_.is_open()) lock_old_file();
}

// Locks the existing file, so that another program that tries to write it gets an error.
void GrowingFile::lock_old_file()
{
    std::error_code error;
    const fs::path target = followed(path_);
    if (old_.is_open() || !fs::exists(target, error)) return;
    old_ = open_to_append_alone(target);
    fail(old_.error());
}

std::optional<std::string> GrowingFile::add(std::string_view text)
{
    if (failure_ || text.empty()) return failure_;
    if (!has_text_)
        begin(text);
    else
        fail(file_.write(text));
    has_text_ = has_text_ || !failure_;
    return failure_;
}

// Writes `head_` and `text`, which replace the old file at once.
void GrowingFile::begin(std::string_view text)
{
    const std::string both = head_ + std::string{text};
    if (file_.is_open())
    {
        fail(file_.write(both));
        return;
    }
    lock_old_file(); // locks the file if another program has created it since the constructor
    if (failure_) return;
    {
        WholeFile first{path_}; // `first` keeps the new file locked until the end of this block
        first.add(both);
        if (!can_replace_open_files()) old_ = {};
        failure_ = first.finish();
    }
    if (failure_) return;
    file_ = open_to_append_alone(followed(path_));
    old_  = {};
    fail(file_.error());
}

std::optional<std::string> GrowingFile::finish()
{
    if (!failure_ && file_.is_open()) fail(file_.sync());
    return failure_;
}

void GrowingFile::fail(std::string_view why)
{
    if (!why.empty()) failure_ = cannot_be_written(path_, why);
}

std::optional<std::string> error_if_same_file(std::span<const NamedFile> files)
{
    for (const NamedFile& written : files)
        for (const NamedFile& other : files)
        {
            if (!written.output || written.path.empty() || other.path.empty() || written.flag == other.flag) continue;
            const std::string identity = identity_of_named(written);
            if (identity.empty() || identity != identity_of_named(other)) continue;
            return base::message(
                "{}: {} is the file that {} {}, and one would write over the other; choose another name", written.flag,
                written.path, other.flag, other.output ? "writes" : "reads");
        }
    return std::nullopt;
}

std::optional<std::string> error_if_not_writable(std::span<const NamedFile> files)
{
    for (const NamedFile& file : files)
        if (file.output && !file.path.empty())
            if (auto why = error_if_not_writable(path_of(file.path))) return why;
    return std::nullopt;
}

} // namespace base
