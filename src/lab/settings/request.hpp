// lab/settings/request.hpp -- what only the window can do: keys, buttons, the drive file and the system ask it for that
// in one queue
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

/// Full screen, or back from it.
struct FullScreen
{
};

/// Begins a film of the stage, or ends it.
struct ToggleFilm
{
};

/// Begins to record what is done to the live loop, or ends it.
struct RecordReplay
{
};

/// Puts a replay on the stage.
struct OpenReplay
{
    std::string file{}; ///< empty for the one that was recorded last
};

/// The whole window as a PNG.
struct Screenshot
{
    std::string file{}; ///< empty for a name of the window's choice
};

/// A part of the window as a PNG of a free name, in points from its upper left corner.
struct PartOfWindow
{
    std::string stem; ///< of the name
    float x = 0, y = 0, w = 0, h = 0;
};

/// A drawing, as a file of a free name.
struct Drawing
{
    std::string stem; ///< of the name
    std::string svg;
};

/// One line for the header.
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
