// recordings/formats/xml_tags.hpp -- reads XML tag by tag. It ignores declarations and never loads other files
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

    /// Moves to the next tag. Returns false at the end of the text, and if a tag has no end.
    bool next();
    /// True if the text contains a tag without an end, so that it is not valid XML.
    bool broken() const { return broken_; }

    std::string_view name() const { return name_; }
    bool opens() const { return opens_; }   ///< true for <a> and <a/>
    bool closes() const { return closes_; } ///< true for </a> and <a/>
    /// Returns the value of the attribute named `name` as written in the XML, with entities such as &amp;; empty if the
    /// tag has no such attribute.
    std::string_view attribute(std::string_view name) const;
    /// Returns the text between this tag and the next.
    std::string_view text() const;
    /// Returns the number of the line in which the tag begins, from 1. Each call continues to count where the last call
    /// stopped.
    std::size_t line();

private:
    std::string_view text_;
    std::size_t at_      = 0; // position in the XML text after the present tag
    std::size_t begin_   = 0; // position in the XML text at which the present tag starts
    std::size_t counted_ = 0, line_ = 1;
    std::string_view name_, rest_;
    bool opens_ = false, closes_ = false, broken_ = false;
};

/// Replaces the five named entities of XML (&amp; &lt; &gt; &quot; &apos;) by their characters. Leaves numeric
/// character references as they are.
std::string without_entities(std::string_view text);

} // namespace recordings
