// recordings/formats/json_reader.hpp -- base class for reading large JSON files value by value
#pragma once

#include "recordings/formats/csv.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace recordings
{

/// Input iterator over the bytes of a JSON text. Writes its position, for line numbers, to `*furthest_position`.
struct JsonByteIterator
{
    using difference_type   = std::ptrdiff_t;
    using value_type        = char;
    using pointer           = const char*;
    using reference         = const char&;
    using iterator_category = std::input_iterator_tag;

    const char* position;
    const char** furthest_position; ///< output: the furthest position so far; never null

    reference operator*() const { return *position; }
    JsonByteIterator& operator++()
    {
        *furthest_position = ++position;
        return *this;
    }
    JsonByteIterator operator++(int)
    {
        const JsonByteIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const JsonByteIterator& other) const { return position == other.position; }
};

/// Base class of handlers for nlohmann::json::sax_parse(), without virtual functions. Returning false stops the parser.
class JsonReader
{
public:
    explicit JsonReader(std::string_view text)
        : text_(text)
        , counted_end_(text.data())
        , furthest_position_(text.data())
    {
    }

    std::string problem; ///< why parsing stopped; empty if it reached the end

    bool null() { return true; }
    bool boolean(bool) { return true; }
    bool binary(const std::vector<std::uint8_t>&) { return true; }
    bool parse_error(std::size_t, const std::string&, const std::exception&)
    {
        problem = "the JSON is invalid or incomplete here";
        return false;
    }

    /// Line number of the parser's position, from 1.
    std::size_t line_number() { return line_number_at(furthest_position_); }
    /// Line number of a position in the text, from 1. `position` must not be before the position of an earlier call.
    std::size_t line_number_at(const char* position)
    {
        line_number_ += static_cast<std::size_t>(std::count(counted_end_, position, '\n'));
        counted_end_ = position;
        return line_number_;
    }

protected:
    template <class Reader>
    void parse(Reader& reader)
    {
        const char* const begin = text_.data();
        nlohmann::json::sax_parse(JsonByteIterator{begin, &furthest_position_},
                                  JsonByteIterator{begin + text_.size(), &furthest_position_}, &reader);
        count_examined_bytes(static_cast<std::size_t>(furthest_position_ - begin));
    }
    /// The parser's position: one character behind the bracket that start_array() or end_array() reports.
    const char* position() const { return furthest_position_; }

    /// The JSON library writes the decimal mark of the C locale.
    static char decimal_mark_in(const std::string& text) { return text.find(',') == text.npos ? '.' : ','; }

private:
    std::string_view text_;
    const char* counted_end_; // line feeds before this position are counted in `line_number_`
    const char* furthest_position_;
    std::size_t line_number_ = 1;
};

} // namespace recordings
