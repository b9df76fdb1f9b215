// Pictures of lanes in well-known states: the five loops of the first screen at five delays, their race, the
// end of each lesson, and explosions.
#include "lab/settings/lesson_files.hpp"
#include "lab/stage/lesson_driver.hpp"
#include "sim/physics/spring.hpp"
#include "views/drawn_lane.hpp"

using namespace scenes;
using telemetry::FrameSample;

namespace
{

constexpr std::string_view five[]{"fixed", "variable", "semi-fixed", "accumulator", "interpolated"};
constexpr std::string_view delays[]{"0ms", "16ms", "40ms", "75ms", "150ms"};

// A lane of the first screen, in a window of 1280x760, after 3 s.
struct OnFirstScreen : Played
{
    OnFirstScreen(std::string_view loop, std::string_view delay)
        : Played{
              settings_of("ball-with-part", loop, delay, {{"machine.vsync", "on"}, {"machine.render_cost_ms", "2ms"}})}
    {
        area = {0, 0, 1264, 267};
        while (lab.lane().samples().back().start_wall_time < 3s) play(1);
    }
};

constexpr Rect stage{0, 0, 1264, 540};

// Draws the lane in its place on the stage, checks the picture, and returns it.
Picture checked_lane(lab::Lab& lab, std::size_t i, const Trail& trace, Colour colour)
{
    const Rect area = lane_areas(stage, lab.shown_lane_count(), lab.lane(0).world(), 4)[i];
    Picture picture;
    redraw_lane(picture, lab.lane(i), lab.take_shown_moment(i), trace, lab.session.settings.view, area,
                {dark_theme, 1.0F, colour});
    check_drawn({picture, lab.lane(i), lab.take_shown_moment(i), area, colour});
    return picture;
}

// Checks the picture of a stage with one lane, and returns it.
const Picture& checked_picture(Played& played)
{
    const lab::Lane& lane = played.lab.lane();
    const Picture& picture = played.draw();
    check_drawn(
        {picture, lane, lane.newest_moment(), played.area, loop_colour(played.lab.session.settings.lane.loop.preset)});
    return picture;
}

bool has_whole_ball(const Picture& picture)
{
    const Rect& area = picture.area();
    return std::ranges::any_of(balls(picture), [&](const auto& ball)
                               { return ball.x - ball.radius > area.x && ball.x + ball.radius < area.right(); });
}

// Returns whether a red line leads from the ball to the place where it ought to be.
bool has_error_line(const Picture& picture)
{
    return !boxes_where(picture,
                        [](const auto& b) { return b.half_h == 0 && b.half_w > 0 && b.colour == dark_theme.alarm; })
                .empty();
}

std::vector<std::string> alarms_in(const Picture& picture)
{
    std::vector<std::string> texts;
    for (const Label& label : picture.labels())
        if (label.colour == dark_theme.alarm) texts.push_back(label.text);
    return texts;
}

// The camera shows -2 to 2 m; frames are 100 ms apart.
constexpr Rect narrow{0, 0, 400, 100};
constexpr Camera camera{{200, 50}, 100.0};

std::vector<FrameSample> shown(std::initializer_list<double> at)
{
    std::vector<FrameSample> frames;
    for (const double x : at)
    {
        FrameSample& f = frames.emplace_back();
        f.start_wall_time = static_cast<std::int64_t>(frames.size()) * 100ms;
        f.shown_x = x;
    }
    return frames;
}

double out(const std::vector<FrameSample>& frames) { return body_zoom_out_factor(frames, camera, narrow); }

} // namespace

TEST_CASE("the five loops at five delays show their ball, their failure and their verdict")
{
    for (const std::string_view loop : five)
        for (const std::string_view delay : delays)
        {
            INFO("loop ", loop, ", delay ", delay);
            OnFirstScreen played{loop, delay};
            const lab::Lane& lane = played.lab.lane();
            const std::string said = lab::verdict_text(lane.judgement().verdict);
            CAPTURE(said);
            const Picture& picture = checked_picture(played);
            CHECK(has_whole_ball(picture) == !said.starts_with("GONE"));
            if (said.starts_with("OK")) CHECK(!has_error_line(picture));
            CHECK((label_that_begins(picture, "real ") != nullptr) == said.starts_with("SLOW"));
            const auto alarms = alarms_in(picture);
            REQUIRE(alarms.size() == (said.starts_with("GONE") ? 1 : 0));
            if (said.starts_with("GONE")) CHECK(alarms[0].find("ball at x = ") != std::string::npos);
        }
}

