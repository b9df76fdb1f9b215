#include "io/whole_file.hpp"

#include "io/write_all.hpp"

#include <cstdio>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace io
{

namespace fs = std::filesystem;

fs::path followed(fs::path path)
{
    std::error_code error;
    for (int hops = 0; hops < 40 && fs::is_symlink(fs::symlink_status(path, error)); ++hops)
    {
        const fs::path to = path.parent_path() / fs::read_symlink(path, error);
        if (error || to.native().starts_with("/proc/")) break;
        path = to;
    }
    return path;
}

WholeFile::WholeFile(fs::path path)
    : path_{std::move(path)}
    , error_{begin()}
{
}

// Why it cannot be written; nothing when it can.
std::string WholeFile::begin()
{
    if (path_ == "-")
    {
        std::fflush(stdout); // what was printed before comes before
        return "";
    }
    const fs::path target = followed(path_);
    std::error_code error;
    const fs::file_status status = fs::status(target, error);
    if (fs::is_directory(status)) return "it is a folder";
    if (fs::exists(status) && access(target.c_str(), W_OK) != 0) return last_error();
    if (fs::is_symlink(fs::symlink_status(target, error)) || (fs::exists(status) && !fs::is_regular_file(status)))
    {
        in_place_ = open(target.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
        return in_place_ < 0 ? last_error() : "";
    }
    temporary_.emplace(target);
    return temporary_->error();
}

WholeFile::~WholeFile()
{
    if (in_place_ >= 0) close(in_place_);
}

int WholeFile::descriptor() const
{
    return temporary_ ? temporary_->descriptor() : in_place_ >= 0 ? in_place_ : STDOUT_FILENO;
}

void WholeFile::flush()
{
    if (error_.empty()) error_ = write_all(descriptor(), {text_.data(), text_.size()});
    text_.clear();
}

std::optional<std::string> WholeFile::finish(bool on_disk)
{
    flush();
    if (error_.empty()) error_ = settle(descriptor(), on_disk);
    if (error_.empty() && temporary_) error_ = temporary_->take_place();
    if (error_.empty()) return std::nullopt;
    return cannot_be_written(path_, error_);
}

} // namespace io
