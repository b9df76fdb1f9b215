// lab/settings/set_up_link.hpp -- writes a set-up as the fragment of a URL (the part after "#"), and reads it
//
//     demo/#timestep-lab%20set-up%201%20loop.preset=variable%20machine.delay_ms=40
//
// A fragment is the line of set_up_text(), percent-encoded as in RFC 3986: decodeURIComponent() of a browser gives the
// line again. So the fragment has the version of the line.
#pragma once

#include "lab/settings/settings.hpp"

#include <string>
#include <string_view>
#include <variant>

namespace lab
{

/// Returns the set-up as a fragment, without "#". It has only letters, digits, % and the characters -._~=:/, so that it
/// can stand in HTML and in a message without further changes.
std::string set_up_fragment(const Settings& settings);

/// True if the text is a URL with a set-up as its fragment, or such a fragment with its "#".
bool is_set_up_link(std::string_view text);
/// Reads a text for which is_set_up_link() is true. The settings of the window are those of `now`. Returns an error in
/// one sentence, which names the part that cannot be followed, if a percent sign is not followed by two hexadecimal
/// digits, or if parse_set_up() refuses the line.
std::variant<Settings, std::string> parse_set_up_link(std::string_view text, const Settings& now = {});

} // namespace lab
