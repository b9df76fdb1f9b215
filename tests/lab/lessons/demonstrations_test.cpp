#include "lab/lessons/demonstrations.hpp"
#include "lab/lessons/expression_evaluator.hpp"
#include "lab/lessons/glossary.hpp"
#include "lab/stage/playing.hpp"

namespace
{

const Demonstration& shown(std::string_view loop)
{
    const Demonstration* found = find_demonstration(id_of(*timestep::find_preset(loop)));
    REQUIRE(found != nullptr);
    return *found;
}

// Runs the lanes of a demonstration for an hour, without its script.
std::vector<LaneResult> hour_of(std::string_view loop)
{
    return run_lanes(make_lane_setups(shown(loop)), {.max_wall_time = 3600s});
}

LaneResult result_of(std::string name, double speed, double drift_ms)
{
    return {.setup = {.name = std::move(name)},
            .metrics = {.progress = {.speed = speed, .drift_ms = drift_ms}},
            .events = {.bounced = 12}};
}

ExpressionEvaluator two_lanes()
{
    return ExpressionEvaluator{{result_of("semi-fixed", 0.5, -250.0), result_of("b", 2.0, 1000.0)}};
}

double value(const std::string& expression)
{
    return require_value<AssertionOutcome>(two_lanes().check_assertion(expression + " == 0")).left_value;
}
bool holds(std::string_view assertion)
{
    return require_value<AssertionOutcome>(two_lanes().check_assertion(assertion)).holds;
}
std::string why(std::string_view assertion)
{
    return require_value<ExpressionError>(two_lanes().check_assertion(assertion)).message;
}

std::string name_at(std::string_view text, std::string_view word)
{
    const GlossaryTerm* term = longest_term_around(text, text.find(word));
    return term == nullptr ? "" : term->names.front();
}

} // namespace

TEST_CASE("each of the five loops of the literature has a demonstration with its own loop and one conclusion")
{
    std::size_t i = 0;
    for (const timestep::Preset& preset : timestep::all_presets)
    {
        if (preset.group != timestep::PresetGroup::literature) continue;
        REQUIRE_MESSAGE(i < loop_demonstrations().size(),
                        preset.name << " has no demonstration: add a row to src/lab/lessons/demonstrations.cpp");
        const Demonstration& d = loop_demonstrations()[i++];
        CHECK(d.name == preset.name);
        CHECK(d.conclusion.ends_with('.'));
        bool runs_it = false;
        for (const LaneSetup& lane : make_lane_setups(d))
            runs_it = runs_it || preset_of(lane.config.loop.preset).name == d.name;
        CHECK(runs_it);
    }
    CHECK(i == loop_demonstrations().size());
}

