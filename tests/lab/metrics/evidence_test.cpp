// What a lane says of its motion comes from one time: the evidence, or the judged period.
#include "lab/settings/lag_text.hpp"
#include "lab/stage/playing.hpp"
#include "telemetry/pictures.hpp"

namespace
{

std::string story_of(const Lane& lane) { return verdict_explanation(lane, lane.samples().back(), lane.judgement()); }

LaneRun headless_run(const std::string& assignments, Nanos length, std::string_view lag = "")
{
    LaneSetup setup = setup_from(assignments);
    if (!lag.empty()) setup.config.machine.lag.added_lags = require_value<std::vector<sim::LagSource>>(parse_lag(lag));
    LaneRun run{setup};
    run_to(run, length);
    return run;
}

std::string word_of(const LaneRun& run) { return verdict_text(run.judgement().verdict); }

void add_long_break(LaneRun& lane)
{
    lane.add_hitch(3s);
    lane.lane().add_events(telemetry::debugger_break);
}

// The red blocks of the strip below the newest frame.
std::int64_t red_blocks(const Lane& lane)
{
    const RecentPictures recent = recent_pictures(lane, lane.samples().back(), lane.judgement().evidence);
    return std::count_if(recent.pictures.begin() + static_cast<std::ptrdiff_t>(recent.first_judged),
                         recent.pictures.end(), [](const telemetry::Picture& p) { return p.is_uneven(); });
}

} // namespace

TEST_CASE("a loop that is chosen near a bounce takes over the bounce that only one of body and ring has had")
{
    for (const std::string_view loop : {"variable", "accumulator", "interpolated"})
        for (Nanos moment = 2s; moment < 3s; moment += 16'666'667ns)
        {
            CAPTURE(moment);
            LaneOf lane{loop, {}, moment};
            turn(lane, {{"loop.preset", "semi-fixed"}});
            run_for(lane, 3s);
            if (verdict_now(lane.lane()).kind != LaneVerdict::Kind::ok) continue;
            CHECK(lane.lane().tallied_reference_bounces() == lane.lane().bounces());
        }
}

