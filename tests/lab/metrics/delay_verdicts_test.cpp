#include "lab/metrics/delay_verdicts.hpp"
#include "lab/stage/playing.hpp"

namespace
{

Settings first_screen(std::string_view loop, std::string_view vsync = "on")
{
    return settings_with({{"machine.vsync", vsync}, {"loop.preset", loop}, {"view.more", "off"}});
}

void look_at_all(DelayVerdicts& slowness, const Settings& settings)
{
    for (std::size_t i = 0; i < DelayVerdicts::slider_position_count; ++i)
        slowness.compute_next_verdicts(settings.lane);
}

std::string restart_note(const Lab& lab) { return lab.restart_note(0, lab.lane(0).samples().back()); }

std::string_view at(const DelayVerdicts& slowness, Nanos delay)
{
    const double place = DelayVerdicts::slider_position_of(delay) * (DelayVerdicts::slider_position_count - 1);
    const auto verdict = slowness.verdicts()[static_cast<std::size_t>(std::lround(place))];
    return verdict ? verdict_name(*verdict) : "?";
}

} // namespace

TEST_CASE("the first half of the slider covers 50 ms, and every place of the slider is a delay")
{
    CHECK(DelayVerdicts::delay_at_slider_position(0.0) == 0ms);
    CHECK(DelayVerdicts::delay_at_slider_position(0.25) == 25ms);
    CHECK(DelayVerdicts::delay_at_slider_position(0.5) == 50ms);
    CHECK(DelayVerdicts::delay_at_slider_position(1.0) == 150ms);
    CHECK(DelayVerdicts::slider_position_of(300ms) == 1.0);
    for (int i = 0; i <= 1000; ++i)
    {
        const double share = i / 1000.0;
        CHECK(DelayVerdicts::slider_position_of(DelayVerdicts::delay_at_slider_position(share)) ==
              doctest::Approx(share).epsilon(0.001));
    }
    for (const Nanos stop : DelayVerdicts::slider_snap_delays())
        CHECK(DelayVerdicts::delay_at_slider_position(DelayVerdicts::slider_position_of(stop)) == stop);
}

TEST_CASE("the track of the slider shows each loop's verdict at every delay, once it was computed")
{
    for (const auto& [loop, at_0, at_20, at_50, at_100] : {std::tuple{"fixed", "OK", "SLOW", "SLOW", "SLOW"},
                                                           {"variable", "OK", "WRONG", "THROUGH THE WALL", "GONE"},
                                                           {"semi-fixed", "OK", "OK", "OK", "OK"},
                                                           {"accumulator", "OK", "OK", "OK", "OK"},
                                                           {"interpolated", "OK", "OK", "OK", "OK"}})
    {
        CAPTURE(loop);
        DelayVerdicts slowness;
        const Settings settings = first_screen(loop);
        CHECK(at(slowness, 50ms) == "?");
        look_at_all(slowness, settings);
        CHECK(at(slowness, 0ms) == at_0);
        CHECK(at(slowness, 20ms) == at_20);
        CHECK(at(slowness, 50ms) == at_50);
        CHECK(at(slowness, 100ms) == at_100);
    }
}

TEST_CASE("a part of the track is mixed only where the outcome depends on the moment")
{
    const auto mixed_of = [](std::string_view loop, std::string_view vsync)
    {
        DelayVerdicts slowness;
        look_at_all(slowness, first_screen(loop, vsync));
        int mixed = 0;
        for (std::size_t i = 0; i < DelayVerdicts::slider_position_count; ++i)
            mixed += slowness.is_frame_time_sensitive(i) ? 1 : 0;
        return mixed;
    };
    CHECK(mixed_of("variable", "on") == 0);
    CHECK(mixed_of("variable", "off") > 0);
    CHECK(mixed_of("variable", "off") < 50);
    CHECK(mixed_of("interpolated", "off") == 0);
}

