#include "base/message.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>

namespace
{
std::string repeated(std::string_view text, int count)
{
    std::string all;
    while (count-- > 0) all += text;
    return all;
}
} // namespace

TEST_CASE("control characters and malformed UTF-8 are shown as question marks")
{
    const std::string plain = "caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80 a b";
    CHECK(base::without_controls(plain) == plain);
    CHECK(base::without_controls("\x1B[31mred\r\n\t\x7F") == "?[31mred????");
    CHECK(base::without_controls("\xC2\x9B"
                                 "31m") == "?31m"); // U+009B, which begins an escape sequence like ESC [
    CHECK(base::without_controls("a\xE2\x80\xAE"
                                 "b\xE2\x80\xA8\xE2\x81\xA6") == "a?b??"); // right-to-left override, line separator
    CHECK(base::without_controls("caf\xE9") == "caf?");                    // Latin-1, which is not valid UTF-8
    CHECK(base::without_controls("\xC0\xAF") == "??");                     // an overlong encoding
    CHECK(base::without_controls("\xED\xA0\x80") == "???");                // one half of a surrogate pair
    CHECK(base::without_controls("\xF4\x90\x80\x80\xFF") == "?????");      // beyond Unicode
    CHECK(base::without_controls("\xE2\x82") == "??");                     // an incomplete character
    CHECK(base::without_controls(std::string_view{"a\0b", 3}) == "a?b");
}

TEST_CASE("a long text is cut in its middle, counted in characters, not in bytes")
{
    const std::string euro = "\xE2\x82\xAC";
    CHECK(base::printable(repeated(euro, 80)) == repeated(euro, 80));
    CHECK(base::printable(repeated(euro, 40) + repeated("x", 41)) == repeated(euro, 39) + "..." + repeated("x", 38));
    CHECK(base::printable("begin" + repeated(euro, 1'000'000) + "end") ==
          "begin" + repeated(euro, 34) + "..." + repeated(euro, 35) + "end");
    CHECK(base::printable("abcdefgh", 7) == "ab...gh");
    CHECK(base::printable("abcdefg", 7) == "abcdefg");
    CHECK(base::printable("abcdefg", 0) == "...");
}

TEST_CASE("printable text of random bytes is one line of at most 80 characters, and stays the same when it is made "
          "printable again")
{
    std::mt19937 random{1}; // NOLINT(cert-msc51-cpp): the same texts in every run
    for (int i = 0; i < 20'000; ++i)
    {
        std::string text(random() % 700, ' ');
        const auto kind = random() % 3;
        std::ranges::generate(text,
                              [&] { return static_cast<char>(kind == 0 ? random() % 256 : 0x70 + random() % 0x60); });
        const std::string shown = base::printable(text);
        REQUIRE(base::printable(shown) == shown);
        REQUIRE(std::ranges::none_of(shown, [](char c) { return (c >= 0 && c < ' ') || c == '\x7F'; }));
        REQUIRE(std::ranges::count_if(shown, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }) <=
                80);
    }
}

TEST_CASE("every text in a message is escaped and shortened: strings, views, pointers, buffers and paths")
{
    const std::string hostile = "\x1B[31m\n" + std::string(100, 'x');
    const std::string shown   = base::printable(hostile);
    CHECK(base::message("'{}'", hostile) == "'" + shown + "'");
    CHECK(base::message("'{}'", std::string_view{hostile}) == "'" + shown + "'");
    CHECK(base::message("'{}'", hostile.c_str()) == "'" + shown + "'");
    CHECK(base::message("'{}'", std::filesystem::path{hostile}) == "'" + shown + "'");
    char buffer[] = "a\nb";
    CHECK(base::message("{}", buffer) == "a?b");
}

TEST_CASE("literals, numbers and complete messages are shown unchanged")
{
    CHECK(base::message("{} of {:.1f} {}", 3, 2.25, "caf\xC3\xA9") == "3 of 2.2 caf\xC3\xA9");
    std::string message(100, 'x');
    message += '\n';
    CHECK(base::message("{}: {}", "file", base::Verbatim{message}) == "file: " + message);
    CHECK(base::message("{}", base::message("{}", "a\nb")) == "a?b"); // without Verbatim it is escaped again
}

TEST_CASE("alignment in a message counts characters") { CHECK(base::message("{:<4}|", std::string{"ab"}) == "ab  |"); }
