#include "recordings/formats/csv.hpp"

#include <doctest/doctest.h>

using recordings::Fields;
using recordings::Lines;

namespace
{

std::vector<std::string> lines_of(std::string_view text)
{
    std::vector<std::string> lines;
    for (Lines walk{text}; walk.next();) lines.emplace_back(walk.text());
    return lines;
}

std::vector<std::string> fields_of(std::string_view line, std::size_t wanted = 9, int commas = 0)
{
    Fields fields{wanted};
    fields.split(line, ',', commas);
    std::vector<std::string> list;
    for (std::size_t i = 0; i < fields.size(); ++i) list.emplace_back(fields[i]);
    return list;
}

using List = std::vector<std::string>;

} // namespace

TEST_CASE("LF, CRLF and CR end lines, alone and mixed, and the last line needs no line end")
{
    CHECK(lines_of("a\nb\n") == List{"a", "b"});
    CHECK(lines_of("a\r\nb\r\n") == List{"a", "b"});
    CHECK(lines_of("a\rb\r") == List{"a", "b"});
    CHECK(lines_of("a\rb\nc\r\nd\r\re") == List{"a", "b", "c", "d", "", "e"});
    CHECK(lines_of("\n\na") == List{"", "", "a"});
    CHECK(lines_of("a") == List{"a"});
    CHECK(lines_of("").empty());
}

TEST_CASE("a line has its number and the rest of the text after it")
{
    Lines lines{"a\r\nb\nc", 7};
    CHECK(lines.next());
    CHECK(lines.line() == 7);
    CHECK(lines.rest() == "b\nc");
    CHECK(lines.next());
    CHECK(lines.next());
    CHECK(lines.line() == 9);
    CHECK(lines.rest().empty());
    CHECK_FALSE(lines.next());
}

TEST_CASE("fields are split at separators outside quotation marks, up to the wanted number")
{
    CHECK(fields_of("a,b,c") == List{"a", "b", "c"});
    CHECK(fields_of("") == List{""});
    CHECK(fields_of(",") == List{"", ""});
    CHECK(fields_of("a,\"b,c\",d") == List{"a", "\"b,c\"", "d"});
    CHECK(fields_of("\"a\"\"b,\",c") == List{"\"a\"\"b,\"", "c"});
    CHECK(fields_of("\"a,b") == List{"\"a,b"});
    CHECK(fields_of("a,b,c,d", 2) == List{"a", "b"});
}

TEST_CASE("the first field may contain a given number of separators")
{
    CHECK(fields_of("a,b,c,d", 9, 1) == List{"a,b", "c", "d"});
    CHECK(fields_of("a,b", 9, 5) == List{"a,b"});
}

TEST_CASE("count_fields equals the number of split fields")
{
    for (const char* line : {"", ",", "a,b", "\"a,b\",c", "a,\"\"\",\"\"\",b", "\""})
        CHECK(recordings::count_fields(line, ',') == fields_of(line, 99).size());
}

TEST_CASE("quotation marks around a field are removed, and doubled ones become one")
{
    CHECK(recordings::unquoted(" \"a, b\" ") == "a, b");
    CHECK(recordings::unquoted("\"say \"\"hi\"\"\"") == "say \"hi\"");
    CHECK(recordings::unquoted("plain") == "plain");
    CHECK(recordings::unquoted("\"") == "\"");
    CHECK(recordings::normalised(" \"Ms Between_Presents\"") == "msbetweenpresents");
}