TEST_CASE(
    "the slider's word is the badge's word at rest, four seconds after a start, and later unless the motion fails")
{
    const int stride = is_thorough() ? 1 : is_sanitized ? 19 : 7;
    int combination = 0;
    for (const std::string_view loop : {"fixed", "variable", "semi-fixed", "accumulator", "interpolated"})
        for (const int rate : {30, 50, 60, 120})
            for (const std::string_view vsync : {"on", "off"})
            {
                if (combination++ % stride != 0) continue;
                Settings settings = first_screen(loop, vsync);
                settings.lane.loop.set_rate(timestep::hz(rate));
                DelayVerdicts slowness;
                look_at_all(slowness, settings);
                for (std::size_t i = 0; i < DelayVerdicts::slider_position_count; ++i)
                {
                    settings.lane.machine.lag.delay =
                        DelayVerdicts::delay_at_slider_position(static_cast<double>(i) / 100.0);
                    CAPTURE(loop);
                    CAPTURE(rate);
                    CAPTURE(vsync);
                    CAPTURE(settings.lane.machine.lag.delay.count());
                    LaneRun lane{plan_experiment(settings, TimeSource::virtual_pcs, {}).lanes.front().setup};
                    run_to(lane, 4s);
                    const std::string_view slider = verdict_name(*slowness.verdicts()[i]);
                    CHECK(verdict_name(verdict_now(lane.lane())) == slider);
                    run_to(lane, 40s);
                    const LaneVerdict later = verdict_now(lane.lane());
                    CHECK((later.requires_restart() || verdict_name(later) == slider));
                }
            }
}

TEST_CASE("the end of the slider has the verdict of the loop's own delay, if this is longer than the slider")
{
    DelayVerdicts slowness;
    Settings settings = first_screen("interpolated");
    look_at_all(slowness, settings);
    CHECK(at(slowness, 150ms) == "OK");
    for (const char* const delay : {"250ms", "160ms", "250ms", "0ms"})
    {
        turn(settings, "machine.delay_ms", delay);
        slowness.compute_next_verdicts(settings.lane);
        CHECK((at(slowness, 150ms) == "OK") == (std::string_view{delay} != "250ms"));
        CHECK(at(slowness, 0ms) == "OK");
    }
}

TEST_CASE("a change of the delay keeps the computed verdicts; another scene, rate, integrator or control clears them")
{
    DelayVerdicts slowness;
    Settings settings = first_screen("variable");
    look_at_all(slowness, settings);
    turn(settings, "machine.delay_ms", "40ms");
    slowness.compute_next_verdicts(settings.lane);
    CHECK(at(slowness, 150ms) == "GONE");
    turn(settings, "scene.part-stiffness", "1");
    slowness.compute_next_verdicts(settings.lane);
    CHECK(at(slowness, 150ms) == "?");
    look_at_all(slowness, settings);
    CHECK(at(slowness, 150ms) != "GONE"); // the softer spring of the part does not explode at this delay
    REQUIRE_FALSE(assign_by_path(settings, "machine.more_lag", "every:60:250ms"));
    slowness.compute_next_verdicts(settings.lane);
    CHECK(at(slowness, 150ms) == "?");
}

TEST_CASE("without VSYNC a frame takes one refresh period plus the delay, also with a drawing cost of zero")
{
    DelayVerdicts slowness;
    Settings settings = first_screen("fixed");
    turn(settings, {{"machine.vsync", "off"}, {"machine.render_cost_ms", "0"}});
    look_at_all(slowness, settings);
    CHECK(at(slowness, 0ms) == "OK");
    turn(settings, "loop.preset", "variable");
    look_at_all(slowness, settings);
    CHECK(at(slowness, 50ms) == "THROUGH THE WALL"); // frames of 66.7 ms: this spring is stable up to 70.1 ms
    CHECK(at(slowness, 100ms) == "GONE");
}

