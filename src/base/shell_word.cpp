#include "base/shell_word.hpp"

namespace base
{

std::string shell_word(std::string_view text)
{
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:=+@%";
    if (!text.empty() && text.find_first_not_of(plain) == text.npos) return std::string{text};
    std::string word = "'";
    for (const char c : text) c == '\'' ? word += "'\\''" : word += c;
    return word + "'";
}

} // namespace base
