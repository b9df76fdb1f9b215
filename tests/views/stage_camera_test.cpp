#include "views/stage.hpp"

#include "sim/physics/stability.hpp"
#include "views/playing.hpp"
#include "views/says.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace draw;
using namespace scenes;
using namespace views;
using namespace std::chrono_literals;
using telemetry::FrameSample;

namespace
{

// The camera shows -2 to 2 m; frames are 100 ms apart.
constexpr Rect narrow{0, 0, 400, 100};
constexpr Camera camera{{200, 50}, 100.0};

std::vector<FrameSample> shown(std::initializer_list<double> at)
{
    std::vector<FrameSample> frames;
    for (const double x : at)
    {
        FrameSample& f = frames.emplace_back();
        f.wall         = static_cast<std::int64_t>(frames.size()) * 100ms;
        f.shown_x      = x;
    }
    return frames;
}

double out(const std::vector<FrameSample>& frames) { return zoom_out(frames, camera, narrow); }

} // namespace

TEST_CASE("the camera stays while all positions are visible, zooms out at once, and zooms in slowly")
{
    CHECK(out({}) == 1.0);
    CHECK(out(shown({0.0, 1.6, -1.6})) == 1.0);
    CHECK(out(shown({0.0, 17.0})) == doctest::Approx(10.0));
    CHECK(out(shown({0.0, -170.0})) == doctest::Approx(100.0));
    auto frames = shown({17.0, 0.0});
    frames[1].wall += 900ms;
    CHECK(out(frames) == doctest::Approx(std::sqrt(10.0)));
    frames[1].wall += 1s;
    CHECK(out(frames) == doctest::Approx(1.0));
}

TEST_CASE("positions that are too far, not finite, or before a reset do not move the camera")
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(out(shown({0.0, 2e6})) == 1.0);
    CHECK(out(shown({5e5, 2e6})) == 1.0); // the newest position is too far, so the camera stays
    CHECK(out(shown({nan, std::numeric_limits<double>::infinity()})) == 1.0);
    auto frames      = shown({170.0, 0.0, 0.0});
    frames[1].events = telemetry::reset;
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
        const float at = played.camera().x(x);
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
    lab::Settings settings = settings_of("spring-and-ball", "variable", "90ms");
    turn(settings, {{"scene.wall-x", "2"}, {"scene.wall-thickness", "0.001"}});
    Played played{settings, 10};
    const scenes::World& world = played.lab.lane().world();
    const auto spring          = *world.stiffness();
    const double step          = played.lab.lane().samples().back().plan.dt_seconds;
    const double grows       = sim::spectral_radius(sim::step_of_spring(world.integrator(), spring.w, spring.z, step));
    const std::string wanted = fmt::format("each swing {:.1f} times as wide", grows);
    CHECK_MESSAGE(says(played.draw(), wanted), wanted);
}

TEST_CASE("a slow explosion is drawn at every size, with a bounded number of shapes")
{
    lab::Settings settings = settings_of("spring-and-ball", "interpolated");
    turn(settings, "scene.stiffness", "2500");
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

TEST_CASE("the camera never moves if nothing explodes")
{
    for (const std::string_view loop : {"fixed", "accumulator", "interpolated"})
    {
        Played played{settings_of("spring-and-ball", loop, "75ms")};
        for (int i = 0; i < 100; ++i)
        {
            played.play(1);
            REQUIRE(played.camera().pixels_per_m ==
                    views::camera_for(played.lab.lane().world(), played.area).pixels_per_m);
        }
    }
}

TEST_CASE("only swings that grow have a label for their growth, and the label ends with the swings")
{
    Played played{settings_of("spring-and-ball", "variable", "90ms"), 10};
    const auto is_said = [&] { return says(played.draw(), "times as wide"); };
    REQUIRE(is_said());
    lab::Settings& settings = played.lab.settings;
    SUBCASE("the frames get short, and the swings get smaller")
    {
        turn(settings, "machine.delay_ms", "0ms");
        played.play(60); // one second, more than a swing
        double widest = 0.0;
        int said      = 0;
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
