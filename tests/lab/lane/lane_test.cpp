#include "base/threads.hpp"
#include "lab/lane/frame_history.hpp"
#include "lab/lane/time_balance.hpp"
#include "lab/settings/control_change_journal.hpp"
#include "lab/stage/playing.hpp"
#include "scenes/spring_and_ball/spring_and_ball.hpp"
#include "scenes/storm/storm.hpp"
#include "timestep/build.hpp"

#include <stdexcept>

using namespace base;

namespace
{

// A frame at time `wall` that shows a ball at `x`.
struct Made
{
    telemetry::FrameSample sample{};
    scenes::AnyState shown = scenes::SpringAndBall::State{};
    scenes::AnyState held = scenes::SpringAndBall::State{};
    sim::EventCounts events{};
    scenes::AnyState none{};

    Made(Nanos wall, double x)
    {
        sample.start_wall_time = wall;
        shown.as<scenes::SpringAndBall::State>().x = x;
    }
    scenes::Moment as_moment() const { return {sample, shown, held, held, held, events, 0, none, none}; }
};

double x_of(const scenes::AnyState& state) { return state.as<scenes::SpringAndBall::State>().x; }

const scenes::Moment shown_on(Lab& lab, std::size_t lane)
{
    return lab.advance_display_to_now(lane).screen_bands.front().moment;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::int64_t million = 50'000; // fewer frames, because sanitizers are slow and find errors early
#else
constexpr std::int64_t million = 1'000'000;
#endif

LaneSetup setup_of(timestep::PresetId loop, const sim::MachineSettings& machine)
{
    LaneSetup setup;
    setup.config.loop.choose_preset(loop);
    setup.config.machine = machine;
    return setup;
}

TimeBalance by_a_lane(const LaneSetup& setup, const RunLimits& length)
{
    LaneRun lane{setup};
    while (lane.has_next_frame(length)) lane.simulate_frame();
    return {lane.lane().totals(), lane.lane().samples().back().plan.carried,
            lane.lane().samples().back().start_wall_time, lane.lane().world().step_count()};
}

bool same(const TimeBalance& a, const TimeBalance& b)
{
    return a.totals.frame_time == b.totals.frame_time && a.totals.stepped_time == b.totals.stepped_time &&
           a.carried_time_change == b.carried_time_change && a.totals.dropped_time == b.totals.dropped_time &&
           a.totals.filter_error == b.totals.filter_error && a.totals.full_step_count == b.totals.full_step_count &&
           a.totals.frame_count == b.totals.frame_count && a.last_frame_start == b.last_frame_start &&
           a.step_count == b.step_count;
}

void the_same_for_all_presets(const sim::MachineSettings& machine, const RunLimits& length)
{
    std::vector<char> equal(timestep::all_presets.size());
    parallel_for(equal.size(),
                 [&](std::size_t i)
                 {
                     const LaneSetup setup = setup_of(static_cast<timestep::PresetId>(i), machine);
                     const TimeBalance balance = compute_time_balance(setup, length);
                     equal[i] = same(balance, by_a_lane(setup, length)) && balance.unaccounted_time() == Nanos::zero();
                 });
    for (std::size_t i = 0; i < equal.size(); ++i) CHECK_MESSAGE(equal[i], timestep::all_presets[i].name);
}

sim::MachineSettings unsteady() { return sim::MachineSettings{.lag = {.jitter = 30ms}, .vsync = sim::VsyncMode::off}; }

// Returns a loop of 60 steps per second with a budget of 8 ms on a PC with frames of 16.7 to 76.7 ms.
LaneSetup setup_with(std::string_view overload, Nanos step_cost, Nanos budget = 8ms)
{
    LaneSetup setup;
    LoopChoice& loop = setup.config.loop;
    loop.choose_preset(id_of(*timestep::find_preset("accumulator")));
    const auto kinds = component_type_names(ComponentKind::overload);
    loop.replace_component(ComponentKind::overload,
                           static_cast<std::size_t>(std::ranges::find(kinds, overload) - kinds.begin()));
    REQUIRE(!timestep::check(make_loop(loop)));
    loop.step_budget = budget;
    setup.config.machine.step_cost = step_cost;
    setup.config.machine.lag.is_enabled = true;
    setup.config.machine.lag.jitter = 60ms;
    setup.config.machine.render_cost = 0ms;
    return setup;
}

} // namespace

TEST_CASE("a history returns the newest frame that had begun at a time")
{
    FrameHistory history{1U << 20U};
    CHECK(history.moment_at(1s) == nullptr);
    for (int i = 1; i <= 5; ++i) history.add(Made{i * 100ms, static_cast<double>(i)}.as_moment());
    CHECK(x_of(history.moment_at(100ms)->shown_state) == 1);
    CHECK(x_of(history.moment_at(399ms)->shown_state) == 3);
    CHECK(x_of(history.moment_at(1h)->shown_state) == 5);
    CHECK(x_of(history.moment_at(0ms)->shown_state) == 1); // the oldest frame, if all frames are later
    history.clear();
    CHECK(history.moment_at(1s) == nullptr);
    CHECK(history.byte_size() == 0);
}

TEST_CASE("a history stays within its budget and covers ten seconds, for any frame time" * doctest::skip(is_sanitized))
{
    for (const Nanos frame : std::initializer_list<Nanos>{100us, 1ms, 16ms, 250ms})
        for (const std::size_t budget : {std::size_t{60'000}, std::size_t{1} << 20U, std::size_t{9} << 20U})
        {
            INFO("frame ", frame.count(), ", budget ", budget);
            FrameHistory history{budget};
            const std::int64_t frames = 30s / frame;
            for (std::int64_t i = 1; i <= frames; ++i)
            {
                history.add(Made{i * frame, static_cast<double>(i)}.as_moment());
                REQUIRE(history.byte_size() <= budget);
            }
            CHECK(history.moment_at(0ns)->sample.start_wall_time <= 20s + 350ms);
            const Nanos apart =
                FrameHistory::target_time_span / static_cast<std::int64_t>(budget / sizeof(scenes::StoredMoment));
            CHECK(25s - history.moment_at(25s)->sample.start_wall_time <= apart + frame);
        }
}

TEST_CASE("a state's own memory counts for the budget, and a state larger than the budget is not kept")
{
    Made made{1s, 0};
    made.shown = scenes::Storm::State{.x = std::vector<float>(100'000), .v = std::vector<float>(100'000)};
    FrameHistory small{700'000};
    small.add(made.as_moment());
    CHECK(small.size() == 0);
    FrameHistory large{2'000'000};
    large.add(made.as_moment());
    CHECK(large.size() == 1);
    CHECK(large.byte_size() > 800'000);
    made.sample.start_wall_time = 2s;
    large.add(made.as_moment());
    CHECK(large.size() == 1); // the budget holds two frames, so one is kept every five seconds
    made.sample.start_wall_time = 7s;
    large.add(made.as_moment());
    CHECK(large.size() == 2);
}

TEST_CASE("a frozen laboratory shows every lane at the frozen time, and no lane runs")
{
    Settings settings = settings_with({{"scene.name", "spring-and-ball"}, {"machine.render_cost_ms", "40ms"}});
    SteadyLabOf lab{with_ready_list(ReadyList::five_loops, settings)};
    std::vector<std::pair<Nanos, double>> seen; // wall time and position of the fifth lane's frames
    for (int i = 0; i < 200; ++i)
    {
        play(lab, 1);
        const telemetry::FrameSample& s = lab.lane(4).samples().back();
        if (seen.empty() || seen.back().first != s.start_wall_time) seen.emplace_back(s.start_wall_time, s.shown_x);
    }
    const auto& [wall, x] = seen[seen.size() / 2];
    lab.freeze_at(wall);
    CHECK(lab.session.settings.is_paused);
    for (std::size_t i = 0; i < lab.shown_lane_count(); ++i)
    {
        CHECK(shown_on(lab, i).sample.start_wall_time <= wall);
        CHECK(wall - shown_on(lab, i).sample.start_wall_time < 34ms);
    }
    CHECK(x_of(shown_on(lab, 4).shown_state) == x);
    CHECK(shown_on(lab, 4).sample.is_displayed);
    CHECK(shown_on(lab, 4).sample.screen_time > wall);
    const std::int64_t frame = lab.lane(4).samples().back().frame_number;
    play(lab, 20);
    CHECK(lab.lane(4).samples().back().frame_number == frame);
    CHECK(x_of(shown_on(lab, 4).shown_state) == x);
    lab.resume();
    play(lab, 20);
    CHECK_FALSE(lab.frozen_at());
    CHECK(lab.lane(4).samples().back().frame_number > frame);
    CHECK(shown_on(lab, 4).sample.start_wall_time > wall);
}

TEST_CASE("Left and Right step through the frames; Space and Escape continue the run")
{
    LabOf lab;
    play(lab, 100);
    const auto frame_shown = [&] { return shown_on(lab, 0).sample.frame_number; };
    const std::int64_t newest = frame_shown();
    press(lab, "Left", 1);
    CHECK(frame_shown() == newest - 1);
    for (int i = 0; i < 2; ++i) press(lab, "Left", 1);
    CHECK(frame_shown() == newest - 3);
    press(lab, "Right", 1);
    CHECK(frame_shown() == newest - 2);
    press(lab, "Space", 1);
    CHECK_FALSE(lab.frozen_at());
    CHECK_FALSE(lab.session.settings.is_paused);
    CHECK(frame_shown() > newest);
    press(lab, "Left", 1);
    CHECK(lab.frozen_at());
    press(lab, "Escape", 1);
    CHECK_FALSE(lab.frozen_at());
    for (int i = 0; i < 300; ++i) press(lab, "Left");
    CHECK(frame_shown() == 0); // the oldest frame
    press(lab, "R", 1);
    CHECK_FALSE(lab.frozen_at());
}

TEST_CASE("changing the loop after a failure, the scene or the list of lanes ends freezing")
{
    for (const char* key : {"R", "S", "C"})
    {
        CAPTURE(key);
        SteadyLabOf lab{with_ready_list(ReadyList::five_loops), 50};
        lab.freeze_at(300ms);
        press(lab, key, 2);
        CHECK_FALSE(lab.frozen_at());
        CHECK_FALSE(lab.advance_display_to_now(0).screen_bands.empty());
    }
    LabOf live{{}, 50};
    live.freeze_at(300ms);
    press(live, "S", 2);
    CHECK(shown_on(live, 0).shown_state.has_same_type_as(live.lane().shown_state()));
}

TEST_CASE("a pause of any length is one sample")
{
    LabOf lab{{}, 10};
    press(lab, "Space", 200);
    CHECK(lab.lane().samples().size() == 11);
    const telemetry::FrameSample& last = lab.lane().samples().back();
    CHECK(telemetry::is_paused(last));
    CHECK(last.frame_number == 209);
    CHECK(last.start_wall_time - lab.lane().samples()[9].start_wall_time > 3s);
}

TEST_CASE("the journal names each changed control with both values, and joins the changes of a dragged slider")
{
    Settings settings = settings_with({{"scene.name", "spring-and-ball"}});
    ControlChangeJournal journal;
    journal.log(settings.lane, 0ms);
    turn(settings, "scene.stiffness", "700");
    journal.log(settings.lane, 100ms);
    for (int i = 1; i <= 5; ++i)
    {
        turn(settings, "machine.delay_ms", std::to_string(i * 10) + "ms");
        journal.log(settings.lane, 1s + i * 50ms);
    }
    settings.view.uses_light_theme = true; // a setting that does not change any lane
    journal.log(settings.lane, 2s);
    settings.lane.loop.choose_preset(timestep::PresetId{0});
    journal.log(settings.lane, 3s);
    REQUIRE(journal.entries().size() == 3);
    CHECK(journal.entries()[0].text == "stiffness 600 \u2192 700 N/m");
    CHECK(journal.entries()[0].first_change_time == 100ms);
    CHECK(journal.entries()[1].text == "frame delay 0 \u2192 50 ms");
    CHECK(journal.entries()[1].first_change_time == 1050ms);
    CHECK(journal.entries()[2].text == "loop interpolated \u2192 fixed");
}

TEST_CASE("a key that is pressed in the scene Storm has no effect on the scene after it")
{
    const auto hashes = [](bool presses)
    {
        Settings settings = settings_with({{"scene.name", "storm"}});
        LabOf lab{settings, 5};
        if (presses) lab.set_button(Button::jump, true);
        play(lab, 1);
        if (presses) lab.set_button(Button::jump, false);
        play(lab, 5);
        turn(lab, {{"scene.name", "player"}}, 30);
        const Lane& lane = lab.lane();
        return std::array{lane.world().state_hash(), lane.references().frame_start_reference.world.state_hash()};
    };
    const auto with = hashes(true), without = hashes(false);
    CHECK(with[0] == without[0]);
    CHECK(with[1] == without[1]);
}

TEST_CASE("a frame records how long its pacer slept and how long it spun")
{
    Settings settings{.lane = {.machine = {.vsync = sim::VsyncMode::off, .render_cost = 1ms}}};
    assign_by_path(settings, "loop.preset", "fixed-sleep");
    LabOf sleeper{settings, 20};
    CHECK(sleeper.lane().samples().back().sleep_time == 5ms);
    // The pacer yields for the rest of the wait.
    CHECK(sleeper.lane().samples().back().sleep_time + sleeper.lane().samples().back().spin_time < 17ms);
    assign_by_path(settings, "loop.preset", "fixed-busy-wait");
    LabOf spinner{settings, 20};
    CHECK(spinner.lane().samples().back().spin_time > 5ms);
    CHECK(spinner.lane().samples().back().sleep_time == 0ms);
}

TEST_CASE("an balance of a million frames equals that of a lane with a world, for every preset")
{
    the_same_for_all_presets({}, {.max_frames = tries(million)});
}

TEST_CASE("an balance equals that of a lane on every machine preset, with wrong clocks, and in a spiral of death" *
          doctest::skip(is_sanitized))
{
    const RunLimits length{.max_frames = tries(5'000)};
    for (const sim::MachinePreset& preset : sim::machine_presets()) the_same_for_all_presets(preset.settings, length);
    the_same_for_all_presets(unsteady(), length);
    sim::MachineSettings heavy = unsteady();
    heavy.step_cost = 20ms;
    the_same_for_all_presets(heavy, {.max_frames = 60});
    sim::MachineSettings liar = unsteady();
    liar.clock = {.noise = 2ms, .resolution = 1ms, .set_back_time = 1s, .set_back_by = 500ms};
    the_same_for_all_presets(liar, length);
}

TEST_CASE("an balance equals that of a lane for a recording, for lengths in time and in ticks, and with a thread")
{
    LaneSetup setup = setup_of(timestep::PresetId{4}, {});
    setup.recording = RecordingPlayback{"r", {16ms, 33ms, 1ms, 250ms, 7ms}, PlaybackEndBehaviour::repeat};
    for (const RunLimits& length :
         {RunLimits{.max_frames = 1'000}, RunLimits{.max_wall_time = 10s}, RunLimits{.max_steps = 777}})
        CHECK(same(compute_time_balance(setup, length), by_a_lane(setup, length)));
    setup.recording->set_end_behaviour(PlaybackEndBehaviour::stop);
    CHECK(same(compute_time_balance(setup, {}), by_a_lane(setup, {})));
    CHECK(compute_time_balance(setup, {}).totals.frame_count == 5);
    for (const std::string_view loop : {"interpolated", "godot", "variable", "monogame", "unreal-async"})
    {
        CAPTURE(loop);
        setup = {.config = settings_with({{"loop.preset", loop}, {"machine.step_cost_ms", "9ms"}}).lane};
        setup.config.loop.wants_own_thread = true;
        CHECK(same(compute_time_balance(setup, {.max_frames = 5'000}), by_a_lane(setup, {.max_frames = 5'000})));
        CHECK(compute_time_balance(setup, {.max_frames = 5'000}).unaccounted_time() == 0ns);
    }
}

TEST_CASE("an balance that would overflow is refused, and so is a PC on which no time passes")
{
    LaneSetup setup = setup_of(timestep::PresetId{4}, {});
    setup.recording = RecordingPlayback{"r", {max_balance_time - 1ns}, PlaybackEndBehaviour::repeat};
    CHECK(compute_time_balance(setup, {.max_frames = 1}).unaccounted_time() == Nanos::zero());
    CHECK_THROWS_AS(compute_time_balance(setup, {.max_frames = 2}), std::runtime_error);
    setup = setup_of(timestep::PresetId{1}, {});
    setup.config.machine.vsync = sim::VsyncMode::off;
    setup.config.machine.render_cost = 0ms;
    CHECK_THROWS_AS(compute_time_balance(setup, {.max_frames = 1'000'000}), std::runtime_error);
}

TEST_CASE("no frame's steps take longer than the budget and one step, with every overload policy, no time is lost, and "
          "the balance is that of a lane with a world")
{
    for (const std::string_view overload : timestep::LoopOverloadPolicy::names)
        for (const Nanos cost : {Nanos{0}, Nanos{3ms}, Nanos{20ms}})
        {
            INFO("overload ", overload, ", cost ", cost.count());
            const LaneSetup setup = setup_with(overload, cost);
            LaneRun lane{setup};
            int at_the_limit = 0;
            for (int i = 0; i < tries(20'000); ++i)
            {
                const telemetry::FrameSample& sample = lane.simulate_frame();
                REQUIRE(sample.stepping_time < 8ms + std::max<Nanos>(cost, 1ns));
                at_the_limit += sample.stepping_time >= 8ms ? 1 : 0;
                check_account(lane.lane());
            }
            CHECK((at_the_limit > 0) == (cost == 20ms || (cost == 3ms && overload != "one-step")));
            const TimeBalance balance = compute_time_balance(setup, {.max_frames = 5000});
            CHECK(balance.unaccounted_time() == 0ns);
            CHECK(same(balance, by_a_lane(setup, {.max_frames = 5000})));
        }
}

TEST_CASE("a loop with steps of 20 ms takes one step a frame with a budget, and spirals without one")
{
    const auto longest = [](Nanos budget)
    {
        LaneRun lane{setup_with("cap-steps", 20ms, budget)};
        Nanos most{};
        for (int i = 0; i < 1000; ++i) most = std::max(most, lane.simulate_frame().stepping_time);
        return most;
    };
    CHECK(longest(8ms) == 20ms);
    CHECK(longest(0ms) > 80ms);
}

TEST_CASE("evidence begins with a judged period, with a changed setting, and when a control comes to rest")
{
    LaneOf lane{"fixed", {}, 1s};
    const auto next_frame = [&] { return lane.simulate_frame(); };
    CHECK(next_frame().evidence_start == Nanos::zero());
    const auto check_begins = [&](bool begins_period)
    {
        const telemetry::FrameSample before = lane.lane().samples().back();
        const telemetry::FrameSample first = next_frame();
        CHECK(first.evidence_start > before.start_wall_time);
        CHECK(first.evidence_start <= first.start_wall_time);
        CHECK(first.lost_before_evidence == before.lost_time);
        CHECK((first.period_start == first.evidence_start) == begins_period);
        CHECK(next_frame().evidence_start == first.evidence_start);
    };
    turn(lane, {{"machine.delay_ms", "20ms"}});
    check_begins(false);
    run_for(lane, 1s);
    turn(lane, {{"machine.vsync", "off"}});
    check_begins(false);
    lane.lane().begin_evidence();
    check_begins(false);
    turn(lane, {{"loop.preset", "variable"}});
    check_begins(true);
    lane.add_hitch(200ms);
    CHECK(next_frame().evidence_start == next_frame().evidence_start); // a disturbance begins nothing
}
