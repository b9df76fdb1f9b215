// Rankings of several recordings, of recordings whose frame rate is known, and of real games, if they are in ../shared.
#include "../ranking.hpp"
#include "ranking/rank/recommendation_rules.hpp"

namespace
{

std::vector<Nanos> frames_of(Nanos length, Nanos spread, std::size_t count)
{
    std::vector<Nanos> frames(count, length);
    for (std::size_t i = 0; i < count; ++i) frames[i] += spread * static_cast<std::int64_t>(i * 7919 % 101) / 101;
    return frames;
}

JointlyRankedFile ranked(std::string name, const std::vector<Nanos>& frames)
{
    return {
        std::move(name),
        rank(frames, options_of({"fixed", "variable", "accumulator", "interpolated", "refresh-snapped"}, {60, 120}))};
}

std::string_view loop_of(const JointRecommendation& joint) { return preset_of(joint.preset).name; }

RankOptions at_60_hz() { return everything_at({60}); }

// Frames of a game without a cap: the frame rate wanders around `hz`, each frame differs by `spread_ms`.
std::vector<Nanos> wandering_frames(double hz, double spread_ms, unsigned seed)
{
    std::mt19937 random{seed};
    const auto noise = [&](double spread) { return std::normal_distribution<double>{0.0, spread}(random); };
    std::vector<Nanos> frames;
    double level = 1000.0 / hz;
    for (int i = 0; i < 1800; ++i)
    {
        level += 0.02 * (1000.0 / hz - level) + noise(0.1 * spread_ms);
        frames.emplace_back(static_cast<std::int64_t>(1e6 * std::max(level + noise(spread_ms), 1.0)));
    }
    return frames;
}

// The uneven pictures a minute that the loop shows with these frames on a display of `display_hz`, from its plans
// alone.
double jumps_a_minute(const timestep::Loop& fresh, const std::vector<Nanos>& frames, double display_hz)
{
    timestep::Loop loop = fresh;
    const double limit = std::clamp(300.0 / display_hz, 2.0, 8.0) + 0.001;
    const auto around = near_hitch_flags(frames);
    struct Shown
    {
        double shown, on_screen;
        std::size_t frame;
    };
    std::vector<Shown> pictures;
    double simulated = 0.0, wall = 0.0, counted = 0.0, shown = 0.0;
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        wall += timestep::to_millis(frames[i]);
        if (i > 0 && (pictures.empty() || std::abs(shown - pictures.back().shown) > 0.001))
            pictures.push_back({shown, wall, i - 1});
        if (around[i] == 0) counted += timestep::to_millis(frames[i]);
        const timestep::StepPlan plan = loop.plan(
            {.frame_time = frames[i], .refresh_period = timestep::step_ns(timestep::nearest_rate(display_hz))});
        simulated += timestep::to_millis(plan.stepped);
        shown = plan.presentation == timestep::Presentation::interpolate
                    ? simulated - (1.0 - plan.alpha) * 1000.0 / timestep::to_hertz(fresh.rate())
                    : simulated;
    }
    int jumps = 0;
    for (std::size_t k = 1; k < pictures.size(); ++k)
    {
        const auto moved = [&](std::size_t p) { return pictures[p].shown - pictures[p - 1].shown; };
        const auto stayed = [&](std::size_t p) { return pictures[p + 1].on_screen - pictures[p].on_screen; };
        double error = moved(k) - stayed(k - 1);
        if (k + 1 < pictures.size() && std::abs(error) <= limit && std::abs(moved(k + 1) - stayed(k)) <= limit &&
            std::abs(moved(k) - stayed(k)) > limit)
            error = moved(k) - stayed(k);
        if (around[pictures[k].frame] == 0 && std::abs(error) > limit) ++jumps;
    }
    return 60'000.0 * jumps / counted;
}

struct Judged
{
    int no_blending = 0, too_many_jumps = 0;

