#include "views/phase.hpp"

#include "views/phase/portrait.hpp"
#include "views/playing.hpp"
#include "views/plots.hpp"
#include "views/says.hpp"
#include "views/shapes.hpp"

#include <algorithm>
#include <array>
#include <cmath>

using namespace draw;
using namespace views;
using namespace views::phase;

namespace
{

constexpr Rect ground{10, 20, 760, 220};

Picture phase_of(const Played& played, Rect where = ground)
{
    const std::array lanes{PhaseLane{played.lab.lane().samples(), loop_colour(4), true}};
    Picture picture;
    draw_phase(picture, {lanes, &played.lab.lane().world()}, where, {dark});
    return picture;
}

} // namespace

TEST_CASE("the phase plane is linear for small motions, and compresses a blow-up to fit")
{
    const Plane calm{{0, 0, 400, 200}, 1.0, 1.5};
    CHECK_FALSE(calm.squeezed());
    CHECK(calm.radius(1.0) == doctest::Approx(2 * calm.radius(0.5)));
    CHECK(calm.at({0, 0}) == Point{200, 100});
    for (const double reach : {10.0, 1e6, 1e11})
    {
        const Plane wild{{0, 0, 400, 200}, 1.0, reach};
        CHECK(wild.squeezed());
        CHECK(wild.rings().size() <= 7);
        for (double r = 0.1; r < 1e13; r *= 10)
        {
            const Point p = wild.at({r, -r});
            CHECK(p.x <= 400);
            CHECK(p.y <= 200);
            CHECK(wild.radius(r) <= wild.radius(10 * r));
        }
    }
}

TEST_CASE("the true motion of a spring is a circle, and of a damped spring a spiral inwards")
{
    scenes::World world{*scenes::find_scene("spring-and-ball")};
    world.set_knob("start-x", -0.5);
    world.set_knob("wall-x", 2.0);
    world.reset();
    const double w = world.stiffness()->w;
    for (const State& s : true_motion(world, w)) CHECK(std::hypot(s.x, s.v) == doctest::Approx(0.5));
    world.set_knob("damping", 0.1);
    const auto spiral = true_motion(world, w);
    CHECK(std::hypot(spiral.back().x, spiral.back().v) < 0.1);
    CHECK(true_motion(scenes::World{*scenes::find_scene("chain")}, 1.0).empty());
}

TEST_CASE("the phase plot names the stability limit of the integrator in use")
{
    CHECK(says(phase_of(Played{settings_of("spring-and-ball"), 30}), "explodes beyond 2.000"));
    CHECK(says(phase_of(Played{settings_of("spring-and-ball", "variable", "110ms"), 10}), "each step grows it by"));
    lab::Settings settings = settings_of("spring-and-ball");
    set(settings, "scene.integrator", "implicit-euler");
    CHECK(says(phase_of(Played{settings, 10}), "stable at any step"));
    CHECK_FALSE(says(phase_of(Played{settings_of("bouncing-ball"), 10}), "stable"));
    CHECK_FALSE(says(phase_of(Played{settings_of("spring-and-ball"), 10}, {0, 0, 240, 200}), "stable"));
}

TEST_CASE("the phase plot of every scene has valid shapes, and fewer than 1,800")
{
    for (const scenes::SceneType* row : scenes::all_scenes())
        for (const char* delay : {"0ms", "120ms"})
        {
            CAPTURE(row->name);
            lab::Settings settings = settings_of(row->name, "variable", delay);
            if (row->name == "storm") set(settings, "scene.count", "1000");
            const Picture picture = phase_of(Played{settings, 400});
            CHECK(picture.shapes().size() < 1800);
            for (const Shape& shape : picture.shapes())
                if (const Box* b = std::get_if<Box>(&shape)) CHECK(std::isfinite(b->x + b->y + b->half_w + b->radius));
        }
}

TEST_CASE("the phase plot still shows the spiral of a blown-up motion")
{
    const Played soon{settings_of("spring-and-ball", "variable", "110ms"), 30};
    const Played late{settings_of("spring-and-ball", "variable", "110ms"), 600};
    const auto pieces = [](const Picture& p)
    {
        return std::ranges::count_if(p.shapes(), [](const Shape& s)
                                     { return std::get_if<Box>(&s) != nullptr && std::get<Box>(s).colour.b > 0.85F; });
    };
    CHECK(pieces(phase_of(late)) >= pieces(phase_of(soon)) / 2);
    CHECK(pieces(phase_of(late)) > 8);
}

TEST_CASE(
    "the trail of a damped spring joins its states, dashes show the true spiral, and the step is within the limit")
{
    lab::Settings settings = settings_of("spring-and-ball");
    turn(settings, "scene.damping", "0.05");
    const Played played{settings, 70};
    const Picture picture = phase_of(played);
    const double w        = played.lab.lane().world().stiffness()->w;
    const auto motion     = true_motion(played.lab.lane().world(), w);
    double usual          = 0;
    for (const State& s : motion) usual = std::max(usual, std::hypot(s.x, s.v));
    const Rect portrait{ground.x, ground.y, ground.w - 324, ground.h}; // without the chart of stable steps
    const Plane plane{portrait, usual, usual};
    const auto lines = [&](Colour ink)
    { return boxes_where(picture, [&](const Box& b) { return is_line(b) && is_same_ink(b.colour, ink); }); };

    const telemetry::Frames frames{played.lab.lane().samples()};
    const auto state = [&](std::size_t i) { return plane.at({frames[i].x, frames[i].v / w}); };
    const auto trail = lines(loop_colour(4));
    REQUIRE(trail.size() == frames.size() - 1);
    for (std::size_t i = 0; i + 1 < frames.size(); ++i)
    {
        CAPTURE(i);
        CHECK(is_near(ends_of(trail[i])[0], state(i)));
        CHECK(is_near(ends_of(trail[i])[1], state(i + 1)));
    }
    const auto is_now = [](const Box& b) { return b.is_disc() && b.colour == loop_colour(4); };
    CHECK(box_at(picture, state(frames.size() - 1), is_now) != nullptr);

    const auto dashes = lines(dark.ink);
    CHECK(dashes.size() == motion.size() * 3 / 4);
    for (const Box& dash : dashes)
        CHECK(std::ranges::any_of(motion, [&](const State& s) { return is_near(plane.at(s), ends_of(dash)[1]); }));

    const float middle = portrait.x + portrait.w / 2;
    for (const double distance : plane.rings())
    {
        const Label* label = label_that_begins(picture, value_text(distance, "m"));
        REQUIRE(label != nullptr);
        CHECK(label->at.x == doctest::Approx(middle + plane.radius(distance) + 2));
    }

    CHECK(says(picture, "h*w 0.408, explodes beyond 1.902"));
    const float chart = ground.right() - 300;
    const auto steps  = boxes_where(picture, [&](const Box& b) { return b.is_disc() && b.ring == 0 && b.x > chart; });
    REQUIRE(steps.size() == 1);
    CHECK(steps[0].x == doctest::Approx(chart + 0.408 / 3.2 * 300).epsilon(1e-3));
    for (const int hw : {0, 1, 2})
    {
        const auto is_number = [&](const Label& l) { return l.text == std::to_string(hw); };
        const auto label     = std::ranges::find_if(picture.labels(), is_number);
        REQUIRE(label != picture.labels().end());
        CHECK(label->at.x == doctest::Approx(chart + static_cast<float>(hw) / 3.2F * 300));
    }
}
