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

struct Quit
{
};

struct ChangeFullScreen
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

struct OpenReplay
{
    std::string file{}; ///< empty: the replay that was recorded or opened last
};

/// Saves the window as PNG.
struct SaveWholeWindow
{
    std::string file{}; ///< empty: the window chooses an unused name
};

/// Saves a part of the window as PNG.
struct SaveWindowPart
{
    std::string file_stem; ///< beginning of the file name
    float x = 0, y = 0, width = 0, height = 0; ///< rectangle in points, relative to the window's upper left corner
};

/// Saves a diagram, such as the timeline, as SVG.
struct SaveSvg
{
    std::string file_stem; ///< beginning of the file name
    std::string svg;
};

struct CopyText
{
    std::string text;
    std::string notice;
};

/// Opens the folder of a file in the desktop's file manager.
struct OpenFolder
{
    std::string file;
};

/// Writes a loop as a file in a folder of this user alone, runs it as the user's own loop, and opens it in the
/// desktop's editor.
struct EditOwnLoop
{
    std::string extension; ///< of the file, without the dot
    std::string code;
    std::vector<std::string> command; ///< runs the file, whose path becomes the last argument
};

struct PasteConfiguration
{
};

struct OpenConfiguration
{
    std::string file;
};

struct OpenLesson
{
    std::string file;
};

/// Shows a one-line message in the window's header.
struct ShowNotice
{
    std::string text;
};

} // namespace request

using Request =
    std::variant<request::Quit, request::ChangeFullScreen, request::ToggleFilm, request::ToggleReplayRecording,
                 request::OpenReplay, request::SaveWholeWindow, request::SaveWindowPart, request::SaveSvg,
                 request::CopyText, request::OpenFolder, request::EditOwnLoop, request::PasteConfiguration,
                 request::OpenConfiguration, request::OpenLesson, request::ShowNotice>;
using Requests = std::vector<Request>;

} // namespace lab
