// programs/timestep_lab/frames_file.hpp -- frame times as `plan` takes them: of any recording, and more strictly of a
// column frame_ns, frame_us or frame_ms
#pragma once

#include "timestep/time.hpp"

#include <filesystem>
#include <vector>

namespace timestep_lab
{

/// Exact to the nanosecond: decimals are read as decimals. In a column frame_ns, frame_us or frame_ms a frame may be
/// zero or negative (a clock that was set back), and every row must be a number; whatever else is read as every
/// recording is, and what had to be concluded of it is told on the standard error, unless it is to be `quiet`. Throws
/// BadInput with the file and the line when it cannot be read or has no frame.
std::vector<timestep::Nanos> read_frames(const std::filesystem::path& path, bool quiet);

} // namespace timestep_lab
