// lab/settings/lag_text.hpp -- reads and writes lag as text: "5ms", "random:2ms..8ms", "every:60:250ms+gc:2s:20ms",
// "recording:FILE"
#pragma once

#include "sim/machine/lag.hpp"

#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace lab
{

/// The syntax of all kinds of lag, for --help.
extern const std::string_view lag_grammar;

/// Parses kinds of lag that are joined by '+'; an empty list for "none". For "recording:FILE" it reads the file.
/// Returns one line with the error if the text or the file is not valid.
std::variant<std::vector<sim::LagKind>, std::string> parse_lag(std::string_view text);
/// Returns the text that parse_lag() reads back to the same kinds of lag, exact to the nanosecond; "none" without lag.
std::string lag_text(std::span<const sim::LagKind> kinds);

} // namespace lab
