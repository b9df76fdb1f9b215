// What a ranking says of frame times that alternate: a fact, or no recommendation if a driver generated frames.
#include "../ranking.hpp"

namespace
{

LoopRanking ranked(const std::vector<Nanos>& frame_times, bool has_rows_of_presents = true)
{
    return rank(
        frame_times,
        {.loops = {timestep::PresetId{0}}, .rates = {timestep::hz(60)}, .has_rows_of_presents = has_rows_of_presents});
}

} // namespace

TEST_CASE("a ranking notes that every second frame is short")
{
    const std::vector<Nanos> frames = alternating(33ms, 16ms);
    const std::vector<std::string> notes = ranked(frames).recommendation.notes;
    CHECK(std::ranges::find(notes, sentences_of(*detect_alternation(frames))) != notes.end());
}

TEST_CASE("a ranking of a game's own frame times mentions no generated frames")
{
    CHECK(ranked(alternating(100ms, 100us), false).recommendation.text.find("--pairs") == std::string::npos);
}

TEST_CASE("a made recording with frame generation has a recommendation only after its pairs are joined")
{
    SKIP_WITHOUT(maker_of_recordings());
    for (const MadeRecording& made : made_recordings())
    {
        if (!made.generated) continue;
        CAPTURE(made.name);
        const LoopRanking r = ranked(made.frames());
        CHECK(r.recommendation.kind == RecommendationKind::frame_generation);
        CHECK(r.recommendation.text.starts_with("No recommendation. Frame generation: "));
        CHECK(ranked(with_short_frames_merged(made.frames())).recommendation.kind == RecommendationKind::interpolated);
    }
}
