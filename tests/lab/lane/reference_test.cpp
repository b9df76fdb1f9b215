#include "lab/lane/reference.hpp"
#include "lab/stage/playing.hpp"

#include <map>

namespace
{

constexpr double pixel = 1.0 / 400.0; // metres, on a stage 1600 pixels wide
constexpr double rounded = 1e-9; // metres; differences of rounding only

// Returns the position of the ring (a PC that is never late) at the start of each frame, by the frame's wall time.
std::map<Nanos, double> rings_of(LaneRun& lane, Nanos length)
{
    std::map<Nanos, double> rings;
    while (lane.next_frame_start_time() < length)
    {
        const telemetry::FrameSample& s = lane.simulate_frame();
        rings[s.start_wall_time] = s.reference_x_at_frame_start;
    }
    return rings;
}

// The time by which the ring of a loop is ahead: the loop simulates it in a first frame without frame time.
Nanos simulated_at_start(std::string_view loop)
{
    LaneOf lane{loop};
    const telemetry::FrameSample& first = lane.simulate_frame();
    const bool runs_step = first.measured_frame_time == Nanos::zero() && first.plan.stepped > Nanos::zero();
    return runs_step ? first.shown_time + first.plan.carried : Nanos::zero();
}

void check_equal(const std::map<Nanos, double>& a, const std::map<Nanos, double>& b)
{
    double most = 0.0;
    for (const auto& [wall, x] : a)
        if (const auto found = b.find(wall); found != b.end()) most = std::max(most, std::abs(found->second - x));
    CHECK(most < rounded);
}

// Runs the lane for `length`. Returns the time that it lost in visible pieces.
Nanos lost_within(LaneRun& lane, Nanos length)
{
    const Nanos before = lane.lane().samples().empty() ? Nanos{} : lane.lane().samples().back().lost_time;
    run_for(lane, length);
    return lane.lane().samples().back().lost_time - before;
}

// Returns the lateness of the newest picture without the time that the loop has lost.
double own_lateness_ms(const LaneRun& lane)
{
    const telemetry::FrameSample& s = lane.lane().samples().back();
    return timestep::to_millis(s.lateness - s.lost_time);
}

} // namespace

TEST_CASE("rings of all loops with equal steps are at the same place in frames that begin at the same time")
{
    for (const Turns& machine : {Turns{}, Turns{{"machine.delay_ms", "40ms"}}, Turns{{"machine.vsync", "off"}},
                                 Turns{{"machine.delay_ms", "75ms"}, {"machine.vsync", "off"}}})
    {
        std::map<std::pair<double, Nanos>, std::map<Nanos, double>> first; // by the size of the steps, and the start
        for (const timestep::Preset& preset : timestep::all_presets)
        {
            CAPTURE(preset.name);
            LaneOf lane{preset.name, machine};
            const auto rings = rings_of(lane, 10s);
            const std::pair kind{lane.lane().references().step_seconds(), simulated_at_start(preset.name)};
            check_equal(rings, first.try_emplace(kind, rings).first->second);
        }
        CHECK(first[{1.0 / 60, 0ms}].size() > 100);
        CHECK(first[{1.0 / 60, timestep::step_ns(timestep::hz(60))}].size() > 100);
    }
}

TEST_CASE("accumulator and interpolated show right states for an hour at every delay" * doctest::skip(is_sanitized))
{
    for (const std::string_view delay : {"0", "16ms", "40ms", "75ms", "150ms"})
        for (const std::string_view loop : {"accumulator", "interpolated"})
        {
            INFO("delay ", delay, ", loop ", loop);
            LaneOf lane{loop, {{"machine.delay_ms", delay}, {"machine.vsync", "off"}}, is_thorough() ? 3600s : 360s};
            CHECK(lane.metrics().accuracy.state_error_max < rounded);
        }
}

