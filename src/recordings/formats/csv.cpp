#include "recordings/formats/csv.hpp"

#include "base/text.hpp"

namespace recordings
{

std::size_t count_fields(std::string_view line, char separator)
{
    const char* const end = line.data() + line.size();
    std::size_t count = 1;
    for (const char* at = field_end(line.data(), end, separator); at != end; at = field_end(at + 1, end, separator))
        ++count;
    count_examined_bytes(line.size());
    return count;
}

std::string unquoted(std::string_view field)
{
    field = trimmed_where(field, is_blank);
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

std::string normalised_column_name(std::string_view name)
{
    std::string text = base::ascii_lower_case(unquoted(name));
    std::erase_if(text, [](char c) { return c == ' ' || c == '_'; });
    return text;
}

} // namespace recordings
