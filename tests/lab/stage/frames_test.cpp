// Tests of the frames that the loops of the window get: those of this PC without the program's own work.
#include "lab/metrics/delay_verdicts.hpp"
#include "lab/metrics/frame_text.hpp"
#include "lab/stage/planted_window.hpp"

namespace
{

Settings live_on_this_pc() { return settings_with({{"loop.preset", "variable"}, {"lab.frames", "this-pc"}}); }

Settings first_screen_of(std::string_view loop, std::string_view frames, Nanos delay = {})
{
    Settings settings = settings_with({{"loop.preset", loop}, {"lab.frames", frames}, {"view.more", "off"}});
    settings.lane.machine.lag.delay = delay;
    return settings;
}

// Places of the slider, from its left end to its right end.
constexpr std::array<std::size_t, 12> tried_places{0, 9, 18, 27, 36, 45, 54, 63, 72, 81, 90, 100};

Nanos tried_delay(std::size_t place)
{
    return DelayVerdicts::delay_at_slider_position(static_cast<double>(place) /
                                                   (DelayVerdicts::slider_position_count - 1));
}

constexpr std::array<std::string_view, 5> tried_loops{"fixed", "variable", "semi-fixed", "accumulator", "interpolated"};

std::vector<Nanos> lengths_given(const Lane& lane)
{
    std::vector<Nanos> lengths;
    const telemetry::Frames frames{lane.samples()};
    for (std::size_t i = 0; i < frames.size(); ++i)
        if (!telemetry::is_paused(frames[i])) lengths.push_back(frames[i].measured_frame_time);
    return lengths;
}

} // namespace

TEST_CASE("the first five frames of the window are recorded with their length, and no loop gets them")
{
    PlantedWindow w{live_on_this_pc()};
    w.frame(166ms);
    w.frames(4, 20ms);
    const telemetry::FrameSample first = w.lab.lane().samples().back();
    CHECK(first.events == (telemetry::paused | telemetry::time_excluded));
    CHECK(first.measured_frame_time == 246ms);
    CHECK(joined_event_names(first.events) == "paused+excluded");
    CHECK(first.simulated_time == 0ms);
    w.frame(16ms);
    CHECK(lengths_given(w.lab.lane()) == std::vector<Nanos>{16ms});
    CHECK(w.lab.lane().world().time() == doctest::Approx(0.016));
    CHECK(w.lab.this_pc.pc().frame_start_time() == 262ms); // the clock of the PC is not shifted
}

TEST_CASE("first frames are excluded for half a second at most, but a very long one is excluded")
{
    PlantedWindow slow{live_on_this_pc(), 5, 200ms};
    CHECK(lengths_given(slow.lab.lane()) == std::vector<Nanos>{200ms, 200ms});
    PlantedWindow frozen{live_on_this_pc()};
    frozen.frame(3s);
    CHECK(lengths_given(frozen.lab.lane()).empty());
    frozen.frame(16ms);
    CHECK(lengths_given(frozen.lab.lane()) == std::vector<Nanos>{16ms});
}

TEST_CASE("a frame of the program's own work is excluded once; a hiccup of this PC is given to the loop")
{
    PlantedWindow w{live_on_this_pc(), 10, 16ms};
    w.frame(98ms); // a hiccup of this PC
    CHECK(lengths_given(w.lab.lane()).back() == 98ms);
    w.lab.this_pc.exclude_next_frames();
    w.frame(185ms); // a resize
    CHECK((w.lab.lane().samples().back().events & telemetry::time_excluded) != 0);
    CHECK(frame_text(w.lab.lane().samples().back()) ==
          "185.0 ms of work of this program, such as a resize: no time passed in the game");
    w.frame(17ms);
    CHECK(lengths_given(w.lab.lane()) == std::vector<Nanos>{16ms, 16ms, 16ms, 16ms, 16ms, 98ms, 17ms});
    CHECK(w.lab.lane().totals().frame_time == 195ms);
    CHECK(w.lab.lane().references().frame_start_reference.state_time_s() == doctest::Approx(0.195));
}

