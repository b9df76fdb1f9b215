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

/// Maximum length of a string or number in a JSON text: the JSON library stores each of them.
constexpr std::size_t max_json_value_bytes = 16'000'000;
constexpr std::string_view json_blanks = " \t\r\n";

/// Input iterator over the bytes of a JSON text. Writes its position, for line numbers, to `*furthest_position`.
struct JsonByteIterator
{
    using difference_type = std::ptrdiff_t;
    using value_type = char;
    using pointer = const char*;
    using reference = const char&;
    using iterator_category = std::input_iterator_tag;

    const char* position;
    const char** furthest_position; ///< output: the furthest position so far; never null
    const char* const* end; ///< where the text must end, or its next value; never null

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
    /// True at `*end`, whatever `other` is.
    bool operator==(const JsonByteIterator& /*other*/) const { return position == *end; }
};

/// Base class of handlers for nlohmann::json::sax_parse(), without virtual functions. Returning false stops the parser.
class JsonReader
{
public:
    /// A text with more than `max_depth` nested objects and arrays is a problem: more levels than any `kind_of_text`.
    JsonReader(std::string_view text, std::size_t max_depth, std::string_view kind_of_text)
        : text_(text)
        , max_depth_(max_depth)
        , kind_of_text_(kind_of_text)
        , counted_end_(text.data())
        , furthest_position_(text.data())
    {
        allow_next_value();
    }

    std::string problem; ///< why parsing stopped; empty if it reached the end

    bool null() { return true; }
    bool boolean(bool) { return true; }
    bool binary(const std::vector<std::uint8_t>&) { return true; }
    bool start_object(std::size_t) { return true; }
    bool end_object() { return true; }
    bool end_array() { return true; }
    bool parse_error(std::size_t, const std::string&, const std::exception&)
    {
        const bool is_at_limit = furthest_position_ == value_end_ && value_end_ != text_.data() + text_.size();
        problem = is_at_limit ? "no value ends within 16 MB from here" : "the JSON is invalid or incomplete here";
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
        LimitedHandler<Reader> handler{reader, *this};
        const JsonByteIterator bytes{begin, &furthest_position_, &value_end_};
        nlohmann::json::sax_parse(bytes, bytes, &handler);
        count_examined_bytes(static_cast<std::size_t>(furthest_position_ - begin));
    }
    /// The parser's position: one character behind the bracket that start_array() or end_array() reports.
    const char* position() const { return furthest_position_; }

    /// The number of objects and arrays that contain the current value, or that begin or end here.
    std::size_t depth() const { return depth_; }
    bool is_too_deep() const { return depth_ > max_depth_; }
    /// Counts the values of a text that is only an array as if the array were nested in `depth` - 1 others.
    void set_depth(std::size_t depth) { depth_ = depth; }

    /// The JSON library writes the decimal mark of the C locale.
    static char decimal_mark_in(const std::string& text) { return text.find(',') == text.npos ? '.' : ','; }

private:
    // Passes all events on to `reader`, and lets the next value begin where the event's value ends.
    template <class Reader>
    struct LimitedHandler
    {
        Reader& reader;
        JsonReader& json;

        bool pass_on(bool may_continue)
        {
            json.allow_next_value();
            return may_continue;
        }
        bool null() { return pass_on(reader.null()); }
        bool boolean(bool value) { return pass_on(reader.boolean(value)); }
        bool number_integer(std::int64_t value) { return pass_on(reader.number_integer(value)); }
        bool number_unsigned(std::uint64_t value) { return pass_on(reader.number_unsigned(value)); }
        bool number_float(double value, const std::string& text) { return pass_on(reader.number_float(value, text)); }
        bool string(const std::string& text) { return pass_on(reader.string(text)); }
        bool binary(const std::vector<std::uint8_t>& bytes) { return pass_on(reader.binary(bytes)); }
        bool key(const std::string& name) { return pass_on(reader.key(name)); }
        bool start_object(std::size_t count) { return json.enter_value() && pass_on(reader.start_object(count)); }
        bool end_object() { return json.leave_value(pass_on(reader.end_object())); }
        bool start_array(std::size_t count) { return json.enter_value() && pass_on(reader.start_array(count)); }
        bool end_array() { return json.leave_value(pass_on(reader.end_array())); }
        bool parse_error(std::size_t position, const std::string& token, const std::exception& error)
        {
            return reader.parse_error(position, token, error);
        }
    };

    bool enter_value()
    {
        ++depth_;
        if (is_too_deep()) problem = "the JSON has more levels than any " + std::string{kind_of_text_};
        return !is_too_deep();
    }
    bool leave_value(bool may_continue)
    {
        --depth_;
        return may_continue;
    }
    void allow_next_value()
    {
        const auto rest_size = static_cast<std::size_t>(text_.data() + text_.size() - furthest_position_);
        value_end_ = furthest_position_ + std::min(rest_size, max_json_value_bytes);
    }

    std::string_view text_;
    std::size_t depth_ = 0, max_depth_;
    std::string_view kind_of_text_;
    const char* counted_end_; // line feeds before this position are counted in `line_number_`
    const char* furthest_position_;
    const char* value_end_ = nullptr; // of the text, or where the value that is being read is too long
    std::size_t line_number_ = 1;
};

} // namespace recordings
