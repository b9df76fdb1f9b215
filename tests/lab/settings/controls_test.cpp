#include "lab/lane/allocations.hpp"
#include "lab/lane/lane.hpp"
#include "lab/settings/control_change_journal.hpp"
#include "lab/settings/loop_choice.hpp"
#include "lab/settings/loop_search.hpp"
#include "lab/stage/playing.hpp"
#include "scratch.hpp"

using namespace timestep;
using timestep::Loop;
using timestep::Preset;

namespace
{

void check_ends(Settings settings, const Control& row)
{
    for (const double value : {highest(row), row.min_value})
    {
        row.set(settings, value);
        CHECK(row.get(settings) == doctest::Approx(value).epsilon(1e-6));
        // This value chose another alternative, which has other controls.
        if (find_control(settings, row.path) != &row) continue;
        CHECK_FALSE(assign(settings, row, parsable_value_text(settings, row)).has_value());
        CHECK(row.get(settings) == doctest::Approx(value).epsilon(1e-6));
    }
}

void check_all(const Settings& settings)
{
    std::set<std::string_view> paths;
    std::set<std::string_view> flags;
    for (const auto some : all_controls(settings))
        for (const Control& row : some)
        {
            CAPTURE(row.path);
            // A row stands in control_rows.cpp, in list_controls.cpp, or in the table of its scene or axis.
            const std::string mend = "; correct the row of " + std::string{row.path} +
                                     " in src/lab/settings, src/scenes or src/timestep, then run: "
                                     "ctest --preset release -R '^lab$'";
            CHECK_MESSAGE(paths.insert(row.path).second, "another control has this path", mend);
            CHECK_MESSAGE((row.flag.empty() || flags.insert(row.flag).second), "another control has this flag", mend);
            CHECK_MESSAGE(!row.label.empty(), "the label is empty", mend);
            CHECK_MESSAGE(row.tooltip.ends_with("."), "the tip does not end with a full stop", mend);
            CHECK_MESSAGE(scopes_of(row.path) != 0, "no row of `scopes` in controls.cpp fits the path", mend);
            CHECK(find_control(settings, row.path) == &row);
            if (row.kind == ControlKind::list) continue;
            CHECK_MESSAGE(row.min_value < highest(row), "the range is empty", mend);
            check_ends(settings, row);
        }
}

// Returns all that two loops show of themselves: kinds, knobs, rate, and the plans of 200 frames of 0.1 to 60 ms.
std::string account_of(Loop loop)
{
    std::string text;
    timestep::for_each_knob(loop, [&](std::string_view axis, const timestep::KnobRef& knob)
                            { text += std::string{axis} + std::string{knob.name} + std::to_string(knob.get()) + " "; });
    for (const std::string_view name :
         {loop.filter.name(), loop.stepper.name(), loop.overload.name(), loop.pacer.name(), name_of(loop.presentation)})
        text += std::string{name} + " ";
    text += std::to_string(loop.rate().num) + "/" + std::to_string(loop.rate().den);
    std::mt19937_64 random{3};
    for (int i = 0; i < 200; ++i)
    {
        const Nanos frame{100'000 + static_cast<std::int64_t>(random() % 60'000'000)};
        const timestep::StepPlan plan = loop.plan({.frame_time = frame, .refresh_period = Nanos{16'666'667}});
        text += " " + std::to_string(plan.steps) + "," + std::to_string(plan.dt.count()) + "," +
                std::to_string(plan.tail.count()) + "," + std::to_string(plan.carried.count()) + "," +
                std::to_string(plan.dropped.count()) + "," + std::to_string(plan.alpha);
    }
    return text;
}

std::set<std::string_view> loops_with(std::string_view wanted)
{
    std::set<std::string_view> names;
    for (const Preset& preset : all_presets)
        if (lab::matches_search(preset, wanted)) names.insert(preset.name);
    return names;
}

bool has_all(const std::set<std::string_view>& found, std::initializer_list<std::string_view> wanted)
{
    return std::ranges::all_of(wanted, [&](std::string_view name) { return found.contains(name); });
}

} // namespace

TEST_CASE("every control has a unique path, a label and a tip, and reads back its value")
{
    for (std::size_t scene = 0; scene < scenes::all_scenes().size(); ++scene)
    {
        Settings settings;
        choose_scene(settings, scene);
        check_all(settings);
    }
    for (const Control* axis :
         {&control_of(ControlId::filter), &control_of(ControlId::stepper), &control_of(ControlId::overload),
          &control_of(ControlId::pacer), &control_of(ControlId::presentation)})
        for (const std::string_view name : axis->choices())
        {
            CAPTURE(name);
            Settings settings;
            REQUIRE_FALSE(assign(settings, *axis, name));
            check_all(settings);
        }
}

TEST_CASE("the pacer's rate is the loop's rate if the stepper has no clock, and its own otherwise")
{
    Settings settings;
    REQUIRE_FALSE(assign(settings, control_of(ControlId::pacer), "busy-wait"));
    CHECK(find_control(settings, "pacer.rate") != nullptr);
    REQUIRE_FALSE(assign(settings, control_of(ControlId::stepper), "frame-locked"));
    CHECK(find_control(settings, "pacer.rate") == &control_of(ControlId::step_rate));
    CHECK(find_control(settings, "pacer.late") != nullptr);
    REQUIRE_FALSE(assign_by_path(settings, "pacer.rate", "50"));
    CHECK(settings.lane.loop.rate == timestep::hz(50));
    REQUIRE_FALSE(assign(settings, control_of(ControlId::pacer), "vsync"));
    CHECK(find_control(settings, "pacer.rate") == nullptr);
}

TEST_CASE("the pacer's own rate is read as every rate, and refused if the pacer cannot keep it")
{
    Settings settings;
    REQUIRE_FALSE(assign(settings, control_of(ControlId::pacer), "busy-wait"));
    const Control& rate = *find_control(settings, "pacer.rate");
    for (const std::string_view text : {"50", "66.667", "59.94"})
    {
        REQUIRE_FALSE(assign(settings, rate, text));
        CHECK(exact_value_text(settings, rate) == text);
    }
    REQUIRE_FALSE(assign(settings, rate, "60000/1001"));
    CHECK(exact_value_text(settings, rate) == "59.94");
    for (const std::string_view text : {"66.6667", "1e2", "0.5", "144000/1001"})
        CHECK_MESSAGE(assign(settings, rate, text).has_value(), text);
    CHECK(exact_value_text(settings, rate) == "59.94");
}

TEST_CASE("a frame without changed controls allocates no memory")
{
    for (const timestep::Preset& preset : timestep::all_presets)
    {
        CAPTURE(preset.name);
        Settings settings;
        settings.lane.loop.choose_preset(id_of(preset));
        ControlChangeJournal journal;
        Lane lane{settings.lane, shown_lane_features};
        double sum = 0.0;
        const auto frame = [&]
        {
            journal.log(settings.lane, Nanos{});
            lane.apply(settings.lane);
            for (const auto some : all_controls(settings))
                for (const Control& row : some) sum += row.kind == ControlKind::list ? 0.0 : row.get(settings);
            sum += find_control(settings, "scene.stiffness")->get(settings);
        };
        frame(); // the first frame stores the values that later frames are compared with
        const auto before = allocations_so_far();
        frame();
        CHECK(allocations_so_far() == before);
        CHECK(sum != 0.0);
    }
}

TEST_CASE("no window, panel or command names the path of a machine control")
{
    for (const char* room : {"src/programs/command_line", "src/programs/demo/window", "src/programs/timestep_lab",
                             "src/programs/demo/panels"})
        for (const auto& entry : std::filesystem::recursive_directory_iterator{room})
        {
            if (entry.is_directory()) continue;
            if (entry.path().filename() == "slow_linux.cpp") continue; // lists the few controls that affect any game
            const std::string text = text_of(entry.path());
            for (const Control& row : common_controls_except_lists())
            {
                if (scopes_of(row.path) != scope::machine) continue;
                CHECK_MESSAGE(text.find('"' + std::string{row.path} + '"') == text.npos, entry.path().string(),
                              " names ", row.path, "; find the control by a property of its row in src/lab/settings, ",
                              "then run: ctest --preset release -R '^lab$'");
            }
        }
}

TEST_CASE("an invalid value changes nothing and gives an error of one line")
{
    Settings settings;
    const auto error = [&](const char* path, const char* text)
    { return assign(settings, *find_control(settings, path), text).value_or("accepted"); };
    CHECK(error("loop.preset", "interpolatd") == "unknown loop 'interpolatd'; did you mean 'interpolated'?");
    const std::string rates = "step rate takes a rate such as 60, 59.94 or 60000/1001 (up to three decimals, or whole "
                              "numbers up to 999999999/1000000), not ";
    CHECK(error("loop.hz", "0") == "step rate must be from 5 to 1000 Hz, not '0'");
    CHECK(error("loop.hz", "50Hz") == rates + "'50Hz'");
    CHECK(error("loop.hz", "66.6667") == rates + "'66.6667'");
    CHECK(error("machine.delay_ms", "-1ms") == "frame delay must be from 0 to 500 ms, not '-1ms'");
    CHECK(error("machine.delay_ms", "40 ms") == "frame delay takes a time such as 10 or 500ms, not '40 ms'");
    CHECK(error("machine.delay_ms", "600ms") == "frame delay must be from 0 to 500 ms, not '600ms'");
    CHECK(error("view.font_scale", "5%") == "font scale takes a number without a unit, not '5%'");
    for (const char* const too_small : {"1e-10", "4.94e-324", "0.0009", "-1e-10", "nan"})
        CHECK(error("machine.limit_hz", too_small).find("frame limit") == 0);
    CHECK(error("machine.limit_hz", "1e-10") == "frame limit must be 0 or from 0.001 to 1000 Hz, not '1e-10'");
    CHECK(error("machine.limit_hz", "0") == "accepted");
    CHECK(assign_by_path(settings, "scene.speed", "3") == "the scene 'ball-with-part' has no setting 'scene.speed'");
    CHECK(assign_by_path(settings, "scene.stifness", "3") ==
          "unknown setting 'scene.stifness'; did you mean 'scene.stiffness'?");
    CHECK(error("machine.spike_every", "1.5") == "spike every must be a whole number, not '1.5'");
    CHECK(error("machine.vsync", "yes") != "accepted");
    CHECK(assign_periodic_spike(settings, "60").has_value());
    CHECK(assign_periodic_spike(settings, "60:9s").has_value());
    CHECK(settings.lane.machine.lag.spike_interval_frames == 0);
    CHECK(settings.lane.machine.lag.delay == timestep::Nanos{});
    CHECK_FALSE(assign_periodic_spike(settings, "60:200ms").has_value());
    CHECK(settings.lane.machine.lag.spike_interval_frames == 60);
    CHECK(settings.lane.machine.lag.spike == timestep::Nanos{200'000'000});
}

TEST_CASE("the five axes and their settings are controls like all others")
{
    Settings settings;
    CHECK_FALSE(assign_by_path(settings, "overload.limit", "100ms").has_value());
    CHECK(make_loop(settings.lane.loop).plan({.frame_time = timestep::Nanos{1'000'000'000}}).dropped ==
          timestep::Nanos{900'000'000});
    CHECK_FALSE(assign_by_path(settings, "loop.filter", "moving-average").has_value());
    CHECK_FALSE(assign_by_path(settings, "filter.n", "4").has_value());
    CHECK(assign_by_path(settings, "filter.n", "1e9").has_value());
    CHECK(find_control(settings, "filter.n")->get(settings) == 4.0);
    CHECK_FALSE(assign_by_path(settings, "loop.presentation", "latest").has_value());
    CHECK(settings.lane.loop.presentation == timestep::Presentation::latest);
    CHECK(find_control(settings, "overload.steps") == nullptr);
}

TEST_CASE("another preset sets its own step rate and parts, but keeps a rate that the user chose")
{
    Settings settings;
    const auto choose = [&](const char* name) { assign(settings, control_of(ControlId::loop_preset), name); };
    CHECK(preset_of(settings.lane.loop.preset).name == "interpolated");
    choose("doom");
    CHECK(settings.lane.loop.rate == timestep::hz(35));
    choose("interpolated");
    CHECK(settings.lane.loop.rate == timestep::hz(60));
    assign(settings, control_of(ControlId::step_rate), "59.94");
    settings.lane.loop.replace_component(ComponentKind::pacer, 0);
    choose("accumulator");
    CHECK(settings.lane.loop.rate == timestep::Rate{60000, 1001});
    CHECK_FALSE(settings.lane.loop.component(ComponentKind::pacer).is_replaced);
}

TEST_CASE("a control that needs another setting gives a reason without it, and none with it")
{
    for (const auto& [path, other, before, after] : std::initializer_list<std::array<std::string_view, 4>>{
             {"loop.hz", "loop.preset", "variable", "fixed"},
             {"loop.async", "loop.preset", "variable", "interpolated"},
             {"machine.jitter_ms", "machine.lag", "off", "on"},
             {"machine.spike_ms", "machine.spike_every", "0", "60"},
             {"machine.buffers", "machine.vsync", "vrr", "on"},
             {"machine.vrr_floor_hz", "machine.vsync", "on", "vrr"},
             {"machine.clear_early", "machine.clear_cost_ms", "0", "1ms"},
             {"machine.housekeeping_asks", "machine.housekeeping_ms", "0", "1ms"},
             {"scene.integrator", "scene.name", "uniform-motion", "chain"},
             {"scene.tap_ms", "scene.tap_every_ms", "0", "1s"}})
    {
        CAPTURE(path);
        for (const std::string_view value : {before, after})
        {
            const Settings settings = settings_with({{other, value}});
            const char* reason = find_control(settings, path)->no_effect_reason(settings);
            CHECK((reason == nullptr) == (value == after));
        }
    }
}

TEST_CASE("the range of a control with a unit has no exponent")
{
    for (const Control& row : common_controls_except_lists())
    {
        CAPTURE(row.path);
        if (!row.unit.empty()) CHECK(range_text(row).find("e+") == std::string::npos);
    }
    CHECK(range_text(control_of(ControlId::frame_delay)) == "0..500 ms");
    CHECK(range_text(*find_control({}, "clock.back_ms")) == "0..3600 s");
}

TEST_CASE("a choice makes the loop of its preset, at every rate, also after each knob was turned and turned back")
{
    for (const Preset& preset : timestep::all_presets)
        for (const timestep::Rate rate : {preset.default_rate, timestep::Rate{60000, 1001}, timestep::hz(240)})
        {
            CAPTURE(preset.name);
            const std::string wanted = account_of(preset.make(rate));
            LoopChoice choice = choice_copied_from_loop(id_of(preset), preset.make(rate));
            CHECK(account_of(make_loop(choice)) == wanted);
            CHECK(choice_copied_from_loop(id_of(preset), make_loop(choice)) == choice);
            for (const ComponentKind axis : all_component_kinds)
            {
                const auto knobs = component_controls(axis, choice.component(axis).type_index);
                for (std::size_t k = 0; k < knobs.size(); ++k)
                {
                    const LoopChoice before = choice;
                    choice.set_knob(axis, k, knobs[k].max_value);
                    CHECK(choice.component(axis).knob_values[k] == doctest::Approx(knobs[k].max_value));
                    choice.set_knob(axis, k, before.component(axis).knob_values[k]);
                    CHECK(choice == before);
                }
            }
            CHECK(account_of(make_loop(choice)) == wanted);
        }
}

TEST_CASE("a choice follows each change as a loop that is changed in the same way")
{
    std::mt19937_64 random{1};
    for (int run = 0; run < 300; ++run)
    {
        const auto preset = static_cast<timestep::PresetId>(random() % timestep::all_presets.size());
        LoopChoice choice;
        choice.choose_preset(preset);
        Loop loop = preset_of(preset).make(choice.rate);
        for (int change = 0; change < 6; ++change)
        {
            const ComponentKind axis = all_component_kinds[random() % all_component_kinds.size()];
            const std::size_t kind = random() % component_type_names(axis).size();
            const auto rate = timestep::hz(10 + static_cast<int>(random() % 200));
            const auto replace = [&](auto& part)
            {
                part.choose(part.names[kind]);
                loop.set_rate(loop.rate());
            };
            switch (random() % 2)
            {
            case 0:
                choice.set_rate(rate);
                loop.set_rate(rate);
                break;
            default:
                choice.replace_component(axis, kind);
                if (axis == ComponentKind::filter) replace(loop.filter);
                if (axis == ComponentKind::stepper) replace(loop.stepper);
                if (axis == ComponentKind::overload) replace(loop.overload);
                if (axis == ComponentKind::pacer) replace(loop.pacer);
            }
        }
        CAPTURE(preset_of(preset).name);
        CHECK(account_of(make_loop(choice)) == account_of(loop));
    }
}

TEST_CASE("a knob out of its range changes nothing")
{
    LoopChoice choice;
    choice.choose_preset(id_of(*timestep::find_preset("variable-clamped")));
    const LoopChoice before = choice;
    REQUIRE_FALSE(
        component_controls(ComponentKind::filter, choice.component(ComponentKind::filter).type_index).empty());
    choice.set_knob(ComponentKind::filter, 0, -1.0);
    CHECK(choice == before);
}

TEST_CASE("loops are found by engine, language and pacing")
{
    CHECK(loops_with("").size() == all_presets.size());
    CHECK(has_all(loops_with("unreal"), {"unreal", "unreal-async"}));
    CHECK(loops_with("UNREAL async") == std::set<std::string_view>{"unreal-async"});
    CHECK(has_all(loops_with("js"),
                  {"phaser", "mainloop-js", "matter-js", "cannon-es", "babylon-lockstep", "pixi-ticker", "cocos"}));
    CHECK_FALSE(loops_with("js").contains("raylib"));
    CHECK(has_all(loops_with("c#"), {"monogame", "fna"}));
    CHECK(has_all(loops_with("c++"), {"godot", "bullet", "defold", "openttd", "unreal-async"}));
    CHECK(has_all(loops_with("rust"), {"bevy", "rapier"}));
    CHECK(has_all(loops_with("lua"), {"love"}));
    CHECK(has_all(loops_with("python"), {"pygame"}));
    CHECK(has_all(loops_with("java"), {"minecraft"}));
    CHECK(has_all(loops_with("sleep"),
                  {"fixed-sleep", "canonical-snooze", "fna", "monogame", "love", "pygame", "raylib"}));
    CHECK_FALSE(loops_with("sleep").contains("unity"));
    CHECK(has_all(loops_with("spin"), {"fixed-busy-wait", "fixed-sleep", "fna", "raylib"}));
    CHECK_FALSE(loops_with("spin vsync").contains("raylib"));
    CHECK(has_all(loops_with("vsync"), {"interpolated", "love"}));
    CHECK(loops_with("no such loop").empty());
}

TEST_CASE("every shelf of the menu begins at a preset, in the order of all presets")
{
    std::size_t from = 0;
    CHECK(lab::loop_groups.front().first_loop_name == all_presets.front().name);
    for (const lab::LoopGroup& shelf : lab::loop_groups)
    {
        CAPTURE(shelf.title);
        const Preset* const first = find_preset(shelf.first_loop_name);
        REQUIRE(first != nullptr);
        const auto at = static_cast<std::size_t>(first - all_presets.data());
        CHECK((at == 0 || at > from));
        from = at;
    }
    for (const Preset& preset : all_presets)
    {
        const bool literature = &preset < find_preset(lab::loop_groups[1].first_loop_name);
        const bool articles = !literature && &preset < find_preset(lab::loop_groups[2].first_loop_name);
        CHECK(preset.group == (literature ? PresetGroup::literature
                               : articles ? PresetGroup::articles
                                          : PresetGroup::engines));
    }
}
