// recordings/formats/parsed_number.hpp -- parses numbers of a recording exactly, without the rounding of double
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace recordings
{

// Exponents for parse_scaled(), by unit: 10^exponent is the length of the unit in ns.
constexpr int ns_exponent = 0;
constexpr int us_exponent = 3;
constexpr int ms_exponent = 6;
constexpr int s_exponent = 9;

struct ParsedNumber
{
    enum class Kind : std::uint8_t
    {
        value,
        missing, ///< the text is NA, N/A, null or empty
        unrepresentable, ///< the text is nan, inf or a similar word, or a number that does not fit into 64 bits
        unreadable, ///< any other text
    };

    Kind kind = Kind::missing;
    std::int64_t value = 0;

    bool ok() const { return kind == Kind::value; } ///< false for a missing value, too
};

/// Maximum length of a number in characters; longer fields are not numbers.
constexpr std::size_t max_number_length = 400;

/// Parses a number, quoted or not, and multiplies it by 10^exponent. Rounds to an integer, halves away from zero.
ParsedNumber parse_scaled(std::string_view text, int exponent, char decimal_mark = '.');

} // namespace recordings
