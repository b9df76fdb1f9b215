#include "base/text.hpp"

#include <doctest/doctest.h>

#include <array>

TEST_CASE("an old name is answered with its new name, among all names that may be chosen")
{
    constexpr std::array<std::string_view, 4> flags{"--experiments-per-hour", "--lesson", "--more", "--dock"};
    CHECK(base::nearest("--experiment", flags) == "--lesson");
    CHECK(base::unknown("flag", "--experiment", flags) == "unknown flag '--experiment'; did you mean '--lesson'?");
    constexpr std::array<std::string_view, 3> paths{"lab.lesson", "lab.mode", "experiments"};
    CHECK(base::nearest("lab.experiment", paths) == "lab.lesson");
    constexpr std::array<std::string_view, 9> more{"--recording",     "--recording-end", "--record-frames",
                                                   "--record-replay", "--replay",        "--replay-at",
                                                   "--side-by-side",  "--frames",        "--report"};
    CHECK(base::nearest("--capture", more) == "--recording");
    CHECK(base::nearest("--capture-end", more) == "--recording-end");
    CHECK(base::nearest("--record", more) == "--record-frames");
    CHECK(base::nearest("--record-play", more) == "--record-replay");
    CHECK(base::nearest("--play", more) == "--replay");
    CHECK(base::nearest("--play-at", more) == "--replay-at");
    CHECK(base::nearest("--beside", more) == "--side-by-side");
    constexpr std::array<std::string_view, 3> rows{"lab.side_by_side", "replay.at_s", "lab.seed"};
    CHECK(base::nearest("lab.beside", rows) == "lab.side_by_side");
    CHECK(base::nearest("play.at_s", rows) == "replay.at_s");
    CHECK(base::nearest("experiment", paths) == "experiments");
    CHECK(base::nearest("--experiment", {}).empty());
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
