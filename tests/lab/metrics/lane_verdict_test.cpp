#include "lab/lane/shown_state.hpp"
#include "lab/stage/playing.hpp"
#include "sim/physics/events.hpp"

#include <map>
#include <sstream>

namespace
{

std::string said(std::string_view loop, const Turns& turns, Nanos after = 3s)
{
    LaneOf lane{loop, turns, after};
    return ::said(lane);
}

constexpr std::string_view five[]{"fixed", "variable", "semi-fixed", "accumulator", "interpolated"};

// Six PCs: displays of 60, 144 and 59.94 Hz; frames of 16.6 ms and up to 1.5 ms more, without VSYNC; a delay of 16 ms;
// one hitch of 166 ms.
constexpr std::size_t six_pcs = 6;

LaneSetup setup_on(std::size_t pc, std::string_view loop, std::string_view scene)
{
    const Turns of_pcs[six_pcs]{{},
                                {{"machine.refresh_hz", "144"}},
                                {{"machine.refresh_hz", "59.94"}},
                                {{"machine.vsync", "off"}, {"machine.delay_ms", "14.6"}, {"machine.jitter_ms", "1.5"}},
                                {{"machine.delay_ms", "16ms"}},
                                {}};
    LaneSetup setup = LaneOf::setup_of(loop, {{"scene.name", scene}});
    turn(setup.config, of_pcs[pc]);
    return setup;
}

// Runs a lane of setup_on() for five seconds, and calls `each` with every frame.
void play_on(std::size_t pc, LaneRun& lane, auto each)
{
    bool hitched = pc + 1 < six_pcs;
    while (lane.next_frame_start_time() < 5s)
    {
        if (!hitched && lane.next_frame_start_time() >= 2s) hitched = (lane.add_hitch(166ms), true);
        each(lane.simulate_frame());
    }
}

// Returns one letter for each PC: OK, Uneven, Late, Wrong, Fast, Slow, Through the wall.
std::string words_on_six_pcs(std::string_view loop, std::string_view scene)
{
    std::string words;
    for (std::size_t pc = 0; pc < six_pcs; ++pc)
    {
        LaneRun lane{setup_on(pc, loop, scene)};
        play_on(pc, lane, [](const telemetry::FrameSample&) {});
        const LaneVerdict verdict = lane.lane().judgement().verdict;
        words += verdict.kind == LaneVerdict::Kind::late ? 'L' : verdict_name(verdict)[0];
    }
    return words;
}

// Records the position of the body after each step, and finds the position in a picture from them.
class OwnSteps : public StepInterceptor
{
public:
    explicit OwnSteps(const scenes::World& world)
        : newest_{world}
        , steps_{{0.0, world.observables().x}}
    {
    }

    void after_step(const scenes::World& world) override
    {
        newest_ = world;
        steps_.emplace_back(world.time(), world.observables().x);
    }
    double shown_x(const timestep::StepPlan& plan) const
    {
        const double seconds = shown_minus_newest_seconds(plan);
        if (seconds > 0.0)
        {
            scenes::World later = newest_;
            if (plan.presentation == timestep::Presentation::render_tick) later.step(seconds);
            return later.observables().x + (later.time() == newest_.time() ? seconds * newest_.observables().v : 0.0);
        }
        const double time = newest_.time() + seconds;
        const auto after = std::ranges::lower_bound(steps_, std::pair{time, -1e300});
        if (after == steps_.begin()) return steps_.front().second;
        if (after == steps_.end()) return steps_.back().second;
        const auto [from, x] = *(after - 1);
        return x + (after->second - x) * (time - from) / (after->first - from);
    }

private:
    scenes::World newest_;
    std::vector<std::pair<double, double>> steps_;
};

} // namespace

