// recordings/formats/frame_ns.hpp -- our own recording: a header line `frame_ns`, then one frame time a line, in whole
// nanoseconds
#pragma once

#include "recordings/formats/recording.hpp"

#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace recordings
{

/// Writes `frames` (each >= 0) so that reading them gives the same nanoseconds. The file appears whole or not at all:
/// it is written beside `path` and then renamed. Returns nothing when it worked, otherwise one line that says what
/// failed.
std::optional<std::string> write_frame_ns(const std::filesystem::path& path, std::span<const Nanos> frames);

/// A recording of ours without its frames.
Recording own_recording(std::string name, std::string frame_time_column);

} // namespace recordings