TEST_CASE("show me fixed: a PC that draws 20 frames a second plays the game at a third of its speed, for an hour")
{
    const auto results = hour_of("fixed");
    CHECK(results[0].metrics.progress.speed == doctest::Approx(1.0 / 3.0).epsilon(1e-4));
    CHECK(results[0].metrics.frame_count == 72'001);
    CHECK(results[1].metrics.progress.speed == doctest::Approx(1.0).epsilon(1e-4));
    LaneRuns lanes;
    DemonstrationRun run{shown("fixed"), lanes};
    run.advance(run.demonstration().duration);
    CHECK(said(lanes[0]) == "SLOW 0.33x");
    CHECK(said(lanes[1]) == "OK, 20 of 60 pictures");
}

TEST_CASE(
    "show me variable: with frames of 50 ms the ball passes the wall for an hour, with frames of 117 ms it is gone")
{
    const auto results = hour_of("variable");
    CHECK(results[0].metrics.frame_times.p50_ms == doctest::Approx(50.0).epsilon(1e-4));
    CHECK(results[0].events.tunnelled > 1'000);
    CHECK(results[0].events.blown_up == 0);
    CHECK(results[1].events.tunnelled == 0);
    LaneRuns lanes;
    DemonstrationRun run{shown("variable"), lanes};
    run.advance(5s);
    CHECK(said(lanes[0]).starts_with("THROUGH THE WALL"));
    run.advance(3s);
    CHECK(said(lanes[0]).starts_with("GONE after"));
    CHECK(timestep::to_millis(lanes[0].lane().newest_moment().sample.measured_frame_time) ==
          doctest::Approx(116.667).epsilon(1e-3));
    auto slower = make_lane_setups(shown("variable"));
    for (LaneSetup& lane : slower) lane.config.machine.lag.delay = 100ms;
    const auto later = run_lanes(slower, {.max_wall_time = 3600s});
    CHECK(later[0].events.blown_up == 1);
    CHECK(later[1].events.blown_up == 0);
    CHECK(later[1].events.tunnelled == 0);
}

TEST_CASE("show me semi-fixed: hitches that differ by 0.1 ms lead to other states in every ten seconds of an hour")
{
    LaneRuns lanes;
    DemonstrationRun run{shown("semi-fixed"), lanes};
    run.advance(run.demonstration().duration);
    CHECK(said(lanes[1]).starts_with("THROUGH THE WALL"));
    CHECK(lanes[0].lane().world().events().tunnelled == 0);
    lanes = LaneRuns{make_lane_setups(shown("semi-fixed")), {}, false};
    int other_passes = 0;
    for (Nanos end = 10s; end <= 3600s; end += 10s)
    {
        lanes.advance_to(end);
        const scenes::World& a = lanes[0].lane().world();
        const scenes::World& b = lanes[1].lane().world();
        CHECK(a.state_hash() != b.state_hash());
        other_passes += a.events().tunnelled != b.events().tunnelled ? 1 : 0;
    }
    CHECK(other_passes >= 350);
}

TEST_CASE("show me accumulator: every sixth frame repeats the picture before for an hour at 50 Hz, and none at 60 Hz")
{
    const auto results = hour_of("accumulator");
    CHECK(results[0].metrics.steps.zero_step_share == doctest::Approx(1.0 / 6.0).epsilon(1e-4));
    // Of five pictures that move 20 ms, four stay for one refresh (+3.33 ms each), and one for two (-13.33 ms).
    CHECK(results[0].metrics.animation.mean_ms == doctest::Approx(16.0 / 3.0).epsilon(1e-4));
    CHECK(results[0].metrics.animation.jumps_per_minute == doctest::Approx(600.0).epsilon(1e-4));
    CHECK(results[0].metrics.animation.pictures_per_s == doctest::Approx(50.0).epsilon(1e-4));
    CHECK(results[0].metrics.progress.speed == doctest::Approx(1.0).epsilon(1e-6));
    CHECK(results[1].metrics.steps.zero_step_share < 1e-4);
    CHECK(results[1].metrics.animation.mean_ms < 1e-3);
    CHECK(results[1].metrics.animation.jumps_per_minute == 0.0);
    CHECK(results[1].metrics.animation.pictures_per_s == doctest::Approx(60.0).epsilon(1e-4));
    LaneRuns lanes;
    DemonstrationRun run{shown("accumulator"), lanes};
    run.advance(run.demonstration().duration);
    CHECK(said(lanes[0]) == "UNEVEN, 10 jerky pictures a second");
    CHECK(said(lanes[1]) == "OK");
}

TEST_CASE("show me interpolated: no picture repeats for an hour, and a hand is answered one step of 20 ms later")
{
    const auto results = hour_of("interpolated");
    CHECK(results[0].metrics.animation.mean_ms == doctest::Approx(16.0 / 3.0).epsilon(1e-4));
    CHECK(results[1].metrics.animation.mean_ms < 1e-3);
    CHECK(results[1].metrics.animation.pictures_per_s == doctest::Approx(60.0).epsilon(1e-4));
    CHECK(results[1].metrics.latency.state_age_mean_ms == doctest::Approx(20.0).epsilon(1e-4));
    // The hand takes the ball every 7.001 s, so that it comes at each millisecond of the pattern of steps and frames.
    constexpr double hand = -1.2;
    LaneRuns lanes{make_lane_setups(shown("interpolated")), {}, false};
    double later = 0.0; // sum over all answers, in ms
    int answers = 0;
    for (Nanos click = 7s; click <= 3600s; click += 7'001ms)
    {
        lanes.advance_to(click);
        std::array<Nanos, 2> answered{};
        lanes.input.append(click, {.grabbed = true, .drag_target_x = hand}, HandMotion::jumps);
        for (std::size_t lane = 0; lane < 2; ++lane)
            for (int i = 0; i < 5 && answered[lane] == Nanos::zero(); ++i)
                if (const auto& frame = lanes[lane].simulate_frame(lanes.input); std::abs(frame.shown_x - hand) < 1e-9)
                    answered[lane] = frame.start_wall_time;
        lanes.advance_to(click + 500ms); // the ball is at rest when it is released
        lanes.input.append(click + 500ms, {});
        REQUIRE(answered[0] > Nanos::zero());
        CHECK(answered[1] > answered[0]);
        later += timestep::to_millis(answered[1] - answered[0]);
        ++answers;
    }
    // The next step is in the next picture, or in the one after it if the next one repeats: for one click in six.
    CHECK(later / answers == doctest::Approx(7.0 / 6.0 * 1000.0 / 60.0).epsilon(0.02));
}

TEST_CASE("the demonstration of interpolated shows the hand at a tenth of the speed, and ends when it is released")
{
    LaneRuns lanes;
    DemonstrationRun run{shown("interpolated"), lanes};
    run.advance(5'900ms);
    CHECK(lanes.wall_time() == 5'900ms);
    run.advance(1s);
    CHECK(lanes.wall_time() == 6s);
    CHECK(lanes.input.at(6s).grabbed);
    run.advance(3'100ms);
    CHECK(run.elapsed_real_time() == run.demonstration().duration);
    CHECK(lanes.wall_time() == 6'310ms);
    CHECK_FALSE(lanes.input.at(6'310ms).grabbed);
    CHECK(said(lanes[1]) == "SETTLING"); // a release begins a new motion to judge
}

TEST_CASE("an expression has numbers, metrics and events of lanes, and four operations with the usual precedence")
{
    CHECK(value("1.5e3") == 1500.0);
    CHECK(value("-2 + 3") == 1.0);
    CHECK(value("2 + 3 * 4 - 6 / 3") == 12.0);
    CHECK(value("semi-fixed.speed") == 0.5);
    CHECK(value("b.drift_ms - semi-fixed.drift_ms") == 1250.0);
    CHECK(value("100 * b.speed / semi-fixed.speed") == 400.0);
    CHECK(value("b.bounced") == 12.0);
    CHECK(std::isnan(value("b.state_error_max_m")));
    CHECK(value("2 * (b.speed - 3) * (1)") == -2.0);
    CHECK(value("abs(semi-fixed.drift_ms) / min(b.speed, 4, 10)") == 125.0);
    CHECK(value("max(b.speed, min(7, 3 + 2)) - max(1)") == 4.0);
    CHECK(std::isnan(value("min(b.state_error_max_m, 1)")));
    CHECK(std::isnan(value("max(1, b.state_error_max_m)")));
    CHECK(std::isnan(value("b.state_hash")));
    CHECK(value(std::string(32, '(') + "1" + std::string(32, ')')) == 1.0);
}

TEST_CASE("an assertion compares two expressions; == and != accept a tolerance")
{
    CHECK(holds("b.speed == 2"));
    CHECK(holds("b.speed != semi-fixed.speed"));
    CHECK(holds("b.speed == 2.01 +- 0.02"));
    CHECK_FALSE(holds("b.speed == 2.01 +- 0.005"));
    CHECK(holds("b.speed == 2.01 +- 1%"));
    CHECK_FALSE(holds("b.speed != 2.01 +- 1%"));
    CHECK_FALSE(holds("b.speed == 2.1 +- 1%"));
    CHECK(holds("semi-fixed.speed < 2 * b.speed"));
    CHECK(holds("b.speed <= 2"));
    CHECK(holds("b.speed >= 2"));
    CHECK_FALSE(holds("b.speed > 2"));
    CHECK_FALSE(holds("b.state_error_max_m == b.state_error_max_m")); // NaN equals nothing
}

TEST_CASE("an invalid assertion is an error in one line, with the nearest name")
{
    CHECK(why("c.speed == 1") == "unknown lane 'c'; did you mean 'b'?");
    CHECK(why("b.sped == 1") == "unknown metric 'sped'; did you mean 'speed'?");
    CHECK(why("b == 1").find("must be followed by a dot") != std::string::npos);
    CHECK(why("b.speed = 1").find("one of ==") != std::string::npos);
    CHECK(why("b.speed == ").find("ends where a number or a lane must follow") != std::string::npos);
    CHECK(why("b.speed == 1 2").find("unexpected text at the end") != std::string::npos);
    CHECK(why("differ(b) == 0").find("differ takes two lanes") != std::string::npos);
    CHECK(why("(b.speed == 1").find("a ')' is missing before '== 1'") != std::string::npos);
    CHECK(why("abs(1, 2) == 1").find("a ')' is missing before ', 2) == 1'") != std::string::npos);
    CHECK(why("min() == 1").find("neither a number nor a lane") != std::string::npos);
    CHECK(why(std::string(100'000, '(') + "1 == 1").find("more than 32 brackets") != std::string::npos);
    CHECK(why("b.speed == ?").find("neither a number nor a lane") != std::string::npos);
}

TEST_CASE("the expressions in a text are replaced by their values, as on the scoreboard or in their own format")
{
    auto evaluator = two_lanes();
    const auto filled = [&](std::string_view text)
    { return std::get<ExpandedText>(evaluator.replace_expressions(text)).text; };
    CHECK(filled("at {b.speed} of real time") == "at 2 of real time");
    CHECK(filled("{semi-fixed.speed:.3f}, {100 * b.speed:.0f} %") == "0.500, 200 %");
    CHECK(filled("{b.blew_up} and {b.state_error_max_m}") == "no and -");
    CHECK(filled("no numbers") == "no numbers");
    for (const char* text : {"{b.speed", "{b.sped}", "{b.speed:q}"})
        CHECK(std::holds_alternative<ExpressionError>(evaluator.replace_expressions(text)));
}

TEST_CASE("a number in a text has its place, its lane and its metric")
{
    ExpressionEvaluator evaluator = two_lanes();
    const auto filled = std::get<ExpandedText>(
        evaluator.replace_expressions("Half: {semi-fixed.speed}, {100 * b.speed - 1:.0f} %, {2 + 2}."));
    const auto& numbers = filled.numbers;
    CHECK(filled.text == "Half: 0.5, 199 %, 4.");
    REQUIRE(numbers.size() == 3);
    const auto text_of = [&](std::size_t i)
    { return filled.text.substr(numbers[i].begin, numbers[i].end - numbers[i].begin); };
    CHECK(text_of(0) == "0.5");
    CHECK(numbers[0].lane_name == "semi-fixed");
    CHECK(numbers[0].metric_key == "speed");
    CHECK(text_of(1) == "199");
    CHECK(numbers[1].lane_name == "b");
    CHECK(text_of(2) == "4");
    CHECK(numbers[2].lane_name.empty());
}

TEST_CASE("every entry of the glossary has a text and unique names")
{
    std::vector<std::string> names;
    for (const GlossaryTerm& term : glossary())
    {
        REQUIRE_FALSE(term.names.empty());
        CHECK(term.definition.size() > 20);
        CHECK(term.definition.find('*') == std::string::npos);
        names.insert(names.end(), term.names.begin(), term.names.end());
    }
    CHECK(names.size() > 45);
    std::ranges::sort(names);
    CHECK(std::ranges::adjacent_find(names) == names.end());
}

TEST_CASE("a term is found in a text as a whole word in any case, and the longest term wins")
{
    CHECK(name_at("the Ticks of both", "Ticks") == "step");
    CHECK(name_at("a spiral of death begins", "of") == "spiral of death");
    CHECK(name_at("SPIRAL OF DEATH 0.83x", "DEATH") == "spiral of death");
    CHECK(name_at("the animation error is 5", "error") == "animation error");
    CHECK(name_at("a stepping stone", "stepping").empty());
    CHECK(name_at("nothing to see", "see").empty());
    CHECK(name_at("a reference motion", "motion") == "reference motion");
}

TEST_CASE("the terms of a text are returned once each, in its order")
{
    const auto all = terms_in("33 ms of each frame are dropped; the next frame carries on, and drift grows");
    REQUIRE(all.size() == 3);
    CHECK(all[0]->names.front() == "frame");
    CHECK(all[1]->names.front() == "dropped");
    CHECK(all[2]->names.front() == "speed");
    CHECK(terms_in("").empty());
}
