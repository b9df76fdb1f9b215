#include "recordings/formats/csv.hpp"

#include "base/number.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <optional>

namespace recordings
{

namespace
{

constexpr char32_t replacement_character = 0xFFFD;

void append_utf8(std::string& text, char32_t c)
{
    constexpr std::array<char32_t, 4> first_byte_marks{0, 0xC0, 0xE0, 0xF0};
    const auto append_byte      = [&](char32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
    std::size_t following_bytes = 0;
    for (const char32_t limit : {0x80U, 0x800U, 0x10000U}) following_bytes += c >= limit ? 1 : 0;
    append_byte(first_byte_marks[following_bytes] | c >> 6 * following_bytes);
    for (; following_bytes > 0; --following_bytes) append_byte(0x80 | (c >> 6 * (following_bytes - 1) & 0x3F));
}

std::string utf8_from_utf16(std::string_view bytes, bool is_big_endian)
{
    const auto code_unit_at = [&](std::size_t i) -> char32_t
    {
        const auto first  = static_cast<unsigned char>(bytes[i]);
        const auto second = static_cast<unsigned char>(bytes[i + 1]);
        return is_big_endian ? char32_t{first} << 8 | second : char32_t{second} << 8 | first;
    };
    const auto is_high = [](char32_t c) { return c >= 0xD800 && c < 0xDC00; };
    const auto is_low  = [](char32_t c) { return c >= 0xDC00 && c < 0xE000; };

    std::string text;
    text.reserve(bytes.size() / 2);
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2)
    {
        const char32_t c = code_unit_at(i);
        if (is_high(c) && i + 3 < bytes.size() && is_low(code_unit_at(i + 2)))
        {
            append_utf8(text, 0x10000 + ((c - 0xD800) << 10) + (code_unit_at(i + 2) - 0xDC00));
            i += 2;
        }
        else
            append_utf8(text, is_high(c) || is_low(c) ? replacement_character : c);
    }
    return text;
}

// Digits are appended to the mantissa while it is below this limit, so the mantissa has at most 18 digits.
constexpr std::uint64_t mantissa_limit  = 100'000'000'000'000'000;
constexpr std::size_t max_number_length = 400; // in characters; the largest double has 309 digits

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view stripped(std::string_view text, bool strips_quotes = true)
{
    const auto is_strippable = [=](char c) { return c == ' ' || c == '\t' || (strips_quotes && c == '"'); };
    while (!text.empty() && is_strippable(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_strippable(text.back())) text.remove_suffix(1);
    return text;
}

ParsedNumber classify_non_number(std::string_view text)
{
    const std::string lower = base::ascii_lower_case(text);
    if (lower == "na" || lower == "n/a" || lower == "null") return {ParsedNumber::Kind::missing};
    const std::size_t sign_length = lower.starts_with('-') || lower.starts_with('+') ? 1 : 0;
    const std::string_view word   = std::string_view{lower}.substr(sign_length);
    // NaN and infinity as C and older Microsoft runtimes print them.
    for (const char* const non_finite : {"nan", "inf", "1.#inf", "1.#qnan", "1.#snan", "1.#ind"})
        if (word.starts_with(non_finite)) return {ParsedNumber::Kind::non_finite};
    return {ParsedNumber::Kind::unreadable};
}

// Appends the digits at `at` to the mantissa, and advances `at`. Returns the number of digits that do not fit.
int parse_digits(std::string_view text, std::size_t& at, std::uint64_t& mantissa)
{
    int ignored_digits = 0;
    for (; at < text.size() && is_digit(text[at]); ++at)
    {
        if (mantissa < mantissa_limit)
            mantissa = mantissa * 10 + static_cast<std::uint64_t>(text[at] - '0');
        else
            ++ignored_digits;
    }
    return ignored_digits;
}

// Parses an exponent such as "e-3", clamped to +-9999, and advances `at`. Returns 0 if there is none.
int parse_exponent(std::string_view text, std::size_t& at)
{
    if (at >= text.size() || (text[at] != 'e' && text[at] != 'E')) return 0;
    std::size_t index = at + 1;
    bool is_negative  = false;
    if (index < text.size() && (text[index] == '-' || text[index] == '+')) is_negative = text[index++] == '-';
    if (index >= text.size() || !is_digit(text[index])) return 0;
    int exponent = 0;
    for (; index < text.size() && is_digit(text[index]); ++index)
        exponent = std::min(exponent * 10 + (text[index] - '0'), 9999);
    at = index;
    return is_negative ? -exponent : exponent;
}

// Returns mantissa * 10^exponent, rounded to an integer; std::nullopt if it does not fit into 64 bits.
std::optional<std::int64_t> scaled_to_integer(std::uint64_t mantissa, int exponent)
{
    static constexpr auto powers = []
    {
        std::array<std::uint64_t, 19> p{1};
        for (std::size_t i = 1; i < p.size(); ++i) p[i] = p[i - 1] * 10;
        return p;
    }();
    constexpr auto max_result = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

    if (exponent < -18 || mantissa == 0)
        mantissa = 0; // the value is below 0.5: the mantissa is below 10^18, and the exponent is at most -19
    else if (exponent < 0)
    {
        const std::uint64_t divisor = powers[static_cast<std::size_t>(-exponent)];
        mantissa                    = mantissa / divisor + (mantissa % divisor >= divisor / 2 ? 1 : 0);
    }
    else if (exponent > 18 || mantissa > max_result / powers[static_cast<std::size_t>(exponent)])
        return std::nullopt;
    else
        mantissa *= powers[static_cast<std::size_t>(exponent)];
    return static_cast<std::int64_t>(mantissa);
}

} // namespace

std::string_view to_utf8(std::string_view bytes, std::string& utf8_buffer)
{
    if (bytes.starts_with("\xEF\xBB\xBF")) return bytes.substr(3);
    const bool is_big_endian = bytes.starts_with("\xFE\xFF");
    if (!is_big_endian && !bytes.starts_with("\xFF\xFE")) return bytes;
    utf8_buffer = utf8_from_utf16(bytes.substr(2), is_big_endian);
    return utf8_buffer;
}

std::size_t count_fields(std::string_view line, char separator)
{
    const char* const end = line.data() + line.size();
    std::size_t count     = 1;
    for (const char* at = field_end(line.data(), end, separator); at != end; at = field_end(at + 1, end, separator))
        ++count;
    return count;
}

std::string trimmed_and_unquoted(std::string_view field)
{
    field = stripped(field, false);
    if (field.size() < 2 || field.front() != '"' || field.back() != '"') return std::string{field};

    field = field.substr(1, field.size() - 2);
    std::string text;
    for (std::size_t i = 0; i < field.size(); ++i)
    {
        text += field[i];
        if (field[i] == '"' && i + 1 < field.size() && field[i + 1] == '"') ++i;
    }
    return text;
}

std::string normalised_name_of(std::string_view name)
{
    std::string text = base::ascii_lower_case(trimmed_and_unquoted(name));
    std::erase_if(text, [](char c) { return c == ' ' || c == '_'; });
    return text;
}

ParsedNumber parse_scaled_and_rounded(std::string_view text, int exponent, char decimal_mark)
{
    text = stripped(text);
    if (text.empty()) return {ParsedNumber::Kind::missing};
    if (text.size() > max_number_length) return {ParsedNumber::Kind::unreadable};

    const bool is_negative  = text.front() == '-';
    std::size_t at          = is_negative || text.front() == '+' ? 1 : 0;
    const std::size_t first = at;
    std::uint64_t mantissa  = 0;
    exponent += parse_digits(text, at, mantissa);
    std::size_t digit_count = at - first;
    if (at < text.size() && text[at] == decimal_mark)
    {
        const std::size_t fraction = ++at;
        const int ignored_digits   = parse_digits(text, at, mantissa);
        digit_count += at - fraction;
        exponent -= static_cast<int>(at - fraction) - ignored_digits;
    }
    if (digit_count == 0) return classify_non_number(text);
    exponent += parse_exponent(text, at);
    if (at != text.size()) return classify_non_number(text);

    const auto magnitude = scaled_to_integer(mantissa, exponent);
    if (!magnitude) return {ParsedNumber::Kind::non_finite};
    return {ParsedNumber::Kind::value, is_negative ? -*magnitude : *magnitude};
}

ParsedNumber parse_date_with_time_ns(std::string_view text)
{
    constexpr ParsedNumber unreadable{ParsedNumber::Kind::unreadable};
    text = stripped(text);

    std::array<int, 5> parts{};
    constexpr std::string_view marks = "-- ::";
    for (std::size_t i = 0; i < parts.size(); ++i)
    {
        const auto part = base::consume_integer<int>(text);
        if (!part || text.empty() || (text.front() != marks[i] && !(i == 2 && text.front() == 'T'))) return unreadable;
        parts[i] = *part;
        text.remove_prefix(1);
    }
    const auto [year, month, day, hour, minute] = parts;
    const std::chrono::year_month_day date{std::chrono::year{year}, std::chrono::month{static_cast<unsigned>(month)},
                                           std::chrono::day{static_cast<unsigned>(day)}};
    const ParsedNumber second = parse_scaled_and_rounded(text, 9);
    if (!date.ok() || year < 1970 || year > 2200 || hour < 0 || hour > 23 || minute < 0 || minute > 59)
        return unreadable;
    if (!second.ok() || second.value < 0 || second.value >= 61'000'000'000) return unreadable;
    const std::chrono::nanoseconds time = std::chrono::sys_days{date}.time_since_epoch() + std::chrono::hours{hour} +
                                          std::chrono::minutes{minute} + std::chrono::nanoseconds{second.value};
    return {ParsedNumber::Kind::value, time.count()};
}

ParsedNumber parse_clock_time_ns(std::string_view text)
{
    constexpr ParsedNumber unreadable{ParsedNumber::Kind::unreadable};
    text = stripped(text);
    if (text.size() > max_number_length) return unreadable;
    std::string with_points{text};
    std::ranges::replace(with_points, ',', '.');
    std::string_view rest = with_points;
    if (rest.ends_with('Z') || rest.ends_with('z')) rest.remove_suffix(1);
    if (rest.find_first_of("-/") != rest.npos)
    {
        const auto first_colon = rest.find(':');
        const auto offset      = first_colon == rest.npos ? rest.npos : rest.find_first_of("+-", first_colon);
        return parse_date_with_time_ns(rest.substr(0, offset));
    }
    std::int64_t minutes = 0;
    int colon_count      = 0;
    for (auto colon = rest.find(':'); colon != rest.npos && colon_count < 2; colon = rest.find(':'), ++colon_count)
    {
        const auto part = base::parse_number<std::int64_t>(rest.substr(0, colon));
        if (!part || *part < 0 || *part > 1'000'000) return unreadable;
        minutes = 60 * minutes + *part;
        rest.remove_prefix(colon + 1);
    }
    const ParsedNumber second = parse_scaled_and_rounded(rest, s_exponent);
    if (colon_count == 0 || !second.ok() || second.value < 0 || second.value >= 60'000'000'000) return unreadable;
    return {ParsedNumber::Kind::value, 60'000'000'000 * minutes + second.value};
}

} // namespace recordings
