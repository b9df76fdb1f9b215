#include "lab/knobs.hpp"
#include "lab/text.hpp"

#include <doctest/doctest.h>

#include <set>

using namespace lab;

TEST_CASE("every knob has a path, a label and a tip of its own, and reads back what was written")
{
    Settings settings;
    std::set<std::string_view> paths;
    std::set<std::string_view> flags;
    for (const auto some : {knobs(), scene_knobs(settings)})
        for (const Knob& knob : some)
        {
            CAPTURE(knob.path);
            CHECK(paths.insert(knob.path).second);
            CHECK((knob.flag.empty() || flags.insert(knob.flag).second));
            CHECK_FALSE(knob.label.empty());
            CHECK(knob.tip.ends_with("."));
            CHECK(knob.low < knob.high);
            for (const double value : {knob.high, knob.low})
            {
                if (knob.path == "scene.name") continue; // another scene has other knobs
                knob.set(settings, value);
                CHECK(knob.get(settings) == doctest::Approx(value).epsilon(1e-6));
                CHECK_FALSE(assign(settings, knob, value_text(settings, knob)).has_value());
                CHECK(knob.get(settings) == doctest::Approx(value).epsilon(1e-6));
            }
        }
}

TEST_CASE("durations take units, rates stay exact, choices go by name")
{
    Settings settings;
    const auto set = [&](const char* path, const char* text)
    { return assign(settings, *find_knob(settings, path), text); };
    CHECK_FALSE(set("machine.delay_ms", "40ms").has_value());
    CHECK(settings.machine.lag.delay == timestep::Nanos{40'000'000});
    CHECK_FALSE(set("machine.delay_ms", "0.25s").has_value());
    CHECK(settings.machine.lag.delay == timestep::Nanos{250'000'000});
    CHECK_FALSE(set("loop.hz", "59.94").has_value());
    CHECK(settings.loop.rate() == timestep::Rate{60000, 1001});
    CHECK_FALSE(set("machine.refresh_hz", "144").has_value());
    CHECK(settings.machine.refresh == timestep::hz(144));
    CHECK_FALSE(set("loop.preset", "variable").has_value());
    CHECK(timestep::all_presets[settings.loop.preset].name == "variable");
    CHECK_FALSE(set("scene.name", "uniform-motion").has_value());
    CHECK(find_knob(settings, "scene.stiffness") == nullptr);
    CHECK(find_knob(settings, "scene.speed") != nullptr);
}

TEST_CASE("a bad value changes nothing and is told in one line")
{
    Settings settings;
    const auto error = [&](const char* path, const char* text)
    { return assign(settings, *find_knob(settings, path), text).value_or("accepted"); };
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

TEST_CASE("60:250ms is a spike of 250 ms every 60 frames")
{
    Settings settings;
    CHECK_FALSE(assign_spike(settings, "60:200ms").has_value());
    CHECK(settings.machine.lag.spike_every == 60);
    CHECK(settings.machine.lag.spike == timestep::Nanos{200'000'000});
}

TEST_CASE("durations are read as people write them")
{
    using timestep::Nanos;
    CHECK(parse_duration("40ms") == Nanos{40'000'000});
    CHECK(parse_duration("1.5s") == Nanos{1'500'000'000});
    CHECK(parse_duration("250us") == Nanos{250'000});
    CHECK(parse_duration("16ns") == Nanos{16});
    CHECK(parse_duration("40") == Nanos{40'000'000});
    for (const char* bad : {"", "ms", "-1ms", "1e300s", "nan", "inf", "1 ms", "1m"})
    {
        CAPTURE(bad);
        CHECK_FALSE(parse_duration(bad).has_value());
    }
}

TEST_CASE("the five axes and their numbers are knobs like any other")
{
    Settings settings;
    const auto set = [&](const char* path, const char* text)
    {
        const Knob* knob = find_knob(settings, path);
        REQUIRE(knob != nullptr);
        return assign(settings, *knob, text);
    };
    CHECK_FALSE(set("overload.limit", "100ms").has_value());
    CHECK(settings.loop.axes.plan({.frame = timestep::Nanos{1'000'000'000}}).dropped == timestep::Nanos{900'000'000});
    CHECK_FALSE(set("loop.filter", "moving-average").has_value());
    CHECK_FALSE(set("filter.n", "4").has_value());
    CHECK(set("filter.n", "1e9").has_value());
    CHECK(find_knob(settings, "filter.n")->get(settings) == 4.0);
    CHECK_FALSE(set("loop.presentation", "latest").has_value());
    CHECK(settings.loop.axes.presentation == timestep::Presentation::latest);
    CHECK(find_knob(settings, "overload.steps") == nullptr);
}

TEST_CASE("choosing a preset takes its own step rate along, unless another was asked for")
{
    Settings settings;
    const auto choose = [&](const char* name) { assign(settings, *find_knob(settings, "loop.preset"), name); };
    choose("doom");
    CHECK(settings.loop.rate() == timestep::hz(35));
    choose("interpolated");
    CHECK(settings.loop.rate() == timestep::hz(60));
    assign(settings, *find_knob(settings, "loop.hz"), "240");
    choose("unity");
    CHECK(settings.loop.rate() == timestep::hz(240));
}
