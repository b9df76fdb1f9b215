// lab/settings/lag_text.hpp -- converts settings of lag to text and back
//
// Examples: "5ms", "random:2ms..8ms", "every:60:250ms+gc:2s:20ms", "recording:FILE".
#pragma once

#include "base/message.hpp"
#include "sim/machine/lag.hpp"

#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace lab
{

/// Describes the syntax of lag as text; part of the output of --help.
extern const std::string_view lag_grammar;

/// Parses kinds of lag that are joined by '+'. Returns an empty list for "none". Reads the file of "recording:FILE". If
/// the text or the file is not valid, returns one line with the error.
base::Result<std::vector<sim::LagKind>> parse_lag(std::string_view text);
/// Returns the text from which parse_lag() makes the same kinds of lag, exact to the nanosecond; "none" for an empty
/// list.
std::string lag_text(std::span<const sim::LagKind> kinds);

} // namespace lab
