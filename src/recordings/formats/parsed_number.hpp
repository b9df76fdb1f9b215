// recordings/formats/parsed_number.hpp -- parses numbers of a recording exactly, without the rounding of double
#pragma once

#include <bit>
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

/// The number of digits before the first other character; `characters` is of load_characters().
constexpr std::size_t first_digit_count(std::uint64_t characters)
{
    const std::uint64_t values = characters ^ 0x3030'3030'3030'3030; // of digits 0 to 9, of other characters 10 or more
    const std::uint64_t others = (values | (values + 0x7676'7676'7676'7676)) & 0x8080'8080'8080'8080;
    return static_cast<std::size_t>(std::countr_zero(others)) / 8; // a carry changes only bytes after another character
}
/// The value of the first `digit_count` characters, which are 1 to 8 digits.
constexpr std::uint64_t first_digits_value(std::uint64_t characters, std::size_t digit_count)
{
    const std::uint64_t digits = (characters & 0x0F0F'0F0F'0F0F'0F0F) << (64 - 8 * digit_count); // after zeros
    const std::uint64_t pairs = 10 * digits + (digits >> 8), mask = 0xFF'0000'00FF; // a pair in every second byte
    return ((pairs & mask) * (100 + (1'000'000ULL << 32)) + (pairs >> 16 & mask) * (1 + (10'000ULL << 32))) >> 32;
}

/// Maximum length of a number in characters; longer fields are not numbers.
constexpr std::size_t max_number_length = 400;

/// Parses a number, quoted or not, and multiplies it by 10^exponent. Rounds to an integer, halves away from zero.
ParsedNumber parse_scaled(std::string_view text, int exponent, char decimal_mark = '.');

} // namespace recordings
