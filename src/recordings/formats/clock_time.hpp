// recordings/formats/clock_time.hpp -- parses dates, times of day and durations with colons into nanoseconds
#pragma once

#include "recordings/formats/parsed_number.hpp"

#include <string_view>

namespace recordings
{

/// Parses a date without a time zone, such as "2025-1-31 14:03:22.123456789", into nanoseconds since 1970-01-01.
ParsedNumber parse_date_time_ns(std::string_view text);
/// Parses text such as "14:03:22,5" or "2025-1-31 14:03:22".
ParsedNumber parse_clock_time_ns(std::string_view text);

} // namespace recordings
