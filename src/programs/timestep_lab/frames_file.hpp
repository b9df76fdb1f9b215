// programs/timestep_lab/frames_file.hpp -- reads the frame times of a recording for the subcommand `plan`, which needs
// them exact to the nanosecond
#pragma once

#include "timestep/time.hpp"

#include <filesystem>
#include <vector>

namespace timestep_lab
{

/// Returns the frame times of a recording, exact to the nanosecond: decimals are not rounded to binary fractions. In a
/// column frame_ns, frame_us or frame_ms, each row must be a number; zero and negative values are allowed (a clock that
/// was set back). Other files are read like any recording; unless `quiet` is true, assumptions about them are printed
/// to the standard error. Throws BadInput with the file and the line if the file cannot be read, or has no frames.
std::vector<timestep::Nanos> read_frames(const std::filesystem::path& path, bool quiet);

} // namespace timestep_lab
