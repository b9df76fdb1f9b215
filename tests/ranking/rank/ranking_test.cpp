#include "../ranking.hpp"
#include "ranking/rank/recommendation_rules.hpp"

#include <atomic>

namespace
{

RankOptions everything() { return everything_at({30, 50, 60, 120}); }

RankOptions interpolated_at(timestep::Rate rate)
{
    RankOptions options = options_of({"interpolated"}, {});
    options.rates = {rate};
    return options;
}

const Candidate& of(const LoopRanking& r, std::string_view loop, double hz = 0.0)
{
    const auto found = std::ranges::find_if(r.candidates, [&](const Candidate& c)
                                            { return c.name() == loop && (hz == 0.0 || c.hz() == hz); });
    REQUIRE(found != r.candidates.end());
    return *found;
}

bool has_veto(const Candidate& c, std::string_view start)
{
    return std::ranges::any_of(c.vetoes, [&](const std::string& veto) { return veto.starts_with(start); });
}

std::string first_note(const LoopRanking& r, std::string_view with)
{
    for (const std::string& note : r.recommendation.notes)
        if (note.find(with) != note.npos) return note;
    return "";
}

const Candidate& chosen(const LoopRanking& r)
{
    REQUIRE(r.recommendation.candidate_index);
    return r.candidates[*r.recommendation.candidate_index];
}

// A number from -1 to 1, which is the same on every machine.
double noise(std::size_t i) { return static_cast<double>(i * 7919 % 3001) / 1500.0 - 1.0; }

// A game of this length with frames of `mean`, plus or minus `jitter`.
std::vector<Nanos> game(Nanos length, Nanos mean, Nanos jitter)
{
    std::vector<Nanos> frames;
    for (Nanos at{}; at < length; at += frames.back())
        frames.push_back(mean +
                         Nanos{static_cast<std::int64_t>(noise(frames.size()) * static_cast<double>(jitter.count()))});
    return frames;
}

std::vector<Nanos> uneven() { return game(15s, 15ms, 1500us); }

} // namespace

TEST_CASE("a hitch is over 2.5 times the median and over 25 ms longer, and marks its neighbours, too")
{
    std::vector<Nanos> frames(9, 10ms);
    frames[4] = 36ms;
    CHECK(hitch_limit(frames) == 35ms);
    REQUIRE(hitches_longest_first(frames).size() == 1);
    CHECK(hitches_longest_first(frames)[0] == Hitch{4, 40ms, 36ms});
    CHECK(near_hitch_flags(frames) == std::vector<std::uint8_t>{0, 0, 0, 1, 1, 1, 0, 0, 0});
    frames[4] = 35ms;
    CHECK(hitches_longest_first(frames).empty());
    frames.assign(5, 40ms);
    frames[0] = frames[4] = 101ms;
    CHECK(hitch_limit(frames) == 100ms);
    CHECK(near_hitch_flags(frames) == std::vector<std::uint8_t>{1, 1, 0, 1, 1});
    CHECK(hitches_longest_first({}).empty());
}

TEST_CASE("the interval of a mean contains the mean, has the width of its noise, and is a point without noise")
{
    std::vector<double> values;
    for (std::size_t i = 0; i < 3000; ++i) values.push_back(2.0 + noise(i));
    const Interval interval = bootstrap_mean_interval(values, 1);
    CHECK(interval.low < 2.0);
    CHECK(interval.high > 2.0);
    // The noise is uniform: its standard deviation is 1 / sqrt(3).
    const double width = 2.0 * 1.96 / std::sqrt(3.0 * 3000.0);
    CHECK(interval.high - interval.low == doctest::Approx(width).epsilon(0.1));
    const Interval point = bootstrap_mean_interval(std::vector<double>(100, 0.25), 7);
    CHECK(point.low == doctest::Approx(0.25));
    CHECK(point.high == doctest::Approx(0.25));
    CHECK(bootstrap_mean_interval({}, 5).is_within(0.0, 0.0));
}

TEST_CASE("on even frames every loop has the smoothness and latency of its presentation")
{
    const LoopRanking r =
        rank(std::vector<Nanos>(1000, 20ms),
             options_of({"variable", "accumulator", "interpolated", "extrapolated", "render-tick"}, {60, 100}));
    // 60 steps a second in 50 frames: 1, 1, 1, 1, 2 steps of 16.667 ms, while the screen advances by 20 ms.
    CHECK(of(r, "accumulator", 60).animation_error_mean_ms == doctest::Approx(16.0 / 3.0).epsilon(5e-3));
    CHECK(of(r, "accumulator", 100).animation_error_mean_ms < 1e-5);
    for (const char* const loop : {"variable", "interpolated", "extrapolated", "render-tick"})
        CHECK(of(r, loop).animation_error_mean_ms < 1e-5);

    CHECK(of(r, "interpolated", 60).picture_age_mean_ms == doctest::Approx(50.0 / 3.0).epsilon(1e-6));
    CHECK(of(r, "interpolated", 100).picture_age_mean_ms == doctest::Approx(10.0).epsilon(1e-6));
    CHECK(of(r, "variable").picture_age_mean_ms == 0.0);
    CHECK(of(r, "render-tick", 60).picture_age_mean_ms == 0.0);
    CHECK(of(r, "accumulator", 60).picture_age_mean_ms == doctest::Approx(20.0 / 3.0).epsilon(2e-2));
    CHECK(of(r, "accumulator", 60).steps_per_s == doctest::Approx(60.0).epsilon(1e-2));
    CHECK(of(r, "render-tick", 60).steps_per_s == doctest::Approx(110.0).epsilon(1e-2));
}

