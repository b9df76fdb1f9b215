// lab/settings/lag_text.hpp -- lag as text, such as "5ms", "random:2ms..8ms", "every:60:250ms+gc:2s:20ms" or
// "recording:FILE"
#pragma once

#include "base/message.hpp"
#include "sim/machine/lag.hpp"

#include <span>
#include <string>
#include <string_view>

namespace lab
{

/// The syntax, for --help.
extern const std::string_view lag_grammar;

/// Parses kinds of lag that are joined by '+', or "none". Reads the file of "recording:FILE". Returns an error if the
/// text or the file is not valid.
base::Result<std::vector<sim::LagKind>> parse_lag(std::string_view text);
/// The text for parse_lag(), exact to the nanosecond; "none" for an empty list.
std::string lag_text(std::span<const sim::LagKind> kinds);

} // namespace lab
