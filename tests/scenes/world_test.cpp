#include "scenes/runs.hpp"

#include "scratch.hpp"

#include <cmath>
#include <set>

using namespace scenes;
using namespace sim;

namespace
{
World world_of(std::string_view scene) { return World{find_scene_defaults(scene).value()}; }

void run(World& world, int steps, double h = 1.0 / 60.0)
{
    for (int i = 0; i < steps; ++i) world.step(h);
}

} // namespace

TEST_CASE("every scene has a unique name and a table of controls whose defaults are in range")
{
    std::set<std::string_view> names;
    for (const SceneType* row : all_scenes())
    {
        const std::string mend =
            "; correct the source of the scene '" + std::string{row->name} +
            "' in src/scenes (docs/add-a-scene.md), then run: ctest --preset release -R '^scenes$'";
        CHECK_MESSAGE(names.insert(row->name).second, "another scene has this name", mend);
        CHECK_MESSAGE(row->what_to_watch.size() > 20, "`watch` is no sentence", mend);
        CHECK_MESSAGE(!row->knobs.empty(), "it has no knobs", mend);
        std::set<std::string_view> knobs;
        for (const SceneKnob& knob : row->knobs)
        {
            const std::string of_knob = "the knob " + std::string{knob.name};
            CHECK_MESSAGE(knobs.insert(knob.name).second, of_knob, " is there twice", mend);
            CHECK_MESSAGE(knob.min < knob.max, of_knob, " has an empty range", mend);
            CHECK_MESSAGE((knob.initial >= knob.min && knob.initial <= knob.max), of_knob, " is out of range", mend);
            CHECK_MESSAGE((!knob.is_logarithmic || knob.min > 0.0), of_knob, " is logarithmic and begins at 0", mend);
            CHECK_MESSAGE(knob.tooltip.ends_with('.'), of_knob, ": the tooltip has no full stop", mend);
        }
    }
    CHECK(all_scenes().front()->name == "ball-with-part");
}

TEST_CASE("every scene has its own test that draws a state of NaN")
{
    for (const SceneType* row : all_scenes())
    {
        std::string name{row->name};
        std::ranges::replace(name, '-', '_');
        const std::string test = "tests/scenes/" + name + "/" + name + "_test.cpp";
        CHECK_MESSAGE(text_of(test).find("check_ruined<") != std::string::npos,
                      "call check_ruined in " << test << " (docs/add-a-scene.md, \"Stage 2\")");
    }
}

TEST_CASE("every control of every scene reads back its value")
{
    for (const SceneType* row : all_scenes())
    {
        World world = world_of(row->name);
        for (std::size_t i = 0; i < row->knobs.size(); ++i)
        {
            const SceneKnob& knob = row->knobs[i];
            INFO("row->name ", row->name, ", knob.name ", knob.name);
            CHECK(choice_of(world).knobs[i] == knob.initial);
            const double low = std::ceil(knob.min);
            const double to = knob.kind == SceneKnobKind::number || low > knob.max ? knob.min : low;
            set_knob(world, knob.name, to);
            CHECK(choice_of(world).knobs[i] == to);
        }
    }
}

TEST_CASE("an unknown scene is not found") { CHECK_FALSE(find_scene_defaults("no-such-scene")); }

TEST_CASE("every scene: other steps give another hash, and a copied world runs on to the same bits")
{
    for (const SceneType* row : all_scenes())
    {
        CAPTURE(row->name);
        World world = world_of(row->name);
        run(world, 20);
        const World then = world;
        const auto hash = world.state_hash();
        CHECK(hash.has_value());
        run(world, 20);
        const auto later = world.state_hash();
        CHECK(later != hash);
        world = then;
        CHECK(world.state_hash() == hash);
        CHECK(world.step_count() == 20);
        run(world, 20);
        CHECK(world.state_hash() == later);
    }
}

TEST_CASE("every scene: many steps at once give the same bits as single steps")
{
    for (const SceneType* row : all_scenes())
    {
        CAPTURE(row->name);
        World one = world_of(row->name);
        World many = world_of(row->name);
        run(one, 25, 1.0 / 120.0);
        const std::vector<Input> inputs(25);
        many.step_many(1.0 / 120.0, inputs);
        CHECK(one.state_hash() == many.state_hash());
        CHECK(one.time() == many.time());
        CHECK(one.events() == many.events());
    }
}

TEST_CASE("every scene: looking ahead returns the next state and changes nothing; a blend at 1 is the newest state")
{
    for (const SceneType* row : all_scenes())
    {
        CAPTURE(row->name);
        World world = world_of(row->name);
        run(world, 10);
        AnyState out;
        world.interpolate(1.0, out);
        CHECK(world.observables(out).x == doctest::Approx(world.observables().x).epsilon(1e-12));
        AnyState same;
        world.extrapolate(0.0, same);
        CHECK(world.observables(same).x == doctest::Approx(world.observables().x).epsilon(1e-12));
        const auto before = world.state_hash();
        AnyState ahead;
        world.write_next_state(1.0 / 60.0, {}, ahead);
        CHECK(world.state_hash() == before);
        StateHash next;
        row->hash(ahead, next);
        run(world, 1);
        CHECK(next.value() == world.state_hash());
    }
}

TEST_CASE("the sum of seconds is exact to the last bit after a million 60ths and after steps of different sizes")
{
    CompensatedSeconds clock;
    for (int i = 0; i < 60'000'000 / 60; ++i) clock.add(1.0 / 60.0);
    CHECK(clock.seconds() == doctest::Approx(1e6 / 60.0).epsilon(1e-15));

    CompensatedSeconds mixed;
    for (int i = 0; i < 1'000'000; ++i)
    {
        mixed.add(1e-9);
        mixed.add(0.25);
    }
    CHECK(mixed.seconds() == doctest::Approx(250'000.001).epsilon(1e-15));
}

TEST_CASE("every scene continues after a step of an hour and a thousand steps of a nanosecond")
{
    for (const SceneType* row : all_scenes())
    {
        CAPTURE(row->name);
        World world = world_of(row->name);
        world.step(3600.0);
        for (int i = 0; i < 1000; ++i) world.step(1e-9);
        AnyState out;
        world.interpolate(0.5, out);
        world.extrapolate(0.01, out);
        world.write_exact_state(world.time(), out);
        CHECK(world.step_count() == 1001);
        world.reset();
        world.step(1.0 / 60.0);
        CHECK(world.state_hash().has_value());
    }
}
