#include "recordings/formats/csv.hpp"

#include "reading.hpp"

#include <fstream>
#include <iterator>

namespace
{

std::string utf8_of(std::string_view bytes)
{
    std::string storage;
    return std::string{recordings::to_utf8(bytes, storage)};
}

// Returns the text in UTF-16 with a byte-order mark, as Windows tools write it.
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

std::string text_of(const char* name)
{
    std::ifstream file{fixture(name), std::ios::binary};
    REQUIRE(file.good());
    return {std::istreambuf_iterator<char>{file}, {}};
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

const char* const text_fixtures[]{"presentmon_1.5.csv",
                                  "presentmon_2.3.1_seconds.csv",
                                  "ocat.csv",
                                  "capframex.csv",
                                  "capframex.json",
                                  "frameview.csv",
                                  "fraps.csv",
                                  "mangohud_0.6.9.csv",
                                  "unity_semicolon.csv",
                                  "unreal.csv",
                                  "frame_ns.csv"};

} // namespace

TEST_CASE("byte-order marks are removed, and UTF-16 of both byte orders becomes UTF-8")
{
    CHECK(utf8_of("abc") == "abc");
    CHECK(utf8_of("\xEF\xBB\xBF"
                  "abc") == "abc");
    CHECK(utf8_of(utf16("abc", false)) == "abc");
    CHECK(utf8_of(utf16("abc", true)) == "abc");
    CHECK(utf8_of({"\xFF\xFE\xE9\x00\xAC\x20\x3D\xD8\x00\xDE", 10}) ==
          "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"); // é, € and an emoji
}

TEST_CASE("invalid UTF-16 becomes the replacement character, and half a unit is left out")
{
    CHECK(utf8_of(std::string_view{"\xFF\xFE\x00\xD8"
                                   "a\0",
                                   6}) == "\xEF\xBF\xBD"
                                          "a");
    CHECK(utf8_of(std::string_view{"\xFF\xFE\x00\xDC", 4}) == "\xEF\xBF\xBD");
    CHECK(utf8_of(std::string_view{"\xFF\xFE"
                                   "a\0b",
                                   5}) == "a");
    CHECK(utf8_of("\xFF\xFE").empty());
}

TEST_CASE("texts from a file have no control characters")
{
    const recordings::Recording read = accept("Application,ProcessID,MsBetweenPresents\ncaf\xE9\a.exe,1,16\n");
    CHECK(read.streams[0].application == "caf??.exe");
}

TEST_CASE("a recording has the same frames in every encoding and with every line end")
{
    for (const char* name : text_fixtures)
    {
        CAPTURE(name);
        const std::string text = with_line_ends(text_of(name), "\n");
        const auto expected    = frames_of(accept(text));
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
    CHECK(refuse("").what == "the file is empty");
    CHECK(refuse("\xEF\xBB\xBF").what == "the file is empty");
    CHECK(refuse(std::string_view{"PK\x03\x04\0\0\0", 7}).what == "not a text file");
    CHECK(refuse("hello\nworld\n").what == "no header of a known frame-time recording in its first 40 lines");
}
