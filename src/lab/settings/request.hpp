// lab/settings/request.hpp -- requests that only the window can carry out. Keys, buttons, drive files and signals put
// them into one queue
#pragma once

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

/// Switches full screen on or off.
struct FullScreen
{
};

/// Starts to film the stage, or ends the film.
struct ToggleFilm
{
};

/// Starts to record a replay of the user's inputs to the live loop, or ends the recording.
struct RecordReplay
{
};

/// Shows a replay on the stage.
struct OpenReplay
{
    std::string file{}; ///< file of the replay; empty for the replay that was recorded last
};

/// Saves a picture of the whole window as PNG.
struct Screenshot
{
    std::string file{}; ///< file to write; empty: the window chooses an unused name
};

/// Saves a part of the window as PNG under an unused file name.
struct PartOfWindow
{
    std::string stem;                 ///< start of the file name
    float x = 0, y = 0, w = 0, h = 0; ///< rectangle in points from the window's upper left corner
};

/// Saves a drawing as SVG under an unused file name.
struct Drawing
{
    std::string stem; ///< start of the file name
    std::string svg;
};

/// Shows one line of text in the window's header.
struct Notice
{
    std::string text;
};

} // namespace request

using Request =
    std::variant<request::Quit, request::FullScreen, request::ToggleFilm, request::RecordReplay, request::OpenReplay,
                 request::Screenshot, request::PartOfWindow, request::Drawing, request::Notice>;
using Requests = std::vector<Request>;

} // namespace lab
