// recordings/formats/writers.hpp -- writes frame times in the formats of other tools, so that these tools can read them
//
// Columns whose values are not in the recording, such as GPU times, are not written. Reading a written file gives the
// same nanoseconds.
#pragma once

#include "recordings/formats/recording.hpp"

#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace recordings
{

// Each function below writes frame times to a file; the path "-" is the standard output. It returns nothing on success,
// otherwise one line with the error. `path` never has a partial file, because a temporary file beside it is renamed.

/// Writes this project's format frame_ns: a header line `frame_ns`, then one frame time, which is at least 0, in each
/// line, in whole nanoseconds.
std::optional<std::string> write_frame_ns(const std::filesystem::path& path, std::span<const Nanos> frames);
/// Writes the format of PresentMon 1.6-1.10: the columns Application, ProcessID, SwapChainAddress, Runtime,
/// TimeInSeconds (time of the present) and msBetweenPresents.
std::optional<std::string> write_presentmon(const std::filesystem::path& path, const Stream& stream);
/// Writes the format of MangoHud 0.6.9 and newer: fps, frametime in ms, elapsed in ns. Programs that read this format
/// skip the first row, because in MangoHud's files its frame began before the recording. Therefore the first row is a
/// copy of the second.
std::optional<std::string> write_mangohud(const std::filesystem::path& path, const Stream& stream);

struct WriterRow
{
    std::string_view name; ///< name of the format on the command line
    std::string_view title;
    std::optional<std::string> (*write)(const std::filesystem::path& path, const Stream& stream);
};

inline constexpr std::array all_writers{
    WriterRow{"frame_ns", "our own: whole nanoseconds",
              [](const std::filesystem::path& path, const Stream& s) { return write_frame_ns(path, s.frames); }},
    WriterRow{"presentmon", "PresentMon 1.6-1.10", write_presentmon},
    WriterRow{"mangohud", "MangoHud 0.6.9 and newer", write_mangohud},
};

} // namespace recordings
