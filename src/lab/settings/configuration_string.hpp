// lab/settings/configuration_string.hpp -- settings as one line of text or as a link, to copy and share
#pragma once

#include "base/message.hpp"
#include "lab/settings/settings.hpp"

#include <string>
#include <string_view>

namespace lab
{

/// "timestep-lab set-up VERSION PATH=VALUE ...": all non-default settings except window and temporary ones.
/// Users know a configuration as a set-up.
std::string configuration_string(const Settings& settings);
/// True for text from configuration_string() and for a link that contains such text. Checks only how the text begins.
bool is_configuration_text(std::string_view text);
/// Parses text from configuration_string(), or a link that contains it. Most settings that the text omits get their
/// defaults; panels and camera stay as in `current_settings`. Returns a one-sentence error if the text is invalid.
base::Result<Settings> parse_configuration_string(std::string_view text, const Settings& current_settings = {});

/// The configuration string, percent-encoded (RFC 3986) as a URL fragment without "#". It is also valid in HTML.
std::string percent_encoded_configuration(const Settings& settings);

/// True if the text is a URL whose fragment is a configuration string, or only such a fragment with its "#".
bool is_configuration_link(std::string_view text);

} // namespace lab
