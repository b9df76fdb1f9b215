#include "recording.hpp"
#include "sim/machine/clock.hpp"

namespace
{

const Turns uneven{{"machine.delay_ms", "10ms"}, {"machine.jitter_ms", "7ms"}};

// Returns a script file of random commands: single ones, and several at one moment; about a third of the time is a
// pause.
std::string random_script_with_pauses(std::uint64_t seed, double seconds, int count, bool of_whole_steps)
{
    std::mt19937_64 random{seed};
    const auto number = [&](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
    const auto one_of = [&]<std::size_t n>(const char* const(&all)[n]) { return all[number(static_cast<int>(n))]; };
    const auto command = [&]
    {
        switch (number(12))
        {
        case 0: return fmt::format("press {}", one_of({"left", "right", "jump", "dash"}));
        case 1: return fmt::format("let-go {}", one_of({"left", "right", "jump", "dash"}));
        case 2: return fmt::format("grab {}", one_of({"-0.7", "-0", "0", "0.3"}));
        case 3: return std::string{"release"};
        case 4: return fmt::format("set machine.delay_ms {}", number(40));
        case 5: return fmt::format("set loop.hz {}", one_of({"30", "59.94", "60", "144"}));
        case 6: return fmt::format("set scene.name {}", one_of({"bouncing-ball", "player", "spring-and-ball"}));
        case 7: return fmt::format("key {}", one_of({"R", "H", "S", "N", "L", "V"}));
        case 8:
            return fmt::format("key {}", of_whole_steps ? one_of({"1", "4", "5", "9"}) : one_of({"1", "2", "3", "5"}));
        case 9: return fmt::format("set scene.integrator {}", one_of({"rk4", "semi-implicit-euler"}));
        default: return std::string{"key Space"};
        }
    };
    std::string script;
    for (int i = 0; i < count; ++i)
    {
        const double at = seconds * static_cast<double>(random() >> 11) * 0x1p-53;
        for (int n = number(3) == 0 ? 1 + number(5) : 1; n > 0; --n)
            script += fmt::format("at {:.6f} {}\n", at, command());
    }
    return script;
}

} // namespace

TEST_CASE("commands in a pause run again in their order, however they are divided into frames")
{
    const std::pair<const char*, const char*> scripts[]{
        {"at one moment", "at 1 key Space\nat 1 set scene.height 5\nat 1 key R\nat 1 key Space\n"},
        {"in separate frames", "at 1 key Space\nat 1.2 set scene.height 5\nat 1.4 key R\nat 1.6 key Space\n"},
        {"the reset first", "at 1 key Space\nat 1.2 key R\nat 1.4 set scene.height 5\nat 1.6 key Space\n"},
        {"a loop that is left again", "at 1 key Space\nat 1.2 key 1\nat 1.4 key 5\nat 1.6 key Space\n"},
        {"a scene that is left again",
         "at 1 key Space\nat 1.2 set scene.name chaos\nat 1.4 set scene.name bouncing-ball\nat 1.6 key Space\n"},
        {"a reset in a pause to the end", "at 1 key Space\nat 1.2 key R\n"},
        {"a change and a reset in a pause to the end", "at 1 key Space\nat 1.2 set scene.height 5\nat 1.4 key R\n"},
        {"a pause from the start on", "at 0 key Space\nat 0.5 set scene.height 5\nat 1 key R\nat 2 key Space\n"},
        {"single frames", "at 1 key Space\nat 1.2 key N\nat 1.3 set scene.height 5\nat 1.4 key N\nat 1.5 key R\n"},
    };
    for (const auto& [name, script] : scripts)
        for (const char* loop : {"interpolated", "variable", "godot"})
        {
            INFO("name ", std::string{name}, ", loop ", std::string{loop});
            lab::Settings start = settings_of(loop, uneven);
            REQUIRE(!lab::assign_by_path(start, "scene.name", "bouncing-ball"));
            const auto recorded = record(start, script, 5s);
            check_runs_again(recorded);
            if (!recorded.replay->has_only_fixed_steps) continue;
            check_runs_again(recorded, lab::FrameTimeSource::machine);
        }
}

TEST_CASE("events of a pause are stored in their order; settings that two frames changed stay two changes")
{
    const auto recorded =
        record(settings_of("interpolated"),
               "at 1 key Space\nat 1.2 key 1\nat 1.4 key 5\nat 1.6 key R\nat 1.8 set loop.hz 30\nat 2 key Space\n", 3s);
    std::vector<std::string> kinds;
    const auto name_of = [](const lab::FrameBoundaryEventData& what) -> std::string
    {
        constexpr std::array names{"reset", "", "refresh", "brake", "obey"};
        const auto* set = std::get_if<lab::SettingEvent>(&what);
        return set != nullptr ? set->key + "=" + set->value : names[what.index()];
    };
    for (const lab::FrameBoundaryEvent& event : recorded.replay->events) kinds.push_back(name_of(event.data));
    CHECK(kinds == std::vector<std::string>{"refresh", "loop.preset=fixed", "obey", "loop.preset=interpolated", "reset",
                                            "loop.hz=30"});
}

TEST_CASE("a recording ends when the stage shows other lanes, in the state of that moment")
{
    LabOf lab{settings_of("interpolated", {{"view.more", "on"}}), 5};
    lab.restart_list();
    Recorder recorder{lab, lab.session.settings};
    play_for(lab, 2s);
    const auto hash = lab.lane().world().state_hash();
    press(lab, "C", 60);
    press(lab, "C", 60);
    const Recorded recorded = recorder.recorded();
    lab::ReplayRun run{recorded.replay};
    run.run_to_end();
    CHECK(!run.first_difference());
    CHECK(run.lane().world().state_hash() == hash);
    CHECK(timestep::to_seconds(run.now()) == doctest::Approx(2.0).epsilon(0.02));
}

TEST_CASE("a recording is of the lane that was selected, whatever becomes of the others, and runs again to the bit")
{
    for (const std::string_view frames : {"even", "this-pc"})
    {
        CAPTURE(frames);
        lab::Settings settings = with_lanes("variable;accumulator,hz=50;fixed", settings_of("interpolated"));
        turn(settings, "lab.frames", frames);
        select_lane(settings, 1);
        SteadyLabOf lab{settings, 5};
        lab.restart_list();
        Recorder recorder{lab, lab.session.settings};
        play_for(lab, 1s);
        press(lab, "3", 30);
        lab.select_lane(2);
        press(lab, "2", 30);
        add_lane(lab.session.settings);
        play_for(lab, 1s);
        lab.select_lane(0);
        play(lab, 2);
        remove_lane(lab.session.settings); // the recorded lane is the first one now, and selected
        turn(lab, {{"machine.delay_ms", "20ms"}}, 60);
        press(lab, "R", 60);
        const auto hash = lab.lane(0).world().state_hash();
        const Recorded recorded = recorder.recorded();
        CHECK(recorded.replay->start_config.loop.preset == id_of(*timestep::find_preset("accumulator")));
        check_runs_again(recorded);
        lab::ReplayRun run{recorded.replay};
        run.run_to_end();
        CHECK(run.lane().world().state_hash() == hash);
    }
}

TEST_CASE("a recording ends when its lane is removed, in the state of that moment")
{
    LabOf lab{with_lanes("variable;fixed"), 5};
    lab.restart_list();
    Recorder recorder{lab, lab.session.settings};
    play_for(lab, 1s);
    const auto hash = lab.lane(0).world().state_hash();
    remove_lane(lab.session.settings);
    play_for(lab, 1s);
    CHECK(lab.shown_lane_count() == 1);
    const Recorded recorded = recorder.recorded();
    lab::ReplayRun run{recorded.replay};
    run.run_to_end();
    CHECK(run.lane().world().state_hash() == hash);
}

TEST_CASE("0 and -0 are different inputs and different settings")
{
    const auto recorded = record(settings_of("interpolated", uneven),
                                 "at 0.5 grab 0\nat 1 grab -0\nat 1.5 release\nat 2 grab 0\nat 2.5 release\n", 4s);
    CHECK(recorded.replay->inputs.size() == 5);
    CHECK(std::signbit(recorded.replay->inputs[1].input.drag_target_x));
    check_runs_again(recorded);
    const auto knob = record(settings_of("interpolated"), "at 1 set scene.start-x 0\nat 2 set scene.start-x -0\n", 3s);
    const auto sets = std::ranges::count_if(knob.replay->events, [](const lab::FrameBoundaryEvent& event)
                                            { return std::holds_alternative<lab::SettingEvent>(event.data); });
    CHECK(sets == 2);
}

TEST_CASE("random scripts with pauses and several commands at one moment run again to the bit, with equal files")
{
    for (std::uint64_t seed = 1; seed <= tries(2'000U); ++seed)
    {
        CAPTURE(seed);
        const timestep::Preset& preset = timestep::all_presets[seed % timestep::all_presets.size()];
        CAPTURE(preset.name);
        const auto start = settings_of(preset.name, uneven);
        const auto script = random_script_with_pauses(seed, 20, 60, seed % 2 == 0);
        const auto recorded = record(start, script, 20s);
        check_runs_again(recorded);
        CHECK(record(start, script, 20s).bytes == recorded.bytes);
        if (!recorded.replay->has_only_fixed_steps) continue;
        lab::ReplayRun again{recorded.replay}, live{recorded.replay, lab::FrameTimeSource::machine};
        const auto found = lab::compare_replays(again, live);
        CHECK(!found.divergence);
        CHECK(found.equal_step_count == recorded.ticks);
        CHECK(!live.first_difference());
        CHECK(live.lane().world().state_hash() == recorded.hash);
        lab::ReplayRun small{record(start, script, 20s, false).replay};
        check_same(recorded, small);
    }
}

TEST_CASE("a pause from the first frame to the last is a replay without frames")
{
    const auto recorded = record(settings_of("interpolated"), "at 0 key Space\nat 1 key R\n", 2s);
    CHECK(recorded.replay->frame_count == 0);
    check_runs_again(recorded);
}

TEST_CASE("a replay that is recorded through a resize runs again to the bit, without the time of the resize")
{
    for (const auto& [loop, frames] : std::initializer_list<std::pair<const char*, const char*>>{
             {"variable", "this-pc"}, {"semi-fixed", "this-pc"}, {"godot", "this-pc"}, {"variable", "even"}})
    {
        CAPTURE(std::string{loop});
        const lab::Settings start = settings_of(loop, {{"lab.frames", frames}});
        sim::SimulatedClock clock;
        lab::Lab lab{start, live_pc(clock)};
        lab.start_timing();
        Recorder recorder{lab, start};
        for (int i = 0; i < 300; ++i)
        {
            if (i % 70 == 50) lab.this_pc.exclude_next_frames(2);
            clock.sleep(i == 0 || i % 70 == 50 ? 166ms : i % 2 == 0 ? 14ms : 18ms);
            lab.session.input = {.grabbed = i % 40 < 10, .drag_target_x = 0.01 * i};
            play(lab, 1);
        }
        const Recorded recorded = recorder.recorded();
        CHECK(*std::ranges::max_element(recorded.replay->frame_times) <= 18ms);
        check_runs_again(recorded);
    }
}
