// programs/demo/window/recorder.hpp -- writes the frame times of this run to a file once per second. If the program is
// killed, at most the last second is lost
#pragma once

#include "base/files.hpp"
#include "timestep/time.hpp"

#include <span>
#include <string>

namespace demo
{

using timestep::Nanos;

/// Writes frame times to a CSV file with the column frame_ns. All functions throw std::runtime_error with one line of
/// text if the file cannot be written.
class Recorder
{
public:
    explicit Recorder(std::string path);

    /// Writes the new frame times if one second has passed since the last write. `frames` contains all frame times
    /// until now.
    void keep(std::span<const Nanos> frames, Nanos now);
    /// Writes the frame times that are not written yet, and closes the file. `frames` contains all frame times.
    void finish(std::span<const Nanos> frames);

    const std::string& path() const { return path_; }

private:
    void add(std::span<const Nanos> frames);

    std::string path_;
    base::GrowingFile file_;
    std::size_t written_ = 0;
    Nanos next_{};
};

} // namespace demo