TEST_CASE("each of the five loops gets the verdict of its behaviour at each delay")
{
    struct Row
    {
        std::string_view hz, delay, verdicts[5];
    };
    constexpr std::string_view ok_30 = "OK, 30 of 60 pictures";
    constexpr std::string_view ok_20 = "OK, 20 of 60 pictures";
    constexpr std::string_view ok_12 = "OK, 12 of 60 pictures";
    constexpr std::string_view ok_6 = "OK, 6 of 60 pictures";
    // With VSYNC a frame lasts whole refresh periods: 16.7, 33.3, 50, 83.3 and 166.7 ms.
    constexpr Row rows[]{
        {"60", "0", {"OK", "OK", "OK", "OK", "OK"}},
        {"60", "16ms", {"SLOW 0.50x", "WRONG by up to 0.3 m", ok_30, ok_30, ok_30}},
        {"60", "40ms", {"SLOW 0.33x", "THROUGH THE WALL x20", ok_20, ok_20, ok_20}},
        {"60", "75ms", {"SLOW 0.20x", "GONE after 2.7 s", ok_12, ok_12, ok_12}},
        {"60", "150ms", {"SLOW 0.10x", "GONE after 1 s", ok_6, ok_6, ok_6}},
        {"50",
         "0",
         {"FAST 1.20x", "OK", "OK, another path: up to 0.061 m from the ring", "UNEVEN, 10 jerky pictures a second",
          "OK"}},
        // Of three pictures of 33.3 ms, two move 40 ms and one 20 ms.
        {"50", "16ms", {"SLOW 0.60x", "WRONG by up to 0.3 m", ok_30, "UNEVEN, 30 jerky pictures a second", ok_30}},
        {"50",
         "40ms",
         {"SLOW 0.40x", "THROUGH THE WALL x20", "THROUGH THE WALL x5", "UNEVEN, 20 jerky pictures a second", ok_20}},
        // Of six pictures of 83.3 ms, five move 80 ms and one 100 ms: 2 uneven pictures a second.
        {"50",
         "75ms",
         {"SLOW 0.24x", "GONE after 2.7 s", "OK, 12 of 60 pictures, another path: up to 1.7 m from the ring", ok_12,
          ok_12}},
    };
    for (const Row& row : rows)
        for (std::size_t i = 0; i < 5; ++i)
        {
            INFO("row.hz ", row.hz, ", row.delay ", row.delay, ", five[i] ", five[i]);
            const Turns turns{{"scene.name", "spring-and-ball"}, {"machine.delay_ms", row.delay}, {"loop.hz", row.hz}};
            CHECK(said(five[i], turns) == row.verdicts[i]);
        }
}

TEST_CASE("without VSYNC variable passes the wall from 25 to 55 ms of delay on, and is gone from 65 to 90 ms on")
{
    // Returns the shortest delay in ms from which on, at every longer delay, the event happens within a minute.
    const auto begins = [](int sim::EventCounts::*count)
    {
        int from = 150;
        for (; from > 0; --from)
        {
            const std::string delay = std::to_string(from);
            LaneRun lane{LaneOf::setup_of("variable", {{"machine.vsync", "off"}, {"machine.delay_ms", delay}})};
            run_for(lane, 60s);
            if (lane.lane().world().events().*count == 0) break;
        }
        return from + 1;
    };
    const int passes = begins(&sim::EventCounts::tunnelled);
    CHECK(passes >= 25);
    CHECK(passes <= 55);
    const int gone = begins(&sim::EventCounts::blown_up);
    CHECK(gone >= 65);
    CHECK(gone <= 90);
}

TEST_CASE("one hitch is no stutter; uneven frames are a stutter in every loop")
{
    for (const std::string_view loop : {"variable", "accumulator", "interpolated"})
        CHECK_MESSAGE(
            said(loop, {{"machine.jitter_ms", "20ms"}, {"scene.name", "uniform-motion"}}, 20s).starts_with("UNEVEN"),
            loop);
    for (const std::string_view loop : {"accumulator", "interpolated"})
    {
        CAPTURE(loop);
        LaneOf hitched{loop, {}, 3s};
        hitched.add_hitch(200ms);
        hitched.lane().add_events(telemetry::hitch);
        run_for(hitched, 500ms);
        CHECK(said(hitched) == "OK");
    }
    // The loop `interpolated` takes in at most 0.25 s of a frame. It drops the rest of a longer frame at once.
    LaneOf broken{"interpolated", {}, 3s};
    broken.add_hitch(1250ms);
    run_for(broken, 3s);
    CHECK(said(broken) == "1.02 s BEHIND");
    run_for(broken, 4s);
    CHECK(said(broken) == "1.02 s BEHIND");
}