TEST_CASE("the bar of delays says GONE from 67 ms on with VSYNC, and from 70 ms on without")
{
    const auto first_gone = [](std::string_view vsync)
    {
        DelayVerdicts slowness;
        look_at_all(slowness, first_screen("variable", vsync));
        for (std::size_t i = 0; i < DelayVerdicts::slider_position_count; ++i)
            if (verdict_name(*slowness.verdicts()[i]) == "GONE")
                return timestep::to_millis(DelayVerdicts::delay_at_slider_position(
                    static_cast<double>(i) / (DelayVerdicts::slider_position_count - 1)));
        return 0.0;
    };
    CHECK(first_gone("on") == doctest::Approx(67).epsilon(0.03));
    CHECK(first_gone("off") == doctest::Approx(70).epsilon(0.03));
}

TEST_CASE("the first screen shows the chosen loop above interpolated, or interpolated alone, on the same frames")
{
    LabOf lab{first_screen("variable")};
    lab.session.settings.lane.machine.lag.delay = 40ms;
    play(lab, 120);
    REQUIRE(lab.shown_lane_count() == 2);
    CHECK(lab.experiment.lanes[0].setup().name == "variable");
    CHECK(lab.experiment.lanes[1].setup().name == "interpolated");
    CHECK(lab.lane(0).samples().back().measured_frame_time == lab.lane(1).samples().back().measured_frame_time);
    CHECK(verdict_now(lab.lane(0)).kind == LaneVerdict::Kind::failed);
    CHECK(verdict_now(lab.lane(1)).kind == LaneVerdict::Kind::ok);

    press(lab, "1", 60);
    REQUIRE(lab.shown_lane_count() == 2);
    CHECK(lab.experiment.lanes[0].setup().name == "fixed");
    CHECK(verdict_now(lab.lane(0)).kind == LaneVerdict::Kind::slow);

    press(lab, "5", 60);
    REQUIRE(lab.shown_lane_count() == 2);
    CHECK(lab.experiment.lanes[0].setup().name == "interpolated");
    CHECK(lab.experiment.lanes[1].setup().name == "accumulator");
}

TEST_CASE(
    "another loop continues a healthy world, and starts again if the world is already wrong, also on the first screen")
{
    for (const bool more : {false, true})
    {
        CAPTURE(more);
        Settings settings = first_screen("fixed");
        settings.view.shows_all_panels = more;
        LabOf lab{settings, 120};
        const double time = lab.lane(0).world().time();
        const double x = lab.lane(0).world().observables().x;
        press(lab, "2", 1);
        CHECK(lab.experiment.lanes[0].setup().name == "variable");
        CHECK(lab.lane(0).world().time() >= time);
        CHECK(std::abs(lab.lane(0).world().observables().x - x) < 0.3);
        CHECK(restart_note(lab) == "");
        lab.session.settings.lane.machine.lag.delay = 100ms;
        play(lab, 60);
        REQUIRE(verdict_now(lab.lane(0)).is_severe());
        press(lab, "1", 1);
        for (std::size_t i = 0; i < lab.shown_lane_count(); ++i) CHECK(lab.lane(i).world().time() < 0.2);
        CHECK(restart_note(lab) == "restarted: variable had put the motion off course");
        play(lab, 30);
        CHECK(verdict_now(lab.lane(0)).kind == LaneVerdict::Kind::slow);
    }
}

TEST_CASE("of several lanes, one whose loop is chosen after a failure starts again, and the others with it")
{
    LabOf lab{with_ready_list(ReadyList::this_and_copy, settings_with({{"loop.preset", "fixed"}})), 120};
    turn(lab, {{"loop.preset", "variable"}, {"machine.delay_ms", "100ms"}}, 300);
    REQUIRE(verdict_now(lab.lane(1)).is_severe());
    turn(lab, {{"loop.preset", "interpolated"}}, 1);
    for (std::size_t i = 0; i < lab.shown_lane_count(); ++i) CHECK(lab.lane(i).world().time() < 0.2);
    CHECK(restart_note(lab) == "restarted: variable, frame delay 100ms had put the motion off course");
}

