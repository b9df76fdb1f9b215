// lab/settings/lag_text.hpp -- lag as people write it: "5ms", "random:2ms..8ms", "every:60:250ms+gc:2s:20ms",
// "recording:FILE"
#pragma once

#include "sim/machine/lag.hpp"

#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace lab
{

/// One line for every kind, for --help.
extern const std::string_view lag_grammar;

/// Kinds joined by '+'; nothing for "none". Reads the file of a recording. Or one line that says what is wrong.
std::variant<std::vector<sim::LagKind>, std::string> parse_lag(std::string_view text);
/// The same back again, to the nanosecond; "none" for none.
std::string lag_text(std::span<const sim::LagKind> kinds);

} // namespace lab
