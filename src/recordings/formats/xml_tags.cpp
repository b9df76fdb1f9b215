#include "recordings/formats/xml_tags.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace recordings
{
namespace
{

constexpr std::string_view blanks = " \t\r\n";

// Returns the position of the '>' that ends the tag at `begin`; npos without an end. A '>' in quotes does not count.
std::size_t end_of_tag(std::string_view text, std::size_t begin)
{
    if (text.substr(begin).starts_with("<!--"))
    {
        const std::size_t end = text.find("-->", begin + 4);
        return end == text.npos ? end : end + 2;
    }
    char quote = 0;
    for (std::size_t i = begin; i < text.size(); ++i)
    {
        const char c = text[i];
        if (quote == 0 && c == '>') return i;
        if (quote == 0 && (c == '"' || c == '\''))
            quote = c;
        else if (c == quote)
            quote = 0;
    }
    return text.npos;
}

} // namespace

bool Tags::next()
{
    for (;;)
    {
        begin_ = text_.find('<', at_);
        if (begin_ == text_.npos)
        {
            begin_ = text_.size();
            return false;
        }
        const std::size_t end = end_of_tag(text_, begin_);
        broken_               = end == text_.npos;
        if (broken_) return false;
        at_                   = end + 1;
        std::string_view body = text_.substr(begin_ + 1, end - begin_ - 1);
        if (body.empty() || body.front() == '?' || body.front() == '!') continue;
        opens_  = body.front() != '/';
        closes_ = !opens_ || body.back() == '/';
        if (!opens_) body.remove_prefix(1);
        if (opens_ && closes_) body.remove_suffix(1);
        const std::size_t blank = std::min(body.find_first_of(blanks), body.size());
        name_                   = body.substr(0, blank);
        rest_                   = body.substr(blank);
        return true;
    }
}

std::string_view Tags::attribute(std::string_view name) const
{
    for (std::string_view rest = rest_; !rest.empty();)
    {
        const std::size_t equals = rest.find('=');
        if (equals == rest.npos || equals + 1 == rest.size()) return {};
        std::string_view key = rest.substr(0, equals);
        key.remove_prefix(std::min(key.find_first_not_of(blanks), key.size()));
        const std::size_t end = rest.find(rest[equals + 1], equals + 2);
        if (end == rest.npos) return {};
        if (key == name) return rest.substr(equals + 2, end - equals - 2);
        rest.remove_prefix(end + 1);
    }
    return {};
}

std::string_view Tags::text() const
{
    const std::size_t end = std::min(text_.find('<', at_), text_.size());
    return text_.substr(at_, end - at_);
}

std::size_t Tags::line()
{
    for (; counted_ < begin_; ++counted_) line_ += text_[counted_] == '\n' ? 1 : 0;
    return line_;
}

std::string without_entities(std::string_view text)
{
    constexpr std::array<std::pair<std::string_view, char>, 5> entities{
        {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};
    std::string plain;
    for (std::size_t i = 0; i < text.size();)
    {
        const auto* const found =
            std::ranges::find_if(entities, [&](const auto& e) { return text.substr(i).starts_with(e.first); });
        plain += found == entities.end() ? text[i] : found->second;
        i += found == entities.end() ? 1 : found->first.size();
    }
    return plain;
}

} // namespace recordings
