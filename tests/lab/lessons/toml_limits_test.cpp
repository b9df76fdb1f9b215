#include "base/toml_limits.hpp"

#include "lab/lessons/lesson.hpp"
#include "lab/settings/preferences.hpp"

#include <doctest/doctest.h>

namespace
{

std::string repeated(std::string_view text, std::size_t count)
{
    std::string all;
    while (count-- > 0) all += text;
    return all;
}

std::string too_much_of(std::string_view text)
{
    const auto too_much = base::too_much_toml(text);
    return too_much ? std::to_string(too_much->line) + ": " + too_much->what : "";
}

} // namespace

TEST_CASE("the deepest allowed nesting is a key of 32 parts or 32 brackets")
{
    CHECK(too_much_of(repeated("a.", 31) + "a = 1").empty());
    CHECK(too_much_of("\n" + repeated("a.", 32) + "a = 1") == "2: nested deeper than 32");
    CHECK(too_much_of("[" + repeated("a.", 32) + "a]") == "1: nested deeper than 32");
    CHECK(too_much_of("a = " + repeated("[", 32)).empty());
    CHECK(too_much_of("a = " + repeated("[", 33)) == "1: nested deeper than 32");
    CHECK(too_much_of("a = " + repeated("{a=", 33)) == "1: nested deeper than 32");
}

TEST_CASE("dots, brackets and equals signs in strings and comments do not count as nesting")
{
    const std::string dots = repeated(".[{=", 10'000);
    for (const std::string quotes : {"\"", "'", "\"\"\"", "'''"})
    {
        CAPTURE(quotes);
        CHECK(too_much_of("a = " + quotes + dots + quotes).empty());
        CHECK(too_much_of("a = " + quotes + dots + quotes + repeated(".", 32)) == "1: nested deeper than 32");
    }
    CHECK(too_much_of("# " + dots + "\na = 1").empty());
    CHECK(too_much_of("a = \"\\\"" + dots + "\"").empty()); // an escaped quote within the string
    CHECK(too_much_of("a = \"\"\"\n\n\"\"\"" + repeated(".", 32)) == "3: nested deeper than 32");
    CHECK(too_much_of("a = \"never closed\n" + repeated("a.", 32) + "a = 1") == "2: nested deeper than 32");
}

TEST_CASE("decimal points of numbers in a list do not count as nesting")
{
    CHECK(too_much_of("a = [" + repeated("1.5, ", 1000) + "1.5]").empty());
    CHECK(too_much_of(repeated("a.b = 1.5\n", 1000)).empty());
}

TEST_CASE("10,000 keys and a million bytes are allowed, and no more")
{
    CHECK(too_much_of(repeated("a = 1\n", 10'000)).empty());
    CHECK(too_much_of(repeated("a = 1\n", 10'001)) == "10001: more than 10000 keys");
    CHECK(too_much_of(std::string(1'000'000, ' ')).empty());
    CHECK(too_much_of(std::string(1'000'001, ' ')) == "1: longer than 1000000 bytes");
}

TEST_CASE("settings and lessons beyond these limits are refused at once, in one line")
{
    for (const std::string& text : {repeated("a.", 50'000) + "a = 1", "a = " + repeated("[", 300'000),
                                    "a = " + repeated("{a=", 300'000), "[" + repeated("a.", 400'000) + "a]"})
    {
        const auto settings = lab::read_preferences(text);
        REQUIRE(std::holds_alternative<std::string>(settings));
        CHECK(std::get<std::string>(settings) == "line 1: nested deeper than 32");
        const auto lesson = lab::parse_lesson(text, "mine");
        REQUIRE(std::holds_alternative<std::string>(lesson));
        CHECK(std::get<std::string>(lesson) == "mine.toml:1: nested deeper than 32");
    }
}