TEST_CASE("interpolated is always one step late, and the accumulator half a step on average")
{
    for (const std::string_view delay : {"0", "16ms", "40ms", "75ms", "150ms"})
    {
        CAPTURE(delay);
        const Turns slow{{"machine.delay_ms", delay}, {"machine.vsync", "off"}};
        LaneOf blends{"interpolated", slow};
        double error = 0.0;
        while (blends.next_frame_start_time() < 60s)
            error = std::max(error, std::abs(timestep::to_millis(blends.simulate_frame().lateness) - 1000.0 / 60));
        CHECK(error < 1e-3);
        CHECK(blends.metrics().latency.state_age_mean_ms == doctest::Approx(1000.0 / 60));
        CHECK(blends.metrics().latency.state_age_deviation_ms < 1e-3);
        LaneOf jumps{"accumulator", slow, 60s};
        CHECK(jumps.metrics().latency.state_age_mean_ms == doctest::Approx(500.0 / 60).epsilon(0.1));
        CHECK(jumps.metrics().latency.state_age_deviation_ms > 1.0);
    }
}

TEST_CASE("steps of changing length show a wrong state, however young the picture is")
{
    const Turns slow{{"machine.delay_ms", "16ms"}};
    LaneOf variable{"variable", slow, 10s};
    CHECK(variable.metrics().accuracy.state_error_max > 0.1);
    CHECK(variable.metrics().latency.state_age_mean_ms == 0.0);
    // Without lag its steps are the ring's steps.
    LaneOf even{"variable", {}, 10s};
    CHECK(even.metrics().accuracy.state_error_max < pixel);
}

TEST_CASE("a frame in which only one of two bodies has started its next lap has no state error")
{
    for (const std::string_view loop : {"accumulator", "interpolated", "variable"})
        for (const std::string_view display : {"60", "144"})
        {
            INFO("loop ", loop, ", display ", display);
            LaneOf lane{loop, {{"scene.name", "player"}, {"machine.refresh_hz", display}}, 60s};
            CHECK(lane.lane().world().events().crossed_gap > 20);
            // The jump at the edge of the gap is the same; only the steps of the start-up differ.
            CHECK(lane.metrics().accuracy.state_error_max < 0.01);
        }
}

TEST_CASE("a freeze moves no ring: the lost time is a part of the lateness, and the picture is as new as before")
{
    for (const std::string_view loop :
         {"interpolated", "fixed", "unity", "variable-clamped", "bevy", "godot", "canonical"})
    {
        CAPTURE(loop);
        LaneOf lane{loop, {}, 3s};
        const double before = own_lateness_ms(lane);
        lane.add_hitch(3s);
        const Nanos lost = lost_within(lane, 4s);
        CHECK(lost > 2500ms);
        CHECK(lost < 3100ms);
        CHECK(std::abs(own_lateness_ms(lane) - before) < 1000.0 / 60);
        if (!loop.starts_with("variable")) CHECK(lane.metrics().accuracy.state_error_max < pixel);
    }
}

TEST_CASE("loops with equal steps share one ring after a freeze, in slow motion and after a change of loop")
{
    const auto run = [](std::string_view loop, bool changes)
    {
        LaneOf lane{loop};
        std::map<Nanos, double> rings;
        const auto keep_until = [&](Nanos end) { rings.merge(rings_of(lane, end)); };
        keep_until(2s);
        lane.add_hitch(700ms);
        keep_until(4s);
        turn(lane.setup().config, {{"machine.delay_ms", "40ms"}});
        keep_until(6s);
        turn(lane.setup().config, {{"machine.delay_ms", "0"}});
        if (changes) turn(lane.setup().config, {{"loop.preset", "variable"}});
        lane.lane().apply(lane.setup().config);
        keep_until(8s);
        return rings;
    };
    const auto first = run("accumulator", false);
    CHECK(first.size() > 200);
    for (const std::string_view loop : {"interpolated", "godot"})
        for (const bool changes : {false, true})
        {
            INFO("loop ", loop, ", changes ", changes);
            check_equal(run(loop, changes), first);
        }
}

