#include "app/ffmpeg.hpp"

#include "io/printable.hpp"
#include "io/stopping.hpp"
#include "io/write_all.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace app
{

namespace
{

// What a child is started with: its streams, and a process group of its own.
class Start
{
public:
    Start(int in, int said)
    {
        posix_spawn_file_actions_init(&streams_);
        posix_spawn_file_actions_adddup2(&streams_, in, STDIN_FILENO);
        posix_spawn_file_actions_addopen(&streams_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_adddup2(&streams_, said, STDERR_FILENO);
        posix_spawnattr_init(&attributes_);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
        posix_spawnattr_setpgroup(&attributes_, 0);
    }
    Start(const Start&)          = delete;
    void operator=(const Start&) = delete;
    ~Start()
    {
        posix_spawn_file_actions_destroy(&streams_);
        posix_spawnattr_destroy(&attributes_);
    }

    /// An error number, or 0.
    int operator()(pid_t& process, std::vector<std::string> words) const
    {
        std::vector<char*> argv;
        for (std::string& word : words) argv.push_back(word.data());
        argv.push_back(nullptr);
        return posix_spawnp(&process, argv.front(), &streams_, &attributes_, argv.data(), environ);
    }

private:
    posix_spawn_file_actions_t streams_{};
    posix_spawnattr_t attributes_{};
};

} // namespace

Ffmpeg::Ffmpeg(const std::vector<std::string>& arguments)
    : said_{memfd_create("what ffmpeg says", MFD_CLOEXEC)}
{
    std::array<int, 2> ends{-1, -1};
    int error = said_ < 0 || pipe2(ends.data(), O_CLOEXEC) != 0 ? errno : 0;
    if (error == 0)
    {
        std::vector<std::string> words{"ffmpeg"};
        words.insert(words.end(), arguments.begin(), arguments.end());
        error = Start{ends[0], said_}(process_, std::move(words));
        close(ends[0]);
        pipe_ = ends[1];
    }
    if (error == 0) return;
    process_ = -1;
    wait();
    throw std::runtime_error(fmt::format("ffmpeg cannot be started: {}", std::generic_category().message(error)));
}

Ffmpeg::~Ffmpeg() { wait(); }

void Ffmpeg::feed(std::span<const unsigned char> bytes) const
{
    const io::BrokenPipesAreErrors guard; // an ffmpeg that dies is told by its exit code
    const std::string why =
        io::write_all(pipe_, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}); // NOLINT: bytes are bytes
    static_cast<void>(why);
}

std::string Ffmpeg::finish()
{
    const int said   = std::exchange(said_, -1);
    const int status = wait();
    std::string text(io::most_shown * 4, '\0');
    const ssize_t size = pread(said, text.data(), text.size(), 0);
    close(said);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return "";
    text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    text.resize(std::min(text.find('\n'), text.size()));
    return text.empty() ? "it was ended from outside" : io::printable(text, 2 * io::most_shown);
}

bool Ffmpeg::is_there()
{
    const char* path = std::getenv("PATH");
    std::string_view left{path != nullptr ? path : ""};
    while (!left.empty())
    {
        const auto end = std::min(left.find(':'), left.size());
        std::error_code error;
        if (std::filesystem::exists(std::filesystem::path{left.substr(0, end)} / "ffmpeg", error)) return true;
        left.remove_prefix(std::min(end + 1, left.size()));
    }
    return false;
}

// Its status; what is open is closed first, or it would wait for more.
int Ffmpeg::wait()
{
    for (int* const descriptor : {&pipe_, &said_})
        if (const int open = std::exchange(*descriptor, -1); open >= 0) close(open);
    int status = 0;
    if (const pid_t process = std::exchange(process_, -1); process > 0)
        while (waitpid(process, &status, 0) < 0 && errno == EINTR)
        {
        }
    return status;
}

} // namespace app
