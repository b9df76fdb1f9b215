// cli/frames_file.hpp -- frame times from a CSV with a column frame_ns, frame_us or frame_ms, among any others
#pragma once

#include "timestep/time.hpp"

#include <filesystem>
#include <vector>

namespace cli
{

/// Exact to the nanosecond: decimals are read as decimals. A frame may be zero or negative (a clock that was set back).
/// Throws BadInput with the file and the line when it cannot be read, has none of these columns, no frame, or a frame
/// that is not a number.
std::vector<timestep::Nanos> read_frames(const std::filesystem::path& path);

} // namespace cli
