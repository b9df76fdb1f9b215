#include "base/unsupported_reasons.hpp"

#include <array>

namespace base
{

constexpr std::array<std::string_view, 6> keys_of_the_browser{"F5", "F10", "F11", "F12", "Tab", "Ctrl+Q"};

const UnsupportedReasons unsupported_reasons{
    .sleep = "A web page cannot sleep: while it waits, the core is busy.",
    .vsync = "VSYNC is fixed: the browser shows each frame at the next refresh.",
    .film = "A web page cannot record films: use the desktop program.",
    .folder = "The browser saves files in its folder for downloads.",
    .programs = "A web page starts no programs: choose JavaScript in All loops.",
    .options = "read it with the desktop program, which has options for that",
    .keys = keys_of_the_browser,
};

} // namespace base
