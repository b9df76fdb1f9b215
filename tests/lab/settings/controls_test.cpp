#include "lab/settings/controls.hpp"

#include "lab/lane/allocations.hpp"
#include "lab/lane/highest.hpp"
#include "lab/lane/lane.hpp"
#include "lab/settings/journal.hpp"
#include "lab/settings/realised_loop.hpp"
#include "lab/settings/set_up.hpp"
#include "timestep/presets.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

using namespace lab;

namespace
{

void check_ends(Settings settings, const Control& row)
{
    for (const double value : {highest(row), row.low})
    {
        row.set(settings, value);
        CHECK(row.get(settings) == doctest::Approx(value).epsilon(1e-6));
        // This value chose another alternative, which has other controls.
        if (find_control(settings, row.path) != &row) continue;
        CHECK_FALSE(assign(settings, row, value_text(settings, row)).has_value());
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
            CHECK_MESSAGE(row.tip.ends_with("."), "the tip does not end with a full stop", mend);
            CHECK_MESSAGE(scope_of(row.path) != 0, "no row of `scopes` in controls.cpp fits the path", mend);
            CHECK(find_control(settings, row.path) == &row);
            if (row.kind == ControlKind::list) continue;
            CHECK_MESSAGE(row.low < highest(row), "the range is empty", mend);
            check_ends(settings, row);
        }
}

std::string text_of(const std::filesystem::path& path)
{
    std::ifstream file{path};
    return {std::istreambuf_iterator<char>{file}, {}};
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
         {&control(ControlId::filter), &control(ControlId::stepper), &control(ControlId::overload),
          &control(ControlId::pacer), &control(ControlId::presentation)})
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
    REQUIRE_FALSE(assign(settings, control(ControlId::pacer), "busy-wait"));
    CHECK(find_control(settings, "pacer.rate") != nullptr);
    REQUIRE_FALSE(assign(settings, control(ControlId::stepper), "frame-locked"));
    CHECK(find_control(settings, "pacer.rate") == &control(ControlId::step_rate));
    CHECK(find_control(settings, "pacer.late") != nullptr);
    REQUIRE_FALSE(set(settings, "pacer.rate", "50"));
    CHECK(settings.loop.rate == timestep::hz(50));
    REQUIRE_FALSE(assign(settings, control(ControlId::pacer), "vsync"));
    CHECK(find_control(settings, "pacer.rate") == nullptr);
}

