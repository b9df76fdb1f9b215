#include "lab/settings/preferences.hpp"
#include "lab/settings/undo_history.hpp"
#include "lab/stage/playing.hpp"

namespace
{

Preferences some()
{
    Preferences p;
    for (const auto& [path, text, line] : split_into_unchecked_assignments(
             "loop.preset=godot loop.hz=59.94 loop.overload=cap-steps overload.max_steps=3 scene.name=bouncing-ball "
             "machine.delay_ms=16666667ns machine.more_lag=gc:2s:20ms stage.lanes=variable;fixed,hz=30 "
             "view.light=on"))
        REQUIRE(assign_by_path(p.settings, path, text).value_or("") == "");
    p.window_width = 1600;
    p.progress.lesson_outcomes["fifty-on-sixty"] = LessonOutcome::right;
    p.progress.lesson_outcomes["two words, \"quoted\" \\ and\ncut"] = LessonOutcome::wrong;
    return p;
}

ParsedPreferences read(std::string_view text) { return require_value<ParsedPreferences>(parse_preferences(text)); }

// Requires that the text is refused in one line, or read as preferences whose values are all in range.
void survives(std::string_view text)
{
    const auto result = parse_preferences(text);
    if (const auto* ok = std::get_if<ParsedPreferences>(&result))
    {
        CHECK(ok->preferences.window_width >= 320);
        CHECK(ok->preferences.window_height >= 240);
        for (const auto path : control_paths(ok->preferences.settings))
        {
            const Control& row = *find_control(ok->preferences.settings, path);
            if (row.kind == ControlKind::list) continue;
            const double value = row.get(ok->preferences.settings);
            CHECK(value >= row.min_value);
            CHECK(value <= highest(row));
        }
        CHECK(ok->preferences.settings.stage.others.size() < StageSettings::max_lanes);
    }
    else
        CHECK(std::get<std::string>(result).find('\n') == std::string::npos);
}

// A user who changes one control after another, one second apart.
struct Hand
{
    Settings settings{};
    UndoHistory steps{};
    Nanos now{};

    Hand() { steps.record_changes(settings, now); }
    void turn(std::string_view path, std::string_view text, Nanos later = 1s)
    {
        REQUIRE(assign_by_path(settings, path, text).value_or("") == "");
        steps.record_changes(settings, now += later);
    }
};

// Returns a value of the control that differs from its present value, as text.
std::string other_value(const Settings& settings, const Control& row)
{
    if (row.value_names != nullptr)
    {
        const auto chosen = static_cast<std::size_t>(row.get(settings));
        return std::string{row.choices()[chosen == 0 ? 1 : 0]};
    }
    return std::to_string(
        static_cast<std::int64_t>(row.get(settings) == row.max_value ? row.min_value : row.max_value));
}

} // namespace

TEST_CASE("preferences are read back exactly as they were written")
{
    const Preferences before = some();
    const ParsedPreferences after = read(preferences_text(before));
    CHECK(after.skipped_setting_messages.empty());
    CHECK(demo_command_line(after.preferences.settings) == demo_command_line(before.settings));
    CHECK(after.preferences.progress == before.progress);
    CHECK(after.preferences.window_width == 1600);
    CHECK(after.preferences.window_height == 760);
    CHECK(preferences_text(after.preferences) == preferences_text(before));
}

TEST_CASE("the pause and the open list of keys are not saved")
{
    Preferences p;
    p.settings.is_paused = true;
    p.settings.view.shows_help_page = true;
    const auto after = read(preferences_text(p)).preferences.settings;
    CHECK_FALSE(after.is_paused);
    CHECK_FALSE(after.view.shows_help_page);
}

TEST_CASE("unknown or invalid preferences are skipped and named, and the others are read")
{
    const auto after = read("loop.preset = \"fixd\"\nmachine.delay_ms = 9999\nfuture.knob = 3\nview.light = true\n"
                            "window.width = 1\nscene = 4\nlab = []\nlessons.x = \"perhaps\"\nmachine.jitter_ms = 5\n");
    CHECK(after.skipped_setting_messages.size() == 7);
    CHECK(after.skipped_setting_messages.front() == "loop.preset: unknown loop 'fixd'; did you mean 'fixed'?");
    CHECK(after.preferences.settings.view.uses_light_theme);
    CHECK(after.preferences.settings.lane.machine.lag.jitter == Nanos{5'000'000});
    CHECK(after.preferences.window_width == 1280);
}