TEST_CASE("slow motion adds to the lost time; when it ends, the picture is as new as before")
{
    LaneOf lane{"fixed", {{"machine.delay_ms", "40ms"}}};
    CHECK(lost_within(lane, 5s) > 3s);
    CHECK(lane.lane().samples().back().lateness > 3s);
    turn(lane.setup().config, {{"machine.delay_ms", "0"}});
    CHECK(lost_within(lane, 3s) < 100ms);
    CHECK(std::abs(own_lateness_ms(lane)) < 17.0);
    CHECK(std::abs(lane.lane().samples().back().shown_x - lane.lane().samples().back().reference_x_at_shown_time) <
          pixel);
    reset(lane);
    lane.simulate_frame();
    CHECK(lane.lane().samples().back().lost_time == 0ms);
}

TEST_CASE("time that a filter gives back is not lost")
{
    LaneOf lane{"godot-smoothed", {}, 3s};
    lane.add_hitch(100ms);
    lost_within(lane, 4s);
    CHECK(std::abs(own_lateness_ms(lane)) < 20.0);
}

TEST_CASE("noise, resolution and changes of the clock do not move the ring, also during a pause")
{
    for (const Turns& clock : {Turns{{"clock.noise_ms", "3ms"}}, Turns{{"clock.resolution_ms", "15.6ms"}},
                               Turns{{"clock.back_ms", "500ms"}, {"clock.back_at_ms", "5000ms"}}})
    {
        LabOf crooked{settings_with(clock)}, straight;
        double most = 0.0;
        for (int frame = 0; frame < 900; ++frame)
        {
            for (Lab* lab : {&crooked, &straight})
                frame == 200 || frame == 400 ? press(*lab, "Space", 1) : play(*lab, 1);
            most = std::max(most, std::abs(crooked.lane().samples().back().reference_x_at_frame_start -
                                           straight.lane().samples().back().reference_x_at_frame_start));
        }
        CHECK(most < pixel);
    }
}

TEST_CASE("a reset also restarts the ring and the motion at the shown time")
{
    LaneOf lane{"interpolated", {{"loop.hz", "50"}}};
    for (int round = 0; round < 20; ++round)
    {
        double most = 0.0;
        for (int i = 0; i < 31; ++i)
        {
            const telemetry::FrameSample& s = lane.simulate_frame();
            most = std::max(most, std::abs(s.shown_x - s.reference_x_at_shown_time));
            CHECK(std::abs(timestep::to_millis(s.lateness) - 20.0) < 1e-3);
        }
        CHECK(most < rounded);
        reset(lane);
    }
}

TEST_CASE("the ring's steps are those of the loop's rate, and of 60 Hz for loops whose step is the frame")
{
    const Nanos period = timestep::step_ns(timestep::hz(144));
    const auto step = [&](std::string_view name, timestep::Rate rate)
    {
        const auto preset = std::ranges::find(timestep::all_presets, name, &timestep::Preset::name);
        return constant_step_seconds(preset->make(rate), period);
    };
    for (const std::string_view loop : {"fixed", "accumulator", "interpolated", "step-ahead", "semi-fixed", "godot"})
    {
        CAPTURE(loop);
        CHECK(step(loop, timestep::hz(60)) == 1.0 / 60);
        CHECK(step(loop, timestep::hz(50)) == 1.0 / 50);
    }
    for (const std::string_view loop : {"variable", "variable-clamped", "quake"})
        CHECK_MESSAGE(step(loop, timestep::hz(60)) == 1.0 / 60, loop);
    CHECK(step("variable", timestep::hz(50)) == 1.0 / 60);
    for (const timestep::Preset& preset : timestep::all_presets)
        CHECK_MESSAGE(constant_step_seconds(preset.make(preset.default_rate), period) > 0.0, preset.name);
}
