// programs/timestep_lab/frames_file.hpp -- reads the frame times for `plan` from any recording, with stricter rules for
// a column frame_ns, frame_us or frame_ms
#pragma once

#include "timestep/time.hpp"

#include <filesystem>
#include <vector>

namespace timestep_lab
{

/// Returns the frame times of a recording, exact to the nanosecond: decimals are not rounded to binary fractions. A
/// column frame_ns, frame_us or frame_ms may contain zero and negative frames (a clock that was set back), and each of
/// its rows must be a number. Other files are read like all recordings; assumptions about them are printed on the
/// standard error, unless `quiet` is true. Throws BadInput with the file and the line if the file cannot be read or has
/// no frame.
std::vector<timestep::Nanos> read_frames(const std::filesystem::path& path, bool quiet);

} // namespace timestep_lab
