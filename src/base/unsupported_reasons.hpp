// base/unsupported_reasons.hpp -- why this system lacks a feature
#pragma once

#include <span>
#include <string_view>

namespace base
{

/// Each member is null if this system supports the feature, otherwise the reason why not, as one sentence for the user.
struct UnsupportedReasons
{
    const char* sleep = nullptr; ///< waiting without keeping the core busy
    const char* vsync = nullptr; ///< choosing VSYNC on or off
    const char* film = nullptr; ///< running ffmpeg, and writing a folder of frames
    const char* folder = nullptr; ///< opening a folder in a file manager
    const char* programs = nullptr; ///< loops in other programs
    const char* options = nullptr; ///< options of a command line, and paths of the user's files
    std::span<const std::string_view> keys{}; ///< keys that do not reach the program, by their names in its list
};

extern const UnsupportedReasons unsupported_reasons;

} // namespace base