TEST_CASE("the error of a frame is limited to the median frame time")
{
    const LoopRanking r = rank(std::vector<Nanos>(1000, 5ms), options_of({"fixed"}, {30}));
    CHECK(of(r, "fixed", 30).animation_error_mean_ms ==
          doctest::Approx(5.0).epsilon(1e-3)); // each picture moves by 33.3 ms
}

TEST_CASE("the input in an interpolated picture is as old as the two states that are blended")
{
    const LoopRanking r =
        rank(std::vector<Nanos>(1000, 5ms), options_of({"step-ahead", "interpolated", "extrapolated"}, {50}));
    // There is one step in four frames. Its input is 0, 5, 10, 15 ms old; the state before is 20 ms older.
    CHECK(of(r, "extrapolated").input_age_mean_ms == doctest::Approx(7.5).epsilon(1e-2));
    CHECK(of(r, "interpolated").input_age_mean_ms == doctest::Approx(20.0).epsilon(1e-2));
    // step-ahead runs each step when a quarter of the step's time has passed.
    CHECK(of(r, "step-ahead").input_age_mean_ms == doctest::Approx(15.0).epsilon(1e-2));
    CHECK(of(r, "step-ahead").picture_age_mean_ms < 1e-3);
}

TEST_CASE("the figures leave hitches out, and time lost in hitches is reported separately")
{
    std::vector<Nanos> frames = uneven();
    const LoopRanking even = rank(frames, options_of({"interpolated"}, {60}));
    frames[300] = 1250ms;
    const LoopRanking r = rank(frames, options_of({"interpolated"}, {60}));
    CHECK(r.hitch_count == 1);
    CHECK(r.hitch_time == 1250ms);
    CHECK(r.frame_count_outside_hitches == frames.size() - 3);
    CHECK(of(r, "interpolated").time_lost_in_hitches == 1s); // the part of the hitch above the loop's cap of 250 ms
    CHECK(std::abs(of(r, "interpolated").lost_percent) < 1e-9);
    CHECK(of(r, "interpolated").animation_error_mean_ms ==
          doctest::Approx(of(even, "interpolated").animation_error_mean_ms).epsilon(0.01));
    CHECK(of(r, "interpolated").picture_age_mean_ms == doctest::Approx(50.0 / 3.0).epsilon(1e-6));
    CHECK(first_note(r, "no loop can hide") ==
          "1 hitch, 1.25 s: this loop drops 1.00 s of that time; no loop can hide them.");
    CHECK(first_note(even, "itches") == "No hitches.");
}

TEST_CASE("each veto applies to exactly the loops with that fault")
{
    const LoopRanking r = rank(uneven(), everything());
    for (const Candidate& c : r.candidates)
    {
        CAPTURE(title_of(c));
        CHECK(has_veto(c, "no clock") == (clock_relation_of(c.loop.stepper) == timestep::ClockRelation::unrelated));
        CHECK(has_veto(c, "spiral of death") == std::isinf(c.max_overloaded_frame_time_ms));
        CHECK(has_veto(c, "not reproducible") == !c.is_reproducible);
    }
    for (const char* const loop : {"accumulator", "semi-fixed", "dewitters", "rapier", "phaser", "mainloop-js"})
        CHECK(has_veto(of(r, loop, 60), "spiral of death"));
    for (const char* const loop : {"interpolated", "jolt", "variable", "godot", "render-tick", "step-ahead"})
        CHECK_FALSE(has_veto(of(r, loop), "spiral of death"));
    for (const char* const loop : {"variable", "semi-fixed", "unreal", "quake"})
        CHECK(has_veto(of(r, loop), "not reproducible"));
    for (const char* const loop : {"accumulator", "interpolated", "godot", "fixed"})
        CHECK_FALSE(has_veto(of(r, loop), "not reproducible"));
    // jolt takes at most one step per frame, which suffices at 60 Hz here and loses time at 120 Hz.
    CHECK_FALSE(has_veto(of(r, "jolt", 60), "loses"));
    CHECK(has_veto(of(r, "jolt", 120), "loses 4"));
    CHECK(of(r, "interpolated", 60).vetoes.empty());
}

TEST_CASE("gained time counts as lost time, and an option allows loops that are not reproducible")
{
    RankOptions options = options_of({"variable", "fixed"}, {60});
    const LoopRanking sternly = rank(game(15s, 8ms, 1ms), options);
    options.allows_irreproducible = true;
    const LoopRanking allowed = rank(game(15s, 8ms, 1ms), options);
    CHECK(has_veto(of(sternly, "fixed"), "gains 10")); // the loop takes twice as many steps as are due
    CHECK(has_veto(of(sternly, "variable"), "not reproducible"));
    CHECK(of(allowed, "variable").vetoes.empty());
    CHECK(chosen(sternly).name() == "interpolated");
    CHECK(chosen(allowed).name() == "variable"); // without blending it is as smooth
}

