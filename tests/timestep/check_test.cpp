// Tests check(), which rejects incompatible parts of a loop, and the descriptions of the presets.
#include "catalogue/description.hpp"
#include "testing.hpp"

#include <set>

namespace
{

constexpr bool all_presets_make_sense()
{
    for (const Preset& p : all_presets)
        if (check(p.make(p.default_rate))) return false;
    return true;
}
static_assert(all_presets_make_sense(),
              "a preset combines axes that do not fit: `timestep_lab run --lane NAME` prints why");
static_assert(check(BasicLoop<NoFilter, Variable, KeepDebt>{}));

Loop with(std::string_view stepper, std::string_view overload, Presentation p = Presentation::latest,
          std::string_view pacer = "vsync")
{
    Loop loop = loop_with(stepper, overload);
    REQUIRE(loop.pacer.choose(pacer));
    loop.presentation = p;
    return loop;
}

} // namespace

TEST_CASE("every overload policy may be combined with every accumulator")
{
    for (const char* stepper : {"fixed-step", "fixed-steady", "deadline", "fixed-ticks", "monogame", "cute"})
        for (const std::string_view overload : LoopOverloadPolicy::names)
            CHECK_FALSE_MESSAGE(check(with(stepper, overload)), "stepper ", stepper, ", overload ", overload);
}

TEST_CASE("an invalid combination is refused with its axis and a reason")
{
    const auto blamed = [](const Loop& loop)
    {
        const LoopRejection refusal = check(loop);
        CHECK((refusal.part.empty() || refusal.reason.size() > 20));
        return std::string{refusal.part};
    };
    CHECK(blamed(with("variable", "keep-debt")) == "overload");
    CHECK(blamed(with("semi-fixed", "resync")) == "overload");
    CHECK(blamed(with("semi-fixed", "cap-steps")).empty());
    CHECK(blamed(with("frame-locked", "cap-frame-time")) == "overload");
    CHECK(blamed(with("godot", "cap-steps")) == "overload");
    CHECK(blamed(with("variable", "none", Presentation::interpolate)) == "presentation");
    CHECK(blamed(with("fixed-step", "none", Presentation::step_ahead)) == "presentation");
    CHECK(blamed(with("deadline", "none", Presentation::extrapolate)) == "presentation");
    CHECK(blamed(with("deadline", "none", Presentation::step_ahead)).empty());
    CHECK(blamed(with("variable", "none", Presentation::latest, "render-if-stepped")) == "pacer");
    CHECK(blamed(with("fixed-step", "none", Presentation::latest, "until-step")).empty());
}

