// Tests of what the screen says after somebody has touched it: the hand, resets, and changes of the loop.
#include "base/text.hpp"
#include "lab/metrics/frame_text.hpp"
#include "lab/stage/planted_window.hpp"
#include "telemetry/csv.hpp"

#include <span>

namespace
{

const telemetry::FrameSample& newest(const Lab& lab, std::size_t lane = 0) { return lab.lane(lane).samples().back(); }

// How far the simulation is behind the clock of the game, as the plot of the drift shows it.
double behind_ms(const Lab& lab, std::size_t lane = 0)
{
    return timestep::to_millis(newest(lab, lane).game_time - newest(lab, lane).simulated_time);
}

// Holds the body for `length`, moves it from `x` with the velocity `v`, and lets go of it.
void throw_body(PlantedWindow& w, double x, double v, Nanos length, Nanos frame_length = 16'666'667ns)
{
    const double scale = w.lab.session.settings.stage.time_scale;
    for (Nanos held{}; held < length; held += frame_length)
    {
        w.lab.session.input = {.grabbed = true, .drag_target_x = x + v * scale * timestep::to_seconds(held)};
        w.frame(frame_length);
    }
    w.lab.session.input.grabbed = false;
    w.frame(frame_length);
}

// The first frames of the lane, as the telemetry has them, but numbered and timed from the start of the lane.
std::vector<std::string> rows_of(const Lane& lane, std::size_t frame_count)
{
    telemetry::FrameSampleCsvFormatter formatter;
    std::string text;
    const telemetry::Frames frames{lane.samples()};
    for (std::size_t i = 0; i < frame_count; ++i)
    {
        telemetry::FrameSample frame = frames[i];
        frame.frame_number -= lane.first_frame_number();
        frame.start_wall_time -= lane.start_wall_time();
        if (frame.screen_time > Nanos::zero()) frame.screen_time -= lane.start_wall_time();
        frame.events &= ~telemetry::world_reset;
        text += formatter.add(frame, joined_event_names(frame.events));
    }
    text += formatter.take_rest();
    const auto rows = base::split(text, "\n");
    REQUIRE(rows.size() == frame_count);
    return {rows.begin(), rows.end()};
}

// Fails if the frames of both laboratories differ.
void check_equal_frames(const Lab& a, const Lab& b)
{
    REQUIRE(a.shown_lane_count() == b.shown_lane_count());
    for (std::size_t i = 0; i < a.shown_lane_count(); ++i)
    {
        const std::size_t count = std::min(a.lane(i).samples().size(), b.lane(i).samples().size());
        REQUIRE(count > 5);
        const auto rows_a = rows_of(a.lane(i), count);
        const auto rows_b = rows_of(b.lane(i), count);
        for (std::size_t k = 0; k < count; ++k)
        {
            INFO("lane ", i, ", frame ", k);
            REQUIRE(rows_a[k] == rows_b[k]);
        }
    }
}

// One input of a user, such as a key or a drag, on any list of lanes.
void touch(Lab& lab, std::mt19937_64& random, bool keeps_vsync)
{
    const auto number = [&](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
    const auto key = [&](std::initializer_list<std::string_view> keys)
    { ::press(lab, *(keys.begin() + number(static_cast<int>(keys.size())))); };
    switch (number(14))
    {
    case 0: key({"1", "2", "3", "4", "5"}); break;
    case 1: key({"H", "B", "L", "R", "N", "S"}); break;
    case 2: key({"[", "]", "Space", "M"}); break;
    case 3: // a PC with pauses has them at fixed times of its clock, which goes on at a reset
        show_ready_list(lab.session.settings, keeps_vsync
                                                  ? std::array{ReadyList::five_loops, ReadyList::this_and_copy}.at(
                                                        static_cast<std::size_t>(number(2)))
                                                  : static_cast<ReadyList>(number(3)));
        break;
    case 4: lab.select_lane(static_cast<std::size_t>(number(static_cast<int>(lab.shown_lane_count())))); break;
    case 5: number(2) == 0 ? add_lane(lab.session.settings) : remove_lane(lab.session.settings); break;
    case 6: lab.session.settings.lane.machine.lag.delay = Nanos{number(120) * 1'000'000}; break;
    case 7: lab.session.settings.lane.loop.set_rate(timestep::hz(20 + number(100))); break;
    case 8:
        lab.session.settings.stage.time_scale = std::array{0.25, 1.0, 2.0}.at(static_cast<std::size_t>(number(3)));
        break;
    case 9:
        lab.session.input = {
            .grabbed = true, .drag_target_x = 0.1 * number(20) - 1.0, .drag_target_y = 0.1 * number(20)};
        break;
    case 10: lab.session.input.grabbed = false; break;
    case 11: lab.set_button(static_cast<Button>(number(4)), number(2) == 0); break;
    case 12: lab.session.settings.lane.machine.lag.jitter = Nanos{number(3) * 4'000'000}; break;
    default:
        if (!keeps_vsync)
            lab.session.settings.lane.machine.vsync = number(2) == 0 ? sim::VsyncMode::on : sim::VsyncMode::off;
        break;
    }
}

int reset_tries() { return is_thorough() ? 1000 : is_sanitized ? 5 : 20; }

} // namespace

TEST_CASE("a thrown ball agrees with the ring in every loop, and nothing is said about the hand")
{
    for (const std::string_view loop : {"variable", "semi-fixed", "accumulator", "interpolated"})
        for (const double speed : {-0.4, -3.0})
        {
            INFO(std::string{loop}, " ", speed);
            PlantedWindow w{opening_of(loop)};
            w.run(1s);
            throw_body(w, -0.2, speed, 500ms);
            w.run(3s);
            for (std::size_t i = 0; i < w.lab.shown_lane_count(); ++i)
            {
                const Lane& lane = w.lab.lane(i);
                CHECK(said(lane) == "OK");
                CHECK(std::abs(newest(w.lab, i).shown_x - newest(w.lab, i).reference_x_at_shown_time) < 1e-3);
                const int bounces = lane.world().events().bounced - lane.judged_period().events_at_start.bounced;
                CHECK(std::abs(lane.reference_bounces() - bounces) <= 1);
            }
        }
}

TEST_CASE("a hand throws at its own speed, with any frames and at any speed of the virtual clock")
{
    for (const Nanos frame_length : {8'333'333ns, 16'666'667ns, 33'333'333ns, 50'000'000ns})
        for (const std::string_view frames : {"even", "this-pc"})
            for (const std::string_view loop : {"variable", "semi-fixed", "accumulator", "interpolated", "fixed"})
                for (const double scale : {1.0, 0.25})
                {
                    if (frames == "this-pc" && scale != 1.0) continue; // the speed is that of virtual PCs
                    INFO(frame_length.count(), " ", std::string{frames}, " ", std::string{loop}, " ", scale);
                    Settings settings = opening_of(loop);
                    turn(settings, {{"lab.frames", frames}, {"view.more", "on"}});
                    settings.stage.time_scale = scale;
                    PlantedWindow w{settings};
                    w.run(1s, frame_length);
                    // At 0.25x the hand is as fast on the screen if it moves at four times the speed in virtual time.
                    throw_body(w, -0.2, -3.0, Nanos{static_cast<std::int64_t>(4e8 / scale)}, frame_length);
                    const telemetry::Frames samples{w.lab.lane().samples()};
                    std::size_t last_held = samples.size() - 1;
                    while (last_held > 0 && (samples[last_held].events & telemetry::held) == 0) --last_held;
                    REQUIRE(last_held > 0);
                    CHECK(samples[last_held].v == doctest::Approx(-3.0).epsilon(0.02));
                }
}

TEST_CASE("a held body has the verdict HELD, and the motion after the release is judged from its first free step on")
{
    PlantedWindow w{opening_of("accumulator")};
    w.run(1s);
    w.lab.session.input = {.grabbed = true, .drag_target_x = -0.5};
    w.run(200ms);
    CHECK(said(w.lab.lane(0)) == "HELD");
    w.lab.session.input.grabbed = false;
    w.run(100ms);
    CHECK(said(w.lab.lane(0)) == "SETTLING");
    w.run(1s);
    CHECK(said(w.lab.lane(0)) == "OK");
    check_account(w.lab.lane(0));
}

TEST_CASE("a body that is gone, and a scene without a body to hold, is never HELD, and keeps its verdict")
{
    PlantedWindow w{opening_of("variable", 150ms)};
    w.run(5s);
    REQUIRE(verdict_now(w.lab.lane(0)).kind == LaneVerdict::Kind::gone);
    const Nanos start = w.lab.lane(0).judged_period().start_game_time;
    throw_body(w, -0.5, -1.0, 500ms);
    w.run(1s);
    CHECK(verdict_now(w.lab.lane(0)).kind == LaneVerdict::Kind::gone);
    CHECK(w.lab.lane(0).judged_period().start_game_time == start);
    Settings settings = opening_of("accumulator");
    turn(settings, "scene.name", "uniform-motion");
    PlantedWindow without{settings};
    without.lab.session.input = {.grabbed = true, .drag_target_x = 1.0};
    without.run(2s);
    CHECK(said(without.lab.lane(0)) == "OK");
}

TEST_CASE("a scripted grab is a hand at rest")
{
    Settings settings = opening_of("variable");
    turn(settings, "scene.name", "spring-and-ball");
    PlantedWindow w{settings};
    w.lab.timed_commands = require_value<TimedCommands>(parse_script(
        "at 1 grab -0.2\nat 1.1 grab -0.6\nat 1.2 grab -1\nat 1.3 release\n", "script", w.lab.session.settings));
    int held_count = 0;
    for (int i = 0; i < 120; ++i)
    {
        w.lab.execute_newly_due_commands();
        w.frame();
        if ((newest(w.lab).events & telemetry::held) == 0) continue;
        ++held_count;
        CHECK(newest(w.lab).v == 0.0);
    }
    CHECK(held_count > 15);
    const double start_energy = w.lab.lane(0).start_energy(); // let go 1 m from rest, at rest
    CHECK(start_energy == doctest::Approx(300.0));
}

TEST_CASE("a throw that is too fast for the steps passes the wall beside the ring: no loop is blamed")
{
    int shared = 0;
    for (double speed = 14.0; speed < 30.0; speed += 1.0)
    {
        PlantedWindow w{opening_of("accumulator")};
        w.run(1s);
        throw_body(w, -1.8, speed, 100ms);
        w.run(1s);
        const Lane& lane = w.lab.lane(0);
        CHECK_MESSAGE(verdict_now(lane).failure_kind == nullptr, said(lane), " at ", speed);
        if (lane.world().events().tunnelled == 0) continue;
        ++shared;
        CHECK(verdict_explanation(lane, newest(w.lab), lane.judgement()) ==
              "thrown too fast for steps of 16.7 ms on any PC: the ring passes the wall, too");
    }
    CHECK(shared > 0);
}

TEST_CASE("the hand drops the debt of a loop: the ring continues from the ball, at the ball's time")
{
    Settings settings = opening_of("fixed", 30ms); // half speed
    PlantedWindow w{settings};
    w.run(3s);
    REQUIRE(newest(w.lab).lost_time > 1s);
    const Nanos game_before = newest(w.lab).game_time;
    throw_body(w, -0.5, -1.0, 300ms);
    for (int i = 0; i < 30 && (newest(w.lab).events & telemetry::released) == 0; ++i) w.frame();
    REQUIRE((newest(w.lab).events & telemetry::released) != 0);
    CHECK(newest(w.lab).game_time > game_before); // the totals go on
    const LaneReferences& references = w.lab.lane(0).references();
    CHECK(std::abs(references.frame_start_reference.state_time_s() - w.lab.lane(0).world().time()) < 0.05);
    CHECK(newest(w.lab).lost_time < 50ms);
    check_account(w.lab.lane(0));
}

TEST_CASE("a break, resets and changes between the first screen and More leave no debt")
{
    PlantedWindow w{opening_of("interpolated")};
    w.run(1s);
    for (const std::string_view key : {"B", "R", "2", "R", "M", "R"})
    {
        w.press(key, key == "B" ? 4500ms : 1s);
        if (key == "B") continue;
        for (std::size_t i = 0; i < w.lab.shown_lane_count(); ++i)
        {
            CAPTURE(key);
            CHECK(std::abs(behind_ms(w.lab, i)) < 17.0);
            CHECK(newest(w.lab, i).lost_time < 1ms);
            CHECK(std::abs(newest(w.lab, i).shown_x - newest(w.lab, i).reference_x_at_shown_time) < 1e-3);
        }
    }
}

TEST_CASE("a world goes on as long as it is shown, but no loop takes over a motion that is off course")
{
    PlantedWindow w{opening_of("variable", 100ms)};
    w.press("M", 2s);
    REQUIRE(verdict_now(w.lab.lane()).is_severe());
    w.press("M", 100ms); // "interpolated" joins
    CHECK(newest(w.lab).start_wall_time < 150ms); // the virtual clock begins with the shown loops
    w.lab.session.settings.lane.machine.lag.delay = 0ms;
    w.press("R", 2s);
    w.press("M", 100ms);
    CHECK(newest(w.lab).start_wall_time > 2s);
    w.run(1s);
    CHECK(said(w.lab.lane()) == "OK");
    w.press("M", 2s);
    CHECK(newest(w.lab).start_wall_time > 3s);
    for (std::size_t i = 0; i < 2; ++i) CHECK(said(w.lab.lane(i)) == "OK");
    w.press("R", 100ms);
    CHECK(newest(w.lab).start_wall_time < 150ms);
}

TEST_CASE("fixed is on the ring after a start, after R and after key 1, with any frames")
{
    for (const std::string_view frames : {"even", "this-pc"})
    {
        Settings settings = opening_of("fixed");
        turn(settings, "lab.frames", frames);
        PlantedWindow w{settings};
        const auto check_on_ring = [&](std::string_view after)
        {
            w.run(2s);
            CAPTURE(after);
            CAPTURE(frames);
            CHECK(std::abs(timestep::to_millis(newest(w.lab).lateness)) < 0.1);
            CHECK(said(w.lab.lane(0)).starts_with("OK"));
        };
        check_on_ring("a start");
        w.press("R");
        check_on_ring("R");
        w.press("2");
        w.run(2s);
        w.press("1");
        check_on_ring("key 1");
        w.press("R");
        check_on_ring("key 1 and R");
    }
}

TEST_CASE("the reference begins with the time that a loop simulates in a first frame without frame time")
{
    for (const timestep::Preset& preset : timestep::all_presets)
        for (const char* const refresh : {"50", "59.94", "60", "75", "144"})
            for (int delay = 0; delay < 100; delay += 10)
            {
                const std::set<std::string_view> begin_with_step{"fixed", "plain", "box2d", "matter-js"};
                INFO(std::string{preset.name}, " ", std::string{refresh}, " ", delay);
                LaneOf lane{preset.name,
                            {{"machine.refresh_hz", refresh}, {"machine.delay_ms", fmt::format("{}ms", delay)}}};
                const telemetry::FrameSample& first = lane.simulate_frame();
                const double frame_s = timestep::to_seconds(first.measured_frame_time);
                const double start_s = lane.lane().references().frame_start_reference.state_time_s() - frame_s;
                const double expected_s = begin_with_step.contains(preset.name) ? first.plan.dt_seconds
                                          : preset.name == "variable-clamped"   ? 0.001
                                                                                : 0.0;
                CHECK(start_s == doctest::Approx(expected_s).epsilon(1e-9));
            }
}

TEST_CASE("a loop after a slow one starts again, and has no part of its debt")
{
    PlantedWindow w{opening_of("variable", 30'400us)};
    w.run(1s);
    w.press("1", 3s);
    REQUIRE(verdict_now(w.lab.lane(0)).kind == LaneVerdict::Kind::slow);
    for (const std::string_view key : {"2", "3", "4"})
    {
        w.press(key, 2s);
        CAPTURE(key);
        CHECK(newest(w.lab).lost_time < 50ms);
        CHECK(said(w.lab.lane(0)).find("late") == std::string::npos);
        CHECK(timestep::to_seconds(std::chrono::abs(newest(w.lab, 0).game_time - newest(w.lab, 1).game_time)) < 0.1);
    }
}

TEST_CASE("a past frame is judged with its own period, without later failures")
{
    PlantedWindow w{opening_of("variable")};
    turn(w.lab.session.settings, "view.more", "on");
    w.run(2s);
    const telemetry::FrameSample early = newest(w.lab);
    w.lab.session.settings.lane.machine.lag.delay = 60ms;
    w.run(3s);
    REQUIRE(verdict_now(w.lab.lane()).is_severe());
    const Lane& lane = w.lab.lane();
    const scenes::Moment moment = lane.moment_at(early.start_wall_time);
    CHECK(verdict_text(lane.judgement(moment).verdict) == "OK");
    throw_body(w, -0.2, -1.0, 300ms);
    w.run(1s);
    CHECK(verdict_text(lane.judgement(lane.moment_at(early.start_wall_time)).verdict) == "OK");
}

TEST_CASE("after R the frames are those of a program that starts with these settings: steady frames")
{
    for (int seed = 1; seed <= reset_tries(); ++seed)
    {
        CAPTURE(seed);
        std::mt19937_64 random{static_cast<std::uint64_t>(seed)};
        PlantedWindow touched{opening_of(seed % 2 == 0 ? "variable" : "interpolated")};
        for (int i = 0; i < 200; ++i)
        {
            touch(touched.lab, random, false);
            touched.frames(1 + static_cast<int>(random() % 3), 16'666'667ns);
        }
        touched.lab.resume();
        touched.lab.session.settings.stage.time_scale = 1.0;
        touched.frame();
        touched.press("R");
        PlantedWindow fresh{touched.lab.session.settings};
        touched.run(1s);
        fresh.run(1s);
        check_equal_frames(touched.lab, fresh.lab);
    }
}

TEST_CASE("after R at a refresh the frames are those of a program that starts with these settings: a virtual clock")
{
    for (int seed = 1; seed <= reset_tries(); ++seed)
    {
        CAPTURE(seed);
        std::mt19937_64 random{static_cast<std::uint64_t>(seed)};
        LabOf touched{opening_of(seed % 2 == 0 ? "variable" : "interpolated")};
        for (int i = 0; i < 200; ++i)
        {
            touch(touched, random, true);
            play(touched, 1 + static_cast<int>(random() % 3));
        }
        touched.resume();
        touched.session.settings.stage.time_scale = 1.0;
        play(touched, 1);
        ::press(touched, "R");
        LabOf fresh{touched.session.settings};
        play(touched, 90);
        play(fresh, 90);
        check_equal_frames(touched, fresh);
    }
}

TEST_CASE("in random scripts number, strip and tally of each frame agree, and nobody's looking changes the verdict")
{
    const int scripts = is_thorough() ? 500 : is_sanitized ? 5 : 50;
    for (int seed = 1; seed <= scripts; ++seed)
    {
        CAPTURE(seed);
        std::mt19937_64 random{static_cast<std::uint64_t>(seed)};
        std::mt19937_64 random_of_unseen{static_cast<std::uint64_t>(seed)};
        PlantedWindow seen{opening_of(seed % 2 == 0 ? "accumulator" : "semi-fixed")};
        PlantedWindow unseen{opening_of(seed % 2 == 0 ? "accumulator" : "semi-fixed")};
        for (int i = 0; i < 40; ++i)
        {
            touch(seen.lab, random, false);
            touch(unseen.lab, random_of_unseen, false);
            unseen.frames(1 + static_cast<int>(random_of_unseen() % 20), 16'666'667ns);
            for (int frame = 1 + static_cast<int>(random() % 20); frame > 0; --frame)
            {
                seen.frame();
                for (std::size_t lane_index = 0; lane_index < seen.lab.shown_lane_count(); ++lane_index)
                {
                    const Lane& lane = seen.lab.lane(lane_index);
                    const Judgement& judgement = lane.judgement();
                    const telemetry::PictureCounts& counts = judgement.evidence.motion.counts;
                    const RecentPictures recent =
                        recent_pictures(lane, newest(seen.lab, lane_index), judgement.evidence);
                    const auto judged = std::span{recent.pictures}.subspan(recent.first_judged);
                    const auto red = std::ranges::count_if(judged, &telemetry::Picture::is_uneven);
                    INFO(verdict_text(judgement.verdict));
                    CHECK(red == counts.uneven_count);
                    if (judgement.verdict.uneven_per_s > 0.0) CHECK(red >= 3);
                    const std::string rate = picture_rate_text(judgement);
                    if (!rate.empty()) CHECK(rate.ends_with("even") == (red == 0));
                    // One number, in one place.
                    const bool says_pictures = verdict_text(judgement.verdict).find(" pictures") != std::string::npos;
                    if (judgement.verdict.kind == LaneVerdict::Kind::ok && says_pictures)
                        CHECK((rate.empty() || rate == "even"));
                    if (judgement.verdict.kind == LaneVerdict::Kind::settling) CHECK(rate.empty());
                    const bool is_on_ring = judgement.verdict.kind == LaneVerdict::Kind::ok &&
                                            judgement.verdict.max_error_m == 0.0 &&
                                            std::chrono::abs(lane.samples().back().lost_time) < visible_lateness;
                    if (is_on_ring && !judgement.state_error.is_visible())
                        CHECK(lane.tallied_reference_bounces() == lane.bounces());
                }
            }
        }
        REQUIRE(seen.lab.shown_lane_count() == unseen.lab.shown_lane_count());
        for (std::size_t i = 0; i < seen.lab.shown_lane_count(); ++i)
            CHECK(said(seen.lab.lane(i)) == said(unseen.lab.lane(i)));
    }
}

namespace
{

struct LastHeldStep : StepInterceptor
{
    std::optional<double> v{};
    sim::Input input{};

    void before_step(double, sim::Input& step_input) override { input = step_input; }
    void after_step(const scenes::World& world) override
    {
        if (input.grabbed) v = world.observables().v;
        if (input.grabbed) held = input;
    }
    sim::Input held{};
};

struct Throw
{
    std::string_view scene;
    sim::Vec2 from{};
    sim::Vec2 v{};
};

// Steps a copy of the earlier of two reference motions up to the time of the other one, and compares their states.
void check_one_trajectory(const LaneReferences& references)
{
    const scenes::World& ring = references.frame_start_reference.world;
    const scenes::World& judge = references.shown_time_reference.world;
    scenes::World earlier = ring.time() < judge.time() ? ring : judge;
    const scenes::World& later = ring.time() < judge.time() ? judge : ring;
    while (earlier.time() < later.time()) earlier.step(references.step_seconds());
    CHECK(earlier.time() == later.time());
    CHECK(earlier.state_hash() == later.state_hash());
}

} // namespace

TEST_CASE("a thrown body has the velocity of the hand, and ring and judge are on one trajectory, in all loops")
{
    constexpr std::array throws{Throw{"spring-and-ball", {-0.2, 0.0}, {-3.0, 0.0}},
                                Throw{"ball-with-part", {-0.3, 0.0}, {-2.0, 0.0}},
                                Throw{"bouncing-ball", {0.0, 0.6}, {0.0, 2.5}}, Throw{"orbit", {0.9, -0.2}, {0.8, 1.2}},
                                Throw{"chain", {2.4, -1.2}, {-2.0, 1.0}}};
    std::mt19937_64 random{7};
    int tried = 0;
    for (const timestep::Preset& preset : timestep::all_presets)
        for (const Throw& thrown : throws)
            for (const std::string_view frames : {"8", "16", "33", "50", "jittered"})
            {
                if (tried++ % (is_thorough() ? 1 : is_sanitized ? 29 : 7) != 0) continue;
                INFO(std::string{preset.name}, " ", std::string{thrown.scene}, " ", std::string{frames});
                PlantedWindow w{settings_with(
                    {{"loop.preset", preset.name}, {"lab.frames", "this-pc"}, {"scene.name", thrown.scene}})};
                LastHeldStep last;
                const auto frame_length = [&]
                {
                    if (frames == "jittered")
                        return Nanos{static_cast<std::int64_t>(5'000'000 + random() % 40'000'000)};
                    return Nanos{std::stoi(std::string{frames}) * 1'000'000};
                };
                for (int i = 0; i < 20; ++i) w.frame(frame_length());
                // After a pass through the wall, the hand cannot bring the ball back.
                if (!(w.lab.lane().world().reach()->clamped(thrown.from) == thrown.from)) continue;
                w.lab.set_step_interceptor(&last);
                const Nanos begin = w.clock.now();
                while (w.clock.now() - begin < 350ms)
                {
                    const Nanos length = frame_length();
                    const double held_s = timestep::to_seconds(w.clock.now() + length - begin);
                    w.lab.session.input = {.grabbed = true,
                                           .drag_target_x = thrown.from.x + held_s * thrown.v.x,
                                           .drag_target_y = thrown.from.y + held_s * thrown.v.y};
                    w.frame(length);
                }
                w.lab.session.input.grabbed = false;
                const bool is_beyond = w.lab.lane().world().events().tunnelled > 0; // before the first held step
                // A loop with a backlog reads the hand late.
                for (int i = 0; i < 1000 && (newest(w.lab).events & telemetry::released) == 0; ++i)
                    w.frame(frame_length());
                for (const Nanos release = w.clock.now(); w.clock.now() - release < 500ms;) w.frame(frame_length());
                REQUIRE(last.v);
                CHECK(last.held.drag_velocity_x == doctest::Approx(thrown.v.x).epsilon(0.02));
                CHECK(last.held.drag_velocity_y == doctest::Approx(thrown.v.y).epsilon(0.02));
                if (!is_beyond && (thrown.scene == "spring-and-ball" || thrown.scene == "ball-with-part"))
                    CHECK(*last.v == doctest::Approx(thrown.v.x).epsilon(0.02));
                if (thrown.scene == "bouncing-ball") CHECK(*last.v == doctest::Approx(thrown.v.y).epsilon(0.02));
                check_one_trajectory(w.lab.lane().references());
                w.lab.set_step_interceptor(nullptr);
            }
    CHECK(tried > 1000);
}
