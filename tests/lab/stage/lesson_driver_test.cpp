#include "lab/lessons/lesson.hpp"
#include "lab/metrics/metric_table.hpp"
#include "lab/settings/preferences.hpp"
#include "lab/stage/lesson_driver.hpp"
#include "lab/stage/playing.hpp"

namespace
{

Settings settings_of(std::string_view name)
{
    const Lesson* lesson = find_lesson(name);
    REQUIRE(lesson != nullptr);
    Settings settings;
    open_lesson(settings, lesson_index_of(*lesson));
    return settings;
}

struct OwnLanes
{
    LaneRuns lanes;
};

// A lesson with its own lanes, without a laboratory.
struct Alone : OwnLanes, LessonDriver
{
    explicit Alone(std::string_view name)
        : LessonDriver{lanes, {std::shared_ptr<void>{}, find_lesson(name)}}
    {
    }
    void restart()
    {
        Settings settings;
        LessonDriver::restart(settings);
    }
};

void wait_for_verdict(LessonDriver& lesson)
{
    while (lesson.phase() != LessonDriver::Phase::revealed) lesson.advance(Nanos::zero());
}

void check_same(const LessonVerdict& a, const LessonVerdict& b)
{
    CHECK(a.explanation.text == b.explanation.text);
    REQUIRE(a.results.size() == b.results.size());
    for (std::size_t i = 0; i < a.results.size(); ++i)
    {
        CHECK(a.results[i].state_hash == b.results[i].state_hash);
        CHECK(a.results[i].metrics.frame_count == b.results[i].metrics.frame_count);
    }
    // The command line also has lines of extra runs (beliefs, and runs without the cause) at the end.
    REQUIRE(a.checks.size() < b.checks.size());
    for (std::size_t i = 0; i < a.checks.size(); ++i)
        CHECK(a.checks[i].outcome.left_value == b.checks[i].outcome.left_value);
    for (std::size_t i = a.checks.size(); i < b.checks.size(); ++i) CHECK(!b.checks[i].extra_run_heading.empty());
}

void reveal(Lab& lab)
{
    lab.experiment.driver_as<LessonDriver>()->fast_forward();
    while (lab.experiment.driver_as<LessonDriver>()->phase() != LessonDriver::Phase::revealed) play(lab, 1);
}

} // namespace

TEST_CASE("a lesson in the window has the same numbers as on the command line")
{
    for (const char* name : {"fifty-on-sixty", "exploding-spring", "two-pcs-one-game"})
    {
        CAPTURE(name);
        Alone watched{name};
        const auto computed = std::get<LessonVerdict>(run_lesson(watched.lesson()));
        watched.start_run();
        while (watched.phase() == LessonDriver::Phase::running) watched.advance(16'666'667ns * 7);
        wait_for_verdict(watched);
        check_same(*watched.verdict(), computed);

        Alone skipped{name};
        skipped.start_run();
        skipped.advance(333ms);
        skipped.fast_forward();
        wait_for_verdict(skipped);
        check_same(*skipped.verdict(), computed);
    }
}

TEST_CASE("a lesson does not move before it runs, and can be restarted after its verdict")
{
    Alone lesson{"fifty-on-sixty"};
    lesson.advance(1s);
    lesson.run().simulate_earliest_frame();
    CHECK(lesson.lanes[0].lane().totals().frame_count <= 1);
    CHECK(lesson.run().progress() < 0.01);
    lesson.start_run();
    lesson.simulate_frame();
    CHECK(lesson.lanes[0].lane().totals().frame_count == 2);
    lesson.advance(6s);
    CHECK(lesson.run().progress() == doctest::Approx(0.1).epsilon(0.01));
    CHECK(lesson.verdict() == nullptr);
    lesson.fast_forward();
    wait_for_verdict(lesson);
    CHECK(lesson.run().progress() == 1.0);
    lesson.restart();
    CHECK(lesson.phase() == LessonDriver::Phase::asking);
    CHECK(lesson.verdict() == nullptr);
    CHECK(lesson.run().progress() < 0.01);
}

