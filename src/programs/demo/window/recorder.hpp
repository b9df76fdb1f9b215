// programs/demo/window/recorder.hpp -- this run's frame times as a file that grows: whoever kills the program loses a
// second of them at most
#pragma once

#include "base/output_files.hpp"
#include "timestep/time.hpp"

#include <span>
#include <string>

namespace demo
{

using timestep::Nanos;

/// frame_ns CSV. Everything throws std::runtime_error with one line when it cannot be written.
class Recorder
{
public:
    explicit Recorder(std::string path);

    /// `frames` are all so far; those that are new leave the program once a second.
    void keep(std::span<const Nanos> frames, Nanos now);
    /// The rest of them.
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
