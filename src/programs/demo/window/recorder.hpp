// programs/demo/window/recorder.hpp -- writes this run's frame times to a file once a second; if the program is killed,
// at most one second is lost
#pragma once

#include "base/output_files.hpp"
#include "timestep/time.hpp"

#include <span>
#include <string>

namespace demo
{

using timestep::Nanos;

/// Writes a frame_ns CSV file. All functions throw std::runtime_error with one line if the file cannot be written.
class Recorder
{
public:
    explicit Recorder(std::string path);

    /// Writes the new frame times if one second has passed since the last write. `frames` holds all frame times so far.
    void keep(std::span<const Nanos> frames, Nanos now);
    /// Writes the remaining frame times and closes the file. `frames` holds all frame times.
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
