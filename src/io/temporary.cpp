#include "io/temporary.hpp"

#include "io/stopping.hpp"
#include "io/write_all.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <mutex>
#include <set>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace io
{

namespace
{

namespace fs = std::filesystem;

constexpr std::string_view prefix = ".timestep-";
constexpr std::string_view suffix = ".part";

// Nobody holds its lock: whoever made it was killed.
void sweep_one(const fs::path& path)
{
    const int descriptor = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return;
    struct stat status
    {
    };
    const bool ours = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid();
    if (ours && flock(descriptor, LOCK_EX | LOCK_NB) == 0) unlink(path.c_str());
    close(descriptor);
}

void sweep(const fs::path& folder)
{
    static std::mutex mutex;
    static std::set<fs::path> swept; // once is enough, and a folder may hold many pictures
    const std::scoped_lock lock{mutex};
    if (!swept.insert(folder).second) return;
    std::error_code error;
    for (fs::directory_iterator entry{folder, error}, end; !error && entry != end; entry.increment(error))
        if (const std::string name = entry->path().filename(); name.starts_with(prefix) && name.ends_with(suffix))
            sweep_one(entry->path());
}

fs::path next_name(const fs::path& folder)
{
    static std::atomic<int> count{0};
    return folder / fmt::format("{}{}-{}{}", prefix, getpid(), ++count, suffix);
}

} // namespace

Temporary::Temporary(const fs::path& target)
    : target_{target}
{
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path{"."};
    sweep(folder);
    while (!create(folder) && error_.empty())
    {
    }
    struct stat status
    {
    };
    if (error_.empty() && stat(target.c_str(), &status) == 0) fchmod(descriptor_, status.st_mode & 0777);
}

// False without an error: another name is to be tried, as somebody was there first, or swept it before it was locked.
bool Temporary::create(const fs::path& folder)
{
    path_       = next_name(folder);
    slot_       = remove_when_stopped(path_.c_str()); // before it is there: a signal may come as soon as it is
    descriptor_ = open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0)
    {
        if (errno != EEXIST) error_ = last_error();
        forget(slot_);
        return false;
    }
    flock(descriptor_, LOCK_EX);
    struct stat status
    {
    };
    if (fstat(descriptor_, &status) == 0 && status.st_nlink > 0) return true;
    forget(slot_);
    close(std::exchange(descriptor_, -1));
    return false;
}

std::string Temporary::take_place()
{
    if (rename(path_.c_str(), target_.c_str()) != 0) return last_error();
    forget(std::exchange(slot_, -1));
    path_.clear();
    return "";
}

Temporary::~Temporary()
{
    if (descriptor_ < 0) return;
    if (!path_.empty()) unlink(path_.c_str());
    forget(slot_);
    close(descriptor_);
}

} // namespace io
