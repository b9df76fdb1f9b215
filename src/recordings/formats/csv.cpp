#include "recordings/formats/csv.hpp"

#include "base/text.hpp"

#include <array>

namespace recordings
{

bool FieldSplitter::split_unquoted(std::string_view line, char separator)
{
    constexpr std::uint64_t ones = 0x0101'0101'0101'0101, low_bits = 0x7F * ones;
    // The highest bits of the bytes that are zero
    const auto zeros_of = [](std::uint64_t bytes) { return ~(((bytes & low_bits) + low_bits) | bytes | low_bits); };
    const char* field = line.data();
    std::string_view* next_field = fields_.data();
    std::string_view* const fields_end = next_field + fields_.size();
    std::array<char, 8> last_characters{};
    for (std::size_t begin = 0; begin < line.size(); begin += 8)
    {
        const char* characters = line.data() + begin;
        if (line.size() - begin < 8)
            characters = std::copy(line.begin() + begin, line.end(), last_characters.begin()) - (line.size() - begin);
        const auto word = load_characters<std::uint64_t>(characters);
        if (zeros_of(word ^ ones * '"') != 0) return false;
        for (std::uint64_t separators = zeros_of(word ^ ones * static_cast<unsigned char>(separator)); separators != 0;
             separators &= separators - 1)
        {
            const char* const end = line.data() + begin + static_cast<std::size_t>(std::countr_zero(separators)) / 8;
            *next_field++ = {field, static_cast<std::size_t>(end - field)};
            field = end + 1;
            if (next_field == fields_end)
            {
                size_ = fields_.size();
                return true;
            }
        }
    }
    *next_field++ = {field, static_cast<std::size_t>(line.data() + line.size() - field)};
    size_ = static_cast<std::size_t>(next_field - fields_.data());
    return true;
}

void FieldSplitter::split(std::string_view line, char separator, int extra_separators)
{
    if (extra_separators == 0 && !fields_.empty() && split_unquoted(line, separator))
    {
        examined_byte_count_ += static_cast<std::size_t>(fields_[size_ - 1].end() - line.begin());
        return;
    }
    const char* at = line.data();
    const char* const end = at + line.size();
    for (size_ = 0; size_ < fields_.size(); ++at)
    {
        const char* const field_start = at;
        at = field_end(at, end, separator);
        for (; extra_separators > 0 && at != end; --extra_separators) at = field_end(at + 1, end, separator);
        extra_separators = 0;
        fields_[size_++] = {field_start, static_cast<std::size_t>(at - field_start)};
        if (at == end) break;
    }
    examined_byte_count_ += static_cast<std::size_t>(at - line.data());
}

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
