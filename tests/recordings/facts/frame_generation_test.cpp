#include "recordings/facts/findings.hpp"
#include "recordings/rank/ranking.hpp"
#include "timestep/presets.hpp"

#include "../rank/made_recordings.hpp"
#include "shared_data.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <numeric>

using namespace recordings;
using namespace std::chrono_literals;

namespace
{

// Returns frames that alternate between a long and a short one, with a little noise.
std::vector<Nanos> alternating(Nanos longer, Nanos shorter)
{
    std::vector<Nanos> frames;
    for (std::size_t i = 0; i < 2000; ++i)
        frames.push_back((i % 2 == 0 ? longer : shorter) + std::chrono::microseconds{i * 7919 % 101});
    return frames;
}

} // namespace

TEST_CASE("frames that alternate between long and very short are those of a driver that inserts frames")
{
    const std::vector<Nanos> frames = alternating(25ms, 400us);
    const auto found                = frame_generation_of(frames);
    REQUIRE(found);
    CHECK(found->lag_1 < -0.99);
    CHECK(found->inserted_share > 0.49);
    CHECK(in_words(*found).starts_with("Frame generation: frames alternate between 25.1 and 0.45"));
    const std::vector<Nanos> joined = joined_pairs(frames);
    CHECK(joined.size() == 1000);
    CHECK(std::accumulate(joined.begin(), joined.end(), 0ns) == std::accumulate(frames.begin(), frames.end(), 0ns));
    CHECK_FALSE(frame_generation_of(joined));
}

TEST_CASE("frames of one and two refreshes are the game's own, unless half of them were never shown")
{
    CHECK_FALSE(frame_generation_of(alternating(33ms, 16ms)));
    CHECK(frame_generation_of(alternating(33ms, 16ms), 0.5));
    CHECK_FALSE(frame_generation_of(std::vector<Nanos>(2000, 16ms)));
    CHECK_FALSE(frame_generation_of(std::vector<Nanos>{}));
}

TEST_CASE("a game that is faster than its display has frames that were never displayed, without frame generation")
{
    CHECK_FALSE(frame_generation_of(alternating(3670us, 3330us), 0.58));
    const std::filesystem::path fast = shared_data("captures/capframex_csv_re2_286fps.csv");
    SKIP_WITHOUT(fast);
    const Result result = read_file(fast);
    CHECK_FALSE(facts_of(std::get<Recording>(result), 0).generation);
}

TEST_CASE("a single frame without a partner stays alone when pairs are joined")
{
    CHECK(joined_pairs(std::vector<Nanos>{25ms, 1ms, 24ms, 25ms, 2ms, 1ms, 26ms, 20ms}) ==
          std::vector<Nanos>{26ms, 24ms, 27ms, 27ms, 20ms});
    CHECK(joined_pairs(std::vector<Nanos>{}).empty());
}

TEST_CASE("frame generation is found in exactly the made recordings that have it, and their figures are withdrawn")
{
    SKIP_WITHOUT(maker_of_recordings());
    for (const MadeRecording& made : made_recordings())
    {
        CAPTURE(made.name);
        CHECK(frame_generation_of(made.frames()).has_value() == made.generated);
        if (!made.generated) continue;
        const Json stream = to_json(made.recording).at("streams").at(0);
        CHECK(stream.at("frame_generation").at("lag_1_correlation") < -0.5);
        CHECK(stream.at("stutter_percent").is_null());
        for (const Json& low : stream.at("low_1_percent_fps")) CHECK(low.is_null());
        const RankOptions options{.loops = {0}, .rates = {timestep::hz(60)}};
        const Ranking r = rank(made.frames(), options);
        CHECK(r.recommendation.answer == Answer::generated);
        CHECK(r.recommendation.text.starts_with("No recommendation. Frame generation: "));
        CHECK(rank(joined_pairs(made.frames()), options).recommendation.answer == Answer::interpolated);
    }
}
