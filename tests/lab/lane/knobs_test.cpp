// Checks that no knob of a scene and of a part of a loop is without effect: a run with the knob at its low end differs
// from a run with it at its high end.
#include "lab/stage/playing.hpp"

#include <bit>

namespace
{

// What a loop gets and decides in one frame, and the world's coordinate and energy afterwards, as bits: a NaN equals
// itself.
using Frame = std::tuple<Nanos, int, double, Nanos, Nanos, std::uint64_t, std::uint64_t, Nanos>;

struct KnobRun
{
    std::vector<Frame> frames;
    std::optional<std::uint64_t> state;

    friend bool operator==(const KnobRun&, const KnobRun&) = default;
};

KnobRun knob_run(const Settings& settings)
{
    KnobRun run;
    const auto add = [&](const telemetry::FrameSample& sample)
    {
        const timestep::StepPlan& plan = sample.plan;
        run.frames.emplace_back(sample.measured_frame_time, plan.steps, plan.dt_seconds, plan.tail, plan.dropped,
                                std::bit_cast<std::uint64_t>(sample.x), std::bit_cast<std::uint64_t>(sample.energy),
                                sample.spin_time);
    };
    run.state = run_lane({.config = settings.lane}, {.max_frames = 200}, add).state_hash;
    return run;
}

// Compares runs with the knob at both ends of its range and near its low end, where 0 can mean that it is off.
bool has_effect(Settings settings, const Control& row)
{
    row.set(settings, highest(row));
    const KnobRun high = knob_run(settings);
    row.set(settings, row.min_value);
    if (knob_run(settings) != high) return true;
    row.set(settings, row.value_names == nullptr ? std::ceil(row.min_value + 0.01 * (row.max_value - row.min_value))
                                                 : row.min_value);
    return knob_run(settings) != high;
}

} // namespace

TEST_CASE("every knob of every scene changes the motion, except for those of the picture and of keys")
{
    const std::set<std::string_view> others{"scene.bars",      "scene.blend", "scene.threads",
                                            "scene.buffer",    "scene.keys",  "scene.camera",
                                            "scene.half-life", "scene.mouse", "scene.look"};
    for (std::size_t scene = 0; scene < scenes::all_scenes().size(); ++scene)
    {
        Settings settings;
        choose_scene(settings, scene);
        settings.lane.loop.choose_preset(
            timestep::PresetId{1}); // variable: with long steps a ball passes a wall, and swings explode
        // An orbit that comes near the star, so that a large star is hit.
        if (scenes::all_scenes()[scene]->name == "orbit")
            CHECK_FALSE(assign_by_path(settings, "scene.eccentricity", "0.9"));
        Settings slow = settings;
        settings.lane.machine.lag = {.delay = 40ms};
        slow.lane.machine.lag = {.delay = 70ms};
        for (const Control& row : scene_controls(settings))
            CHECK_MESSAGE((has_effect(settings, row) || has_effect(slow, row)) != others.contains(row.path), "scene ",
                          scenes::all_scenes()[scene]->name, ", row.path ", row.path);
    }
}

TEST_CASE("every knob of every part of a loop changes its frames")
{
    // Frames of 5 to 15 ms with some of 400 ms, on a PC that sleeps late.
    Settings settings{
        .lane = {.machine = {.lag = {.delay = 5ms, .jitter = 10ms, .spike_interval_frames = 40, .spike = 400ms},
                             .vsync = sim::VsyncMode::off,
                             .sleep = {.max_delay = 20ms}}}};
    for (const ComponentKind axis : all_component_kinds)
        for (std::size_t kind = 0; kind < component_type_names(axis).size(); ++kind)
        {
            Settings chosen = settings;
            if (axis == ComponentKind::filter)
                chosen.lane.loop.choose_preset(timestep::PresetId{1}); // variable, the loop that steps whole frames
            if (axis == ComponentKind::stepper) chosen.lane.loop.presentation = timestep::Presentation::latest;
            if (axis == ComponentKind::stepper) chosen.lane.loop.replace_component(ComponentKind::overload, 0);
            if (axis == ComponentKind::stepper) chosen.lane.loop.set_rate(timestep::hz(200));
            chosen.lane.loop.replace_component(axis, kind);
            const std::span<const Control> knobs = controls_of_chosen_component(chosen, axis);
            for (const Control& row : knobs)
            {
                INFO("kind ", component_type_names(axis)[kind], ", row.path ", row.path);
                bool found = has_effect(chosen, row);
                for (const Control& other : knobs) // some knobs have an effect only together with another
                {
                    Settings both = chosen;
                    other.set(both, highest(other));
                    found = found || has_effect(both, row);
                }
                CHECK(found);
            }
        }
}