TEST_CASE("a loop with an overload policy has a bounded frame time when steps cost too much")
{
    const LoopRanking r = rank(uneven(), options_of({"interpolated", "jolt", "variable"}, {60}));
    // 250 ms hold 15 steps of 20.83 ms each, besides 15 ms for the frame itself.
    CHECK(of(r, "interpolated").max_overloaded_frame_time_ms == doctest::Approx(15 * 20.8333 + 15.0).epsilon(0.01));
    CHECK(of(r, "jolt").max_overloaded_frame_time_ms == doctest::Approx(20.8333 + 15.0).epsilon(0.02));
    CHECK(of(r, "variable").max_overloaded_frame_time_ms == doctest::Approx(20.8333 + 15.0).epsilon(0.02));
}

TEST_CASE("tied loops have an interval within half a millisecond and follow the recommended loop in the list")
{
    const LoopRanking r = rank(uneven(), everything());
    int group = 0;
    for (std::size_t i = 0; i < r.candidates.size(); ++i)
    {
        const Candidate& c = r.candidates[i];
        CAPTURE(title_of(c));
        const bool near_enough =
            c.animation_error_difference_ms.low >= -0.5 && c.animation_error_difference_ms.high <= 0.5;
        CHECK((near_enough || !c.is_tied_with_baseline));
        CHECK((c.is_tied_with_baseline || !near_enough || c.loop.presentation == timestep::Presentation::latest));
        const int own = r.recommendation.candidate_index == i ? 0 : c.has_veto() ? 3 : c.is_tied_with_baseline ? 1 : 2;
        CHECK(own >= group);
        group = own;
    }
    CHECK(r.recommendation.candidate_index == 0);
    CHECK(of(r, "interpolated", 60).animation_error_difference_ms.is_within(0.0, 0.0));
    CHECK(of(r, "render-tick", 60).is_tied_with_baseline);
    CHECK_FALSE(of(r, "canonical-snooze", 60).is_tied_with_baseline);
    CHECK(first_note(r, "Equally smooth: ").find(" other loops.") != std::string::npos);
}

TEST_CASE("the front has the Pareto-optimal loops, one of each kind, without loops that have a hidden price")
{
    const LoopRanking r = rank(uneven(), everything());
    CHECK(of(r, "interpolated", 60).is_pareto_optimal);
    CHECK(of(r, "interpolated", 120).is_pareto_optimal); // half the delay, twice the work
    std::vector<const Candidate*> front;
    for (const Candidate& c : r.candidates)
        if (c.is_pareto_optimal) front.push_back(&c);
    CHECK(front.size() < 12);
    for (const Candidate* c : front)
    {
        CAPTURE(title_of(*c));
        CHECK(c->vetoes.empty());
        CHECK(recommendation_rule::presentation_drawback(c->loop.presentation).empty());
        for (const Candidate* other : front)
        {
            const bool same =
                std::abs(c->animation_error_mean_ms - other->animation_error_mean_ms) <= 0.5 &&
                std::abs(c->picture_age_mean_ms - other->picture_age_mean_ms) <= 4.0 &&
                std::max(c->steps_per_s, other->steps_per_s) <= 1.25 * std::min(c->steps_per_s, other->steps_per_s);
            CHECK((c == other || !same));
        }
    }
    RankOptions asked = everything();
    asked.max_age = 5ms;
    CHECK(std::ranges::any_of(
        rank(uneven(), asked).candidates, [](const Candidate& c)
        { return c.is_pareto_optimal && !recommendation_rule::presentation_drawback(c.loop.presentation).empty(); }));
}

TEST_CASE("a recording under ten seconds or 300 frames outside hitches gets a table and no recommendation")
{
    const auto answer = [](const std::vector<Nanos>& frames)
    {
        const LoopRanking r = rank(frames, options_of({"interpolated", "godot"}, {60}));
        CHECK(r.candidates.size() == 2);
        CHECK(r.recommendation.candidate_index.has_value() == (r.recommendation.kind != RecommendationKind::too_short));
        CHECK(r.recommendation.command.empty() == (r.recommendation.kind == RecommendationKind::too_short));
        return r.recommendation.kind;
    };
    CHECK(answer(std::vector<Nanos>(5, 16ms)) == RecommendationKind::too_short);
    CHECK(answer({16ms}) == RecommendationKind::too_short);
    CHECK(answer({0ms, 0ms}) == RecommendationKind::too_short);
    CHECK(answer(game(9s, 13ms, 1ms)) == RecommendationKind::too_short);
    CHECK(answer(game(11s, 13ms, 1ms)) == RecommendationKind::interpolated);
    CHECK(answer(std::vector<Nanos>(299, 40ms)) == RecommendationKind::too_short);
    CHECK(answer(std::vector<Nanos>(300, 40ms)) != RecommendationKind::too_short);
    std::vector<Nanos> hitches(300, 40ms);
    hitches[100] = 200ms;
    CHECK(answer(hitches) == RecommendationKind::too_short);
    CHECK(rank(std::vector<Nanos>(5, 16ms), everything()).recommendation.text ==
          "No recommendation: the recording has 0.1 s and 5 frames outside hitches. Record at least 10 s and 300 such "
          "frames.");
}