    LoopRanking add(const std::vector<Nanos>& frames)
    {
        const LoopRanking r = rank(frames, at_60_hz());
        if (r.recommendation.kind != RecommendationKind::no_blending) return r;
        const Candidate& c = r.candidates[*r.recommendation.candidate_index];
        const Candidate& baseline = r.candidates[r.baseline_index];
        CHECK(c.jumps_per_minute ==
              doctest::Approx(jumps_a_minute(c.loop, frames, r.options.display.hz)).epsilon(1e-6));
        CHECK(baseline.jumps_per_minute ==
              doctest::Approx(jumps_a_minute(baseline.loop, frames, r.options.display.hz)).epsilon(1e-6));
        ++no_blending;
        too_many_jumps += c.jumps_per_minute - baseline.jumps_per_minute >= 2.0 ? 1 : 0;
        return r;
    }
};

struct Recorded
{
    std::string name;
    std::vector<Nanos> frames;
};

std::vector<Recorded> shared_recordings(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator{folder})
        if (entry.is_regular_file()) files.push_back(entry.path());
    std::ranges::sort(files);
    std::vector<Recorded> all;
    for (const auto& file : files)
    {
        const recordings::RecordingOrError result = recordings::read_file(file);
        const auto* const recording = std::get_if<recordings::Recording>(&result);
        if (recording == nullptr) continue;
        for (std::size_t i = 0; i < recording->streams.size(); ++i)
            if (!recordings::replay_rejection(*recording, i))
                all.push_back(
                    {file.filename().string() + " " + std::to_string(i + 1), recording->streams[i].frame_times});
    }
    return all;
}

std::vector<Nanos> part(const std::vector<Nanos>& frames, double from, double to)
{
    const auto at = [&](double share)
    { return frames.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(frames.size())); };
    return {at(from), at(to)};
}

// True if both answers have the same loop, or none. Accepts a part that is too short for an answer.
bool has_same_answer(const std::vector<Nanos>& part, const LoopRanking& whole)
{
    const LoopRanking r = rank(part, at_60_hz());
    const auto title_of_answer = [](const LoopRanking& ranking)
    { return ranking.recommended() != nullptr ? title_of(*ranking.recommended()) : std::string{}; };
    return r.recommendation.kind == RecommendationKind::too_short || title_of_answer(r) == title_of_answer(whole);
}

// The answer for the frames, and checks what holds for every recording.
RecommendationKind answer_of(const std::vector<Nanos>& frames)
{
    const LoopRanking r = rank(frames, is_thorough() ? everything_at({30, 60, 120}) : at_60_hz());
    const auto& to = r.recommendation;
    const bool short_one = r.duration < 10s || r.frame_count_outside_hitches < 300;
    CHECK((to.kind == RecommendationKind::too_short) == short_one);
    CHECK(to.candidate_index.has_value() == !short_one);
    for (const auto& named : {to.candidate_index, to.alternative_index})
        if (named) CHECK(r.candidates[*named].vetoes.empty());
    return to.kind;
}

} // namespace

TEST_CASE("recordings with the same answer give that answer, and the roughest recording is named")
{
    const std::vector<JointlyRankedFile> files{ranked("even", frames_of(7ms, 200us, 3000)),
                                               ranked("rough", frames_of(9ms, 9ms, 3000))};
    const JointRecommendation joint = joint_recommendation_of(files);
    REQUIRE(joint.has_recommendation);
    CHECK(joint.all_agree);
    CHECK(loop_of(joint) == "interpolated");
    CHECK(joint.worst_file_index == 1);
    CHECK(joint.worst_animation_error_mean_ms ==
          find_candidate(files[1].ranking, joint.preset, joint.rate)->animation_error_mean_ms);
    CHECK(joint.text.find("Worst case: rough, ") != joint.text.npos);
    CHECK(joint.command == files[0].ranking.recommendation.command);
}

