#include "io/text.hpp"

#include <doctest/doctest.h>

#include <array>

using io::time_text;
using timestep::Nanos;
using namespace std::chrono_literals;

TEST_CASE("durations are read as people write them")
{
    CHECK(io::parse_duration("40ms") == Nanos{40'000'000});
    CHECK(io::parse_duration("1.5s") == Nanos{1'500'000'000});
    CHECK(io::parse_duration("250us") == Nanos{250'000});
    CHECK(io::parse_duration("16ns") == Nanos{16});
    CHECK(io::parse_duration("40") == Nanos{40'000'000});
    for (const char* bad : {"", "ms", "-1ms", "1e300s", "nan", "inf", "1 ms", "1m"})
    {
        CAPTURE(bad);
        CHECK_FALSE(io::parse_duration(bad).has_value());
    }
}

TEST_CASE("times are written with the unit that suits them, in three figures and without exponents")
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

TEST_CASE("an old name is answered with the new one, wherever the new one can be chosen")
{
    constexpr std::array<std::string_view, 4> flags{"--experiments-per-hour", "--lesson", "--more", "--dock"};
    CHECK(io::nearest("--experiment", flags) == "--lesson");
    CHECK(io::unknown("flag", "--experiment", flags) == "unknown flag '--experiment'; did you mean '--lesson'?");
    constexpr std::array<std::string_view, 3> paths{"lab.lesson", "lab.mode", "experiments"};
    CHECK(io::nearest("lab.experiment", paths) == "lab.lesson");
    constexpr std::array<std::string_view, 9> more{"--recording",     "--recording-end", "--record-frames",
                                                   "--record-replay", "--replay",        "--replay-at",
                                                   "--side-by-side",  "--frames",        "--report"};
    CHECK(io::nearest("--capture", more) == "--recording");
    CHECK(io::nearest("--capture-end", more) == "--recording-end");
    CHECK(io::nearest("--record", more) == "--record-frames");
    CHECK(io::nearest("--record-play", more) == "--record-replay");
    CHECK(io::nearest("--play", more) == "--replay");
    CHECK(io::nearest("--play-at", more) == "--replay-at");
    CHECK(io::nearest("--beside", more) == "--side-by-side");
    constexpr std::array<std::string_view, 3> rows{"lab.side_by_side", "replay.at_s", "lab.seed"};
    CHECK(io::nearest("lab.beside", rows) == "lab.side_by_side");
    CHECK(io::nearest("play.at_s", rows) == "replay.at_s");
    CHECK(io::nearest("experiment", paths) == "experiments");
    CHECK(io::nearest("--experiment", {}).empty());
    CHECK(io::nearest("", flags) == "--more");
}
