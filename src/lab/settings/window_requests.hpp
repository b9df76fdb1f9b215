// lab/settings/window_requests.hpp -- requests to the window, such as a screenshot
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lab
{

// Actions that only the window can execute. They wait in one queue, which the window handles once a frame.
namespace request
{

struct SaveRequestedScreenshotAndQuit
{
};

struct EnterRestoreOrToggleFullScreen
{
    std::optional<bool> is_on{}; ///< false: restore the state from before; empty: toggle
};

/// Starts or stops recording a video of the window's area in which the loops are drawn.
struct ToggleFilm
{
};

/// Starts or stops recording a replay. The start replaces all loops in the window by one new loop.
struct ToggleReplayRecording
{
};

struct OpenReplayOrLast
{
    std::string file{}; ///< empty: the replay that was recorded or opened last
};

/// Saves the window as PNG.
struct SaveWholeWindow
{
    std::string file{}; ///< empty: the window chooses an unused name
};

/// Saves a part of the window as PNG under an unused file name.
struct SavePartOfWindow
{
    std::string file_stem;                     ///< beginning of the file name
    float x = 0, y = 0, width = 0, height = 0; ///< rectangle in points, relative to the window's upper left corner
};

/// Saves a diagram, such as the timeline, as SVG under an unused file name.
struct SaveSvgUnderUnusedName
{
    std::string file_stem; ///< beginning of the file name
    std::string svg;
};

/// Copies `text` to the clipboard and shows the message `notice`.
struct CopyText
{
    std::string text;
    std::string notice;
};

struct PasteConfiguration
{
};

struct OpenConfigurationAtPath
{
    std::string file;
};

struct OpenLessonAtPath
{
    std::string file;
};

/// Shows a one-line message in the window's header.
struct ShowNotice
{
    std::string text;
};

} // namespace request

using Request  = std::variant<request::SaveRequestedScreenshotAndQuit, request::EnterRestoreOrToggleFullScreen,
                             request::ToggleFilm, request::ToggleReplayRecording, request::OpenReplayOrLast,
                             request::SaveWholeWindow, request::SavePartOfWindow, request::SaveSvgUnderUnusedName,
                             request::CopyText, request::PasteConfiguration, request::OpenConfigurationAtPath,
                             request::OpenLessonAtPath, request::ShowNotice>;
using Requests = std::vector<Request>;

} // namespace lab
