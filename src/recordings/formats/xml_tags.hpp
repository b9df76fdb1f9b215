// recordings/formats/xml_tags.hpp -- XML as tools write it, tag by tag: no declarations of its own, nothing loaded from
// elsewhere
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace recordings
{

class Tags
{
public:
    explicit Tags(std::string_view text)
        : text_(text)
    {
    }

    /// Moves to the next tag; false at the end, and where one does not end.
    bool next();
    bool broken() const { return broken_; }

    std::string_view name() const { return name_; }
    bool opens() const { return opens_; }   ///< <a> and <a/>
    bool closes() const { return closes_; } ///< </a> and <a/>
    /// As written, with its entities; empty where the tag has none of that name.
    std::string_view attribute(std::string_view name) const;
    /// What stands between this tag and the next.
    std::string_view text() const;
    /// Where the tag begins, from 1. Counted on from the last time that somebody asked.
    std::size_t line();

private:
    std::string_view text_;
    std::size_t at_      = 0; // behind the tag
    std::size_t begin_   = 0; // of the tag
    std::size_t counted_ = 0, line_ = 1;
    std::string_view name_, rest_;
    bool opens_ = false, closes_ = false, broken_ = false;
};

/// &amp; and the four others of XML as what they stand for; numbers of characters as they are.
std::string without_entities(std::string_view text);

} // namespace recordings