TEST_CASE("a text that is not TOML is refused in one line with the line number")
{
    CHECK(error_in(parse_preferences("loop.preset = \"fixed\"\nhello\n")).starts_with("line 2: "));
    CHECK(error_in(parse_preferences(std::string(2'000'000, '#'))).starts_with("line 1: "));
    CHECK(error_in(parse_preferences(std::string(100'000, '['))).starts_with("line 1: "));
}

TEST_CASE("a preferences file cut at any byte or with random bytes in it, and random bytes, are read or refused")
{
    const std::string good = preferences_text(some());
    for (std::size_t length = 0; length <= good.size(); ++length) survives(std::string_view{good}.substr(0, length));
    std::mt19937 random{7};
    for (int round = 0; round < 2000; ++round)
    {
        std::string text = round % 2 == 0 ? good : std::string(random() % 200, ' ');
        for (std::size_t hits = round % 2 == 0 ? 1 + random() % 8 : text.size(); hits > 0; --hits)
            text[random() % text.size()] = static_cast<char>(random() % 256);
        survives(text);
    }
}

TEST_CASE("undo takes back the change of every control, and redo repeats it")
{
    for (const Control& row : common_controls_except_lists())
    {
        if ((scopes_of(row.path) & scope::temporary) != 0) continue;
        CAPTURE(row.path);
        Hand hand;
        const auto whole = differences_from_baseline(hand.settings);
        hand.turn(row.path, other_value(hand.settings, row));
        const double turned = row.get(hand.settings);
        hand.steps.undo(hand.settings);
        CHECK(differences_from_baseline(hand.settings).size() == whole.size());
        CHECK(first_changed_path(hand.settings, {}).empty());
        hand.steps.redo(hand.settings);
        CHECK(row.get(hand.settings) == turned);
    }
}

TEST_CASE("undo keeps every temporary setting")
{
    for (const Control& row : common_controls_except_lists())
    {
        if ((scopes_of(row.path) & scope::temporary) == 0) continue;
        CAPTURE(row.path);
        Hand hand;
        hand.turn("machine.delay_ms", "50");
        hand.turn(row.path, other_value(hand.settings, row));
        const double turned = row.get(hand.settings);
        hand.steps.undo(hand.settings);
        CHECK(hand.settings.lane.machine.lag.delay == Nanos::zero());
        CHECK(row.get(hand.settings) == turned);
    }
}

TEST_CASE("undo takes back the change of every list and of every knob of a scene and of an axis")
{
    for (const auto& [path, text, line] :
         split_into_unchecked_assignments("stage.lanes=fixed;variable machine.more_lag=thermal view.plots=none "
                                          "scene.stiffness=900 overload.limit=100ms"))
    {
        CAPTURE(path);
        Hand hand;
        if (assign_by_path(hand.settings, path, text)) continue; // the default scene or loop has no such knob
        hand.steps.record_changes(hand.settings, 1s);
        CHECK_FALSE(first_changed_path(hand.settings, {}).empty());
        hand.steps.undo(hand.settings);
        CHECK(first_changed_path(hand.settings, {}).empty());
    }
}

TEST_CASE("a dragged slider is one step, and two controls are two")
{
    Hand hand;
    for (const char* delay : {"10ms", "20ms", "30ms", "40ms"}) hand.turn("machine.delay_ms", delay, 600ms);
    hand.turn("machine.jitter_ms", "5ms", 300ms);
    hand.steps.undo(hand.settings);
    CHECK(hand.settings.lane.machine.lag.jitter == 0ms);
    CHECK(hand.settings.lane.machine.lag.delay == 40ms);
    hand.steps.undo(hand.settings);
    CHECK(hand.settings.lane.machine.lag.delay == 0ms);
    CHECK(hand.steps.undo(hand.settings) == "there is no change to be undone");
    hand.steps.redo(hand.settings);
    hand.steps.redo(hand.settings);
    CHECK(hand.settings.lane.machine.lag.jitter == 5ms);
    CHECK(hand.steps.redo(hand.settings) == "there is no change to be redone");
}

TEST_CASE("two changes at once are one step, and two after end_step()")
{
    for (const bool ends : {false, true})
    {
        Hand hand;
        hand.turn("loop.preset", "fixed");
        if (ends) hand.steps.end_step();
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
    CHECK(hand.settings.lane.machine.lag.delay == 0ms);
    CHECK(hand.settings.lane.machine.lag.jitter == 5ms);
}

TEST_CASE("undo says which control or list it restored, and leaves the pause as it is")
{
    Hand hand;
    hand.turn("stage.lanes", "hz=60;hz=30");
    hand.turn("loop.preset", "fixed");
    hand.settings.is_paused = true;
    CHECK(hand.steps.undo(hand.settings) == "undone: loop interpolated");
    CHECK(hand.steps.undo(hand.settings).starts_with("undone: lanes"));
    CHECK(hand.settings.is_paused);
}