TEST_CASE("steady frames at 60 a second need no blending; uneven frames, 144 Hz and 30 Hz do" *
          doctest::skip(is_sanitized))
{
    const auto answer = [](const std::vector<Nanos>& frames)
    {
        const LoopRanking r = rank(frames, everything());
        CAPTURE(r.recommendation.text);
        CHECK(chosen(r).vetoes.empty());
        CHECK((chosen(r).loop.presentation == timestep::Presentation::latest) ==
              (r.recommendation.kind != RecommendationKind::interpolated));
        CHECK((chosen(r).hz() == 60.0 || !chosen(r).has_rate()));
        return r.recommendation.kind;
    };
    CHECK(answer(game(30s, 16'666'667ns, 100us)) == RecommendationKind::no_blending);
    // 1 % noise is more than refresh-snapped tolerates at 30 frames a second, however steady the frames are.
    CHECK(answer(game(30s, 33'333'333ns, 100us)) == RecommendationKind::interpolated);
    CHECK(answer(game(30s, 33'333'333ns, 0us)) == RecommendationKind::interpolated);
    CHECK(answer(uneven()) == RecommendationKind::interpolated);
    CHECK(answer(game(30s, 6'944'444ns, 500us)) == RecommendationKind::interpolated);
}

TEST_CASE(
    "if hitches and their neighbours are over a tenth of the frames, blending is recommended; a freeze is not enough")
{
    std::vector<Nanos> frames = game(26s, 16'666'667ns, 100us);
    frames[700] = 4s;
    CHECK(rank(frames, everything()).recommendation.kind == RecommendationKind::no_blending);
    for (std::size_t i = 10; i < frames.size(); i += 25) frames[i] = 80ms;
    const LoopRanking r = rank(frames, everything());
    CHECK(r.recommendation.kind == RecommendationKind::interpolated);
    CHECK(chosen(r).name() == "interpolated");
    CHECK(r.recommendation.text.find("12 % of the frames are hitches or next to one") != std::string::npos);
}

TEST_CASE("the rate of a loop without blending is one at which no other loop without blending is visibly smoother")
{
    const std::vector<Nanos> frames = game(30s, 16'666'667ns, 50us);
    for (const Nanos step_cost : {1ms, 5ms, 9ms, 12ms, 15ms})
    {
        RankOptions options = options_of({"interpolated", "refresh-snapped", "godot"}, {30, 60});
        options.step_cost = step_cost;
        const LoopRanking r = rank(frames, options);
        INFO("step_cost ", step_cost.count(), r.recommendation.text);
        if (r.recommendation.kind != RecommendationKind::no_blending) continue;
        for (const Candidate& c : r.candidates)
            if (c.name() == "refresh-snapped" && !c.has_veto() && c.is_tied_with_baseline)
                CHECK(chosen(r).animation_error_mean_ms <= c.animation_error_mean_ms + 0.5);
    }
    RankOptions options = options_of({"interpolated", "refresh-snapped"}, {30, 60});
    options.step_cost = 15ms;
    const LoopRanking r = rank(frames, options);
    CHECK(title_of(chosen(r)) == "refresh-snapped at 60 Hz");
    CHECK(chosen(r).jumps_per_minute < 10.0);
    CHECK(of(r, "interpolated", 30).jumps_per_minute > 1000.0); // its frames last 16.7 or 31.7 ms
    options.rates = {timestep::hz(30)};
    const LoopRanking with_30 = rank(frames, options);
    CHECK(chosen(with_30).jumps_per_minute < 20.0); // each picture stays for two frames: that is even
    CHECK(with_30.recommendation.text.starts_with("Interpolation does not help here. "));
}

TEST_CASE("where interpolation is needed on even frames, the step rates that are even without it are named")
{
    for (const auto& [frame_time, rates] :
         {std::pair{6'944'444ns, "24, 36, 48, 72 or 144 Hz"}, std::pair{20'000'000ns, "25, 50 or 100 Hz"}})
    {
        const std::string text = rank(game(20s, frame_time, 0ns), everything_at({60})).recommendation.text;
        CAPTURE(text);
        CHECK(text.find(" Interpolation is needed") != text.npos);
        CHECK(text.find(std::string{" Without it, steps at "} + rates + " are even.") != text.npos);
    }
    const std::string uneven = rank(game(20s, 6'944'444ns, 2ms), everything_at({60})).recommendation.text;
    CHECK(uneven.find("are even") == uneven.npos);
}

TEST_CASE("among tied loops the recommended one is not the loop of an engine")
{
    for (const Nanos noise : {100us, 300us, 500us})
    {
        const LoopRanking r = rank(game(30s, 16'666'667ns, noise), everything());
        CAPTURE(r.recommendation.text);
        CHECK(of(r, "ebitengine", 60).is_tied_with_baseline);
        CHECK_FALSE(recommendation_rule::is_engine_specific_loop(chosen(r)));
    }
}

