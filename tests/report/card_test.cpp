#include "report/card.hpp"

#include "scratch.hpp"

#include <fmt/format.h>

#include <random>

using namespace report;
using namespace timestep;
using namespace std::chrono_literals;

namespace
{

// A game at 60 fps that is a little uneven, with one hitch.
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

lab::Card shown(const std::string& path)
{
    const auto result = card_of(std::filesystem::path{path});
    REQUIRE(std::holds_alternative<lab::Card>(result));
    return std::get<lab::Card>(result);
}

} // namespace

TEST_CASE("the card says how a recording ran, when it was worst, and which loops fit it")
{
    const Scratch scratch;
    const lab::Card card = shown(file_of(scratch, game(1200)));
    CHECK(card.name == "my game.csv");
    CHECK(card.hitches == 1);
    REQUIRE(card.worst.size() == 1);
    CHECK(card.worst[0].length_ms == doctest::Approx(300.0));
    CHECK(card.worst[0].at_s == doctest::Approx(10.0).epsilon(0.02));
    REQUIRE(card.verdict.size() == 2);
    CHECK(card.verdict[0].find("1 hitch, 0.30 s of it") != std::string::npos);
    REQUIRE(card.choices.size() == 3);
    CHECK(card.choices[0].title.find(" at 60 Hz") != std::string::npos);
    CHECK(card.verdict[1].find(card.choices[0].title) != std::string::npos);
    CHECK(card.choices[0].preset != card.choices[1].preset);
    CHECK(card.choices[1].preset != card.choices[2].preset);
    CHECK(card.why_not.empty());
    REQUIRE(card.frames);
    CHECK(card.frames->size() == 1200);
}

TEST_CASE("a recording that is too short is shown, and nothing is advised on it")
{
    const Scratch scratch;
    const lab::Card card = shown(file_of(scratch, game(100)));
    CHECK(card.choices.empty());
    REQUIRE(card.verdict.size() == 2);
    CHECK(card.verdict[1].find("too little") != std::string::npos);
    CHECK(card.frames);
}

TEST_CASE("what is no recording gets the reader's one line")
{
    const auto result = card_of(std::filesystem::path{"tests/report/card_test.cpp"});
    REQUIRE(std::holds_alternative<std::string>(result));
    CHECK(std::get<std::string>(result).find("card_test.cpp") != std::string::npos);
    CHECK(std::get<std::string>(result).find('\n') == std::string::npos);
    CHECK(std::holds_alternative<std::string>(card_of(std::filesystem::path{"tests/nowhere.csv"})));
}

TEST_CASE("the scrubber goes to the frame that is at a share of the time, and back")
{
    const std::vector<Nanos> frames = game(5000);
    const lab::Scrub scrub          = scrub_of(frames);
    CHECK(scrub.longest_ms.size() == lab::Scrub::columns);
    CHECK(scrub.first_frame.size() == lab::Scrub::columns);
    CHECK(scrub.most_ms == doctest::Approx(300.0));
    REQUIRE(scrub.hitches.size() == 1);
    CHECK(scrub.hitches[0] == doctest::Approx(0.5).epsilon(0.01));
    for (const double share : {0.0, 0.2, 0.49, 0.7, 0.999})
        CHECK(scrub.share_of(scrub.frame_at(share)) == doctest::Approx(share).epsilon(0.005));
    CHECK(scrub.share_of(0) == 0.0);
    CHECK(scrub.share_of(5000) == doctest::Approx(1.0));
    CHECK(scrub.frame_at(-1.0) == 0);
    CHECK(scrub.frame_at(2.0) < 5000);

    const lab::Scrub one = scrub_of(std::vector<Nanos>{16ms});
    CHECK(one.frame_at(0.5) == 0);
    const lab::Scrub still = scrub_of(std::vector<Nanos>(3, 0ms));
    CHECK(still.frame_at(0.9) < 3);
}