TEST_CASE("the sentence of a lane says that a long step was a hiccup of this PC, or that the user asked for it")
{
    PlantedWindow w{live_on_this_pc(), 60, 16ms};
    w.frame(166ms);
    w.frames(180, 16ms);
    const Lane& lane = w.lab.lane();
    CHECK(joined_event_names(lane.samples()[56].events).find("hiccup") != std::string::npos);
    const std::string story = verdict_explanation(lane, lane.samples().back(), lane.judgement());
    CHECK_MESSAGE(story.starts_with("a 166 ms step, from one long frame (hiccup of this PC) 3 s ago, "), story);

    PlantedWindow asked{live_on_this_pc(), 60, 16ms};
    press(asked.lab, "H");
    asked.frames(180, 16ms);
    const std::string own =
        verdict_explanation(asked.lab.lane(), asked.lab.lane().samples().back(), asked.lab.lane().judgement());
    CHECK_MESSAGE(own.starts_with("a 516 ms step, from one long frame (hitch) 3 s ago, "), own);
}

TEST_CASE("a pause is a record of its own beside an excluded frame, and a single frame of a pause is never excluded")
{
    PlantedWindow w{live_on_this_pc(), 8, 16ms};
    w.lab.session.settings.is_paused = true;
    w.frame(16ms);
    w.lab.this_pc.exclude_next_frames();
    press(w.lab, "N");
    w.frame(90ms);
    CHECK(lengths_given(w.lab.lane()).back() == timestep::Nanos{16'666'667});
    w.lab.session.settings.is_paused = false;
    w.frame(16ms);
    CHECK(lengths_given(w.lab.lane()).back() == 16ms);
}

TEST_CASE("the frames of a changed stage are excluded; those of a played recording and of a virtual clock never are")
{
    PlantedWindow w{live_on_this_pc(), 8, 16ms};
    w.lab.session.settings.mode = Mode::lesson;
    w.frame(16ms);
    w.lab.session.settings.mode = Mode::lanes;
    w.frame(70ms);
    w.frame(80ms);
    w.frame(16ms);
    CHECK(lengths_given(w.lab.lane()) == std::vector<Nanos>{16ms}); // the loop before the lesson has not gone on
    w.lab.this_pc.playback = RecordingPlayback{"a.csv", {50ms}, PlaybackEndBehaviour::repeat};
    w.lab.this_pc.exclude_next_frames();
    w.frame(16ms);
    CHECK(lengths_given(w.lab.lane()).back() == 50ms);

    LabOf still{live_on_this_pc()}; // on a virtual clock: start_timing() is not called
    still.this_pc.exclude_next_frames();
    play(still, 3);
    CHECK(lengths_given(still.lane()).size() == 3);
}

TEST_CASE("with even frames a loop never gets the frames of this PC, and every virtual frame is computed")
{
    PlantedWindow w{first_screen_of("variable", "even")};
    for (int i = 0; i < 200; ++i) w.frame(i == 100 ? 166ms : i % 2 == 0 ? 14ms : 18ms);
    REQUIRE((w.lab.experiment.time_source() == TimeSource::virtual_pcs));
    REQUIRE(w.lab.shown_lane_count() == 2);
    for (std::size_t i = 0; i < 2; ++i)
    {
        const telemetry::Frames frames{w.lab.lane(i).samples()};
        CHECK(frames.size() > 195);
        for (std::size_t k = 1; k < frames.size(); ++k)
            CHECK(std::chrono::abs(frames[k].measured_frame_time - timestep::step_ns(timestep::hz(60))) <= 1ns);
        CHECK(timestep::to_seconds(frames.back().start_wall_time) == doctest::Approx(3.27).epsilon(0.01));
        CHECK(verdict_now(w.lab.lane(i)).kind == LaneVerdict::Kind::ok);
    }
    CHECK(w.lab.this_pc.frame_times.statistics().longest == 166ms);
    CHECK(w.lab.this_pc.frame_times.statistics().percentile_5 >=
          8ms); // the window waits for at most 120 frames a second
}