TEST_CASE("if the halves of a recording lead to different loops, the one with the best worst results is recommended")
{
    std::vector<Nanos> frames = game(20s, 16'666'667ns, 100us);
    const std::vector<Nanos> uneven = game(20s, 16'666'667ns, 6ms);
    CHECK(chosen(rank(frames, everything())).name() == "refresh-snapped");
    CHECK(chosen(rank(uneven, everything())).name() == "interpolated");
    const LoopRanking snapped_on_uneven = rank(uneven, options_of({"interpolated", "refresh-snapped"}, {60}));
    frames.insert(frames.end(), uneven.begin(), uneven.end());

    const LoopRanking r = rank(frames, everything());
    CHECK(r.recommendation.kind == RecommendationKind::interpolated);
    REQUIRE(r.recommendation.alternative_index);
    const Candidate& other = r.candidates[*r.recommendation.alternative_index];
    CHECK(chosen(r).name() == "interpolated");
    CHECK(other.name() == "refresh-snapped");
    CHECK(r.recommendation.candidate_index == 0);
    CHECK(r.recommendation.alternative_index == 1);
    REQUIRE(r.recommended() != nullptr);
    CHECK(title_of(*r.recommended()) == "interpolated at 60 Hz");
    // The worst results of the loop are those of the uneven half.
    CHECK(r.recommendation.alternative_worst.jumps_per_minute ==
          doctest::Approx(of(snapped_on_uneven, "refresh-snapped", 60).jumps_per_minute).epsilon(0.01));
    const std::string& text = r.recommendation.text;
    CHECK(text.starts_with("Use interpolated at 60 Hz: "));
    CHECK(text.find(fmt::format(" Close to it is refresh-snapped at 60 Hz, which shows a state {:.1f} ms newer",
                                chosen(r).picture_age_mean_ms - other.picture_age_mean_ms)) != text.npos);
    CHECK(text.find("refresh-snapped, needs a constant frame rate that matches its steps") != text.npos);
    const Json to = to_json(r).at("recommendation");
    CHECK(to.at("answer") == "interpolated");
    CHECK(to.at("alternative").at("loop") == "refresh-snapped");
    CHECK(to.at("alternative").at("worst").at("jumps_per_minute") ==
          r.recommendation.alternative_worst.jumps_per_minute);
    CHECK(to_json(rank(uneven, everything())).at("recommendation").at("alternative").is_null());
}

