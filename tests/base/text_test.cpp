#include "base/any_value.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "scratch.hpp"

#include <array>
#include <memory>

using base::AnyValue;

namespace
{

struct Numbers
{
    std::vector<int> all{};
    std::size_t heap_bytes() const { return all.capacity() * sizeof(int); }
};

struct Counted
{
    std::shared_ptr<int> owner{};
};

} // namespace

TEST_CASE("a misspelt name is answered with the nearest of the names that may be chosen")
{
    constexpr std::array<std::string_view, 3> flags{"--lesson", "--more", "--dock"};
    CHECK(base::nearest_choice_however_far("--leson", flags) == "--lesson");
    CHECK(base::nearest_choice_however_far("--mo", flags) == "--more"); // missing letters of a prefix: one edit
    CHECK(base::unknown_name_message("flag", "--mroe", flags) == "unknown flag '--mroe'; did you mean '--more'?");
    CHECK(base::nearest_choice_however_far("--lesson", {}).empty());
    CHECK(base::nearest_choice_however_far("", flags) == "--more");
}

TEST_CASE("a search finds texts that contain every typed word, in any case")
{
    CHECK(base::contains_all_words("godot", {"godot-smoothed", "Godot, with its smoother"}));
    CHECK(base::contains_all_words("GODOT smooth", {"godot", "Smoothed"}));
    CHECK(base::contains_all_words(" stutter  50 ", {"50 Hz on 60 Hz: the stutter nobody understands"}));
    CHECK_FALSE(base::contains_all_words("godot unity", {"godot", "Godot"}));
    CHECK_FALSE(base::contains_all_words("x", {}));
    CHECK(base::contains_all_words("", {}));
    CHECK(base::contains_all_words("  ", {"anything"}));
    CHECK(base::contains_all_words("\xc3\xa9", {"caf\xc3\xa9"}));
}

TEST_CASE("a text is split at each separator; a separator at its end adds no empty part")
{
    using Parts = std::vector<std::string_view>;
    CHECK(base::split("a,b", ",") == Parts{"a", "b"});
    CHECK(base::split("a,,b,", ",") == Parts{"a", "", "b"});
    CHECK(base::split("fixed, hz=50", ", ") == Parts{"fixed", "", "hz=50"});
    CHECK(base::split(",", ",") == Parts{""});
    CHECK(base::split("", ",").empty());
}

TEST_CASE("a shell word is unchanged, or quoted if it has special characters")
{
    CHECK(base::shell_quoted("../a_b-c.csv") == "../a_b-c.csv");
    CHECK(base::shell_quoted("my game.csv") == "'my game.csv'");
    CHECK(base::shell_quoted("it's") == "'it'\\''s'");
    CHECK(base::shell_quoted("") == "''");
}

TEST_CASE("a CSV cell with a comma, a quote or a line break is quoted, and its quotes are doubled")
{
    CHECK(base::csv_quoted("loop.hz") == "loop.hz");
    CHECK(base::csv_quoted("two words; no comma").find('"') == std::string::npos);
    CHECK(base::csv_quoted("").empty());
    CHECK(base::csv_quoted("button.The idea, and the code") == "\"button.The idea, and the code\"");
    CHECK(base::csv_quoted("\"fixed\"") == "\"\"\"fixed\"\"\"");
    CHECK(base::csv_quoted("a\nb") == "\"a\nb\"");
}

TEST_CASE("control characters and malformed UTF-8 are shown as question marks")
{
    const std::string plain = "caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80 a b";
    CHECK(base::sanitized(plain) == plain);
    CHECK(base::sanitized("\x1B[31mred\r\n\t\x7F") == "?[31mred????");
    CHECK(base::sanitized("\xC2\x9B"
                          "31m") == "?31m"); // U+009B, which begins an escape sequence like ESC [
    CHECK(base::sanitized("a\xE2\x80\xAE"
                          "b\xE2\x80\xA8\xE2\x81\xA6") == "a?b??"); // right-to-left override, line separator
    CHECK(base::sanitized("caf\xE9") == "caf?"); // Latin-1, which is not valid UTF-8
    CHECK(base::sanitized("\xC0\xAF") == "??"); // an overlong encoding
    CHECK(base::sanitized("\xED\xA0\x80") == "???"); // one half of a surrogate pair
    CHECK(base::sanitized("\xF4\x90\x80\x80\xFF") == "?????"); // beyond Unicode
    CHECK(base::sanitized("\xE2\x82") == "??"); // an incomplete character
    CHECK(base::sanitized(std::string_view{"a\0b", 3}) == "a?b");
}

