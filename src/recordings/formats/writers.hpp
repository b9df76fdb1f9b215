// recordings/formats/writers.hpp -- writes frame times in the formats of other tools, exact to the nanosecond
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

// All writers replace the file atomically, so `path` never has a partial file. The path "-" is the standard output.

using WriteError = std::optional<std::string>; ///< an error message of one line; std::nullopt on success

/// Writes this project's format: the header `frame_ns`, then per line one frame time in whole nanoseconds, 0 or more.
WriteError write_frame_ns(const std::filesystem::path& path, std::span<const Nanos> frame_times);
/// Writes the format of PresentMon 1.6-1.10. TimeInSeconds is the time of the frame's call of Present().
WriteError write_presentmon(const std::filesystem::path& path, const Stream& stream);
/// Writes the format of MangoHud 0.6.9 and newer. Writes the first frame twice, because readers skip the first row.
WriteError write_mangohud(const std::filesystem::path& path, const Stream& stream);

struct RecordingWriter
{
    std::string_view name; ///< format name on the command line
    std::string_view title;
    WriteError (*write)(const std::filesystem::path& path, const Stream& stream);
};

inline constexpr std::array all_writers{
    RecordingWriter{"frame_ns", "our own: whole nanoseconds",
                    [](const std::filesystem::path& path, const Stream& stream)
                    { return write_frame_ns(path, stream.frame_times); }},
    RecordingWriter{"presentmon", "PresentMon 1.6-1.10", write_presentmon},
    RecordingWriter{"mangohud", "MangoHud 0.6.9 and newer", write_mangohud},
};

} // namespace recordings