TEST_CASE("recordings with different answers give interpolated")
{
    // Each frame is exactly one step long, so a loop without blending is as smooth here, and only here.
    const std::vector<JointlyRankedFile> files{ranked("perfect", std::vector<Nanos>(1200, 16'666'667ns)),
                                               ranked("rough", frames_of(9ms, 9ms, 3000))};
    REQUIRE(files[0].ranking.recommendation.kind == RecommendationKind::no_blending);
    const JointRecommendation joint = joint_recommendation_of(files);
    REQUIRE(joint.has_recommendation);
    CHECK_FALSE(joint.all_agree);
    CHECK(loop_of(joint) == "interpolated");
    const JointRecommendation turned = joint_recommendation_of({files[1], files[0]});
    CHECK(loop_of(turned) == "interpolated");
    CHECK(turned.worst_file_index == 0);
}

TEST_CASE("a recording that is too short has no answer and does not prevent the answer of the others")
{
    const JointlyRankedFile brief = ranked("brief", frames_of(9ms, 9ms, 50));
    const JointlyRankedFile whole = ranked("whole", frames_of(9ms, 9ms, 3000));
    const JointRecommendation joint = joint_recommendation_of({brief, whole});
    REQUIRE(joint.has_recommendation);
    CHECK(joint.worst_file_index == 1);
    CHECK(joint.text.find("1 of 2 recordings have no recommendation") != joint.text.npos);
    const JointRecommendation nothing = joint_recommendation_of({brief, brief});
    CHECK_FALSE(nothing.has_recommendation);
    CHECK(nothing.text.starts_with("No recommendation"));
    CHECK(nothing.command.empty());
    CHECK(joint_ranking_json({brief, brief})["loop"].is_null());
}

TEST_CASE("a loop without blending that adds jumps is not recommended, even if its mean error is small")
{
    Judged near_60, at_60;
    for (unsigned seed = 1; seed <= tries(40U); ++seed)
    {
        for (const double hz : {59.0, 60.5, 61.0, 63.0}) near_60.add(wandering_frames(hz, 0.2, seed));
        at_60.add(limited_frames(60.0, 0.1, seed));
    }
    CHECK(near_60.no_blending == 0);
    CHECK(10 * at_60.no_blending >= 9 * static_cast<int>(tries(40U)));
    CHECK(at_60.too_many_jumps == 0);
}

// The kinds: a frame limiter (alone, with hitches, with a freeze), no limiter, a PC that slows down when it is hot,
// VSYNC at 40 and 45 fps on 60 Hz, a clock that is read before the limiter waits, and frames that a driver inserts.
TEST_CASE("made recordings get the answer of their kind, and parts of them and a copy with noise get the same answer")
{
    SKIP_WITHOUT(maker_of_recordings());
    std::mt19937 random{5};
    std::map<std::string, Judged> kinds;
    int same_parts = 0, same_noise = 0;
    for (const MadeRecording& made : made_recordings())
    {
        CAPTURE(made.name);
        const std::vector<Nanos>& frames = made.frames();
        const std::string kind = made.name.substr(0, made.name.rfind('-'));
        const LoopRanking whole = kinds[kind].add(frames);
        const Recommendation& answer = whole.recommendation;
        CHECK((answer.kind == RecommendationKind::frame_generation) == made.generated);
        CHECK(whole.alternation.has_value() == (kind == "displayed-45")); // 1, 1, 2 refreshes; at 40 fps 1, 1, 2, 2
        CHECK(kinds[kind].too_many_jumps == 0);
        if (!made.keeps_a_rate) CHECK(kinds[kind].no_blending == 0);
        for (const auto& named :
             {answer.candidate_index, answer.alternative_index, std::optional{whole.baseline_index}})
            if (named) CHECK(whole.candidates[*named].vetoes.empty());
        bool is_stable = true;
        for (const auto& [from, to] : {std::pair{0.0, 0.5}, {0.5, 1.0}, {0.0, 0.99}})
            is_stable = is_stable && has_same_answer(part(frames, from, to), whole);
        same_parts += is_stable ? 1 : 0;
        std::vector<Nanos> noisy = frames;
        for (Nanos& frame : noisy)
            if (random() % 10 == 0) frame += frame / 100 * (random() % 2 == 0 ? 1 : -1);
        same_noise += has_same_answer(noisy, whole) ? 1 : 0;
    }
    const int rounds = rounds_of_recordings();
    CHECK(kinds["hitches-60"].no_blending == rounds);
    CHECK(kinds["freeze"].no_blending == rounds);
    CHECK(2 * kinds["capped-60"].no_blending >= rounds - 1); // some have more noise than refresh-snapped tolerates
    // Steps of 60 Hz are even at 120 fps, where the noise decides if refresh-snapped keeps each for two frames.
    for (const char* kind : {"displayed-40", "displayed-45", "read-before-wait"}) CHECK(kinds[kind].no_blending == 0);
    CHECK(same_parts >= 0.98 * 15 * rounds);
    CHECK(same_noise >= 0.95 * 15 * rounds);
}