TEST_CASE("the arrow towards a lost ball points from within its area, however small the window is")
{
    OnFirstScreen played{"variable", delays[4]};
    for (const float high : {1.0F, 10.0F, 15.0F, 17.0F, 200.0F})
    {
        CAPTURE(high);
        played.area = {10, 20, 285, high};
        int tips = 0;
        for (const Shape& shape : played.draw().shapes())
            if (const auto* quad = std::get_if<Quad>(&shape); quad != nullptr && quad->colour == theme(false).alarm)
                tips += played.area.contains(quad->corners[0]) ? 1 : 0;
        CHECK(tips > 0);
    }
}

TEST_CASE("at the end of every lesson each lane shows its ball and its verdict" * doctest::skip(is_sanitized))
{
    for (std::size_t place = 0; place < lab::lesson_files().size(); ++place)
    {
        CAPTURE(lab::lesson_files()[place].name);
        LabOf lab{{.mode = lab::Mode::lesson, .lesson_index = place}, 1};
        lab::LessonDriver& lesson = *lab.experiment.driver_as<lab::LessonDriver>();
        if (!is_thorough() && lesson.lesson().run_limits.max_wall_time.value_or(1h) > 20s) continue;
        lesson.fast_forward();
        while (lesson.phase() != lab::LessonDriver::Phase::revealed) play(lab, 1);
        play(lab, 1);
        for (std::size_t i = 0; i < lab.shown_lane_count(); ++i)
        {
            CAPTURE(lab.experiment.lanes[i].setup().name);
            const lab::LaneVerdict verdict = lab.lane(i).judgement(lab.take_shown_moment(i)).verdict;
            Trail trace;
            trace.append_frame(lab.lane(i).world(), lab.take_shown_moment(i));
            const Picture picture =
                checked_lane(lab, i, trace, loop_colour(lab.experiment.lanes[i].setup().config.loop.preset));
            if (!verdict.is_severe() && !balls(picture).empty()) CHECK(has_whole_ball(picture));
        }
    }
}

TEST_CASE("the camera stays while all positions are visible, zooms out at once, and zooms in slowly")
{
    CHECK(out({}) == 1.0);
    CHECK(out(shown({0.0, 1.6, -1.6})) == 1.0);
    CHECK(out(shown({0.0, 17.0})) == doctest::Approx(10.0));
    CHECK(out(shown({0.0, -170.0})) == doctest::Approx(100.0));
    auto frames = shown({17.0, 0.0});
    frames[1].start_wall_time += 900ms;
    CHECK(out(frames) == doctest::Approx(std::sqrt(10.0)));
    frames[1].start_wall_time += 1s;
    CHECK(out(frames) == doctest::Approx(1.0));
}

TEST_CASE("positions that are too far, not finite, or before a reset do not move the camera")
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(out(shown({0.0, 2e6})) == 1.0);
    CHECK(out(shown({5e5, 2e6})) == 1.0); // the newest position is too far, so the camera stays
    CHECK(out(shown({nan, std::numeric_limits<double>::infinity()})) == 1.0);
    auto frames = shown({170.0, 0.0, 0.0});
    frames[1].events = telemetry::world_reset;
    CHECK(out(frames) == 1.0);
    frames[1].events = telemetry::loop_changed;
    CHECK(out(frames) == 1.0);
}

TEST_CASE("an exploding ball is on the stage in every frame until it is gone, with a label for its growth")
{
    Played played{settings_of("spring-and-ball", "variable", "75ms")};
    int seen = 0, told = 0;
    for (int i = 0; i < 60; ++i)
    {
        played.play(1);
        const double x = played.lab.lane().samples().back().shown_x;
        if (!(std::abs(x) < 1e6)) break;
        CAPTURE(x);
        const float at = played.camera().pixel_x(x);
        CHECK(at > played.area.x);
        CHECK(at < played.area.right());
        ++seen;
        for (const Label& label : played.draw().labels()) told += label.text.ends_with(" times as wide") ? 1 : 0;
    }
    CHECK(seen > 20);
    CHECK(told > 5);
    CHECK(played.lab.lane().world().events().blown_up > 0);
}

TEST_CASE("the words over an exploding ball say by how much the step makes each swing wider")
{
    Played played{
        settings_of("spring-and-ball", "variable", "90ms", {{"scene.wall-x", "2"}, {"scene.wall-thickness", "0.001"}}),
        10};
    const scenes::World& world = played.lab.lane().world();
    const auto spring = *world.fastest_vibration();
    const double step = played.lab.lane().samples().back().plan.dt_seconds;
    const double grows = sim::spectral_radius(
        sim::spring_step(world.integrator(), spring.angular_frequency, spring.damping_ratio, step));
    const std::string wanted = fmt::format("each swing {:.1f} times as wide", grows);
    CHECK_MESSAGE(says(played.draw(), wanted), wanted);
}

