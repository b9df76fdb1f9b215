// recordings/formats/json_cursor.hpp -- the input iterator of the JSON parser
#pragma once

#include <cstddef>
#include <iterator>

namespace recordings
{

/// Input iterator over the bytes of a JSON text. It writes its position to `*reached`, so that an error message can
/// name the line.
struct Cursor
{
    using difference_type   = std::ptrdiff_t;
    using value_type        = char;
    using pointer           = const char*;
    using reference         = const char&;
    using iterator_category = std::input_iterator_tag;

    const char* at;
    const char** reached;

    reference operator*() const { return *at; }
    Cursor& operator++()
    {
        *reached = ++at;
        return *this;
    }
    Cursor operator++(int)
    {
        const Cursor before = *this;
        ++*this;
        return before;
    }
    bool operator==(const Cursor& other) const { return at == other.at; }
};

} // namespace recordings