TEST_CASE(
    "even frames are the first choice and that of Defaults and of links; a set-up and the kept settings hold another")
{
    Settings settings;
    CHECK(settings.live_frame_source == LiveFrameSource::even);
    turn(settings, "lab.frames", "this-pc");
    CHECK(configuration_string(settings).find("lab.frames=this-pc") != std::string::npos);
    const auto linked = parse_configuration_string(configuration_string(Settings{}), settings);
    CHECK(std::get<Settings>(linked).live_frame_source == LiveFrameSource::even);
    reset_settings(settings);
    CHECK(settings.live_frame_source == LiveFrameSource::even);
}

TEST_CASE("the switch has no effect on a virtual clock and while a recording is played")
{
    LabOf still{first_screen_of("variable", "even")};
    CHECK(still.this_pc.ignored_frame_source_reason(still.session.settings) != nullptr);
    play(still, 3);
    CHECK_FALSE((still.experiment.time_source() == TimeSource::virtual_pcs));

    PlantedWindow w{first_screen_of("variable", "even"), 10, 16ms};
    CHECK(w.lab.this_pc.ignored_frame_source_reason(w.lab.session.settings) == nullptr);
    w.lab.this_pc.playback = RecordingPlayback{"a.csv", {20ms, 50ms}, PlaybackEndBehaviour::repeat};
    w.frame(16ms);
    CHECK_FALSE((w.lab.experiment.time_source() == TimeSource::virtual_pcs));
    CHECK(w.lab.lane().samples().back().measured_frame_time == 20ms);
    const auto lag = w.lab.session.settings.lane.machine.lag;
    for (const std::string_view key : {"]", "[", "L", "H", "B"})
    {
        w.lab.requests.clear();
        press(w.lab, key);
        CHECK(std::get<request::ShowNotice>(w.lab.requests.at(0)).text ==
              w.lab.this_pc.ignored_lag_reason(w.lab.session.settings));
        CHECK(w.lab.session.settings.lane.machine.lag == lag);
    }
    w.lab.session.settings.mode = Mode::lesson; // its PCs have no recording
    CHECK(w.lab.this_pc.ignored_lag_reason(w.lab.session.settings) == nullptr);
}

TEST_CASE("a change of the switch starts the loops again, and the time that the window measured is recorded with both")
{
    PlantedWindow w{first_screen_of("interpolated", "even", 40ms)};
    w.lab.this_pc.start_recording();
    w.frames(30, 16ms);
    const Nanos before = w.clock.now();
    w.frame(16ms);
    CHECK(w.clock.now() - before < 40ms); // with even frames the window does not wait for the delay
    const Nanos changed = w.clock.now();
    w.lab.session.settings.live_frame_source = LiveFrameSource::this_pc;
    w.frames(3, 16ms);
    CHECK(w.lab.lane().world().time() < 0.1);
    CHECK(w.clock.now() - changed > 3 * 40ms);
    CHECK(w.lab.this_pc.recorded_frame_times().size() == 34);
    CHECK(w.lab.this_pc.recorded_frame_times().back() == 56ms);
}

TEST_CASE("a single frame in a pause is one frame of both loops with even frames")
{
    PlantedWindow w{first_screen_of("variable", "even"), 60, 16ms};
    w.lab.session.settings.is_paused = true;
    w.frame(16ms);
    const auto count = w.lab.lane(0).totals().frame_count;
    const auto partner = w.lab.lane(1).totals().frame_count;
    press(w.lab, "N");
    w.frames(5, 16ms);
    CHECK(w.lab.lane(0).totals().frame_count == count + 1);
    CHECK(w.lab.lane(1).totals().frame_count == partner + 1);
}