TEST_CASE("a frame without changed controls allocates no memory")
{
    for (const timestep::Preset& preset : timestep::all_presets)
    {
        CAPTURE(preset.name);
        Settings settings;
        settings.loop.choose(static_cast<std::size_t>(&preset - timestep::all_presets.data()));
        Journal journal;
        Lane lane{settings, looked_at_keeps};
        double sum       = 0.0;
        const auto frame = [&]
        {
            journal.see(settings, Nanos{});
            lane.apply(settings);
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
            for (const Control& row : controls())
            {
                if (scope_of(row.path) != scope::machine) continue;
                CHECK_MESSAGE(text.find('"' + std::string{row.path} + '"') == text.npos, entry.path().string(),
                              " names ", row.path, "; find the control by a property of its row in src/lab/settings, ",
                              "then run: ctest --preset release -R '^lab$'");
            }
        }
}

TEST_CASE("durations accept units, rates stay exact, and choices are set by name")
{
    Settings settings;
    const auto set = [&](const char* path, const char* text)
    { return assign(settings, *find_control(settings, path), text); };
    CHECK_FALSE(set("machine.delay_ms", "40ms").has_value());
    CHECK(settings.machine.lag.delay == timestep::Nanos{40'000'000});
    CHECK_FALSE(set("machine.delay_ms", "0.25s").has_value());
    CHECK(settings.machine.lag.delay == timestep::Nanos{250'000'000});
    CHECK_FALSE(set("loop.hz", "59.94").has_value());
    CHECK(settings.loop.rate == timestep::Rate{60000, 1001});
    CHECK_FALSE(set("machine.refresh_hz", "144").has_value());
    CHECK(settings.machine.refresh == timestep::hz(144));
    CHECK_FALSE(set("loop.preset", "variable").has_value());
    CHECK(timestep::all_presets[settings.loop.preset].name == "variable");
    CHECK_FALSE(set("scene.name", "uniform-motion").has_value());
    CHECK(find_control(settings, "scene.stiffness") == nullptr);
    CHECK(find_control(settings, "scene.speed") != nullptr);
}

TEST_CASE("an invalid value changes nothing and gives an error of one line")
{
    Settings settings;
    const auto error = [&](const char* path, const char* text)
    { return assign(settings, *find_control(settings, path), text).value_or("accepted"); };
    CHECK(error("loop.preset", "interpolatd") == "unknown loop 'interpolatd'; did you mean 'interpolated'?");
    CHECK(error("loop.hz", "0") == "step rate must be from 5 to 1000 Hz, not '0'");
    CHECK(error("loop.hz", "nan") == "step rate must be from 5 to 1000 Hz, not 'nan'");
    CHECK(error("machine.delay_ms", "-1ms") == "frame delay must be from 0 to 500 ms, not '-1ms'");
    CHECK(error("machine.delay_ms", "40 parsecs") == "frame delay must be from 0 to 500 ms, not '40 parsecs'");
    CHECK(error("machine.spike_every", "1.5") == "spike every must be a whole number, not '1.5'");
    CHECK(error("machine.vsync", "yes") != "accepted");
    CHECK(assign_spike(settings, "60").has_value());
    CHECK(assign_spike(settings, "60:9s").has_value());
    CHECK(settings.machine.lag.spike_every == 0);
    CHECK(settings.machine.lag.delay == timestep::Nanos{});
}

TEST_CASE("the text 60:200ms is a spike of 200 ms every 60 frames")
{
    Settings settings;
    CHECK_FALSE(assign_spike(settings, "60:200ms").has_value());
    CHECK(settings.machine.lag.spike_every == 60);
    CHECK(settings.machine.lag.spike == timestep::Nanos{200'000'000});
}

TEST_CASE("the five axes and their settings are controls like all others")
{
    Settings settings;
    const auto set = [&](const char* path, const char* text)
    {
        const Control* row = find_control(settings, path);
        REQUIRE(row != nullptr);
        return assign(settings, *row, text);
    };
    CHECK_FALSE(set("overload.limit", "100ms").has_value());
    CHECK(realised(settings.loop).plan({.frame = timestep::Nanos{1'000'000'000}}).dropped ==
          timestep::Nanos{900'000'000});
    CHECK_FALSE(set("loop.filter", "moving-average").has_value());
    CHECK_FALSE(set("filter.n", "4").has_value());
    CHECK(set("filter.n", "1e9").has_value());
    CHECK(find_control(settings, "filter.n")->get(settings) == 4.0);
    CHECK_FALSE(set("loop.presentation", "latest").has_value());
    CHECK(settings.loop.presentation == timestep::Presentation::latest);
    CHECK(find_control(settings, "overload.steps") == nullptr);
}

TEST_CASE("choosing a preset sets its own step rate, unless the user chose another rate")
{
    Settings settings;
    const auto choose = [&](const char* name) { assign(settings, control(ControlId::loop_preset), name); };
    choose("doom");
    CHECK(settings.loop.rate == timestep::hz(35));
    choose("interpolated");
    CHECK(settings.loop.rate == timestep::hz(60));
    assign(settings, control(ControlId::step_rate), "240");
    choose("unity");
    CHECK(settings.loop.rate == timestep::hz(240));
}

TEST_CASE("the range of a control with a unit has no exponent")
{
    for (const Control& row : controls())
    {
        CAPTURE(row.path);
        if (!row.unit.empty()) CHECK(range_text(row).find("e+") == std::string::npos);
    }
    CHECK(range_text(control(ControlId::frame_delay)) == "0..500 ms");
    CHECK(range_text(*find_control({}, "clock.back_ms")) == "0..3600 s");
}
