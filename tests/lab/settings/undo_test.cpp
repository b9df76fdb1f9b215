#include "lab/settings/undo.hpp"

#include "lab/settings/controls.hpp"
#include "lab/settings/set_up.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

using namespace lab;
using namespace std::chrono_literals;

namespace
{

// A user who changes one control after another, one second apart.
struct Hand
{
    Settings settings{};
    UndoSteps steps{};
    Nanos now{};

    Hand() { steps.see(settings, now); }
    void turn(std::string_view path, std::string_view text, Nanos later = 1s)
    {
        REQUIRE(set(settings, path, text).value_or("") == "");
        steps.see(settings, now += later);
    }
};

// Returns a value of the control that differs from its present value, as text.
std::string other_value(const Settings& settings, const Control& row)
{
    if (row.names != nullptr)
    {
        const auto chosen = static_cast<std::size_t>(row.get(settings));
        return std::string{row.choices()[chosen == 0 ? 1 : 0]};
    }
    return std::to_string(static_cast<std::int64_t>(row.get(settings) == row.high ? row.low : row.high));
}

} // namespace

TEST_CASE("undo takes back the change of every control, and redo repeats it")
{
    for (const Control& row : controls())
    {
        if ((scope_of(row.path) & scope::moment) != 0) continue;
        CAPTURE(row.path);
        Hand hand;
        const auto whole = differences(hand.settings);
        hand.turn(row.path, other_value(hand.settings, row));
        const double turned = row.get(hand.settings);
        hand.steps.undo(hand.settings);
        CHECK(differences(hand.settings).size() == whole.size());
        CHECK(first_difference(hand.settings, {}).empty());
        hand.steps.redo(hand.settings);
        CHECK(row.get(hand.settings) == turned);
    }
}

TEST_CASE("undo takes back the change of every list and of every knob of a scene and of an axis")
{
    for (const auto& [path, text] : {std::pair{"race.loops", "fixed"},
                                     {"race.machines", "spiral"},
                                     {"machine.more_lag", "thermal"},
                                     {"view.plots", "none"},
                                     {"view.folds", "scene"},
                                     {"scene.stiffness", "900"},
                                     {"overload.limit", "100ms"}})
    {
        CAPTURE(path);
        Hand hand;
        if (set(hand.settings, path, text)) continue; // the default scene or loop has no such knob
        hand.steps.see(hand.settings, 1s);
        CHECK_FALSE(first_difference(hand.settings, {}).empty());
        hand.steps.undo(hand.settings);
        CHECK(first_difference(hand.settings, {}).empty());
    }
}

TEST_CASE("a dragged slider is one step, and two controls are two")
{
    Hand hand;
    for (const char* delay : {"10ms", "20ms", "30ms", "40ms"}) hand.turn("machine.delay_ms", delay, 600ms);
    hand.turn("machine.jitter_ms", "5ms", 300ms);
    hand.steps.undo(hand.settings);
    CHECK(hand.settings.machine.lag.jitter == 0ms);
    CHECK(hand.settings.machine.lag.delay == 40ms);
    hand.steps.undo(hand.settings);
    CHECK(hand.settings.machine.lag.delay == 0ms);
    CHECK(hand.steps.undo(hand.settings) == "there is no step to be undone");
    hand.steps.redo(hand.settings);
    hand.steps.redo(hand.settings);
    CHECK(hand.settings.machine.lag.jitter == 5ms);
    CHECK(hand.steps.redo(hand.settings) == "there is no step to be done again");
}

TEST_CASE("two changes at once are one step, and two after end_step()")
{
    for (const bool ends : {false, true})
    {
        Hand hand;
        hand.turn("loop.preset", "fixed");
        if (ends) hand.steps.end_step(hand.settings, hand.now);
        hand.turn("loop.preset", "godot", 10ms);
        hand.steps.undo(hand.settings);
        CHECK((find_control(hand.settings, "loop.preset")->get(hand.settings) ==
               find_control({}, "loop.preset")->get({})) == !ends);
    }
}

TEST_CASE("a change after an undo removes the steps that redo would repeat")
{
    Hand hand;
    hand.turn("machine.delay_ms", "40ms");
    hand.steps.undo(hand.settings);
    hand.turn("machine.jitter_ms", "5ms");
    hand.steps.redo(hand.settings);
    CHECK(hand.settings.machine.lag.delay == 0ms);
    CHECK(hand.settings.machine.lag.jitter == 5ms);
}

TEST_CASE("undo says which control it restored, and leaves the pause as it is")
{
    Hand hand;
    hand.turn("loop.preset", "fixed");
    hand.settings.paused = true;
    CHECK(hand.steps.undo(hand.settings) == "undone: loop interpolated");
    CHECK(hand.settings.paused);
}

TEST_CASE("undo names a list in words")
{
    Hand hand;
    hand.turn("race.loops", "fixed");
    CHECK(hand.steps.undo(hand.settings).starts_with("undone: loops of the race fixed,variable,"));
}
