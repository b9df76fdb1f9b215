// recordings/formats/frame_ns.hpp -- this project's format frame_ns: a header line `frame_ns`, then one frame time in
// each line, in whole nanoseconds
#pragma once

#include "recordings/formats/recording.hpp"

#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace recordings
{

/// Writes `frames` (each >= 0); reading the file gives the same nanoseconds. It writes a temporary file beside `path`
/// and then renames it, so that `path` never has a partial file. Returns nothing on success, otherwise one line with
/// the error.
std::optional<std::string> write_frame_ns(const std::filesystem::path& path, std::span<const Nanos> frames);

} // namespace recordings
