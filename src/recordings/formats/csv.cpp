#include "recordings/formats/csv.hpp"

namespace recordings
{

std::size_t count_fields(std::string_view line, char separator)
{
    const char* const end = line.data() + line.size();
    std::size_t count     = 1;
    for (const char* at = field_end(line.data(), end, separator); at != end; at = field_end(at + 1, end, separator))
        ++count;
    return count;
}

std::string unquoted(std::string_view field)
{
    const auto blank = [](char c) { return c == ' ' || c == '\t'; };
    while (!field.empty() && blank(field.front())) field.remove_prefix(1);
    while (!field.empty() && blank(field.back())) field.remove_suffix(1);
    if (field.size() < 2 || field.front() != '"' || field.back() != '"') return std::string{field};

    field = field.substr(1, field.size() - 2);
    std::string text;
    for (std::size_t i = 0; i < field.size(); ++i)
    {
        text += field[i];
        if (field[i] == '"' && i + 1 < field.size() && field[i + 1] == '"') ++i;
    }
    return text;
}

std::string normalised(std::string_view name)
{
    std::string text;
    for (const char c : unquoted(name))
    {
        if (c == ' ' || c == '_') continue;
        text += c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
    }
    return text;
}

} // namespace recordings