TEST_CASE("a long text is cut in its middle, counted in characters, not in bytes")
{
    const std::string euro = "\xE2\x82\xAC";
    CHECK(base::printable_excerpt(repeated(euro, 80)) == repeated(euro, 80));
    CHECK(base::printable_excerpt(repeated(euro, 40) + repeated("x", 41)) ==
          repeated(euro, 39) + "..." + repeated("x", 38));
    CHECK(base::printable_excerpt("begin" + repeated(euro, 1'000'000) + "end") ==
          "begin" + repeated(euro, 34) + "..." + repeated(euro, 35) + "end");
    CHECK(base::printable_excerpt("abcdefgh", 7) == "ab...gh");
    CHECK(base::printable_excerpt("abcdefg", 7) == "abcdefg");
    CHECK(base::printable_excerpt("abcdefg", 0) == "...");
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
        const std::string shown = base::printable_excerpt(text);
        REQUIRE(base::printable_excerpt(shown) == shown);
        REQUIRE(std::ranges::none_of(shown, [](char c) { return (c >= 0 && c < ' ') || c == '\x7F'; }));
        REQUIRE(std::ranges::count_if(shown, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }) <=
                80);
    }
}

TEST_CASE("every text in a message is escaped and shortened: strings, views, pointers, buffers and paths")
{
    const std::string hostile = "\x1B[31m\n" + std::string(100, 'x');
    const std::string shown = base::printable_excerpt(hostile);
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

TEST_CASE("a value is read as its own type only")
{
    AnyValue value;
    CHECK(value.is_empty());
    CHECK(value.heap_bytes() == 0);
    CHECK_THROWS_AS(value.as<int>(), std::bad_cast);
    value = 3;
    CHECK(value.as<int>() == 3);
    CHECK(value.has_same_type_as(AnyValue{4}));
    CHECK_FALSE(value.has_same_type_as(AnyValue{4.0}));
    CHECK_THROWS_AS(value.as<double>(), std::bad_cast);
    CHECK(value.get_or_create<double>() == 0.0);
    CHECK_FALSE(value.is<int>());
}

TEST_CASE("a copied value shares nothing with its original, and uses the memory of an old value of its type again")
{
    const AnyValue original{Numbers{{1, 2, 3}}};
    AnyValue copy{original};
    copy.as<Numbers>().all[0] = 7;
    CHECK(original.as<Numbers>().all[0] == 1);
    const int* const place = copy.as<Numbers>().all.data();
    copy = original;
    CHECK(copy.as<Numbers>().all == std::vector{1, 2, 3});
    CHECK(copy.as<Numbers>().all.data() == place);
    CHECK(copy.heap_bytes() >= 3 * sizeof(int));
}

TEST_CASE("each value is destroyed once, also one that is replaced by another type or moved away")
{
    const auto owner = std::make_shared<int>(1);
    {
        AnyValue value{Counted{owner}};
        AnyValue copy = value;
        CHECK(owner.use_count() == 3);
        copy = 2;
        CHECK(owner.use_count() == 2);
        const AnyValue moved = std::move(value);
        CHECK(owner.use_count() == 2);
    }
    CHECK(owner.use_count() == 1);
}

TEST_CASE("a value is empty after the constructor of another type has thrown")
{
    struct Throwing
    {
        Throwing() { throw std::runtime_error{"not created"}; }
    };
    const auto owner = std::make_shared<int>(1);
    AnyValue value{Counted{owner}};
    CHECK_THROWS_AS(value.get_or_create<Throwing>(), std::runtime_error);
    CHECK(value.is_empty());
    CHECK(owner.use_count() == 1);
}