TEST_CASE(
    "after a change of the scene, also in a pause, the screen of even frames shows no picture of the scene before")
{
    for (const bool paused : {false, true})
    {
        PlantedWindow w{first_screen_of("interpolated", "even"), 30, 16ms};
        w.lab.session.settings.is_paused = paused;
        for (int i = 0; i < 30; ++i)
        {
            if (i % 5 == 0) press(w.lab, "S");
            w.frame(9ms);
            const DisplayContent screen = w.lab.advance_display_to_now(0);
            REQUIRE(!screen.screen_bands.empty());
            for (const ScreenBand& part : screen.screen_bands)
                CHECK(part.moment.shown_state.has_same_type_as(w.lab.lane().shown_state()));
            for (const scenes::Moment& moment : screen.new_moments)
                CHECK(moment.shown_state.has_same_type_as(w.lab.lane().shown_state()));
        }
    }
}

TEST_CASE(
    "slow motion shows the same 600 even frames: after each of them the worlds of both loops have the same hashes")
{
    std::vector<std::vector<std::optional<std::uint64_t>>> hashes;
    for (const double speed : {0.1, 1.0})
    {
        Settings settings = first_screen_of("accumulator", "even", 40ms);
        settings.stage.time_scale = speed;
        PlantedWindow w{settings};
        auto& now = hashes.emplace_back();
        for (int frames = 0; frames < 600 && now.size() < 1200;)
        {
            w.frame(9ms); // shorter than a frame of the loops, also at 1x: at most one of them in each
            if (w.lab.lane(0).totals().frame_count == frames) continue;
            frames = static_cast<int>(w.lab.lane(0).totals().frame_count);
            for (std::size_t i = 0; i < 2; ++i) now.push_back(w.lab.lane(i).world().state_hash());
        }
        const double ratio =
            timestep::to_seconds(w.clock.now()) / timestep::to_seconds(w.lab.lane().samples().back().start_wall_time);
        CHECK(ratio == doctest::Approx(1.0 / speed).epsilon(0.02));
    }
    CHECK(hashes[0].size() == 1200);
    CHECK(hashes[0] == hashes[1]);
}

TEST_CASE("a hitch makes one even frame longer")
{
    PlantedWindow w{first_screen_of("accumulator", "even"), 60, 16ms};
    press(w.lab, "H");
    w.frames(60, 16ms);
    const telemetry::Frames frames{w.lab.lane(0).samples()};
    Nanos most{};
    for (std::size_t i = 0; i < frames.size(); ++i) most = std::max(most, frames[i].measured_frame_time);
    CHECK(most > 500ms);
    CHECK(most < 520ms);
}

TEST_CASE("a change of the switch ends the recording of a replay first")
{
    PlantedWindow w{first_screen_of("variable", "even"), 10, 16ms};
    w.lab.restart_list();
    w.frame(16ms);
    w.lab.is_recording_replay = true;
    w.lab.session.settings.live_frame_source = LiveFrameSource::this_pc;
    w.frame(16ms);
    CHECK((w.lab.experiment.time_source() == TimeSource::virtual_pcs));
    REQUIRE(w.lab.requests.size() == 1);
    CHECK(std::holds_alternative<request::ToggleReplayRecording>(w.lab.requests.front()));
    w.lab.is_recording_replay = false;
    w.frame(16ms);
    CHECK_FALSE((w.lab.experiment.time_source() == TimeSource::virtual_pcs));
}