TEST_CASE("a break lowers no rate of pictures: strip and badge say the same, and the sentence tells the freeze")
{
    for (const std::string_view loop : {"semi-fixed", "interpolated", "variable"})
    {
        CAPTURE(loop);
        LaneOf lane{loop, {{"scene.name", "uniform-motion"}}, 4s};
        add_long_break(lane);
        run_for(lane, 3'500ms);
        CHECK(said(lane).find("pictures") == std::string::npos);
        CHECK(picture_rate_text(lane.lane().judgement()).starts_with("60 pictures a second"));
        if (loop == "variable") CHECK(story_of(lane.lane()).ends_with(". A freeze of 3.02 s (break), just now"));
    }
}

TEST_CASE("after a change of the step rate no sentence and no block of the strip is of the old one")
{
    LaneOf lane{"accumulator", {{"loop.hz", "50"}}, 3s};
    REQUIRE(said(lane) == "UNEVEN, 10 jerky pictures a second");
    CHECK(std::abs(red_blocks(lane.lane()) - 15) <= 1);
    turn(lane, {{"loop.hz", "120"}});
    for (int i = 0; i < 180; ++i)
    {
        lane.simulate_frame();
        CHECK((said(lane) == "SETTLING" || said(lane) == "OK"));
        CHECK(red_blocks(lane.lane()) == 0);
    }
    CHECK(story_of(lane.lane()) == "each 16.7 ms frame advances the game by 16.7 ms (2 steps of 8.33 ms)");
}

TEST_CASE("a verdict does not depend on how often it is read, and frame records give the same one again")
{
    std::mt19937_64 random{5};
    for (int script = 0; script < (is_thorough() ? 200 : 20); ++script)
    {
        CAPTURE(script);
        const Turns settings{{"loop.hz", "57.2"}, {"machine.jitter_ms", "3ms"}};
        LaneOf read{"accumulator", settings}, unread{"accumulator", settings};
        std::vector<telemetry::ScreenMotion> stored;
        for (int i = 0; i < 600; ++i)
        {
            if (random() % 100 == 0)
            {
                const std::string hz = std::to_string(50 + random() % 20);
                for (LaneRun* lane : {static_cast<LaneRun*>(&read), static_cast<LaneRun*>(&unread)})
                    turn(*lane, {{"loop.hz", hz}});
            }
            read.simulate_frame();
            unread.simulate_frame();
            stored.push_back(read.lane().judgement().evidence.motion);
            if (random() % 50 == 0) CHECK(said(read) == said(unread));
        }
        telemetry::ScreenMotionMeter meter;
        const telemetry::Frames frames{read.lane().samples()};
        REQUIRE(frames.size() == stored.size());
        for (std::size_t i = 0; i < frames.size(); ++i)
        {
            const telemetry::ScreenMotion again = meter.add(i > 0 ? &frames[i - 1] : nullptr, frames[i]);
            REQUIRE(again.is_uneven == stored[i].is_uneven);
            REQUIRE(again.counts.uneven_count == stored[i].counts.uneven_count);
            REQUIRE(again.still_share == stored[i].still_share);
        }
    }
}

TEST_CASE("lost time is BEHIND whatever the size of each loss, and SLOW or FAST from 2 % on")
{
    CHECK(word_of(headless_run("scene=uniform-motion loop=fixed hz=20 vsync=off render-cost=50.9ms", 60s))
              .find(" BEHIND") != std::string::npos);
    CHECK(word_of(headless_run("scene=uniform-motion loop=fixed hz=20 vsync=off render-cost=51.1ms", 60s))
              .starts_with("SLOW"));
    CHECK(word_of(headless_run("scene=uniform-motion loop=fixed display-hz=61.5", 10s)).starts_with("FAST 1.0"));
    CHECK(word_of(headless_run("scene=uniform-motion loop=fixed display-hz=61", 10s)).ends_with(" AHEAD"));
    CHECK(word_of(headless_run("loop=interpolated delay=250ms", 10s)) == "SLOW 0.94x");
}

TEST_CASE("frames of a delay that has just been set are all as long as it makes them")
{
    LaneOf lane{"fixed", {{"machine.delay_ms", "250ms"}}, 3s};
    CHECK(story_of(lane.lane()) == "each 267 ms frame advances the game by 16.7 ms (1 step): 0.06 of real time");
}

TEST_CASE("a picture that stands still for over a tenth of the time is UNEVEN, unless time is lost")
{
    CHECK(word_of(headless_run("scene=uniform-motion loop=variable", 30s, "break:2s:60s"))
              .starts_with("UNEVEN, stood still for 9"));
    CHECK(word_of(headless_run("scene=uniform-motion loop=accumulator spike-every=15 spike-length=600ms", 20s))
              .starts_with("UNEVEN"));
    CHECK(word_of(headless_run("loop=accumulator vsync=vrr display-hz=240 spike-every=51 spike-length=800ms", 20s))
              .starts_with("UNEVEN"));
    CHECK(word_of(headless_run("scene=uniform-motion loop=interpolated vsync=vrr render-cost=140ms", 20s)) ==
          "OK, 7.1 pictures a second");
    // Without the cause the number is gone.
    CHECK(word_of(headless_run("scene=uniform-motion loop=accumulator", 20s)) == "OK");
    // Both freeze as much, and differ in what they lose.
    CHECK(word_of(headless_run("scene=uniform-motion loop=interpolated spike-every=60 spike-length=250ms", 20s))
              .find(" BEHIND") != std::string::npos);
    CHECK(word_of(headless_run("scene=uniform-motion loop=accumulator spike-every=60 spike-length=250ms", 20s))
              .starts_with("UNEVEN, stood still for "));
}

TEST_CASE("an explosion is found also in frames that simulate only a tail")
{
    CHECK(word_of(headless_run("scene=chain loop=semi-fixed hz=50 display-hz=55", 5s)) == "EXPLODES");
    CHECK(word_of(headless_run("scene=chain loop=variable hz=50 display-hz=55", 5s)) == "EXPLODES");
}

TEST_CASE("no sentence names a step as the cause of another path that moves nothing")
{
    LaneOf lane{"semi-fixed", {{"loop.hz", "30"}}, 2s};
    for (const std::string_view delay : {"5ms", "10ms", "15ms", "20ms"})
    {
        turn(lane, {{"machine.delay_ms", delay}});
        run_for(lane, 300ms);
    }
    for (int i = 0; i < 300; ++i)
    {
        lane.simulate_frame();
        CHECK(story_of(lane.lane()).find("1 ns") == std::string::npos);
    }
}

TEST_CASE("a lane is off course only if its verdict says so: not on another path, nor with few pictures")
{
    for (const auto& [loop, delay] :
         {std::pair{"interpolated", "150ms"}, {"accumulator", "14ms"}, {"semi-fixed", "14ms"}})
    {
        LaneOf lane{loop, {{"machine.delay_ms", delay}}, 5s};
        CHECK_FALSE(is_off_course(lane.lane()));
    }
    CHECK(is_off_course(LaneOf{"variable", {{"machine.delay_ms", "16ms"}}, 5s}.lane()));
    CHECK(is_off_course(LaneOf{"variable", {{"machine.delay_ms", "150ms"}}, 5s}.lane()));
}

TEST_CASE("a frozen frame tells the failure before it, not the first one of many later ones")
{
    LaneOf lane{"variable", {{"machine.delay_ms", "40ms"}, {"scene.name", "spring-and-ball"}}, 20s};
    const telemetry::Frames frames{lane.lane().samples()};
    int failures = 0;
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        if ((frames[i].events & 1U) == 0) continue;
        if (++failures < 3) continue;
        const scenes::Moment moment = lane.lane().moment_at(frames[i].start_wall_time);
        if (moment.sample.frame_number != frames[i].frame_number) continue; // not stored any more
        const std::string story = verdict_explanation(lane.lane(), moment.sample, lane.lane().judgement(moment));
        CHECK_MESSAGE(story.find(" s ago") == std::string::npos, story);
    }
    CHECK(failures > 33);
}

