#include "recordings/formats/clock_time.hpp"

#include "base/number.hpp"
#include "recordings/formats/csv.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <utility>

namespace recordings
{
namespace
{

constexpr ParsedNumber unreadable{ParsedNumber::Kind::unreadable};
constexpr std::int64_t ns_per_s = 1'000'000'000;
constexpr std::int64_t ns_per_minute = 60 * ns_per_s;
// Limit for hours and minutes before a colon, so that the time in ns fits into 64 bits.
constexpr std::int64_t max_clock_field = 1'000'000;

std::string_view without_time_zone(std::string_view date_with_time)
{
    const auto first_colon = date_with_time.find(':');
    if (first_colon == date_with_time.npos) return date_with_time;
    return date_with_time.substr(0, date_with_time.find_first_of("+-", first_colon));
}

// Parses "HOURS:MINUTES:SECONDS" or "MINUTES:SECONDS".
ParsedNumber parse_time_of_day(std::string_view text)
{
    std::int64_t minutes = 0;
    int colon_count = 0;
    for (; colon_count < 2; ++colon_count)
    {
        const auto colon = text.find(':');
        if (colon == text.npos) break;
        const auto clock_field = base::parse_number<std::int64_t>(text.substr(0, colon));
        if (!clock_field || *clock_field < 0 || *clock_field > max_clock_field) return unreadable;
        minutes = 60 * minutes + *clock_field;
        text.remove_prefix(colon + 1);
    }
    const ParsedNumber second = parse_scaled(text, s_exponent);
    if (colon_count == 0 || !second.ok() || second.value < 0 || second.value >= ns_per_minute) return unreadable;
    return {ParsedNumber::Kind::value, ns_per_minute * minutes + second.value};
}

// Removes " AM" or " PM" at the end of a time. Returns the hours to add to a time before 12 h, and to one from 12 h on.
std::pair<int, int> remove_meridiem(std::string_view& time)
{
    const bool is_am = time.ends_with(" AM") || time.ends_with(" am");
    const bool is_pm = time.ends_with(" PM") || time.ends_with(" pm");
    if (is_am || is_pm) time.remove_suffix(3);
    return {is_pm ? 12 : 0, is_am ? -12 : 0};
}

// Sorts the numbers of a date that ends in the year into the order year, month, day. The day is first, unless the mark
// between the numbers is a slash or the second number is no month.
void sort_date(std::array<int, 5>& fields, char mark)
{
    if (fields[0] >= 1000 || fields[2] < 1000) return;
    const bool is_month_first = fields[0] <= 12 && (fields[1] > 12 || mark == '/');
    std::swap(fields[0], fields[2]);
    if (is_month_first) std::swap(fields[1], fields[2]);
}

} // namespace

ParsedNumber parse_date_time_ns(std::string_view text)
{
    text = trimmed_where(text, is_field_padding);
    const auto [hours_am, hours_pm] = remove_meridiem(text);
    std::array<int, 5> fields{};
    const char date_mark = text.find('/') != text.npos ? '/' : text.substr(0, 10).find('.') != text.npos ? '.' : '-';
    const std::array<char, 5> marks_after_fields{date_mark, date_mark, ' ', ':', ':'};
    for (std::size_t i = 0; i < fields.size(); ++i)
    {
        const auto field = base::consume_integer<int>(text);
        if (!field || text.empty()) return unreadable;
        const bool is_date_end = marks_after_fields[i] == ' '; // "T" can replace the blank between date and time
        if (text.front() != marks_after_fields[i] && !(is_date_end && text.front() == 'T')) return unreadable;
        fields[i] = *field;
        text.remove_prefix(1);
    }
    sort_date(fields, date_mark);
    const auto [year, month, day, written_hour, minute] = fields;
    const int hour = written_hour + (written_hour < 12 ? hours_am : hours_pm);
    const std::chrono::year_month_day date{std::chrono::year{year}, std::chrono::month{static_cast<unsigned>(month)},
                                           std::chrono::day{static_cast<unsigned>(day)}};
    const ParsedNumber second = parse_scaled(text, s_exponent);
    // The years are limited because 64 bits hold only the nanoseconds of 292 years.
    if (!date.ok() || year < 1970 || year > 2200 || hour < 0 || hour > 23 || minute < 0 || minute > 59)
        return unreadable;
    if (!second.ok() || second.value < 0 || second.value >= 61 * ns_per_s) return unreadable; // allows a leap second
    const std::chrono::nanoseconds time = std::chrono::sys_days{date}.time_since_epoch() + std::chrono::hours{hour} +
                                          std::chrono::minutes{minute} + std::chrono::nanoseconds{second.value};
    return {ParsedNumber::Kind::value, time.count()};
}

ParsedNumber parse_clock_time_ns(std::string_view text)
{
    text = trimmed_where(text, is_field_padding);
    if (text.size() > max_number_length) return unreadable;
    std::string text_with_points{text};
    std::ranges::replace(text_with_points, ',', '.');
    std::string_view text_without_z = text_with_points;
    if (text_without_z.ends_with('Z') || text_without_z.ends_with('z')) text_without_z.remove_suffix(1);
    const std::string_view date = text_without_z.substr(0, text_without_z.find_first_of(" T"));
    if (date.size() < text_without_z.size() && date.find(':') == date.npos)
        return parse_date_time_ns(without_time_zone(text_without_z));
    const auto [hours_am, hours_pm] = remove_meridiem(text_without_z);
    ParsedNumber time = parse_time_of_day(text_without_z);
    if (time.ok()) time.value += (time.value < 12 * 60 * ns_per_minute ? hours_am : hours_pm) * 60 * ns_per_minute;
    return time;
}

} // namespace recordings
