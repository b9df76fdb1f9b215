// app/ffmpeg.hpp -- ffmpeg as a process of its own that is fed through a pipe
#pragma once

#include <span>
#include <string>
#include <vector>

#include <sys/types.h>

namespace app
{

class Ffmpeg
{
public:
    /// Throws std::runtime_error with the reason when it cannot be started. A Ctrl+C in the terminal does not reach it:
    /// the demo ends the film then.
    explicit Ffmpeg(const std::vector<std::string>& arguments);
    Ffmpeg(const Ffmpeg&)         = delete;
    void operator=(const Ffmpeg&) = delete;
    ~Ffmpeg();

    /// When it takes no more, `finish` says why.
    void feed(std::span<const unsigned char> bytes) const;
    /// Waits until it has ended. Nothing when it went well; otherwise the first thing that it said, in one line.
    std::string finish();

    /// Whether there is one to be started.
    static bool is_there();

private:
    int wait();

    pid_t process_ = -1;
    int pipe_      = -1; ///< into it
    int said_      = -1; ///< what it says
};

} // namespace app