TEST_CASE("steps that do not fit the display stutter without blending, as often as they do not fit")
{
    constexpr std::string_view ok_30 = "OK, 30 of 60 pictures";
    for (const auto& [hz, delay, verdict, blended] :
         {std::tuple<std::string_view, std::string_view, std::string_view, std::string_view>{
              "30", "0", ok_30, "OK"}, // each step is shown for two refreshes
          {"50", "0", "UNEVEN, 10 jerky pictures a second", "OK"},
          {"50", "20ms", "UNEVEN, 30 jerky pictures a second", ok_30},
          {"57", "0", "UNEVEN, 3 jerky pictures a second", "OK"},
          {"58", "0", "OK", "OK"},
          {"60", "0", "OK", "OK"},
          {"61", "0", "OK", "OK"},
          {"80", "0", "UNEVEN, 20 jerky pictures a second", "OK"},
          {"100", "0", "UNEVEN, 20 jerky pictures a second", "OK"},
          {"120", "0", "OK", "OK"},
          {"144", "0", "OK", "OK"},
          {"240", "0", "OK", "OK"}})
    {
        CAPTURE(hz);
        const Turns turns{{"loop.hz", hz}, {"machine.delay_ms", delay}, {"scene.name", "uniform-motion"}};
        CHECK(said("accumulator", turns) == verdict);
        CHECK(said("interpolated", turns) == blended);
    }
}

