// recordings/formats/writers.hpp -- frame times in the words of other tools, so that those can read them
//
// Only what is known is written: no column is made up. Reading what was written gives the same nanoseconds.
#pragma once

#include "recordings/formats/recording.hpp"

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace recordings
{

// Each writes the frame times of a stream; "-" is the standard output. Returns nothing when it worked, otherwise one
// line that says what failed.

/// As PresentMon 1.6-1.10: the columns Application, ProcessID, SwapChainAddress, Runtime, TimeInSeconds (of the
/// present) and msBetweenPresents.
std::optional<std::string> write_presentmon(const std::filesystem::path& path, const Stream& stream);
/// As MangoHud 0.6.9 and newer: fps, frametime in ms, elapsed in ns. A recording's first row is what happened before it
/// began, and its readers skip it: here it repeats the first frame.
std::optional<std::string> write_mangohud(const std::filesystem::path& path, const Stream& stream);
/// As our own: frame_ns.hpp.
std::optional<std::string> write_frame_ns(const std::filesystem::path& path, const Stream& stream);

struct WriterRow
{
    std::string_view name; ///< as on the command line
    std::string_view title;
    std::optional<std::string> (*write)(const std::filesystem::path& path, const Stream& stream);
};

inline constexpr std::array all_writers{
    WriterRow{"frame_ns", "our own: whole nanoseconds", write_frame_ns},
    WriterRow{"presentmon", "PresentMon 1.6-1.10", write_presentmon},
    WriterRow{"mangohud", "MangoHud 0.6.9 and newer", write_mangohud},
};

} // namespace recordings