TEST_CASE("a lesson asks, keeps the answer while it runs, and gives a verdict")
{
    Alone lesson{"fifty-on-sixty"};
    CHECK_FALSE(lesson.advance(1s));
    CHECK_FALSE(lesson.simulate_frame());
    CHECK(lesson.phase() == LessonDriver::Phase::asking);
    CHECK(lesson.outcome_of_user_guess() == LessonOutcome::seen);
    lesson.set_guess(99);
    CHECK_FALSE(lesson.guess().has_value());
    lesson.set_guess(0);
    lesson.set_guess(lesson.lesson().right_answer_index);
    lesson.start_run();
    lesson.set_guess(lesson.lesson().right_answer_index + 1);
    CHECK(lesson.guess() == lesson.lesson().right_answer_index);
    CHECK(lesson.phase() == LessonDriver::Phase::running);
    while (!lesson.advance(500ms)) CHECK(lesson.verdict() == nullptr);
    CHECK(lesson.phase() == LessonDriver::Phase::revealed);
    REQUIRE(lesson.verdict() != nullptr);
    CHECK(lesson.verdict()->all_assertions_hold());
    CHECK(lesson.outcome_of_user_guess() == LessonOutcome::right);
}

TEST_CASE("the settings name the lesson that was opened")
{
    for (const Lesson& lesson : built_in_lessons())
    {
        CAPTURE(lesson.name);
        CHECK(&chosen_built_in_lesson(settings_of(lesson.name)) == &lesson);
        CHECK(built_in_lessons()[lesson_index_of(lesson)].name == lesson.name);
    }
}

TEST_CASE("a lesson is fast-forwarded after twelve seconds")
{
    Alone lesson{"fifty-on-sixty"};
    lesson.start_run();
    int watched = 0;
    for (; lesson.phase() == LessonDriver::Phase::running; ++watched) lesson.advance(100ms);
    CHECK(watched >= 120);
    CHECK(watched < 130);
}

TEST_CASE("during fast-forward every lane shows a picture" * doctest::skip(is_sanitized))
{
    Alone lesson{"sixty-on-television"};
    lesson.start_run();
    lesson.advance(100ms);
    for (std::size_t i = 0; i < lesson.lanes.size(); ++i) (void)lesson.advance_display(i);
    lesson.fast_forward();
    while (lesson.phase() == LessonDriver::Phase::running)
    {
        lesson.advance(16ms);
        for (std::size_t i = 0; i < lesson.lanes.size(); ++i)
            CHECK_FALSE(lesson.advance_display(i).screen_bands.empty());
    }
}

TEST_CASE("a wrong answer shows its belief beside its lane, at the same pace; a right answer shows none")
{
    Alone lesson{"exploding-spring"};
    lesson.set_guess(0); // the answer that the spring swings less accurately
    CHECK(lesson.run().misconception_lane(0) == nullptr);
    lesson.start_run();
    lesson.advance(3s);
    CHECK_FALSE(lesson.misconception(1, {}));
    lesson.advance_display(0);
    const telemetry::FrameSample& belief = lesson.misconception(0, {}).value().moment.sample;
    CHECK(std::chrono::abs(belief.start_wall_time - 3s) < 250ms);
    CHECK(std::abs(belief.shown_x) < 1.0);
    CHECK(lesson.lanes[0].lane().world().events().blown_up > 0);
    lesson.restart();
    CHECK(lesson.run().misconception_lane(0) == nullptr);
    lesson.set_guess(lesson.lesson().right_answer_index);
    lesson.start_run();
    lesson.advance(1s);
    CHECK(lesson.run().misconception_lane(0) == nullptr);
}

