// lab/settings/lag_text.hpp -- parses and formats the lag of a PC, such as "5ms" or "random:1ms..9ms+every:60:250ms"
#pragma once

#include "base/message.hpp"
#include "sim/machine/lag.hpp"

#include <span>
#include <string>
#include <string_view>

namespace lab
{

/// The syntax that parse_lag() accepts, as examples in one line, for --help.
std::string lag_syntax_text();

/// Parses a description of delays, such as "5ms" or "recording:FILE", and reads the file. Syntax: lag_syntax_text().
base::Result<std::vector<sim::LagSource>> parse_lag(std::string_view text);
/// Exact to the nanosecond. Returns "none" for an empty list.
std::string parsable_lag_text(std::span<const sim::LagSource> sources);

} // namespace lab