TEST_CASE("a part of a recording and a copy with noise get the loop of the whole")
{
    const auto named = [](const std::vector<Nanos>& frames)
    {
        const LoopRanking r = rank(frames, everything());
        std::set<std::string> all;
        if (const auto& i = r.recommendation.candidate_index) all.insert(title_of(r.candidates[*i]));
        return all;
    };
    for (const auto& [mean, jitter] : {std::pair{16'666'667ns, 100us},
                                       {16'666'667ns, 190us},
                                       {16'666'667ns, 300us},
                                       {33'333'333ns, 100us},
                                       {16'700'000ns, 100us},
                                       {15'000'000ns, 1500us}})
    {
        INFO("mean ", mean.count(), ", jitter ", jitter.count());
        const std::vector<Nanos> frames = game(30s, mean, jitter);
        const auto middle = frames.begin() + static_cast<std::ptrdiff_t>(frames.size() / 2);
        std::vector<Nanos> changed = frames;
        for (std::size_t i = 0; i < changed.size(); i += 10)
            changed[i] +=
                Nanos{static_cast<std::int64_t>(0.01 * noise(i / 10 + 5) * 1e9) * frames[i].count() / 1'000'000'000};
        const auto whole = named(frames);
        for (const auto& other :
             {named({frames.begin(), middle}), named({middle, frames.end()}), named(changed),
              named({frames.begin(), frames.end() - static_cast<std::ptrdiff_t>(frames.size() / 100)})})
            CHECK(std::ranges::any_of(other, [&](const std::string& title) { return whole.contains(title); }));
    }
}

TEST_CASE("a step rate at which interpolated has a veto is not the one with which the loops are compared")
{
    RankOptions options = interpolated_at(timestep::every(10s));
    options.rates.push_back(timestep::hz(5000));
    const LoopRanking r = rank(uneven(), options);
    CHECK(r.candidates[r.baseline_index].vetoes.empty());
    CHECK(chosen(r).hz() == 5000.0);
}

TEST_CASE("another rate is recommended only if the step cost or the largest age of pictures is given")
{
    RankOptions options = options_of({"interpolated"}, {30, 60, 120, 240});
    const auto hz = [&] { return chosen(rank(uneven(), options)).hz(); };
    CHECK(hz() == 60.0);
    CHECK(first_note(rank(uneven(), options), "120 instead of 60 Hz") ==
          "With steps at 120 instead of 60 Hz, the motion is equally smooth, the delay is 8.3 ms shorter, and the loop "
          "runs twice as many steps.");
    options.max_age = 20ms;
    CHECK(hz() == 60.0);
    CHECK(first_note(rank(uneven(), options), "120 instead of 60 Hz").empty());
    options.max_age = 10ms;
    CHECK(hz() == 120.0);
    options.max_age = std::nullopt;
    // 24 % of the time for the steps is allowed. 27 % is above the limit, but 30 Hz is the lowest rate.
    for (const auto& [step_cost, best] :
         {std::pair{1ms, 240.0}, std::pair{2ms, 120.0}, std::pair{4ms, 60.0}, std::pair{9ms, 30.0}})
    {
        options.step_cost = step_cost;
        CHECK(hz() == best);
    }
    options.step_cost = std::nullopt;
    options.rates = {timestep::hz(50), timestep::hz(100)};
    CHECK(hz() == 50.0);
}

TEST_CASE("with a step cost, a higher rate is not recommended if it is visibly rougher than a lower one")
{
    for (const Nanos frame :
         std::initializer_list<Nanos>{8ms, 12ms, 15ms, 16'260'000ns, 16'666'667ns, 18ms, 20ms, 33ms})
        for (const Nanos step_cost : std::initializer_list<Nanos>{500us, 1ms, 2ms, 3ms})
        {
            RankOptions options = options_of({"interpolated"}, {30, 60, 120, 240});
            options.step_cost = step_cost;
            const LoopRanking r = rank(game(30s, frame, 20us), options);
            const Candidate& c = r.candidates[r.baseline_index];
            INFO("frame ", frame.count(), ", step_cost ", step_cost.count(), " ", title_of(c));
            for (const Candidate& other : r.candidates)
            {
                if (other.hz() >= 60.0 && other.hz() < c.hz())
                    CHECK(c.animation_error_mean_ms <= other.animation_error_mean_ms + 0.5);
                if (other.hz() > c.hz() && other.step_load <= 0.25)
                    CHECK(std::ranges::any_of(r.candidates,
                                              [&](const Candidate& lower)
                                              {
                                                  return lower.hz() >= 60.0 && lower.hz() < other.hz() &&
                                                         other.animation_error_mean_ms >
                                                             lower.animation_error_mean_ms + 0.5;
                                              }));
            }
            if (frame == 16'260'000ns && step_cost == 2ms) CHECK(title_of(c) == "interpolated at 60 Hz");
        }
}

TEST_CASE("if younger pictures are required than blending gives, the recommended loop states its price")
{
    RankOptions options = everything();
    options.max_age = 3ms;
    const LoopRanking r = rank(uneven(), options);
    CHECK(r.recommendation.kind == RecommendationKind::lower_latency);
    CHECK(title_of(chosen(r)) == "render-tick at 60 Hz");
    CHECK(r.recommendation.text.ends_with("Its cost is a copy of the world and one more step for every frame."));
    CHECK_FALSE(chosen(r).exceeds_max_age);
    CHECK(of(r, "interpolated", 120).exceeds_max_age);
    const std::string asked_nothing = first_note(rank(uneven(), everything()), "Where latency matters: ");
    CAPTURE(asked_nothing);
    CHECK(asked_nothing.find("render-tick at 60 Hz saves 16.7 ms of latency and costs a copy of the world") !=
          std::string::npos);
    CHECK(asked_nothing.find(
              "extrapolated at 60 Hz saves 16.7 ms of latency and costs a wrong position at every collision") !=
          std::string::npos);

    options = options_of({"interpolated"}, {30, 60});
    options.max_age = 1ms;
    const LoopRanking none = rank(uneven(), options);
    CHECK(chosen(none).name() == "interpolated");
    CHECK(none.recommendation.text.starts_with(
        "Every loop that can be recommended shows a state or an input older than the limit of 1 ms."));
}

TEST_CASE("a loop with a veto is never recommended")
{
    for (const auto& frames : {uneven(), game(15s, 16'666'667ns, 100us), game(15s, 250ms / 30, 20us)})
        for (const timestep::PresetId loop : all_preset_ids())
        {
            RankOptions options = options_of({}, {60});
            options.loops = {loop};
            const LoopRanking r = rank(frames, options);
            CHECK(chosen(r).vetoes.empty());
        }
    // Steps of ten seconds: the lane is stopped before its frame time settles.
    const LoopRanking none = rank(uneven(), interpolated_at(timestep::every(10s)));
    CHECK(none.recommendation.kind == RecommendationKind::all_vetoed);
    CHECK_FALSE(none.recommendation.candidate_index);
}

TEST_CASE("with a step cost the steps are part of the frame times")
{
    RankOptions options = options_of({"accumulator", "interpolated", "variable"}, {50, 120});
    options.step_cost = 10ms;
    const LoopRanking r = rank(std::vector<Nanos>(600, 16ms), options);
    // 6 ms of other work and 10 ms for every 20 ms give frames of 12 ms.
    CHECK(of(r, "accumulator", 50).frame_mean_ms == doctest::Approx(12.0).epsilon(0.02));
    CHECK(of(r, "accumulator", 50).step_load == doctest::Approx(0.5).epsilon(0.02));
    CHECK(of(r, "variable").frame_mean_ms == doctest::Approx(16.0).epsilon(0.01));
    // Steps of 8.33 ms cost 10 ms, so without a limit of the steps there is a spiral of death at any frame rate.
    CHECK(of(r, "accumulator", 120).frame_max_ms > 1000.0);
    CHECK(of(r, "interpolated", 120).frame_max_ms < 320.0);
    CHECK(has_veto(of(r, "interpolated", 120), "loses"));
}

TEST_CASE("with a step cost a loop gains nothing by waiting, because the recorded game already waits")
{
    RankOptions options = options_of({"accumulator", "monogame"}, {60});
    options.step_cost = 2ms;
    const LoopRanking r = rank(game(15s, 12ms, 1ms), options);
    CHECK(of(r, "monogame").frame_mean_ms == doctest::Approx(of(r, "accumulator").frame_mean_ms).epsilon(0.01));
    CHECK(r.recommendation.kind == RecommendationKind::interpolated);
}

TEST_CASE("jumps a minute have three digits and no exponent")
{
    for (const auto& [jumps, text] : {std::pair{0.0, "0"}, std::pair{0.4213, "0.421"}, std::pair{12.34, "12.3"},
                                      std::pair{999.4, "999"}, std::pair{4368.0, "4370"}, std::pair{12'345.0, "12350"}})
        CHECK(jump_rate_number(jumps) == text);
}

TEST_CASE("the recommendation has the figures of its candidate and a command that makes its loop")
{
    const LoopRanking r = rank(uneven(), everything());
    const Candidate& c = chosen(r);
    const std::string& text = r.recommendation.text;
    CAPTURE(text);
    CHECK(text.starts_with("Use interpolated at 60 Hz: "));
    CHECK(text.find(fmt::format("animation error is {:.2f} ms a frame", c.animation_error_mean_ms)) != text.npos);
    CHECK(text.find(fmt::format("its frames show a state {:.1f} ms old", c.picture_age_mean_ms)) != text.npos);
    CHECK(text.find("Interpolation is needed: without it, the best loop at this rate, ") != text.npos);
    CHECK(r.recommendation.command == "timestep_lab export --loop interpolated --hz 60 -o my_timestep.hpp");
}

TEST_CASE("the recommendation calls an error the variation of the frames only if it is, and says if the game is slow")
{
    for (const Nanos frame : std::initializer_list<Nanos>{5ms, 16'666'667ns, 40ms, 100ms, 240ms, 255ms, 310ms, 600ms})
        for (const Nanos step_cost : {0ms, 1ms, 4ms})
        {
            RankOptions options = options_of({"interpolated"}, {60});
            if (step_cost > 0ms) options.step_cost = step_cost;
            const std::vector<Nanos> frames = game(std::max<Nanos>(15s, 400 * frame), frame, frame / 50);
            const LoopRanking r = rank(frames, options);
            const Candidate& c = chosen(r);
            double change_ms = 0.0;
            for (std::size_t i = 1; i < frames.size(); ++i)
                change_ms += std::abs(timestep::to_millis(frames[i] - frames[i - 1]));
            change_ms /= static_cast<double>(frames.size() - 1);
            INFO(r.recommendation.text, ", change_ms ", change_ms);
            CHECK((r.recommendation.text.find("within the variation") != std::string::npos) ==
                  (c.animation_error_mean_ms < change_ms + 0.005));
            CHECK(first_note(r, " of real time").empty() == (std::abs(c.lost_percent) <= 1.0));
            if (frame == 310ms && step_cost == 0ms)
                CHECK(first_note(r, " of real time") == "Outside hitches, interpolated at 60 Hz runs the game at 0.81 "
                                                        "of real time: it drops 19.4 % of the frame time.");
        }
}

TEST_CASE("the sentence about the next rate says smoother, rougher or equally smooth as the figures do")
{
    std::set<std::string> words;
    for (const auto& frames : {uneven(), game(15s, 16'666'667ns, 0ns), game(15s, 33'333'333ns, 300us),
                               game(15s, 16'666'667ns, 1200us), game(15s, 22ms, 4ms)})
        for (const auto& loop : {"unity", "refresh-snapped", "semi-fixed", "interpolated"})
        {
            const LoopRanking r = rank(frames, options_of({loop, "interpolated"}, {30, 60, 90}));
            const Candidate& c = chosen(r);
            const std::string note = first_note(r, " Hz, the motion is ");
            if (note.empty()) continue;
            const Candidate& next = of(r, c.name(), c.hz() == 30.0 ? 60.0 : 90.0);
            const double by = next.animation_error_mean_ms - c.animation_error_mean_ms;
            const double added = next.jumps_per_minute - c.jumps_per_minute;
            const bool blends = c.loop.presentation != timestep::Presentation::latest;
            CAPTURE(note);
            CHECK((note.find("equally smooth") != note.npos) == (std::abs(by) <= 0.5));
            CHECK((note.find("ms a frame rougher") != note.npos) == (by > 0.5));
            CHECK((note.find("ms a frame smoother") != note.npos) == (by < -0.5));
            CHECK((note.find("jumps a minute") != note.npos) == (!blends && std::abs(added) >= 2.0));
            CHECK((note.find(" ms longer, ") != note.npos) == (next.picture_age_mean_ms > c.picture_age_mean_ms));
            words.insert(by > 0.5 ? "rougher" : by < -0.5 ? "smoother" : "equal");
        }
    CHECK(words.size() >= 2);
}

TEST_CASE("interpolated is always ranked, because the other loops are compared with it")
{
    const LoopRanking r = rank(uneven(), options_of({"godot", "unity"}, {50, 60}));
    CHECK(r.candidates.size() == 6);
    CHECK(r.candidates[r.baseline_index].name() == "interpolated");
    CHECK(r.candidates[r.baseline_index].hz() == 60.0);
}

TEST_CASE("the same recording gives the same ranking on any number of cores")
{
    const RankOptions options = options_of({"accumulator", "interpolated", "godot", "semi-fixed"}, {30, 60, 120});
    CHECK(to_json(rank(uneven(), options)) == to_json(rank(uneven(), options)));
}

TEST_CASE("progress counts every candidate once")
{
    std::atomic<std::size_t> calls{0}, most{0};
    rank(game(2s, 16ms, 1ms), options_of({"accumulator", "variable", "interpolated"}, {30, 60}),
         [&](std::size_t done, std::size_t all)
         {
             ++calls;
             CHECK(all == 5);
             if (done == all) most = done;
         });
    CHECK(calls == 5);
    CHECK(most == 5);
}

TEST_CASE("a very long recording is ranked on the frames around its longest frame")
{
    std::vector<Nanos> frames(max_ranked_frames + 50'000, 16ms);
    frames[120'000] = 300ms;
    const LoopRanking r = rank(frames, options_of({"interpolated"}, {60}));
    CHECK(r.frame_count == max_ranked_frames);
    CHECK(r.first_frame_index == 50'000);
    CHECK(of(r, "interpolated").time_lost_in_hitches == 50ms);
}

TEST_CASE("JSON has every candidate with its vetoes, and the recommendation")
{
    const LoopRanking r = rank(uneven(), options_of({"accumulator", "variable"}, {30, 60}));
    const Json json = to_json(r);
    REQUIRE(json.at("candidates").size() == 5);
    for (std::size_t i = 0; i < 5; ++i)
    {
        const Json& told = json.at("candidates").at(i);
        CHECK(told.at("loop") == r.candidates[i].name());
        CHECK(told.at("animation_error_mean_ms") == r.candidates[i].animation_error_mean_ms);
        CHECK(told.at("vetoes").get<std::vector<std::string>>() == r.candidates[i].vetoes);
    }
    CHECK(json.at("recommendation").at("answer") == "interpolated");
    CHECK(json.at("recommendation").at("text") == r.recommendation.text);
    CHECK(json.at("hitches") == 0);
    CHECK(json.at("step_cost_ms").is_null());
    const auto& variable =
        *std::ranges::find_if(json.at("candidates"), [](const Json& c) { return c.at("loop") == "variable"; });
    CHECK(variable.at("hz").is_null());
    CHECK(variable.at("reproducible") == false);
    CHECK(to_json(rank({16ms}, options_of({"fixed"}, {60}))).at("recommendation").at("loop").is_null());
}

TEST_CASE("each part between gaps runs by itself, and the results are those of all parts")
{
    const std::vector<Nanos> first = game(10s, 16ms, 800us), second = game(8s, 12ms, 900us);
    std::vector<Nanos> joined = first;
    joined.insert(joined.end(), second.begin(), second.end());
    for (const auto step_cost : {std::optional<Nanos>{}, std::optional<Nanos>{1ms}})
    {
        RankOptions options = options_of({"interpolated", "accumulator", "semi-fixed"}, {30, 60});
        options.refresh_period = 16'666'667ns;
        options.step_cost = step_cost;
        const LoopRanking a = rank(first, options), b = rank(second, options), without_gap = rank(joined, options);
        options.frames_after_gaps = {first.size()};
        const LoopRanking all = rank(joined, options);
        CHECK(all.frame_count_outside_hitches == joined.size());
        bool is_same_without_gap = true;
        for (const Candidate& candidate : all.candidates)
        {
            const Candidate& in_a = *find_candidate(a, candidate.preset, candidate.loop.rate());
            const Candidate& in_b = *find_candidate(b, candidate.preset, candidate.loop.rate());
            const auto mean = [&](double Candidate::*member, double weight_a, double weight_b)
            {
                const double sum = weight_a * in_a.*member + weight_b * in_b.*member;
                return doctest::Approx(sum / (weight_a + weight_b)).epsilon(0.002);
            };
            const auto count_a = static_cast<double>(first.size()), count_b = static_cast<double>(second.size());
            const double time_a = in_a.frame_mean_ms * count_a, time_b = in_b.frame_mean_ms * count_b;
            CAPTURE(candidate.name());
            CHECK(candidate.picture_age_mean_ms == mean(&Candidate::picture_age_mean_ms, count_a, count_b));
            CHECK(candidate.input_age_mean_ms == mean(&Candidate::input_age_mean_ms, count_a, count_b));
            CHECK(candidate.steps_per_s == mean(&Candidate::steps_per_s, time_a, time_b));
            CHECK(candidate.jumps_per_minute == mean(&Candidate::jumps_per_minute, time_a, time_b));
            is_same_without_gap =
                is_same_without_gap &&
                find_candidate(without_gap, candidate.preset, candidate.loop.rate())->picture_age_mean_ms ==
                    candidate.picture_age_mean_ms;
        }
        CHECK_FALSE(is_same_without_gap);
    }
}