TEST_CASE("in the trial after a lesson its control changes all lanes, and they run on without an end")
{
    LabOf lab{settings_of("fifty-on-sixty"), 1};
    reveal(lab);
    play(lab, 1);
    REQUIRE(lab.frozen_at().has_value());
    lab.start_endless_trial();
    play(lab, 60);
    LessonDriver& lesson = *lab.experiment.driver_as<LessonDriver>();
    CHECK(lesson.phase() == LessonDriver::Phase::endless_trial);
    CHECK_FALSE(lab.frozen_at().has_value());
    CHECK(lab.lane(0).samples().back().start_wall_time < 2s);
    CHECK(lesson.verdict() != nullptr);
    CHECK(timestep::to_hertz(lab.experiment.lanes[1].setup().config.loop.rate) == 50.0);
    lesson.lesson().setting_to_try->set(lesson.run().trial_settings(), 30.0);
    play(lab, 60 * 70);
    for (std::size_t i = 0; i < lab.shown_lane_count(); ++i) CHECK(lab.lane(i).loop().rate() == timestep::hz(30));
    CHECK(lab.lane(0).samples().back().start_wall_time > 60s);
    press(lab, "R", 1);
    CHECK(lab.experiment.driver_as<LessonDriver>()->phase() == LessonDriver::Phase::asking);
}

TEST_CASE("no verdict at the end of a lesson contradicts an assertion about its lane")
{
    for (const Lesson& row : built_in_lessons())
    {
        CAPTURE(row.name);
        Alone lesson{row.name};
        lesson.fast_forward();
        wait_for_verdict(lesson);
        for (const LessonVerdict::CheckedAssertion& line : lesson.verdict()->checks)
        {
            const std::string& text = line.assertion.text;
            const std::string name = text.substr(0, text.find('.'));
            const auto of_lane = std::ranges::find(row.lanes, name, &LaneSetup::name);
            if (!line.extra_run_heading.empty() || of_lane == row.lanes.end()) continue;
            const Lane& lane = lesson.lanes[static_cast<std::size_t>(of_lane - row.lanes.begin())].lane();
            const std::string badge = verdict_text(lane.judgement().verdict);
            INFO("text ", text, ", badge ", badge);
            const double value = line.outcome.left_value;
            const auto about = [&](std::string_view metric)
            { return text.substr(name.size() + 1).starts_with(std::string{metric} + " "); };
            const auto says = [&](std::string_view word) { return badge.find(word) != std::string::npos; };
            if (about("tunnelled")) CHECK(says("THROUGH") == (value > 0 && !says("GONE")));
            if (about("blew_up")) CHECK(says("GONE") == (value > 0));
            const bool other_speed = says("SLOW") || says("FAST") || says("SPIRAL");
            if (about("speed") && std::abs(value - 1.0) < 0.02) CHECK_FALSE(other_speed);
        }
    }
}

TEST_CASE("in the trial after a lesson, lanes that differ in its control stay different")
{
    LabOf lab{settings_of("ball-through-the-wall"), 1};
    reveal(lab);
    lab.start_endless_trial();
    LessonDriver& lesson = *lab.experiment.driver_as<LessonDriver>();
    lesson.lesson().setting_to_try->set(lesson.run().trial_settings(), 96.0);
    play(lab, 60);
    for (std::size_t i = 0; i < 3; ++i) CHECK(lab.lane(i).loop().rate() == timestep::hz(i == 1 ? 240 : 96));
}

TEST_CASE("the frames selected for a number in an explanation are the frames that the number counts")
{
    Alone lesson{"fifty-on-sixty"};
    lesson.fast_forward();
    wait_for_verdict(lesson);
    const LaneResult& latest = lesson.verdict()->results[0];
    const telemetry::Frames all{lesson.lanes[0].lane().samples()};
    const auto share = [&](std::string_view metric)
    {
        const FramePredicate lit = frame_filter(metric, latest);
        std::size_t count = 0;
        for (std::size_t i = 0; i < all.size(); ++i) count += lit(all, i) ? 1 : 0;
        return static_cast<double>(count) / static_cast<double>(all.size());
    };
    CHECK(share("zero_step_share") == doctest::Approx(1.0 / 6.0).epsilon(0.01));
    CHECK(share("multi_step_share") == 0.0);
    // At 50 Hz on 60 Hz, every picture moves too far or stays too long. Every sixth frame repeats a picture.
    CHECK(share("animation_error_mean_ms") == doctest::Approx(5.0 / 6.0).epsilon(0.01));
    CHECK(share("jumps_per_minute") == doctest::Approx(1.0 / 6.0).epsilon(0.01));
    CHECK(share("tunnelled") == 0.0);
    CHECK_FALSE(frame_filter("speed", latest));
}

