#include "base/search.hpp"

#include <algorithm>
#include <cctype>

namespace base
{

namespace
{

bool contains(std::string_view text, std::string_view word)
{
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    const auto same  = [&](char a, char b) { return lower(a) == lower(b); };
    return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end();
}

} // namespace

bool finds(std::string_view wanted, std::initializer_list<std::string_view> texts)
{
    while (!wanted.empty())
    {
        const std::string_view word = wanted.substr(0, wanted.find(' '));
        if (std::ranges::none_of(texts, [&](std::string_view text) { return contains(text, word); })) return false;
        wanted.remove_prefix(std::min(word.size() + 1, wanted.size()));
    }
    return true;
}

} // namespace base
