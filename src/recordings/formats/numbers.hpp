// recordings/formats/numbers.hpp -- decimal text to whole numbers, exactly and in no locale
#pragma once

#include <cstdint>
#include <string_view>

namespace recordings
{

// Powers of ten from a unit to nanoseconds, for parse_scaled.
constexpr int nanos   = 0;
constexpr int micros  = 3;
constexpr int millis  = 6;
constexpr int seconds = 9;

struct Number
{
    enum class Kind : std::uint8_t
    {
        value,
        missing,    ///< NA, N/A, null or nothing at all
        non_finite, ///< nan, inf and their spellings, and what does not fit 64 bits
        unreadable, ///< some other text
    };

    Kind kind          = Kind::missing;
    std::int64_t value = 0;

    bool ok() const { return kind == Kind::value; }
};

/// `text` * 10^scale, rounded to the nearest whole number (halves away from zero): "16.3893" with scale 6 is 16389300.
/// Takes a sign, an exponent, surrounding blanks and double quotes.
Number parse_scaled(std::string_view text, int scale, char decimal_mark = '.');

/// "2025-1-31 14:03:22.123456789" in nanoseconds since 1970, in whatever zone it was written in.
Number parse_date(std::string_view text);

} // namespace recordings