TEST_CASE("each pair of step rate and refresh rate is as even as the screen shows it")
{
    const auto run_of = [](std::string_view loop, const Turns& turns, Nanos length)
    {
        LaneSetup setup = LaneOf::setup_of(loop, {{"scene.name", "uniform-motion"}});
        turn(setup.config, turns);
        LaneRun run{setup};
        run_to(run, length);
        return run;
    };
    for (const auto& [steps, refreshes] : {std::pair{"30", "60"},
                                           {"20", "60"},
                                           {"120", "60"},
                                           {"60", "60"},
                                           {"60", "120"},
                                           {"60", "240"},
                                           {"60", "500"},
                                           {"72", "144"},
                                           {"100", "200"},
                                           {"120", "240"}})
    {
        INFO("steps ", std::string{steps}, ", refreshes ", std::string{refreshes});
        const LaneRun run = run_of("accumulator", {{"loop.hz", steps}, {"machine.refresh_hz", refreshes}}, 20s);
        const LaneVerdict verdict = run.judgement().verdict;
        const double pictures = std::min(std::stod(steps), std::stod(refreshes));
        CHECK(verdict.kind == LaneVerdict::Kind::ok);
        CHECK(run.metrics().animation.jumps_per_minute == 0.0);
        CHECK(run.metrics().animation.pictures_per_s == doctest::Approx(pictures).epsilon(1e-3));
        CHECK(verdict_text(verdict) == (pictures >= 0.9 * std::stod(refreshes)
                                            ? "OK"
                                            : fmt::format("OK, {} of {} pictures", pictures, refreshes)));
    }
    const LaneRun ntsc = run_of("accumulator", {{"loop.hz", "59.94"}}, 20s);
    CHECK(verdict_text(ntsc.judgement().verdict) == "OK");
    CHECK(ntsc.metrics().animation.jumps_per_minute == doctest::Approx(6.0).epsilon(1e-3));

    for (const auto& [steps, refreshes, uneven] :
         {std::tuple{"50", "60", 10}, {"60", "50", 10},   {"48", "60", 12},  {"72", "60", 12},    {"60", "75", 15},
          {"60", "165", 15},          {"80", "60", 20},   {"24", "60", 24},  {"120", "144", 24},  {"25", "60", 25},
          {"40", "60", 40},           {"100", "240", 40}, {"45", "60", 45},  {"60", "100", 60},   {"60", "144", 60},
          {"90", "60", 60},           {"120", "80", 80},  {"135", "90", 90}, {"150", "100", 100}, {"165", "110", 110},
          {"180", "120", 120}})
    {
        INFO("steps ", std::string{steps}, ", refreshes ", std::string{refreshes});
        const Turns turns{{"loop.hz", steps}, {"machine.refresh_hz", refreshes}};
        const LaneRun run = run_of("accumulator", turns, 20s);
        const LaneVerdict verdict = run.judgement().verdict;
        CHECK(verdict_text(verdict) == fmt::format("UNEVEN, {} jerky pictures a second", uneven));
        CHECK(60.0 * verdict.uneven_per_s == doctest::Approx(run.metrics().animation.jumps_per_minute).epsilon(1e-12));
        CHECK(run_of("interpolated", turns, 20s).judgement().verdict.kind == LaneVerdict::Kind::ok);
    }

    // A clock with errors of 1 ms decides anew in each run which frames get no step or two. Blended steps hide it.
    for (const std::string_view refreshes : {"60", "144", "240"})
    {
        const LaneRun run = run_of("interpolated", {{"machine.refresh_hz", refreshes}, {"clock.noise_ms", "1ms"}}, 20s);
        CHECK(verdict_text(run.judgement().verdict) == "OK");
        CHECK(run.metrics().animation.jumps_per_minute == 0.0);
    }
    std::vector<double> jumps;
    for (int seed = 1; seed <= 40; ++seed)
    {
        const std::string text = std::to_string(seed);
        const LaneRun run = run_of("accumulator", {{"clock.noise_ms", "1ms"}, {"lab.seed", text}}, 60s);
        jumps.push_back(run.metrics().animation.jumps_per_minute);
    }
    std::ranges::sort(jumps);
    CHECK(std::lround(jumps.front()) == 31);
    CHECK(std::lround((jumps[19] + jumps[20]) / 2.0) == 1'035);
    CHECK(jumps.back() == doctest::Approx(1'361.0).epsilon(1e-3));
}

TEST_CASE("a lane of a few steps a frame is UNEVEN as often as a picture is off by more than the limit of the display")
{
    // With these refresh rates, a frame lasts whole refresh periods.
    for (const auto& [refresh_hz, limit_ms, frame_times] :
         {std::tuple<int, double, std::vector<int>>{1000, 2.0, {40, 41, 42, 43, 45, 47, 48, 49, 50, 75, 77}},
          {100, 3.0, {40, 50, 60, 70, 80, 110}},
          {50, 6.0, {40, 60, 80, 100, 120}}})
        for (const int frame_ms : frame_times)
        {
            INFO("refresh_hz ", refresh_hz, ", frame_ms ", frame_ms);
            // Steps in frame i: floor((i + 1) * frame / step) - floor(i * frame / step).
            int uneven = 0;
            const int frames = 600;
            for (int i = 0; i < frames; ++i)
            {
                const int steps = (i + 1) * frame_ms * 60 / 1000 - i * frame_ms * 60 / 1000;
                const double off = std::abs(steps * 1000.0 / 60 - frame_ms);
                uneven += off > limit_ms + 1e-3 ? 1 : 0;
            }
            const double rate = 1000.0 * uneven / (frames * frame_ms);
            const std::string delay = std::to_string(frame_ms) + "ms";
            const std::string refresh = std::to_string(refresh_hz);
            const Turns turns{
                {"machine.refresh_hz", refresh}, {"machine.render_cost_ms", "0"}, {"machine.delay_ms", delay}};
            LaneOf lane{"accumulator", turns, 6s};
            const LaneVerdict verdict = verdict_now(lane.lane());
            CAPTURE(rate);
            CAPTURE(verdict_text(verdict));
            if (rate >= 3.5)
            {
                CHECK(verdict.kind == LaneVerdict::Kind::uneven);
                CHECK(std::abs(verdict.uneven_per_s - rate) <= 0.5); // in four seconds, the pattern begins anywhere
            }
            if (rate <= 2.5) CHECK(verdict.kind == LaneVerdict::Kind::ok);
            CHECK(verdict_now(LaneOf{"interpolated", turns, 6s}.lane()).kind == LaneVerdict::Kind::ok);
        }
}

TEST_CASE("steps that do not fit the display are UNEVEN at every frame rate without VSYNC, blended steps at none")
{
    for (int fps = 62; fps <= 240; ++fps)
    {
        const std::string delay = fmt::format("{}us", 1'000'000 / fps);
        CAPTURE(fps);
        const Turns turns{{"machine.vsync", "off"},
                          {"machine.render_cost_ms", "0"},
                          {"machine.delay_ms", delay},
                          {"scene.name", "uniform-motion"}};
        CHECK(said("unity", turns).starts_with("UNEVEN")); // 50 steps a second
        CHECK(said("interpolated", turns) == "OK");
    }
    // A line of the screen changes once a refresh: a long frame that is caught up exactly still is a freeze.
    LaneOf hitched{"interpolated", {{"machine.vsync", "off"}, {"scene.name", "uniform-motion"}}, 3s};
    const double jumps = hitched.metrics().animation.jumps_per_minute;
    hitched.add_hitch(200ms);
    run_for(hitched, 3s);
    CHECK(hitched.metrics().animation.jumps_per_minute > jumps);
}

TEST_CASE("UNEVEN begins at 3 uneven pictures a second and ends below 2.5, so that no rate flickers")
{
    LaneOf lane{"accumulator", {{"scene.name", "uniform-motion"}}};
    const auto judge_each_frame = [&](std::string_view hz) // 60 minus `hz` pictures a second stay for two refreshes
    {
        turn(lane, {{"loop.hz", hz}});
        std::vector<LaneVerdict::Kind> kinds;
        const Nanos begin = lane.next_frame_start_time();
        while (lane.next_frame_start_time() < begin + 15s)
        {
            lane.simulate_frame();
            const LaneVerdict verdict = verdict_now(lane.lane());
            CHECK((verdict.kind != LaneVerdict::Kind::uneven || verdict.uneven_per_s >= 2.5));
            if (lane.next_frame_start_time() < begin + 5s) continue; // its span still has pictures of the old rate
            if (kinds.empty() || kinds.back() != verdict.kind) kinds.push_back(verdict.kind);
        }
        CAPTURE(hz);
        CHECK(kinds.size() <= 2);
        return kinds.back();
    };
    using enum LaneVerdict::Kind;
    CHECK(judge_each_frame("58") == ok);
    CHECK(judge_each_frame("57.3") == ok);
    CHECK(judge_each_frame("56.9") == uneven);
    CHECK(judge_each_frame("57.2") == ok); // the evidence of the new rate has no memory of the old one
    CHECK(judge_each_frame("57.6") == ok);
    for (const std::string_view hz : {"56.95", "57.05", "57.1", "57.15", "57.25", "57.35", "57.4", "57.45"})
        for (const std::string_view before : {"56", "58"})
        {
            judge_each_frame(before);
            judge_each_frame(hz);
        }
}

TEST_CASE("a loop that was UNEVEN does not make the next loop UNEVEN")
{
    LaneOf lane{"accumulator", {{"loop.hz", "50"}, {"scene.name", "uniform-motion"}}, 5s};
    REQUIRE(said(lane) == "UNEVEN, 10 jerky pictures a second");
    turn(lane, {{"loop.preset", "steptimer"}, {"loop.hz", "57.2"}});
    run_for(lane, 6s); // nobody looks at it
    CHECK(said(lane) == said("steptimer", {{"loop.hz", "57.2"}, {"scene.name", "uniform-motion"}}, 6s));
}

TEST_CASE("a run is judged by all its pictures, the window by those of the last four seconds")
{
    LaneRun run{LaneOf::setup_of("accumulator", {{"loop.hz", "50"}, {"scene.name", "uniform-motion"}})};
    run_to(run, 10s);
    turn(run, {{"loop.hz", "60"}});
    run_to(run, 15s);
    LaneRun in_window = run;
    CHECK(said(in_window) == "OK");
    CHECK(verdict_text(run.judgement().verdict) == "UNEVEN, 7 jerky pictures a second");
    CHECK(verdict_text(in_window.judgement().verdict) == "UNEVEN, 7 jerky pictures a second");
}

TEST_CASE("a pause changes no verdict")
{
    for (const auto& [loop, hz] : {std::pair{"accumulator", "50"}, {"accumulator", "60"}, {"accumulator", "30"}})
    {
        INFO(std::string{loop}, " ", std::string{hz});
        LabOf lab{{.lane = LaneOf::setup_of(loop, {{"loop.hz", hz}, {"scene.name", "uniform-motion"}}).config}, 300};
        const std::string before = said(lab.lane());
        lab.session.settings.is_paused = true;
        for (int i = 0; i < 100; ++i)
        {
            play(lab, 1);
            CHECK(said(lab.lane()) == before);
        }
    }
}

TEST_CASE("a loop whose steps are a thousandth too long or too short gets ahead or behind, a millisecond a second")
{
    CHECK(said("fixed", {{"loop.hz", "60.06"}}, 60s) == "59.9 ms BEHIND");
    CHECK(said("fixed", {{"loop.hz", "59.94"}}, 60s).ends_with(" ms AHEAD"));
}

TEST_CASE("a spiral of death is a loop that owes more and more time; a loop that drops time is only slow")
{
    const Turns dear{{"machine.step_cost_ms", "20ms"}};
    CHECK(said("plain", dear, 20s).starts_with("SLOW"));
    CHECK(said("accumulator", dear, 20s) == "SPIRAL OF DEATH 0.83x");
    CHECK(said("unreal", dear, 20s) == "SLOW 0.75x");
}

TEST_CASE("a motion that grows by a factor of e in 39 s explodes; one that takes 16 minutes does not")
{
    CHECK(said("interpolated", {{"scene.integrator", "explicit-euler"}, {"loop.hz", "500"}}, 60s) == "EXPLODES");
    CHECK(said("interpolated", {{"scene.integrator", "rk2-midpoint"}, {"loop.hz", "43"}}, 60s) == "OK");
    CHECK(said("interpolated", {{"scene.integrator", "semi-implicit-euler"}, {"loop.hz", "43"}}, 60s) == "OK");
}

TEST_CASE("the time after which a body was lost is written without an exponent")
{
    CHECK(verdict_text({.kind = LaneVerdict::Kind::gone, .gone_after_s = 110.4}) == "GONE after 110 s");
    CHECK(verdict_text({.kind = LaneVerdict::Kind::gone, .gone_after_s = 1.23}) == "GONE after 1.2 s");
    CHECK(verdict_text({.kind = LaneVerdict::Kind::wrong, .max_error_m = 1234.0}) == "WRONG by up to 1234 m");
}

TEST_CASE("a failure is cleared by a reset and by another loop")
{
    LaneOf lane{"variable", {{"machine.delay_ms", "40ms"}}, 3s};
    CHECK(said(lane).starts_with("THROUGH THE WALL"));
    turn(lane, {{"machine.delay_ms", "0"}});
    run_for(lane, 100ms);
    CHECK(lane.result().events.tunnelled > 0);
    reset(lane);
    CHECK(lane.result().events.tunnelled == 0);
    run_for(lane, 3s);
    CHECK(said(lane) == "OK");

    turn(lane, {{"machine.delay_ms", "40ms"}});
    reset(lane);
    run_for(lane, 3s);
    REQUIRE(said(lane).starts_with("THROUGH THE WALL"));
    const std::int64_t last_old_frame = lane.lane().samples().back().frame_number;
    turn(lane, {{"loop.preset", "interpolated"}});
    run_for(lane, 3s);
    CHECK(said(lane) == "OK, 20 of 60 pictures");
    CHECK(lane.result().events.tunnelled == 0);
    CHECK(lane.metrics().frame_count == lane.lane().samples().back().frame_number - last_old_frame);
}

TEST_CASE("a lane that has just started has no verdict but SETTLING")
{
    for (const std::string_view delay : {"40ms", "75ms", "150ms", "400ms"})
    {
        CAPTURE(delay);
        LaneOf lane{"fixed", {{"machine.delay_ms", delay}}};
        while (lane.next_frame_start_time() < 2s)
        {
            lane.simulate_frame();
            const std::string word = said(lane);
            CHECK((word == "SETTLING" || word == "OK" || word.starts_with("OK, ") || word.ends_with(" BEHIND") ||
                   word.starts_with("SLOW 0.")));
            if (word.starts_with("SLOW")) CHECK(lane.lane().samples().back().game_time >= 250ms);
        }
        CHECK(said(lane).starts_with("SLOW 0."));
    }
}

TEST_CASE("a loop chosen after a slow one continues the game without being late")
{
    LaneOf lane{"fixed", {{"machine.delay_ms", "75ms"}}, 5s};
    REQUIRE(said(lane) == "SLOW 0.20x");
    for (const std::string_view loop : {"accumulator", "variable-clamped", "interpolated"})
    {
        turn(lane, {{"loop.preset", loop}});
        run_for(lane, 100ms);
        const telemetry::FrameSample& newest = lane.lane().samples().back();
        CHECK(std::abs(timestep::to_millis(newest.lateness - newest.lost_time)) < 34.0);
    }
}

TEST_CASE("the word for each loop on six PCs, on the scene of the first screen")
{
    constexpr std::pair<std::string_view, std::string_view> rows[]{
        {"OFOSSO", "fixed plain box2d"},
        {"OOOOWW", "variable pixi-ticker"},
        {"OOOOOO", "semi-fixed semi-fixed-max-steps unreal"},
        {"OUOOOO", "accumulator godot godot-smoothed ebitengine steptimer babylon-lockstep cannon-es"},
        {"OOOOOO", "interpolated extrapolated canonical render-tick step-ahead unreal-async "
                   "glaiel cute bullet-10 rapier mainloop-js source dewitters"},
        // These wait for their own 60 Hz: on 144 Hz a picture stays for 2 or 3 refreshes.
        {"OUOOOO", "monogame fna"},
        {"OUOSSO", "fixed-busy-wait fixed-sleep fixed-drifting fixed-blow-threshold"},
        {"OUOOWW", "pygame raylib"},
        {"OOOSSO", "bullet"},
        {"OOOOWW", "variable-clamped variable-filtered love"},
        {"UUUUUU", "canonical-snooze"}, // with 16 ms of delay, a picture moves 3 or 4 steps of 10 ms in 33.3 ms
        {"UUUUUU", "bevy unity"},
        {"OUOOWW", "defold quake"},
        {"OUOSSL", "cocos"},
        {"OUOSSO", "jolt"},
        {"UUOOOU", "phaser"},
        {"OUOOOO", "matter-js"},
        {"UUUOUU", "doom"}, // 35 steps a second: on 144 Hz, too, a picture stays for 4 or 5 refreshes
        {"TTTTTT", "quake3 minecraft"},
        {"UUUUSU", "openttd"},
        {"OUOSOO", "refresh-snapped"},
    };
    std::map<std::string, std::string_view, std::less<>> expected;
    for (const auto& [words, names] : rows)
    {
        std::istringstream loops{std::string{names}};
        for (std::string loop; loops >> loop;) expected[loop] = words;
    }
    CHECK(expected.size() == timestep::all_presets.size());
    for (const auto& [loop, row] : expected)
    {
        const std::string words = words_on_six_pcs(loop, "ball-with-part");
        CHECK_MESSAGE(words == row, loop << " " << words);
    }
}

TEST_CASE("the word for each of the five loops on six PCs, on three other scenes")
{
    struct Row
    {
        std::string_view scene, words[5];
    };
    constexpr Row rows[]{
        {"spring-and-ball", {"OFOSSO", "OOOTWT", "OOOOOO", "OUOOOO", "OOOOOO"}},
        {"chaos", {"OFOSSO", "OOOOWW", "OOOOOO", "OUOOOO", "OOOOOO"}},
        {"bullet-and-wall", {"TTTTTT", "TTTTTT", "TTTTTT", "TTTTTT", "TTTTTT"}},
    };
    for (const Row& row : rows)
        for (std::size_t i = 0; i < 5; ++i)
        {
            const std::string words = words_on_six_pcs(five[i], row.scene);
            CHECK_MESSAGE(words == row.words[i], row.scene << " " << five[i] << " " << words);
        }
}

TEST_CASE("every loop's picture shows the state that its own steps give at the picture's simulated time")
{
    for (const timestep::Preset& preset : timestep::all_presets)
        for (std::size_t pc = 0; pc < six_pcs; ++pc)
        {
            INFO("preset.name ", preset.name, ", pc ", pc);
            LaneRun lane{setup_on(pc, preset.name, "ball-with-part")};
            OwnSteps steps{lane.lane().world()};
            lane.lane().set_step_interceptor(&steps);
            double worst = 0.0;
            play_on(pc, lane,
                    [&](const telemetry::FrameSample& frame)
                    { worst = std::max(worst, std::abs(frame.shown_x - steps.shown_x(frame.plan))); });
            CHECK(worst < 1e-7); // a nanosecond of the carried time is 1e-8 m
        }
}

TEST_CASE(
    "shorter steps take another path; a step over 1.5 times as long, with a visible effect, is WRONG until a reset")
{
    CHECK(said("variable", {{"machine.refresh_hz", "144"}}).starts_with("OK, another path: up to "));
    CHECK(said("variable", {{"machine.delay_ms", "16ms"}}).starts_with("WRONG by up to "));
    LaneOf lane{"variable", {}, 2s};
    lane.add_hitch(40ms);
    run_for(lane, 6s);
    CHECK(said(lane).starts_with("WRONG"));
    reset(lane);
    run_for(lane, 3s);
    CHECK(said(lane) == "OK");
    CHECK(said("variable",
               {{"machine.vsync", "off"}, {"machine.delay_ms", "90ms"}, {"scene.integrator", "implicit-euler"}}, 60s)
              .starts_with("OK")); // an invisible distance
    // A scene without a reference motion has neither word.
    CHECK(said("variable", {{"machine.refresh_hz", "144"}, {"scene.name", "storm"}, {"scene.count", "100"}}) == "OK");
}

TEST_CASE("UNEVEN gives its number only after a second: 9 to 11 jerky pictures for 50 steps a second on 60 Hz")
{
    LaneOf lane{"accumulator", {{"loop.hz", "50"}}};
    for (int frame = 0; frame < 300; ++frame)
    {
        lane.simulate_frame();
        const LaneVerdict verdict = verdict_now(lane.lane());
        INFO("frame ", frame, ", verdict ", verdict_text(verdict));
        if (frame < 55) CHECK(verdict.kind == LaneVerdict::Kind::settling);
        if (frame < 65) continue;
        CHECK(verdict.kind == LaneVerdict::Kind::uneven);
        CHECK(std::abs(verdict.uneven_per_s - 10.0) <= 1.0);
    }
}

TEST_CASE("a game is SLOW by one number over four seconds, but not because of a single long frame")
{
    LaneOf lane{"fixed", {}, 3s};
    lane.add_hitch(117ms);
    run_for(lane, 3s);
    CHECK(said(lane) == "117 ms BEHIND");
    const telemetry::FrameSample sample = lane.lane().samples().back();
    const std::string story = verdict_explanation(lane.lane(), sample, lane.lane().judgement());
    CHECK_MESSAGE(story.find(" frame, 3 s ago: the loop simulated ") != std::string::npos, story);
    CHECK(story.find("in real time") == std::string::npos);
    turn(lane, {{"machine.delay_ms", "16ms"}});
    run_for(lane, 2s);
    CHECK(said(lane) == "SLOW 0.50x"); // the time before the change of the delay does not count
    // A hitch in every second makes a game SLOW.
    LaneOf hitched{"fixed"};
    for (int i = 0; i < 6; ++i)
    {
        run_for(hitched, 1s);
        hitched.add_hitch(117ms);
    }
    run_for(hitched, 100ms);
    CHECK(said(hitched).starts_with("SLOW 0.8"));
}

TEST_CASE("a loop that catches up is neither FAST nor SLOW, at whichever frame the last four seconds begin and end")
{
    for (const char* const step_cost : {"4ms", "8ms"})
        for (const char* const spike_every : {"45", "60", "90"})
            for (const char* const spike : {"200ms", "350ms", "500ms", "700ms"})
            {
                LaneOf lane{"accumulator",
                            {{"machine.step_cost_ms", step_cost},
                             {"machine.spike_every", spike_every},
                             {"machine.spike_ms", spike},
                             {"scene.name", "uniform-motion"}},
                            2s};
                while (lane.next_frame_start_time() < 12s)
                {
                    lane.simulate_frame();
                    const LaneVerdict verdict = verdict_now(lane.lane());
                    CAPTURE(lane.next_frame_start_time().count());
                    CHECK_MESSAGE((verdict.kind != LaneVerdict::Kind::fast && verdict.kind != LaneVerdict::Kind::slow),
                                  step_cost << " " << spike_every << " " << spike << " " << verdict_text(verdict));
                }
            }
}

TEST_CASE("a clock that is set back by 300 ms makes no loop late that ignores the negative frame time")
{
    for (const auto& [loop, verdict] :
         {std::pair{"accumulator", "OK"}, {"fixed", "OK"}, {"variable", "OK"}, {"godot", "OK"}, {"interpolated", "OK"}})
        CHECK_MESSAGE(
            said(loop, {{"clock.back_ms", "300"}, {"clock.back_at_ms", "1000"}, {"scene.name", "uniform-motion"}}) ==
                verdict,
            loop);
}

TEST_CASE("badge and scoreboard have the same speed, also after a change of the delay")
{
    LabOf lab{{.lane = LaneOf::setup_of("fixed", {}).config}, 300};
    turn(lab, {{"machine.delay_ms", "16ms"}}, 90);
    const LaneVerdict verdict = verdict_now(lab.lane());
    CHECK(verdict_text(verdict) == "SLOW 0.50x");
    CHECK(lab.update_results().front().metrics.progress.speed == doctest::Approx(verdict.speed));
}