TEST_CASE("with even frames the verdict and its quantity are those of the strip")
{
    for (const std::string_view loop : tried_loops)
        for (const std::size_t place : tried_places)
        {
            INFO("loop ", loop, ", place ", place);
            const Settings settings = first_screen_of(loop, "even", tried_delay(place));
            PlantedWindow w{settings, 20, 10ms};
            press(w.lab, "R");
            w.frames(2, 10ms); // the frames after a change of the stage advance no lane
            DelayVerdicts strip;
            while (!strip.verdicts()[place]) strip.compute_next_verdicts(settings.lane);
            const bool anew = w.lab.shown_lane_count() == 2; // one lane keeps its virtual PC after a reset
            w.frames(399, 10ms);
            w.frame(anew ? 10ms - 1ns : 10ms);
            if (strip.is_frame_time_sensitive(place)) continue;
            const LaneVerdict shown = verdict_now(w.lab.lane(0));
            CHECK(verdict_name(shown) == verdict_name(*strip.verdicts()[place]));
            const auto quantity = [](const LaneVerdict& v)
            {
                return v.pictures_per_s + v.uneven_per_s + v.mean_frame_lateness_ms + v.max_error_m + v.speed +
                       v.gone_after_s + v.failure_count;
            };
            CHECK(quantity(shown) == doctest::Approx(quantity(*strip.verdicts()[place]))
                                         .epsilon(0.05)); // the window counts the pictures of 1.5 s
        }
}

TEST_CASE("with the frames of this PC the verdict is that of the strip, except where it is hatched")
{
    int compared = 0;
    for (const auto& [even, odd] : {std::pair<Nanos, Nanos>{16'666'667ns, 16'666'667ns}, {14ms, 18ms}})
        for (const std::string_view loop : tried_loops)
            for (const std::size_t place : tried_places)
            {
                INFO("even ", even.count(), ", loop ", loop, ", place ", place);
                const Settings settings = first_screen_of(loop, "this-pc", tried_delay(place));
                PlantedWindow w{settings};
                for (int i = 0; i < 300; ++i) w.frame(i % 2 == 0 ? even : odd);
                press(w.lab, "R");
                const Nanos begin = w.lab.this_pc.pc().frame_start_time();
                // Longer than the 4 s that a verdict covers, and that the strip runs. The window judges each frame.
                for (int i = 0; w.lab.this_pc.pc().frame_start_time() < begin + 5s; ++i)
                {
                    w.frame(i % 2 == 0 ? even : odd);
                    static_cast<void>(verdict_now(w.lab.lane(0)));
                }
                DelayVerdicts strip;
                const std::vector<Nanos> lengths = w.lab.this_pc.frame_times.recent_frame_times();
                CHECK(std::ranges::all_of(lengths, [&](Nanos t) { return t == even || t == odd; }));
                while (!strip.verdicts().back())
                    strip.compute_next_verdicts(settings.lane, lengths,
                                                w.lab.this_pc.refresh_period(w.lab.session.settings));
                CHECK(strip.uses_measured_frame_times());
                if (strip.is_frame_time_sensitive(place)) continue;
                ++compared;
                INFO(said(w.lab.lane(0)), " | ", verdict_text(*strip.verdicts()[place]));
                CHECK(verdict_now(w.lab.lane(0)).kind == strip.verdicts()[place]->kind);
            }
    CHECK(compared > 100);
}

TEST_CASE("a hitch that the user adds during a frame of this PC makes that frame longer, and is its event")
{
    sim::SimulatedClock clock;
    Lab lab{with_lanes("accumulator"), live_pc(clock)};
    for (int frame = 0; frame < 60; ++frame)
    {
        lab.begin_frame();
        if (frame == 40) press(lab, "H"); // as the window does, which reads the keys while it draws
        clock.sleep(16ms);
        lab.end_frame();
    }
    const auto& samples = lab.lane().samples();
    std::size_t longest = 1;
    for (std::size_t i = 1; i < samples.size(); ++i)
    {
        CHECK(((samples[i - 1].events & telemetry::hitch) != 0) == (samples[i].measured_frame_time > 500ms));
        if (samples[i].measured_frame_time > samples[longest].measured_frame_time) longest = i;
    }
    CHECK(samples[longest].measured_frame_time > 500ms);
    CHECK_FALSE(lab.lane().judgement().evidence.motion.stands_still);
}
