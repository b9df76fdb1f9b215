// recordings/formats/csv.hpp -- splits text into lines, and lines into fields
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace recordings
{

/// Separator and decimal mark of a table: usually a comma and a point, or a semicolon and a comma.
struct CsvDialect
{
    char separator = ',';
    char decimal_mark = '.';
};

namespace detail
{
inline constinit thread_local std::uint64_t examined_byte_count = 0;
} // namespace detail
/// Bytes that the readers have looked at on this thread. Tests compare files of n and 2n rows, columns or members.
inline std::uint64_t examined_byte_count() { return detail::examined_byte_count; }
inline void count_examined_bytes(std::size_t byte_count) { detail::examined_byte_count += byte_count; }

/// Iterates over the lines of a text, which end with LF, CRLF or CR in any mixture. Cuts longer lines into pieces of
/// `max_line_bytes`, without reading them to their end.
class LineReader
{
public:
    explicit LineReader(std::string_view text, std::size_t first_line_number = 1,
                        std::size_t max_line_bytes = std::string_view::npos)
        : next_line_(text.data())
        , end_(text.data() + text.size())
        , next_line_feed_(next_line_)
        , carriage_return_(next_line_)
        , searched_end_(next_line_)
        , line_number_(first_line_number - 1)
        , text_size_(text.size())
        , max_line_bytes_(max_line_bytes)
    {
        cache_next_line_feed();
    }
    LineReader(const LineReader&) = delete;
    LineReader& operator=(const LineReader&) = delete;
    ~LineReader() { count_examined_bytes(text_size_ - remaining_text().size()); }

    /// Moves to the next line. Returns false at the end of the text.
    bool next()
    {
        if (next_line_ == end_) return false;
        if (carriage_return_ < next_line_ || (carriage_return_ == searched_end_ && searched_end_ < next_line_feed_))
        {
            searched_end_ = next_line_feed_ + std::min<std::ptrdiff_t>(end_ - next_line_feed_, 65'536);
            carriage_return_ = position_of('\r', searched_end_);
        }
        const char* const line_end = std::min(carriage_return_, next_line_feed_);
        line_ = {next_line_, static_cast<std::size_t>(line_end - next_line_)};
        ++line_number_;
        next_line_ = line_end;
        if (next_line_ != end_ && *next_line_ == '\r') ++next_line_;
        if (next_line_ == next_line_feed_ && next_line_ != end_) ++next_line_;
        if (next_line_ > next_line_feed_) cache_next_line_feed();
        return true;
    }

    /// Skips lines of `byte_count` bytes in all, from the next one on.
    void skip_lines(std::size_t line_count, std::size_t byte_count)
    {
        next_line_ += byte_count;
        line_number_ += line_count;
        if (next_line_ > next_line_feed_) cache_next_line_feed();
    }

    std::string_view line() const { return line_; }
    std::size_t line_number() const { return line_number_; } ///< number of the current line, from 1
    std::string_view remaining_text() const { return {next_line_, static_cast<std::size_t>(end_ - next_line_)}; }

private:
    // The cache avoids quadratic time in a text with only CR, where each search for LF reads to the end.
    void cache_next_line_feed()
    {
        const auto byte_count = std::min(static_cast<std::size_t>(end_ - next_line_), max_line_bytes_);
        next_line_feed_ = position_of('\n', next_line_ + byte_count);
    }
    const char* position_of(char c, const char* end) const
    {
        const auto byte_count = static_cast<std::size_t>(end - next_line_);
        const void* const found = byte_count == 0 ? nullptr : std::memchr(next_line_, c, byte_count);
        return found ? static_cast<const char*>(found) : end;
    }

    const char* next_line_;
    const char* end_;
    const char* next_line_feed_;
    const char* carriage_return_; // the next one; searched_end_ if there is none up to there
    const char* searched_end_; // far ahead, because most files have none
    std::size_t line_number_;
    std::size_t text_size_;
    std::size_t max_line_bytes_;
    std::string_view line_;
};

/// The next 4 or 8 characters as an unsigned number, the first one in the lowest byte.
template <class Word>
Word load_characters(const char* at)
{
    Word characters = 0;
    if constexpr (std::endian::native == std::endian::little)
        std::memcpy(&characters, at, sizeof characters);
    else
        for (std::size_t i = sizeof characters; i-- > 0;)
            characters = characters << 8 | static_cast<unsigned char>(at[i]);
    return characters;
}

/// The end of the CSV field at `at`: the next separator or `end`. A quoted field may contain separators.
inline const char* field_end(const char* at, const char* end, char separator)
{
    while (at != end && *at == '"') // two quotation marks in a quoted field stand for one
    {
        do ++at;
        while (at != end && *at != '"');
        if (at != end) ++at;
    }
    while (at != end && *at != separator) ++at;
    return at;
}

/// Splits lines into fields. Drops the fields of a line after the first `max_fields`.
class FieldSplitter
{
public:
    explicit FieldSplitter(std::size_t max_fields)
        : fields_(max_fields)
    {
    }
    ~FieldSplitter() { count_examined_bytes(examined_byte_count_); }

    /// `extra_separators` is the number of separators inside the first field, such as 1 for "Hello, World.exe,42".
    void split(std::string_view line, char separator, int extra_separators = 0);

    std::size_t size() const { return size_; }
    /// A field as written, including quotation marks. Empty if the line has fewer fields.
    std::string_view operator[](std::size_t i) const { return i < size_ ? fields_[i] : std::string_view{}; }

private:
    /// Splits a line without quotation marks eight characters at a time; returns false for another line.
    bool split_unquoted(std::string_view line, char separator);

    std::vector<std::string_view> fields_;
    std::size_t size_ = 0;
    std::size_t examined_byte_count_ = 0;
};

constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
constexpr bool is_field_padding(char c) { return is_blank(c) || c == '"'; }
/// `text` without the characters at both ends for which `is_trimmed` is true.
constexpr std::string_view trimmed_where(std::string_view text, auto is_trimmed)
{
    while (!text.empty() && is_trimmed(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_trimmed(text.back())) text.remove_suffix(1);
    return text;
}
std::size_t count_fields(std::string_view line, char separator);
/// Removes blanks and quotation marks around a field.
std::string unquoted(std::string_view field);
/// Converts a column name for comparisons: unquoted, in lower case, without blanks and underscores.
std::string normalised_column_name(std::string_view name);

} // namespace recordings
