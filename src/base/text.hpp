// base/text.hpp -- converts numbers, durations and rates from and to text; finds the nearest name
#pragma once

#include "timestep/time.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace base
{

/// Reads all of `text` as a finite decimal number.
std::optional<double> parse_number(std::string_view text);
/// Reads a whole number from 1 to 1e12, such as "1000" or "1e3".
std::optional<std::int64_t> parse_count(std::string_view text);
/// Reads a duration such as "40ms", "1.5s", "250us" or "16ns"; a number without a unit is in `bare_unit`. Returns
/// std::nullopt for a negative duration or an unknown unit.
std::optional<timestep::Nanos> parse_duration(std::string_view text,
                                              timestep::Nanos bare_unit = timestep::Nanos{1'000'000});
/// Returns a duration as text, such as "40ms" or "16666667ns"; parse_duration() reads it back exactly.
std::string duration_text(timestep::Nanos time);
/// Returns a time for display, with three significant digits: "16.7 ms", "1.79 s", "2.5 min", "12.5 µs".
std::string time_text(timestep::Nanos time);
/// Returns a rate as text, such as "60", "59.94" or "200/3"; timestep::parse_rate() reads it back exactly.
std::string rate_text(timestep::Rate rate);
/// Returns the choice that is most similar to `text`. If `text` is the old name of a choice, returns this choice
/// ("--lesson" for "--experiment"); otherwise the choice with the fewest edits. Empty if `choices` is empty.
std::string_view nearest(std::string_view text, std::span<const std::string_view> choices);
/// Returns an error message: "unknown loop 'interpolatd'; did you mean 'interpolated'?"
std::string unknown(std::string_view what, std::string_view text, std::span<const std::string_view> choices);

} // namespace base