TEST_CASE("in a lesson digits choose answers, Space runs it, and other keys do not change its result")
{
    LabOf lab{settings_of("fifty-on-sixty"), 2};
    REQUIRE(lab.experiment.driver_as<LessonDriver>() != nullptr);
    CHECK(lab.shown_lane_count() == 2);
    press(lab, "2");
    CHECK(lab.experiment.driver_as<LessonDriver>()->guess() == 1U);
    CHECK(lab.session.settings.lane.loop.preset == Settings{}.lane.loop.preset);
    press(lab, "Space");
    CHECK(lab.experiment.driver_as<LessonDriver>()->phase() == LessonDriver::Phase::running);
    CHECK_FALSE(lab.session.settings.is_paused);
    play(lab, 30);
    press(lab, "H");
    press(lab, "]");
    press(lab, "S");
    reveal(lab);
    CHECK(lab.experiment.driver_as<LessonDriver>()->verdict()->all_assertions_hold());
    CHECK(lab.session.progress.lesson_outcomes.at("fifty-on-sixty") == LessonOutcome::right);
    CHECK(lab.update_results().size() == 2);
}

TEST_CASE("at its end a lesson freezes at its proof's time and shows its proof's page of the dock")
{
    LabOf lab{settings_of("fifty-on-sixty"), 1};
    const EvidenceView evidence_view = lab.experiment.driver_as<LessonDriver>()->lesson().evidence_view;
    REQUIRE(evidence_view.stop_time.has_value());
    reveal(lab);
    play(lab, 3);
    CHECK(lab.frozen_at() == evidence_view.stop_time);
    CHECK(std::chrono::abs(lab.take_shown_moment(0).sample.start_wall_time - *evidence_view.stop_time) < 17ms);
    CHECK(lab.session.settings.view.panel_page == evidence_view.panel_page);
    CHECK(lab.selected_lane_index() == evidence_view.lane_index);
    press(lab, "Space", 1);
    CHECK_FALSE(lab.frozen_at().has_value());
    CHECK(lab.take_shown_moment(0).sample.start_wall_time > 59'900ms);
    press(lab, "R", 1);
    CHECK(lab.experiment.driver_as<LessonDriver>()->phase() == LessonDriver::Phase::asking);
    CHECK_FALSE(lab.session.settings.is_paused);
}

TEST_CASE("progress keeps the best answer, and leaving a lesson restores one live lane")
{
    LabOf lab{settings_of("fifty-on-sixty")};
    lab.session.progress.lesson_outcomes["fifty-on-sixty"] = LessonOutcome::right;
    play(lab, 1);
    lab.experiment.driver_as<LessonDriver>()->set_guess(0);
    reveal(lab);
    CHECK(lab.session.progress.lesson_outcomes.at("fifty-on-sixty") == LessonOutcome::right);
    enter(lab, Mode::lanes, 1);
    CHECK(lab.experiment.driver_as<LessonDriver>() == nullptr);
    CHECK(lab.shown_lane_count() == 1);
}

TEST_CASE("a change of the mode in the middle of a frame takes effect in the next frame")
{
    for (const Mode first : {Mode::lanes, Mode::lesson})
        for (const Mode then : {Mode::lanes, Mode::lesson})
        {
            INFO("first ", static_cast<int>(first), ", then ", static_cast<int>(then));
            LabOf lab{Settings{.mode = first}};
            lab.begin_frame();
            lab.session.settings.mode = then;
            lab.end_frame();
            play(lab, 3);
            CHECK_FALSE(lab.lane().samples().empty());
            CHECK((lab.experiment.driver_as<LessonDriver>() != nullptr) == (then == Mode::lesson));
        }
}

TEST_CASE("a reset in the middle of a frame takes effect in the next frame")
{
    for (const Mode mode : {Mode::lanes, Mode::lesson})
        for (const std::string_view list : {"fixed", "fixed;variable"})
        {
            INFO("mode ", static_cast<int>(mode), ", lanes ", list);
            Settings settings = with_lanes(list);
            settings.mode = mode;
            LabOf lab{settings, 20};
            lab.begin_frame();
            const std::size_t lanes = lab.shown_lane_count();
            const std::int64_t before = lab.lane(0).totals().frame_count;
            press(lab, "R");
            CHECK(lab.shown_lane_count() == lanes);
            for (std::size_t i = 0; i < lanes; ++i) CHECK(lab.advance_display_to_now(i).screen_bands.size() == 1);
            lab.end_frame();
            play(lab, 3);
            CHECK(lab.shown_lane_count() == lanes);
            if (mode != Mode::lesson) CHECK(lab.lane(0).totals().frame_count < before);
        }
}

TEST_CASE("a lesson ignores keys of the scene, and no later scene receives them")
{
    const auto jumps = [](bool pressed_in_lesson)
    {
        LabOf lab{Settings{.lane = {.scene = *scenes::find_scene_defaults("player")}}};
        lab.set_button(Button::right, true);
        lab.set_button(Button::right, false);
        play(lab, 30);
        enter(lab, Mode::lesson, 2);
        if (pressed_in_lesson) lab.set_button(Button::jump, true);
        play(lab, 2);
        enter(lab, Mode::lanes, 30);
        return lab.lane().world().state_hash();
    };
    CHECK(jumps(true) == jumps(false));
}

TEST_CASE("a key released while another stage is shown is not held when a live loop is shown again")
{
    const auto state_after = [](Mode mode, bool is_pressed)
    {
        LabOf lab{Settings{.lane = {.scene = *scenes::find_scene_defaults("player")}}};
        if (is_pressed) lab.set_button(Button::right, true);
        play(lab, 30);
        enter(lab, mode, 2);
        if (is_pressed) lab.set_button(Button::right, false);
        enter(lab, Mode::lanes, 60);
        return lab.lane().world().state_hash();
    };
    CHECK(state_after(Mode::lesson, true) == state_after(Mode::lesson, false));
}

TEST_CASE("a lesson of a file is shown until the user leaves it, and again after an undo, and leaves no trace in the "
          "progress")
{
    LabOf lab{{}, 30};
    Lesson own = *find_lesson("fifty-on-sixty");
    own.name = "mine";
    own.title = "Mine";
    lab.open_file_lesson(own);
    play(lab, 2);
    const auto* stage = lab.experiment.driver_as<LessonDriver>();
    REQUIRE(stage != nullptr);
    CHECK(stage->lesson().title == "Mine");
    CHECK_FALSE(stage->lesson_index().has_value());
    press(lab, "Space");
    while (stage->verdict() == nullptr) play(lab, 1); // another thread judges; on a busy machine it takes long
    CHECK(stage->verdict()->all_assertions_hold());
    CHECK(lab.session.progress.lesson_outcomes.empty());
    press(lab, "Escape");
    if (lab.frozen_at()) press(lab, "Escape");
    if (lab.session.settings.mode == Mode::lesson) press(lab, "Escape");
    play(lab, 20);
    CHECK(lab.session.settings.mode == Mode::lanes);
    CHECK(lab.experiment.driver_as<LessonDriver>() == nullptr);
    press(lab, "Ctrl+Z", 2);
    REQUIRE(lab.experiment.driver_as<LessonDriver>() != nullptr);
    CHECK(lab.experiment.driver_as<LessonDriver>()->lesson().title == "Mine");
}

TEST_CASE("neither a set-up nor the kept settings name the lesson of a file")
{
    Settings settings;
    open_lesson(settings, file_lesson_index);
    CHECK(configuration_string(settings) == configuration_string(Settings{}));
    CHECK(preferences_text({.settings = settings}).find("lesson") == std::string::npos);
    CHECK(demo_command_line(settings) == demo_command_line(Settings{}));
    Lab lab{settings, std::make_unique<sim::VirtualPc>(1)};
    lab.begin_frame();
    CHECK(lab.session.settings.mode == Mode::lanes); // no file has been opened
}
