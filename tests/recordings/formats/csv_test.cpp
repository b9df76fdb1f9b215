#include "reading.hpp"
#include "recordings/formats/csv.hpp"
#include "recordings/formats/parsed_number.hpp"
#include "recordings/formats/text_encoding.hpp"

using Kind = recordings::ParsedNumber::Kind;

namespace
{

std::vector<std::string> walked_lines(std::string_view text)
{
    std::vector<std::string> lines;
    for (LineReader walk{text}; walk.next();) lines.emplace_back(walk.line());
    return lines;
}

std::vector<std::string> fields_of(std::string_view line, std::size_t wanted = 9, int commas = 0)
{
    FieldSplitter fields{wanted};
    fields.split(line, ',', commas);
    std::vector<std::string> list;
    for (std::size_t i = 0; i < fields.size(); ++i) list.emplace_back(fields[i]);
    return list;
}

using List = std::vector<std::string>;

std::string path_to_utf8(std::string_view bytes)
{
    std::string storage;
    return std::string{recordings::to_utf8(bytes, storage)};
}

// The text in UTF-16 with a byte-order mark, as Windows tools write it.
std::string utf16(std::string_view ascii, bool big_endian)
{
    std::string bytes = big_endian ? "\xFE\xFF" : "\xFF\xFE";
    for (const char c : ascii)
    {
        if (big_endian) bytes += '\0';
        bytes += c;
        if (!big_endian) bytes += '\0';
    }
    return bytes;
}

std::string with_line_ends(std::string_view text, std::string_view end)
{
    std::string result;
    for (const char c : text)
    {
        if (c == '\n')
            result += end;
        else if (c != '\r')
            result += c;
    }
    return result;
}

} // namespace

TEST_CASE("LF, CRLF and CR end lines, alone and mixed, and the last line needs no line end")
{
    for (const char* const text : {"a\nb\n", "a\r\nb\r\n", "a\rb\r"}) CHECK(walked_lines(text) == List{"a", "b"});
    CHECK(walked_lines("a\rb\nc\r\nd\r\re") == List{"a", "b", "c", "d", "", "e"});
    CHECK(walked_lines("\n\na") == List{"", "", "a"});
    CHECK(walked_lines("a") == List{"a"});
    CHECK(walked_lines("").empty());
}

