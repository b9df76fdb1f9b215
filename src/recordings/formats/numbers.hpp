// recordings/formats/numbers.hpp -- converts decimal text to whole numbers, exactly and independent of the locale
#pragma once

#include <cstdint>
#include <string_view>

namespace recordings
{

// Values for the argument `scale` of parse_scaled(), by unit: the unit is 10^scale nanoseconds.
constexpr int nanos   = 0;
constexpr int micros  = 3;
constexpr int millis  = 6;
constexpr int seconds = 9;

struct Number
{
    enum class Kind : std::uint8_t
    {
        value,
        missing,    ///< the text is NA, N/A, null or empty
        non_finite, ///< the text is nan, inf or another spelling of these, or a number that does not fit 64 bits
        unreadable, ///< the text is neither a number, nor missing, nor non_finite
    };

    Kind kind          = Kind::missing;
    std::int64_t value = 0;

    bool ok() const { return kind == Kind::value; }
};

/// The number in `text` * 10^scale, rounded to the nearest whole number (halves away from zero): "16.3893" with scale 6
/// is 16389300. Accepts a sign, an exponent, surrounding blanks and double quotes.
Number parse_scaled(std::string_view text, int scale, char decimal_mark = '.');

/// A date such as "2025-1-31 14:03:22.123456789" in nanoseconds since the start of 1970. Time zones are ignored.
Number parse_date(std::string_view text);
/// A time stamp in nanoseconds: a date as parse_date() reads it, with "Z" or an offset such as "+01:00" at the end,
/// which is ignored; or a time of day or duration such as "14:03:22.5" (hours, minutes, seconds) or "03:22.5". A comma
/// is accepted as the decimal mark.
Number parse_clock(std::string_view text);

} // namespace recordings