TEST_CASE("a slow explosion is drawn at every size, with a bounded number of shapes")
{
    lab::Settings settings = settings_of("spring-and-ball", "interpolated", "0ms", {{"scene.stiffness", "2500"}});
    turn(settings, "scene.start-x", "-0.4");
    turn(settings, "scene.integrator", "rk2-midpoint");
    Played played{settings};
    double furthest = 0.0;
    for (int i = 0; i < 400; ++i)
    {
        played.play(1);
        furthest = std::max(furthest, std::abs(played.lab.lane().samples().back().shown_x));
        REQUIRE(played.draw().shapes().size() < 3000);
    }
    CHECK(furthest > 1e6);
}

TEST_CASE("the labels of ring, steps and delay never overlap, however much time the loop has lost")
{
    for (const int lost_ms : {0, 1, 3, 10, 33, 49, 51, 70, 120, 250, 400})
    {
        lab::Settings settings = settings_of("spring-and-ball", "interpolated", "0ms", {{"loop.hz", "50"}});
        settings.view.marks_states = true;
        // The loop simulates at most 250 ms of a frame.
        settings.lane.machine.lag.added_lags = {
            sim::lag::DebuggerBreak{std::chrono::seconds{1}, std::chrono::milliseconds{250 + lost_ms}}};
        Played played{settings, 50};
        for (int i = 0; i < 90; ++i)
        {
            played.play(1);
            INFO(lost_ms, " ms, frame ", i);
            check_words(played.draw());
        }
        const bool is_lost = played.lab.lane().samples().back().lost_time >= std::chrono::milliseconds{lost_ms};
        CHECK(is_lost);
    }
}

TEST_CASE("a delay of the game that the judge leaves out has no label, either")
{
    for (const std::string_view loop : {"fixed", "accumulator", "interpolated"})
        for (int before = 60; before < 64; ++before)
        {
            Played played{settings_of("spring-and-ball", "accumulator", "0ms", {{"loop.hz", "50"}}), before};
            turn(played.lab.session.settings, "loop.preset", loop);
            for (int i = 0; i < 90; ++i)
            {
                played.play(1);
                const bool is_lost = verdict_now(played.lab.lane()).lost_time != timestep::Nanos::zero();
                if (verdict_now(played.lab.lane()).kind != lab::LaneVerdict::Kind::ok) continue;
                INFO(loop, ", ", before, ", frame ", i);
                CHECK((label_that_begins(played.draw(), "game ") != nullptr) <= is_lost);
            }
        }
}

TEST_CASE("the camera never moves if nothing explodes")
{
    for (const std::string_view loop : {"fixed", "accumulator", "interpolated"})
    {
        Played played{settings_of("spring-and-ball", loop, "75ms")};
        for (int i = 0; i < 100; ++i)
        {
            played.play(1);
            REQUIRE(played.camera().pixels_per_m ==
                    views::scene_camera(played.lab.lane().world(), played.area).pixels_per_m);
        }
    }
}

TEST_CASE("only swings that grow have a label for their growth, and the label ends with the swings")
{
    Played played{settings_of("spring-and-ball", "variable", "90ms"), 10};
    const auto is_said = [&] { return says(played.draw(), "times as wide"); };
    REQUIRE(is_said());
    lab::Settings& settings = played.lab.session.settings;
    played.lab.session.is_mouse_holding_control = true; // the lanes start again only when it rests
    SUBCASE("the frames get short, and the swings get smaller")
    {
        turn(settings, "machine.delay_ms", "0ms");
        played.play(60); // one second, more than a swing
        double widest = 0.0;
        int said = 0;
        for (int i = 0; i < 600; ++i)
        {
            played.play(1);
            widest = std::max(widest, std::abs(played.lab.lane().samples().back().shown_x));
            said += is_said() ? 1 : 0;
        }
        CHECK(widest > 5.0); // the camera is still zoomed out
        CHECK(said == 0);
    }
    SUBCASE("the ball no longer swings")
    {
        turn(settings, "machine.delay_ms", "0ms");
        turn(settings, "scene.stiffness", "1");
        played.play(120);
        CHECK_FALSE(is_said());
    }
}
