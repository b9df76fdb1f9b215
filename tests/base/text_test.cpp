#include "base/text.hpp"

#include <doctest/doctest.h>

#include <array>

using base::time_text;
using timestep::Nanos;
using namespace std::chrono_literals;

TEST_CASE("durations are read with units and as plain milliseconds; other texts are refused")
{
    CHECK(base::parse_duration("40ms") == Nanos{40'000'000});
    CHECK(base::parse_duration("1.5s") == Nanos{1'500'000'000});
    CHECK(base::parse_duration("250us") == Nanos{250'000});
    CHECK(base::parse_duration("16ns") == Nanos{16});
    CHECK(base::parse_duration("40") == Nanos{40'000'000});
    for (const char* bad : {"", "ms", "-1ms", "1e300s", "nan", "inf", "1 ms", "1m"})
    {
        CAPTURE(bad);
        CHECK_FALSE(base::parse_duration(bad).has_value());
    }
}

TEST_CASE("times are written with a fitting unit, in three figures and without exponents")
{
    CHECK(time_text(0ns) == "0 ms");
    CHECK(time_text(250ns) == "250 ns");
    CHECK(time_text(12'500ns) == "12.5 µs");
    CHECK(time_text(999'700ns) == "1 ms");
    CHECK(time_text(16'666'667ns) == "16.7 ms");
    CHECK(time_text(999'700us) == "1 s");
    CHECK(time_text(-1500ms) == "-1.5 s");
    CHECK(time_text(150s) == "2.5 min");
    CHECK(time_text(3723s) == "1.03 h");
    CHECK(time_text(Nanos::max()).find('e') == std::string::npos);
}

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