TEST_CASE("a clock jump is an event that no mean counts, and its lost time is true")
{
    CHECK(word_of(headless_run("scene=uniform-motion loop=interpolated timer-back=5s timer-back-at=4s", 10s)) == "OK");
    const LaneRun nanoseconds = headless_run("scene=uniform-motion loop=variable timer-counter=32-bit-ns", 600s);
    CHECK(word_of(nanoseconds) == "2.33 s BEHIND");
    CHECK(nanoseconds.metrics().latency.time_behind_mean_ms == doctest::Approx(2'333.0 / 2).epsilon(0.02));
    const LaneRun milliseconds = headless_run("scene=uniform-motion loop=interpolated timer-counter=32-bit-ms", 15s);
    CHECK(milliseconds.metrics().frame_times.mean_ms == doctest::Approx(16.67).epsilon(0.01));
    CHECK(milliseconds.metrics().clock_jump_count == 1);
    CHECK(headless_run("loop=interpolated", 10s).metrics().clock_jump_count == 0);
}

TEST_CASE("a grab and release in time that the loop drops leaves the ring where it was")
{
    for (const std::string_view loop : {"interpolated", "semi-fixed"})
    {
        CAPTURE(loop);
        LaneRuns lanes{std::array{LaneOf::setup_of(loop, {})}};
        lanes.advance_to(3s);
        lanes[0].add_hitch(3s);
        lanes[0].lane().add_events(telemetry::debugger_break);
        lanes.input.append(3'200ms, {.grabbed = true, .drag_target_x = 0.9}, HandMotion::jumps);
        lanes.input.append(3'400ms, {}, HandMotion::jumps);
        lanes.advance_to(12s);
        CHECK((lanes[0].lane().judgement().verdict.max_error_m) < 0.01);
    }
}

TEST_CASE("a sentence names a cause without which its verdict is gone")
{
    struct Row
    {
        std::string_view name, sentence, setup, without_cause;
    };
    const auto judged = [](std::string_view setup, std::string_view lag)
    {
        LaneRun run = headless_run(std::string{setup}, 10s, lag);
        return std::pair{word_of(run), verdict_explanation(run.lane(), run.lane().samples().back(), run.judgement())};
    };
    for (const Row& row :
         {Row{"FAST 1.20x", "each 16.7 ms frame advances the game by 20 ms", "loop=fixed hz=50", "loop=fixed hz=60"},
          Row{"SLOW 0.33x", "each 50 ms frame advances", "loop=fixed delay=33ms", "loop=fixed"},
          Row{"166 ms AHEAD", "The loop adds 16.7 ms to each second", "loop=fixed display-hz=61", "loop=fixed"},
          Row{"UNEVEN", "16.7 ms frames get 0 or 1 steps of 20 ms", "loop=accumulator hz=50", "loop=accumulator hz=60"},
          Row{"UNEVEN", "frame times vary from 2.04 to 12 ms",
              "loop=variable scene=uniform-motion vsync=off jitter=10ms",
              "loop=variable scene=uniform-motion vsync=off"},
          Row{"UNEVEN", "the camera follows another moment", "loop=interpolated scene=camera display-hz=144",
              "loop=interpolated scene=camera display-hz=144 scene.camera=blended"},
          Row{"WRONG", "steps of 33.3 ms put the motion off course: 16.7 ms", "loop=variable delay=16ms",
              "loop=variable"},
          Row{"THROUGH THE WALL", "a 50 ms step,", "loop=variable delay=45ms", "loop=variable"},
          Row{"OK, another path", "steps of 16.7 ms; the ring has 33.3 ms", "loop=semi-fixed hz=30",
              "loop=semi-fixed hz=60"},
          Row{"SPIRAL OF DEATH", "each frame needs more steps than the last",
              "loop=accumulator step-cost=20ms vsync=off", "loop=accumulator vsync=off"},
          Row{"EXPLODES", "steps of 18.2 ms made the motion grow", "loop=variable scene=chain display-hz=55",
              "loop=variable scene=chain display-hz=60"},
          Row{"INPUT LOST", "presses reached no step",
              "loop=accumulator scene=player display-hz=60 vsync=off render-cost=7ms tap-every=317ms keys=polled",
              "loop=accumulator scene=player display-hz=60 vsync=off render-cost=7ms tap-every=317ms keys=latched"},
          Row{"COUNTED TWICE", "each step of a frame gets the press",
              "loop=accumulator scene=player display-hz=30 tap-every=700ms tap-length=120ms keys=polled",
              "loop=accumulator scene=player display-hz=30 tap-every=700ms tap-length=120ms keys=latched"}})
    {
        CAPTURE(row.setup);
        const auto [word, sentence] = judged(row.setup, "");
        CHECK_MESSAGE(word.starts_with(row.name), word);
        CHECK_MESSAGE(sentence.find(row.sentence) != std::string::npos, sentence);
        const auto [other_word, other_sentence] = judged(row.without_cause, "");
        CHECK_MESSAGE(!other_word.starts_with(row.name), other_word);
        CHECK_MESSAGE(other_sentence.find(row.sentence) == std::string::npos, other_sentence);
    }
    const auto [word, sentence] = judged("loop=interpolated", "break:8s:600ms");
    CHECK(word == "367 ms BEHIND");
    CHECK(sentence.starts_with("the article's limit of 250 ms cut a 617 ms frame, "));
    CHECK(judged("loop=interpolated", "").first == "OK");
}
