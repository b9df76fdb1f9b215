#include "base/text.hpp"

#include <doctest/doctest.h>

#include <array>

TEST_CASE("a misspelt name is answered with the nearest of the names that may be chosen")
{
    constexpr std::array<std::string_view, 3> flags{"--lesson", "--more", "--dock"};
    CHECK(base::nearest("--leson", flags) == "--lesson");
    CHECK(base::nearest("--mo", flags) == "--more"); // the missing letters of a prefix are one edit
    CHECK(base::unknown("flag", "--mroe", flags) == "unknown flag '--mroe'; did you mean '--more'?");
    CHECK(base::nearest("--lesson", {}).empty());
    CHECK(base::nearest("", flags) == "--more");
}

TEST_CASE("a search finds texts that contain every typed word, in any case")
{
    CHECK(base::finds("godot", {"godot-smoothed", "Godot, with its smoother"}));
    CHECK(base::finds("GODOT smooth", {"godot", "Smoothed"}));
    CHECK(base::finds(" stutter  50 ", {"50 Hz on 60 Hz: the stutter nobody understands"}));
    CHECK_FALSE(base::finds("godot unity", {"godot", "Godot"}));
    CHECK_FALSE(base::finds("x", {}));
    CHECK(base::finds("", {}));
    CHECK(base::finds("  ", {"anything"}));
    CHECK(base::finds("\xc3\xa9", {"caf\xc3\xa9"}));
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
    CHECK(base::shell_word("../a_b-c.csv") == "../a_b-c.csv");
    CHECK(base::shell_word("my game.csv") == "'my game.csv'");
    CHECK(base::shell_word("it's") == "'it'\\''s'");
    CHECK(base::shell_word("") == "''");
}

TEST_CASE("a CSV cell with a comma, a quote or a line break is quoted, and its quotes are doubled")
{
    CHECK(base::csv_cell("loop.hz") == "loop.hz");
    CHECK(base::csv_cell("two words; no comma").find('"') == std::string::npos);
    CHECK(base::csv_cell("").empty());
    CHECK(base::csv_cell("button.The idea, and the code") == "\"button.The idea, and the code\"");
    CHECK(base::csv_cell("\"fixed\"") == "\"\"\"fixed\"\"\"");
    CHECK(base::csv_cell("a\nb") == "\"a\nb\"");
}
