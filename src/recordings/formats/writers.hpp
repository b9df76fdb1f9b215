// recordings/formats/writers.hpp -- writes frame times in the formats of other tools
//
// Omits columns whose values the recording does not have, such as GPU times. Reading a written file gives the same
// nanoseconds.
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

// The functions below write frame times to a file; the path "-" is the standard output. The file is replaced
// atomically, so `path` never has a partial file.

using WriteError = std::optional<std::string>; ///< one line; std::nullopt without an error

/// Writes this project's format frame_ns: the header `frame_ns`, then one frame time (0 or more) per line, in whole
/// nanoseconds.
WriteError write_frame_ns(const std::filesystem::path& path, std::span<const Nanos> frames);
/// Writes the format of PresentMon 1.6-1.10: Application, ProcessID, SwapChainAddress, Runtime, TimeInSeconds (time of
/// the present) and msBetweenPresents.
WriteError write_presentmon(const std::filesystem::path& path, const Stream& stream);
/// Writes the format of MangoHud 0.6.9 and newer: fps, frametime in ms, elapsed in ns. The first row is a copy of the
/// second, because readers of this format skip it: in MangoHud's files its frame began before the recording.
WriteError write_mangohud(const std::filesystem::path& path, const Stream& stream);

struct WriterRow
{
    std::string_view name; ///< format name on the command line
    std::string_view title;
    WriteError (*write)(const std::filesystem::path& path, const Stream& stream);
};

inline constexpr std::array all_writers{
    WriterRow{"frame_ns", "our own: whole nanoseconds",
              [](const std::filesystem::path& path, const Stream& s) { return write_frame_ns(path, s.frames); }},
    WriterRow{"presentmon", "PresentMon 1.6-1.10", write_presentmon},
    WriterRow{"mangohud", "MangoHud 0.6.9 and newer", write_mangohud},
};

} // namespace recordings
