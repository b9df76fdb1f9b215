#include "programs/demo/window/recording_summary.hpp"

#include "scratch.hpp"

#include <fmt/format.h>

#include <random>

using namespace demo;
using namespace timestep;
using namespace std::chrono_literals;

namespace
{

// Returns frames of a slightly uneven game at 60 fps, with one hitch of 300 ms in the middle.
std::vector<Nanos> game(std::size_t count)
{
    std::mt19937 random{7};
    std::vector<Nanos> frames;
    for (std::size_t i = 0; i < count; ++i)
        frames.emplace_back(16'000'000 + static_cast<std::int64_t>(random() % 1'400'000));
    frames[count / 2] = 300ms;
    return frames;
}

std::string file_of(const Scratch& scratch, const std::vector<Nanos>& frames)
{
    std::string text = "frame_ns\n";
    for (const Nanos frame : frames) text += fmt::format("{}\n", frame.count());
    return scratch.file("my game.csv", text);
}

demo::RecordingSummary shown(const std::string& path)
{
    const auto result = summary_of(std::filesystem::path{path});
    REQUIRE(std::holds_alternative<demo::RecordingSummary>(result));
    return std::get<demo::RecordingSummary>(result);
}

} // namespace

TEST_CASE("the card of a recording shows how it ran, its worst hitch, and the loops that fit")
{
    const Scratch scratch;
    const demo::RecordingSummary summary = shown(file_of(scratch, game(1200)));
    CHECK(summary.name == "my game.csv");
    CHECK(summary.hitches == 1);
    REQUIRE(summary.worst.size() == 1);
    CHECK(summary.worst[0].length_ms == doctest::Approx(300.0));
    CHECK(summary.worst[0].at_s == doctest::Approx(10.0).epsilon(0.02));
    REQUIRE(summary.verdict.size() == 2);
    CHECK(summary.verdict[0].find("1 hitch, 0.30 s of it") != std::string::npos);
    REQUIRE(summary.choices.size() == 3);
    CHECK(summary.choices[0].title.find(" at 60 Hz") != std::string::npos);
    CHECK(summary.verdict[1].find(summary.choices[0].title) != std::string::npos);
    CHECK(summary.choices[0].mark == "advised");
    for (const auto& choice : summary.choices)
    {
        CHECK(choice.figures.find(" jumps a minute, ") != std::string::npos);
        CHECK((choice.mark == "tied" || &choice == &summary.choices[0]));
    }
    CHECK(summary.choices[0].preset != summary.choices[1].preset);
    CHECK(summary.choices[1].preset != summary.choices[2].preset);
    CHECK(summary.why_not.empty());
    REQUIRE(summary.frames);
    CHECK(summary.frames->size() == 1200);
}

TEST_CASE("the card of a recording that is too short has no recommendation")
{
    const Scratch scratch;
    const demo::RecordingSummary summary = shown(file_of(scratch, game(100)));
    CHECK(summary.choices.empty());
    REQUIRE(summary.verdict.size() == 2);
    CHECK(summary.verdict[1].find("too little") != std::string::npos);
    CHECK(summary.frames);
}

TEST_CASE("a file that is no recording gives the reader's error")
{
    const auto result = summary_of(std::filesystem::path{"tests/programs/demo/recording_summary_test.cpp"});
    REQUIRE(std::holds_alternative<std::string>(result));
    CHECK(std::get<std::string>(result).find("recording_summary_test.cpp") != std::string::npos);
    CHECK(std::get<std::string>(result).find('\n') == std::string::npos);
    CHECK(std::holds_alternative<std::string>(summary_of(std::filesystem::path{"tests/nowhere.csv"})));
}

TEST_CASE("the scrubber converts a share of the time to a frame and back")
{
    const std::vector<Nanos> frames = game(5000);
    const demo::Scrub scrub         = scrub_of(frames);
    CHECK(scrub.longest_ms.size() == demo::Scrub::columns);
    CHECK(scrub.first_frame.size() == demo::Scrub::columns);
    CHECK(scrub.most_ms == doctest::Approx(300.0));
    REQUIRE(scrub.hitches.size() == 1);
    CHECK(scrub.hitches[0] == doctest::Approx(0.5).epsilon(0.01));
    for (const double share : {0.0, 0.2, 0.49, 0.7, 0.999})
        CHECK(scrub.share_of(scrub.frame_at(share)) == doctest::Approx(share).epsilon(0.005));
    CHECK(scrub.share_of(0) == 0.0);
    CHECK(scrub.share_of(5000) == doctest::Approx(1.0));
    CHECK(scrub.frame_at(-1.0) == 0);
    CHECK(scrub.frame_at(2.0) < 5000);

    const demo::Scrub one = scrub_of(std::vector<Nanos>{16ms});
    CHECK(one.frame_at(0.5) == 0);
    const demo::Scrub still = scrub_of(std::vector<Nanos>(3, 0ms));
    CHECK(still.frame_at(0.9) < 3);
}