TEST_CASE("equally smooth loops have a fixed order, plain loops first, which is not that of the list of loops")
{
    RankOptions options = at_60_hz();
    const std::vector<Nanos> frames = limited_frames(60.0, 0.1, 3);
    const LoopRanking r = rank(frames, options);
    std::ranges::reverse(options.loops);
    CHECK(to_json(rank(frames, options)).at("candidates") == to_json(r).at("candidates"));
    REQUIRE(r.recommendation.kind == RecommendationKind::no_blending);
    const Candidate& chosen = r.candidates[*r.recommendation.candidate_index];
    for (const Candidate& c : r.candidates)
        if (c.loop.presentation == timestep::Presentation::latest && c.is_tied_with_baseline && !c.has_veto())
            CHECK(recommendation_rule::tie_break_key(chosen) <= recommendation_rule::tie_break_key(c));
}

TEST_CASE("the halves of a real recording and 99 % of it get the same answer as the whole" *
          doctest::skip(is_sanitized))
{
    const auto folder = shared_data("captures");
    SKIP_WITHOUT(folder);
    int pieces = 0, stable = 0, recordings_judged = 0;
    for (const Recorded& r : shared_recordings(folder))
    {
        CAPTURE(r.name);
        const RecommendationKind whole = answer_of(r.frames);
        if (whole == RecommendationKind::too_short) continue;
        ++recordings_judged;
        for (const auto& [from, to] : {std::pair{0.0, 0.5}, {0.5, 1.0}, {0.0, 0.99}, {0.01, 1.0}})
        {
            const RecommendationKind piece = answer_of(part(r.frames, from, to));
            if (piece == RecommendationKind::too_short) continue;
            ++pieces;
            stable += piece == whole ? 1 : 0;
            if (piece != whole) MESSAGE(r.name, ": another answer from ", from, " to ", to);
        }
    }
    MESSAGE(recordings_judged, " recordings, ", stable, " of ", pieces, " pieces say the same");
    CHECK(recordings_judged >= 5);
    CHECK(stable >= 0.95 * pieces);
}

TEST_CASE("a freeze of four seconds in half a minute of a real game does not change the answer")
{
    const auto folder = shared_data("captures");
    SKIP_WITHOUT(folder);
    int frozen = 0;
    for (const Recorded& r : shared_recordings(folder))
    {
        std::vector<Nanos> frames = r.frames;
        const auto length = std::accumulate(frames.begin(), frames.end(), Nanos{});
        if (length < 6s || length > 36s) continue;
        frames.insert(frames.begin() + static_cast<std::ptrdiff_t>(frames.size() / 2), 4s);
        CAPTURE(r.name);
        const RecommendationKind answer = answer_of(frames);
        if (answer == RecommendationKind::too_short) continue;
        CHECK(answer == answer_of(r.frames));
        ++frozen;
    }
    CHECK(frozen >= 5);
}