TEST_CASE("a rate out of its range is refused where it is made")
{
    static_assert(every(1s) == hz(1));
    for (const std::int64_t wrong :
         {std::int64_t{0}, std::int64_t{-60}, std::int64_t{1'000'000'001}, INT64_MAX, INT64_MIN})
    {
        CAPTURE(wrong);
        CHECK_THROWS_AS(Rate(wrong, 1), std::invalid_argument);
        CHECK_THROWS_AS(Rate(1, wrong), std::invalid_argument);
        CHECK_THROWS_AS(hz(wrong), std::invalid_argument);
    }
    for (const Nanos wrong : {Nanos::zero(), Nanos{-1}, 1s + 1ns, 1h + 1ns, Nanos{INT64_MAX}, Nanos{INT64_MIN}})
    {
        CAPTURE(wrong.count());
        CHECK_THROWS_AS(every(wrong), std::invalid_argument);
    }
    CHECK(every(1ns) == Rate(1'000'000'000, 1));
    CHECK(every(999'999'937ns) == Rate(1'000'000'000, 999'999'937));
    CHECK(every(24h * 11) == Rate(1, 11 * 24 * 3600));
}

TEST_CASE("an accumulator counts frames up to a quarter of the 64-bit range in its unit")
{
    CHECK(ExactTimeUnit{hz(60)}.max_time() == Nanos{INT64_MAX / 4 / 3}); // 24 years
    CHECK(ExactTimeUnit{hz(1'000'000'000)}.max_time() == Nanos{INT64_MAX / 4});
    CHECK(ExactTimeUnit{}.max_time() == ExactTimeUnit{hz(60)}.max_time());
}

TEST_CASE("a setting out of its range is refused by name")
{
    Loop loop = to_loop(presets::interpolated());
    loop.overload = CapFrameTime{-1ms};
    CHECK(check(loop).part == "overload");
    CHECK(check(loop).knob == "limit");
    CHECK_THROWS_WITH(build(NoFilter{}, FixedStep{}, CapSteps{0}),
                      "overload.max_steps: the value of this knob is out of range");
    CHECK_THROWS_AS(build(NoFilter{}, Variable{}, KeepDebt{}), std::invalid_argument);
    constexpr auto fine = build(Clamp{}, FixedStep{hz(50)}, CapSteps{5}, Presentation::interpolate, Hybrid{hz(144)});
    CHECK(fine.overload.max_steps == 5);

    // The same checks apply to parts that are chosen at run time.
    const LoopFilter filter = Clamp{};
    const LoopStepper stepper = FixedStep{hz(50)};
    const LoopOverloadPolicy overload = CapSteps{5};
    const LoopPacer pacer = Hybrid{hz(144)};
    Loop loop_of_parts = build(filter, stepper, overload, Presentation::interpolate, pacer);
    CHECK(loop_of_parts.plan({.frame_time = 60ms}).steps == 3);
    CHECK_THROWS_AS(build(filter, LoopStepper{Variable{}}, overload, Presentation::latest, pacer),
                    std::invalid_argument);
}

TEST_CASE("a limit of due time that is shorter than a step is refused")
{
    static_assert(check(presets::extrapolated(Rate{99, 10})).knob == "limit");
    static_assert(!check(presets::extrapolated(hz(10))));
    for (const char* name : {"canonical", "canonical-snooze", "extrapolated", "monogame", "fna"})
    {
        CAPTURE(name);
        Loop loop = (*find_preset(name))(hz(1));
        CHECK(check(loop).part == "overload");
        turn(loop.overload, "limit", 1000);
        CHECK_FALSE(check(loop));
    }
    CHECK_FALSE(check(presets::cute(hz(1)))); // CapAccumulator with a limit in steps
}

TEST_CASE("every preset has a unique name and a complete description, and is made at its own rate")
{
    std::set<std::string_view> names;
    for (const Preset& p : all_presets)
    {
        const catalogue::Description& d = catalogue::description_of(p.name);
        const std::string file = "correct assets/presets/" + std::string{p.name} + ".toml";
        const auto ends = [](std::string_view text) { return text.ends_with('.'); };
        CHECK_MESSAGE(names.insert(p.name).second, p.name, ": another preset has this name");
        for (const auto& [field, text] : {std::pair{"title", d.title}, {"source", d.source}, {"price", d.price}})
            CHECK_MESSAGE((!text.empty() && !ends(text)), file, ": ", field, " is a phrase without a full stop");
        for (const auto& [field, text] : {std::pair{"source_in_full", d.source_in_full},
                                          {"promise", d.promise},
                                          {"price_in_full", d.price_in_full},
                                          {"breaks", d.failure_conditions},
                                          {"choose_it", d.when_to_choose},
                                          {"ships", d.used_by}})
            CHECK_MESSAGE(ends(text), file, ": ", field, " ends with a full stop");
        for (const auto& [field, text] : {std::pair{"checked", d.compared_source_files}, {"differs", d.deviations}})
            CHECK_MESSAGE((text.empty() || ends(text)), file, ": ", field, " ends with a full stop");
        CHECK_MESSAGE(
            d.compared_source_files.empty() == (p.group != PresetGroup::engines), file,
            ": checked names the engine's files that were read; only presets of PresetGroup::engines have it");
        CHECK(find_preset(p.name) == &p);
        CHECK(p.make(p.default_rate).rate() == p.default_rate);
        CHECK(p().rate() == p.default_rate);
    }
}

TEST_CASE("the presets of a group stand together, in the order of the groups")
{
    CHECK_MESSAGE(std::ranges::is_sorted(all_presets, {}, &Preset::group),
                  "order the list in src/timestep/presets.hpp: literature, articles, engines");
}

TEST_CASE("the first five presets are those of the literature, in teaching order")
{
    const char* five[] = {"fixed", "variable", "semi-fixed", "accumulator", "interpolated"};
    for (std::size_t i = 0; i < 5; ++i)
    {
        CHECK(all_presets[i].name == five[i]);
        CHECK(all_presets[i].group == PresetGroup::literature);
    }
    CHECK(all_presets[5].group != PresetGroup::literature);
}

TEST_CASE("every setting of an axis accepts its limits, reads back its value, and refuses values outside")
{
    int knobs = 0;
    const auto turn_all = [&](auto& axis)
    {
        for (const std::string_view name : axis.names)
        {
            REQUIRE(axis.choose(name));
            for_each_knob(axis,
                          [&](const KnobRef& knob)
                          {
                              INFO("name ", name, ", knob.name ", knob.name);
                              ++knobs;
                              CHECK(knob.help.ends_with('.'));
                              CHECK(knob.get() >= knob.min);
                              CHECK(knob.get() <= knob.max);
                              for (const double value : {knob.min, knob.max, (knob.min + knob.max) / 2})
                              {
                                  CHECK(knob.set(value));
                                  CHECK(std::abs(knob.get() - value) <= (knob.is_integer ? 0.5 : 1e-6 * knob.max));
                              }
                              const double kept = knob.get();
                              CHECK_FALSE(knob.set(knob.max * 1.01 + 1.0));
                              CHECK_FALSE(knob.set(knob.min - 1.0));
                              CHECK_FALSE(knob.set(std::numeric_limits<double>::quiet_NaN()));
                              CHECK(knob.get() == kept);
                          });
        }
    };
    Loop loop;
    turn_all(loop.filter);
    turn_all(loop.stepper);
    turn_all(loop.overload);
    turn_all(loop.pacer);
    CHECK(knobs > 35);
}

TEST_CASE("a loop's settings are named by axis, and plan() uses the values that were set")
{
    Loop loop = to_loop(presets::unreal());
    std::set<std::string> named;
    for_each_knob(loop, [&](std::string_view axis, const KnobRef& knob)
                  { named.insert(std::string{axis} + "." + std::string{knob.name}); });
    CHECK(named.contains("stepper.max_substeps"));
    turn(loop.stepper, "max_substeps", 2);
    CHECK(loop.plan({.frame_time = 200ms}).steps == 2);
}

TEST_CASE("choosing another stepper keeps the step rate")
{
    Loop loop = to_loop(presets::accumulator({60000, 1001}));
    for (const std::string_view name : LoopStepper::names)
    {
        CAPTURE(name);
        REQUIRE(loop.stepper.choose(name));
        CHECK(loop.rate() == Rate{60000, 1001});
    }
    CHECK_FALSE(loop.stepper.choose("no-such-stepper"));
}