TEST_CASE("lines end at the first CR after a hundred thousand lines without one, and lines can be skipped")
{
    const std::string first_lines = repeated("a\n", 100'000);
    const std::string text = first_lines + "b\rc\r\nd\n";
    List expected(100'000, "a");
    for (const char* const line : {"b", "c", "d"}) expected.emplace_back(line);
    CHECK(walked_lines(text) == expected);

    LineReader lines{text};
    REQUIRE(lines.next());
    lines.skip_lines(99'999, 2 * 99'999);
    REQUIRE(lines.next());
    CHECK(lines.line() == "b");
    CHECK(lines.line_number() == 100'001);
}

TEST_CASE("a line has its number and the rest of the text after it")
{
    LineReader lines{"a\r\nb\nc", 7};
    CHECK(lines.next());
    CHECK(lines.line_number() == 7);
    CHECK(lines.remaining_text() == "b\nc");
    CHECK(lines.next());
    CHECK(lines.next());
    CHECK(lines.line_number() == 9);
    CHECK(lines.remaining_text().empty());
    CHECK_FALSE(lines.next());
}

TEST_CASE("fields are split at separators outside quotation marks, up to the wanted number; the first may contain some")
{
    CHECK(fields_of("a,b,c") == List{"a", "b", "c"});
    CHECK(fields_of("") == List{""});
    CHECK(fields_of(",") == List{"", ""});
    CHECK(fields_of("a,\"b,c\",d") == List{"a", "\"b,c\"", "d"});
    CHECK(fields_of("\"a\"\"b,\",c") == List{"\"a\"\"b,\"", "c"});
    CHECK(fields_of("\"a,b") == List{"\"a,b"});
    CHECK(fields_of("a,b,c,d", 2) == List{"a", "b"});
    CHECK(fields_of("a,b,c,d", 9, 1) == List{"a,b", "c", "d"});
    CHECK(fields_of("a,b", 9, 5) == List{"a,b"});
}

TEST_CASE("a separator is found after fields of any length, and beside characters that differ from it in one bit")
{
    for (std::size_t first = 0; first < 20; ++first)
        for (std::size_t second = 0; second < 20; ++second)
        {
            const std::string a(first, '-'), b(second, '\xAC'); // a comma is 0x2C
            CHECK(fields_of(a + "," + b + ",c") == List{a, b, "c"});
            CHECK(fields_of("\"" + a + ",\"" + b + "," + b) == List{"\"" + a + ",\"" + b, b});
        }
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
    CHECK(recordings::normalised_column_name(" \"Ms Between_Presents\"") == "msbetweenpresents");
}

TEST_CASE("byte-order marks are removed, and UTF-16 of both byte orders becomes UTF-8")
{
    const std::string abc = "abc";
    for (const std::string& bytes : {abc, "\xEF\xBB\xBF" + abc, utf16(abc, false), utf16(abc, true),
                                     utf16(abc, false).substr(2), utf16(abc, true).substr(2)})
        CHECK(path_to_utf8(bytes) == abc);
    CHECK(path_to_utf8({"\xFF\xFE\xE9\x00\xAC\x20\x3D\xD8\x00\xDE", 10}) ==
          "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"); // é, € and an emoji
}

TEST_CASE("invalid UTF-16 becomes the replacement character, and half a unit is left out")
{
    CHECK(path_to_utf8(std::string_view{"\xFF\xFE\x00\xD8"
                                        "a\0",
                                        6}) == "\xEF\xBF\xBD"
                                               "a");
    CHECK(path_to_utf8(std::string_view{"\xFF\xFE\x00\xDC", 4}) == "\xEF\xBF\xBD");
    CHECK(path_to_utf8(std::string_view{"\xFF\xFE\x61\0b", 5}) == "a");
    CHECK(path_to_utf8("\xFF\xFE").empty());
}

TEST_CASE("texts from a file have no control characters")
{
    const recordings::Recording read = accept("Application,ProcessID,MsBetweenPresents\ncaf\xE9\a.exe,1,16\n");
    CHECK(read.streams[0].application == "caf??.exe");
}

TEST_CASE("a recording has the same frames in every encoding and with every line end")
{
    for (const char* name :
         {"presentmon_1.5.csv", "presentmon_2.3.1_seconds.csv", "ocat.csv", "capframex.csv", "capframex.json",
          "frameview.csv", "fraps.csv", "mangohud_0.6.9.csv", "unity_semicolon.csv", "unreal.csv", "frame_ns.csv"})
    {
        CAPTURE(name);
        const std::string text = with_line_ends(text_of(fixture(name)), "\n");
        const auto expected = frames_of(accept(text));
        CHECK(expected.size() == 6);
        for (const char* end : {"\r\n", "\r"})
        {
            const std::string same = with_line_ends(text, end);
            CHECK(frames_of(accept(same)) == expected);
            CHECK(frames_of(accept("\xEF\xBB\xBF" + same)) == expected);
            CHECK(frames_of(accept(utf16(same, false))) == expected);
            CHECK(frames_of(accept(utf16(same, true))) == expected);
        }
    }
}

TEST_CASE("an empty file and a binary file are refused with that reason")
{
    CHECK(refusal_of("").problem == "the file is empty");
    CHECK(refusal_of("\xEF\xBB\xBF").problem == "the file is empty");
    CHECK(refusal_of(std::string_view{"PK\x03\x04\0\0\0", 7}).problem == "not a text file");
}

TEST_CASE("milliseconds are converted to nanoseconds exactly; digits below are rounded, halves away from zero")
{
    using Row = std::pair<const char*, std::int64_t>;
    for (const auto& [text, nanos] :
         {Row{"16.3893", 16'389'300}, Row{"16.47540000000000", 16'475'400}, Row{"0", 0}, Row{"-0.0", 0},
          Row{".5", 500'000}, Row{"7.", 7'000'000}, Row{"+3.25", 3'250'000}, Row{"-16.943", -16'943'000},
          Row{" \"8.25\" ", 8'250'000}, Row{"1000000000", 1'000'000'000'000'000},
          Row{"567.25049999999999", 567'250'500}, Row{"0.0000005", 1}, Row{"-0.0000005", -1},
          Row{"0.00000049999999999999999999999999", 0}, Row{"0.0000000000000000000000000000000001", 0},
          Row{"3.34499999999949", 3'345'000}, Row{"1.5e1", 15'000'000}, Row{"1.5E-3", 1'500}, Row{"1e-99999999999", 0}})
    {
        const ParsedNumber number = parse_scaled(text, 6);
        REQUIRE_MESSAGE(number.ok(), text);
        CHECK_MESSAGE(number.value == nanos, text);
    }
    CHECK(parse_scaled("1e99999999999", 6).kind == Kind::unrepresentable);
    CHECK(parse_scaled("1e", 6).kind == Kind::unreadable);
}

TEST_CASE(
    "numbers of 1 to 12 digits are exact with the decimal mark at each place, and unreadable with another character")
{
    const std::string digits = "987654321098";
    std::int64_t number = 0;
    for (std::size_t count = 1; count <= digits.size(); ++count)
    {
        number = 10 * number + (digits[count - 1] - '0');
        CHECK(parse_scaled(digits.substr(0, count), 0).value == number);
        std::int64_t scaled = number * 1'000'000;
        for (std::size_t mark = count + 1; mark-- > 0; scaled = (scaled + 5) / 10)
        {
            std::string text = digits.substr(0, count);
            text.insert(mark, 1, '.');
            CAPTURE(text);
            if (count - mark <= 6) CHECK(parse_scaled(text, 6).value == scaled);
            for (const char other : {'/', ':', ',', '\0', '\xB1', '.'})
                for (std::size_t i = 0; i <= count; ++i)
                {
                    std::string damaged = text;
                    damaged[i] = other;
                    if (std::ranges::count(damaged, '.') != 1 || other != '.')
                        CHECK(parse_scaled(damaged, 6).kind == Kind::unreadable);
                }
        }
    }
}

TEST_CASE("a decimal comma is accepted only where the table has decimal commas")
{
    CHECK(parse_scaled("16,3893", 6, ',').value == 16'389'300);
    CHECK(parse_scaled("16,3893", 6, '.').kind == Kind::unreadable);
    CHECK(parse_scaled("16.3893", 6, ',').kind == Kind::unreadable);
}

TEST_CASE("a text that is not a number is missing, not finite or unreadable")
{
    for (const char* text : {"", " ", "NA", "na", "N/A", "null", "\"NA\""})
        CHECK(parse_scaled(text, 6).kind == Kind::missing);
    for (const char* text : {"nan", "-nan(ind)", "NaN", "inf", "-Infinity", "1.#INF", "-1.#IND", "1.#QNAN"})
        CHECK(parse_scaled(text, 6).kind == Kind::unrepresentable);
    for (const char* text : {"-", ".", "abc", "12ms", "0x10", "1 2", "1,5", "1.2.3"})
        CHECK(parse_scaled(text, 6).kind == Kind::unreadable);
}

TEST_CASE("a number that does not fit 64 bits is refused, not cut")
{
    CHECK(parse_scaled("9223372036854775807", 0).kind == Kind::value);
    CHECK(parse_scaled("99999999999999999999", 0).kind == Kind::unrepresentable);
    CHECK(parse_scaled("9300000000000", 6).kind == Kind::unrepresentable);
    CHECK(parse_scaled(std::string(500, '1'), 6).kind == Kind::unreadable);
}