TEST_CASE("a harder spring makes no world wrong: another loop continues it")
{
    Settings settings = first_screen("fixed");
    settings.view.shows_all_panels = true;
    LabOf lab{settings, 60};
    turn(lab, {{"scene.stiffness", "200"}}, 1);
    const double time = lab.lane(0).world().time();
    press(lab, "2", 1);
    CHECK(lab.lane(0).world().time() >= time);
    CHECK(restart_note(lab) == "");
}

TEST_CASE("the keys [ and ] go to the next stop on the first screen, and by 5 ms elsewhere; they switch the lag on")
{
    LabOf lab{first_screen("fixed")};
    press(lab, "L");
    const auto delay_after = [&](std::string_view key)
    {
        press(lab, key);
        return lab.session.settings.lane.machine.lag.delay;
    };
    for (const Nanos stop : {16ms, 33ms, 50ms, 75ms, 100ms, 150ms, 150ms}) CHECK(delay_after("]") == stop);
    CHECK(lab.session.settings.lane.machine.lag.is_enabled);
    lab.session.settings.lane.machine.lag.delay = 80ms;
    for (const Nanos stop : {75ms, 50ms, 33ms, 16ms, 0ms, 0ms}) CHECK(delay_after("[") == stop);
    lab.session.settings.view.shows_all_panels = true;
    CHECK(delay_after("]") == 5ms);
}

TEST_CASE("M shows all panels and hides them again, and keeps the set-up; the lessons show all panels, too")
{
    LabOf lab{first_screen("fixed")};
    turn(lab.session.settings, {{"machine.delay_ms", "33ms"}, {"scene.name", "chain"}});
    const std::string set_up = configuration_string(lab.session.settings);
    play(lab, 3);
    press(lab, "M", 3);
    CHECK(lab.session.settings.view.shows_all_panels);
    CHECK(lab.shown_lane_count() == 1);
    CHECK(configuration_string(lab.session.settings) == set_up);
    press(lab, "M", 3);
    CHECK_FALSE(lab.session.settings.view.shows_all_panels);
    CHECK(configuration_string(lab.session.settings) == set_up);
    press(lab, "E");
    CHECK(lab.session.settings.view.shows_all_panels);
}

TEST_CASE("the frame times of a frame delay are those of a run with these settings, at once; with random lag a range")
{
    Settings settings = first_screen("variable");
    for (const auto& [delay, frame_ms] : {std::pair{0ms, 16.667}, {50ms, 66.667}, {150ms, 166.667}})
    {
        settings.lane.machine.lag.delay = delay;
        const FrameTimeRange frame_times = compute_steady_frame_times(settings.lane);
        CHECK(timestep::to_millis(frame_times.mean) == doctest::Approx(frame_ms).epsilon(1e-4));
        CHECK(frame_times.longest - frame_times.shortest <= 1ns);
    }
    settings.lane.machine.lag.jitter = 40ms;
    const FrameTimeRange frame_times = compute_steady_frame_times(settings.lane);
    CHECK(frame_times.shortest < frame_times.mean);
    CHECK(frame_times.mean < frame_times.longest);
}

TEST_CASE("the measured frame times count from the last change of the delay, and are unknown for 0.25 s")
{
    LabOf lab{first_screen("variable"), 120};
    lab.session.settings.lane.machine.lag.delay = 100ms;
    play_for(lab, 200ms);
    CHECK(measured_frame_times(lab.lane(0)).mean == 0ms);
    play_for(lab, 300ms);
    CHECK(measured_frame_times(lab.lane(0)).shortest > 100ms);
    CHECK(measured_frame_times(lab.lane(0)).longest < 120ms);
}
