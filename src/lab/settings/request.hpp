// lab/settings/request.hpp -- requests to the window, such as saving a screenshot
//
// Keys, buttons, drive files and signals put requests into one queue. Only the window can carry them out.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lab
{

namespace request
{

struct Quit
{
};

/// Request: switch full screen on or off.
struct FullScreen
{
    std::optional<bool> on{}; ///< true or false: switch it on or off; empty: change it
};

/// Request: start or stop filming the picture area of the window.
struct ToggleFilm
{
};

/// Request: start or stop recording the user's inputs to the live loop (on this PC) in a replay file.
struct RecordReplay
{
};

/// Request: run a replay file and show it.
struct OpenReplay
{
    std::string file{}; ///< name of the replay file; empty for the replay that was recorded last
};

/// Request: save a picture of the whole window as PNG.
struct Screenshot
{
    std::string file{}; ///< name of the file to write; empty for an unused name that the window chooses
};

/// Request: save a part of the window as PNG under an unused file name.
struct PartOfWindow
{
    std::string stem;                 ///< beginning of the file name
    float x = 0, y = 0, w = 0, h = 0; ///< rectangle in points, from the window's upper left corner
};

/// Request: save the vector drawing of a page, such as the timeline, as SVG under an unused file name.
struct Drawing
{
    std::string stem; ///< beginning of the file name
    std::string svg;
};

/// Request: copy a text to the clipboard, and show `said` in the window's header.
struct Copy
{
    std::string text;
    std::string said;
};

/// Request: replace the set-up by the one on the clipboard.
struct Paste
{
};

/// Request: replace the set-up by the one in a file.
struct OpenSetUp
{
    std::string file;
};

/// Request: show the lesson in a file.
struct OpenLesson
{
    std::string file;
};

/// Request: show one line of text in the window's header.
struct Notice
{
    std::string text;
};

} // namespace request

using Request  = std::variant<request::Quit, request::FullScreen, request::ToggleFilm, request::RecordReplay,
                             request::OpenReplay, request::Screenshot, request::PartOfWindow, request::Drawing,
                             request::Copy, request::Paste, request::OpenSetUp, request::OpenLesson, request::Notice>;
using Requests = std::vector<Request>;

} // namespace lab
