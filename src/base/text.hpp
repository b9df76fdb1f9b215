// base/text.hpp -- numbers, durations, rates and names as text
#pragma once

#include "timestep/time.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace base
{

/// A finite decimal number and nothing else.
std::optional<double> parse_number(std::string_view text);
/// A whole number from 1 to 1e12, as 1000 or 1e3.
std::optional<std::int64_t> parse_count(std::string_view text);
/// "40ms", "1.5s", "250us", "16ns"; a bare number counts in `bare_unit`. Nothing when negative, or in no known unit.
std::optional<timestep::Nanos> parse_duration(std::string_view text,
                                              timestep::Nanos bare_unit = timestep::Nanos{1'000'000});
/// "40ms" or "16666667ns", as `parse_duration` reads it to the nanosecond.
std::string duration_text(timestep::Nanos time);
/// As people say it, with three significant figures: "16.7 ms", "1.79 s", "2.5 min", "12.5 µs".
std::string time_text(timestep::Nanos time);
/// "60", "59.94" or "200/3", as timestep::parse_rate reads it exactly.
std::string rate_text(timestep::Rate rate);
/// The choice that replaces `text` if `text` is an old name of it ("--experiment": "--lesson"), else the choice that
/// takes the fewest edits to reach from `text`; empty when there are no choices.
std::string_view nearest(std::string_view text, std::span<const std::string_view> choices);
/// "unknown loop 'interpolatd'; did you mean 'interpolated'?"
std::string unknown(std::string_view what, std::string_view text, std::span<const std::string_view> choices);

} // namespace base
