// Tests that hold for the picture of every scene.
#include "scenes/drawing/canvas.hpp"
#include "views/drawn_lane.hpp"

using sim::Vec2;

namespace
{

bool ball_at(const Picture& picture, Point at)
{
    return std::ranges::any_of(balls(picture), [&](const auto& b)
                               { return std::abs(b.x - at.x) < 0.05F && std::abs(b.y - at.y) < 0.05F; });
}

// Returns whether the quad covers the pixel: the pixel is on the same side of all edges.
bool covers(const Quad& q, Point p)
{
    bool left = false;
    bool right = false;
    for (std::size_t i = 0; i < 4; ++i)
    {
        const Point a = q.corners[i];
        const Point b = q.corners[(i + 1) % 4];
        const float side = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
        left = left || side > 0;
        right = right || side < 0;
    }
    return !(left && right);
}

// Returns whether the quad is a wall or a floor, not a small piece of rubble.
bool large(const Quad& q)
{
    const auto [left, right] = std::ranges::minmax(q.corners, {}, &Point::x);
    const auto [top, bottom] = std::ranges::minmax(q.corners, {}, &Point::y);
    return std::max(right.x - left.x, bottom.y - top.y) > 60.0F;
}

bool solid_at(const Picture& picture, Point p)
{
    return std::ranges::any_of(picture.shapes(),
                               [&](const Shape& shape)
                               {
                                   const auto* quad = std::get_if<Quad>(&shape);
                                   return quad != nullptr && large(*quad) && covers(*quad, p);
                               });
}

} // namespace

TEST_CASE("the picture of every scene shows the lane's state, in both themes, in a large area and in a strip")
{
    for (const scenes::SceneType* row : scenes::all_scenes())
        for (const auto& [loop, delay] : {std::pair{"interpolated", "0ms"}, {"variable", "90ms"}, {"fixed", "40ms"}})
            for (const char* on_light : {"off", "on"})
            {
                CAPTURE(std::string{loop});
                lab::Settings settings = settings_of(row->name, loop, delay, {{"view.light", on_light}});
                Played played{settings};
                for (const Rect area : {Rect{0, 0, 1000, 500}, {8, 40, 1200, 110}})
                    for (int i = 0; i < 3; ++i)
                    {
                        played.play(15);
                        played.area = area;
                        check_drawn({played.draw(), played.lab.lane(), played.lab.lane().newest_moment(), area,
                                     loop_colour(settings.lane.loop.preset), theme(settings.view.uses_light_theme)});
                    }
                for (const Rect area : {Rect{8, 40, 640, 390}, {0, 100, 1200, 90}, {3, 5, 300, 900}})
                {
                    played.area = area;
                    CHECK(played.draw().shapes().size() > 10);
                    check_sound(played.picture);
                }
            }
}

TEST_CASE("the legend names the rate of a ring whose steps are not those of 60 Hz")
{
    for (const auto& [loop, words] : {std::pair{"doom", "ring: where the ball should be (computed at 35 Hz)"},
                                      std::pair{"interpolated", "ring: where the ball should be; "}})
    {
        Played played{settings_of("spring-and-ball", loop), 10};
        played.area = {0, 0, 1000, 500};
        CHECK(says(played.draw(), words));
    }
}

TEST_CASE("a narrow lane has the legend in two lines, in the place of the labels of metres")
{
    for (const Rect area : {Rect{0, 0, 428, 316}, Rect{0, 0, 328, 310}})
        for (const char* loop : {"interpolated", "doom"})
        {
            Played played{settings_of("spring-and-ball", loop), 10};
            played.area = area;
            const Picture& picture = played.draw();
            CHECK(says(picture, "ring: where the ball should be"));
            CHECK(says(picture, "cross: ball off course"));
            CHECK_FALSE(says(picture, "0 m"));
        }
}

TEST_CASE("a lane without the legend of the stage explains only its dots and another step rate of its ring")
{
    for (const auto& [loop, words] :
         {std::pair{"doom", "one dot per frame; ring at 35 Hz"}, std::pair{"interpolated", "one dot per frame"}})
        for (const bool has_legend : {false, true})
        {
            Played played{settings_of("ball-with-part", loop), 10};
            Picture picture;
            const draw::ViewStyle style{dark_theme, 1.0F, draw::loop_colour(0), has_legend};
            redraw_lane(picture, played.lab.lane(), played.lab.lane().newest_moment(), played.trace,
                        played.lab.session.settings.view, {0, 0, 1200, 250}, style);
            if (!has_legend) CHECK(says(picture, words));
            CHECK(says(picture, "where the ball should be") == has_legend);
        }
}

TEST_CASE("a bounce that gains energy has a bar that ends in red above the height that it ought to have")
{
    lab::Settings settings = settings_of("bouncing-ball", "interpolated", "0ms", {{"loop.hz", "15"}});
    Played played{settings};
    played.area = {0, 0, 1000, 500};
    const auto is_red = [](const auto& b) { return b.colour == dark_theme.alarm; };
    std::size_t most = 0;
    for (int i = 0; i < 40; ++i)
    {
        played.play(15);
        const Picture& picture = played.draw();
        check_drawn({picture, played.lab.lane(), played.lab.lane().newest_moment(), played.area,
                     loop_colour(settings.lane.loop.preset)});
        most = std::max(most, boxes_where(picture, is_red).size());
    }
    CHECK(most > 0);
}

TEST_CASE("the number of shapes in a picture is bounded, for any number of frames" * doctest::skip(is_sanitized))
{
    for (const scenes::SceneType* row : scenes::all_scenes())
    {
        CAPTURE(row->name);
        lab::Settings settings = settings_of(row->name, "interpolated", "0ms", {{"machine.refresh_hz", "500"}});
        if (row->name == "smoke") turn(settings, "scene.rate", "1000");
        if (row->name == "storm") turn(settings, "scene.count", "200000");
        Played played{settings, 2600};
        const std::size_t most = row->name == "storm" ? 12'100 : 3'000;
        CHECK(played.draw().shapes().size() < most);
    }
}

TEST_CASE("a thing that can be grabbed is drawn at its grip, then at the hand's pixel, and nothing else can be grabbed")
{
    for (const char* scene : {"spring-and-ball", "bouncing-ball", "chain", "orbit"})
    {
        CAPTURE(scene);
        Played played{settings_of(scene), 40};
        const auto grip = grab_circle_of(played.lab.lane(), played.area);
        REQUIRE(grip);
        CHECK(ball_at(played.draw(), grip->centre));
        Point hand = grip->centre;
        if (std::string_view{scene} != "bouncing-ball") hand.x += 30;
        if (std::string_view{scene} != "spring-and-ball") hand.y -= 40;
        const Vec2 at = played.camera().metres_at(hand);
        played.lab.session.input.grabbed = true;
        played.lab.session.input.drag_target_x = at.x;
        played.lab.session.input.drag_target_y = at.y;
        played.play(3);
        CHECK(ball_at(played.draw(), hand));
    }
    for (const char* scene : {"uniform-motion", "smoke", "player", "storm"})
    {
        Played played{settings_of(scene), 5};
        CHECK_FALSE(grab_circle_of(played.lab.lane(), played.area));
    }
}

TEST_CASE("the wall is closed until the ball passes through, and open at that place until the reset")
{
    Played played{settings_of("spring-and-ball", "variable", "90ms")};
    const auto struck = [&] { return played.camera().pixel_at({1.0, 0.0}); }; // the camera may zoom out
    while (played.lab.lane().world().events().tunnelled == 0)
    {
        REQUIRE(solid_at(played.draw(), struck()));
        played.play(1);
        REQUIRE(played.lab.lane().samples().back().frame_number < 20);
    }
    CHECK_FALSE(solid_at(played.draw(), struck()));
    CHECK(solid_at(played.picture, {struck().x, played.area.y + 20}));
    turn(played.lab.session.settings, "machine.delay_ms", "0ms");
    played.play(2);
    CHECK_FALSE(solid_at(played.draw(), struck()));
    press(played.lab, "R");
    played.play(2);
    CHECK(solid_at(played.draw(), struck()));
}

TEST_CASE("the floor is open where the ball fell through")
{
    Played played{settings_of("bouncing-ball", "variable", "75ms", {{"scene.floor-thickness", "0.01"}})};
    const Point struck = played.camera().pixel_at({0.0, -0.005});
    while (played.lab.lane().world().events().tunnelled == 0)
    {
        REQUIRE(solid_at(played.draw(), struck));
        played.play(1);
        REQUIRE(played.lab.lane().samples().back().frame_number < 200);
    }
    CHECK_FALSE(solid_at(played.draw(), struck));
}

TEST_CASE("there is one dot for every presented frame of the page, and none for paused frames")
{
    const auto is_dot = [](const auto& b)
    { return b.is_disc() && b.radius == 3.2F && b.outline_width == 0 && b.blur_width == 0 && !b.is_lit_ball; };
    const auto dots = [&](const Picture& picture) { return boxes_where(picture, is_dot).size(); };
    Played played{settings_of("spring-and-ball"), 50};
    CHECK(dots(played.draw()) == 50);
    played.lab.session.settings.is_paused = true;
    played.play(10);
    CHECK(dots(played.draw()) == 50);
    played.lab.session.settings.view.shows_trail = false;
    CHECK(dots(played.draw()) == 0);
}

TEST_CASE("the storm writes whether it draws all balls or a sample of them")
{
    lab::Settings settings = settings_of("storm", "interpolated", "0ms", {{"scene.count", "2000"}});
    Played all{settings};
    const auto is_ball = [&](const auto& b) { return lane_layout(all.area).scene.contains({b.x, b.y}); };
    CHECK(boxes_where(all.draw(), is_ball).size() == 2000);
    CHECK(says(all.picture, "all 2,000 balls are drawn"));
    turn(settings, "scene.count", "1000000");
    Played many{settings};
    const std::size_t drawn = many.draw().shapes().size();
    CHECK(drawn > 5000);
    CHECK(says(many.picture, "of 1,000,000 balls are drawn"));
}

TEST_CASE("the jump key shows \"lost\" after a tap that no step reads, not after one that is read in the air")
{
    for (const auto& [keys, buffer_s] : {std::pair{"latched", "0"}, {"latched", "0.15"}, {"polled-in-step", "0"}})
    {
        const std::string setup = fmt::format("scene=player scene.autopilot=off scene.jump=5 scene.gravity=40 "
                                              "scene.buffer={} keys={} tap-every=117.1ms tap-length=12ms "
                                              "display-hz=144 loop=accumulator hz=50",
                                              buffer_s, keys);
        Played played{settings_from(setup)};
        bool has_shown_lost = false;
        for (int i = 0; i < 600; ++i)
        {
            played.play(1);
            has_shown_lost = has_shown_lost || says(played.draw(), "lost");
        }
        CHECK(has_shown_lost == (keys == std::string_view{"polled-in-step"}));
        CHECK(says(played.picture, "taps: "));
    }
}

TEST_CASE("a trail is emptied by a reset and by another scene")
{
    Played played{settings_of("orbit"), 30};
    CHECK(played.trace.points.size() == 30);
    extend_trail(played.trace, played.lab.lane());
    CHECK(played.trace.points.size() == 30); // the same frame is added once
    press(played.lab, "R");
    played.play(1);
    CHECK(played.trace.points.size() == 1);
    turn(played.lab.session.settings, "scene.name", "chain");
    played.play(2);
    CHECK(played.trace.points.size() <= 2);
}

TEST_CASE("lanes share the stage without overlapping: in strips for a scene on a line, else in a grid")
{
    const Rect stage{8, 40, 1072, 650};
    for (const scenes::SceneType* row : scenes::all_scenes())
        for (std::size_t lanes = 1; lanes <= 6; ++lanes)
        {
            INFO("row->name ", row->name, ", lanes ", lanes);
            const Played played{settings_of(row->name)};
            const auto areas = lane_areas(stage, lanes, played.lab.lane().world(), 4);
            REQUIRE(areas.size() == lanes);
            for (std::size_t i = 0; i < lanes; ++i)
            {
                const Rect& a = areas[i];
                CHECK(a.w > 100);
                CHECK(a.h > 100);
                CHECK(stage.contains({a.x, a.y}));
                CHECK(stage.contains({a.right() - 0.01F, a.bottom() - 0.01F}));
                for (std::size_t other = 0; other < i; ++other)
                {
                    const Rect& b = areas[other];
                    CHECK((b.right() < a.x + 0.01F || b.bottom() < a.y + 0.01F || a.right() < b.x + 0.01F));
                }
            }
            if (row->name == "spring-and-ball") CHECK(areas.back().w == stage.w);
            if (row->name == "orbit" && lanes == 6) CHECK(areas[1].y == areas[0].y);
        }
}

TEST_CASE("a lane has an area even if the gaps fill the stage")
{
    const Played played{settings_of("spring-and-ball")};
    for (const Rect& area : lane_areas({8, 40, 300, 12}, 6, played.lab.lane().world(), 4))
    {
        CHECK(area.w >= 1);
        CHECK(area.h >= 1);
    }
}

TEST_CASE("a past frame is drawn as it was when it was new, with its trails and marks")
{
    for (const scenes::SceneType* row : scenes::all_scenes())
        for (const char* delay : {"0ms", "60ms"})
        {
            CAPTURE(row->name);
            lab::Settings settings = settings_of(row->name, "variable", delay);
            if (row->name == "storm") turn(settings, "scene.count", "500"); // with more balls, not every frame is kept
            Played played{settings, 90};
            played.area = {0, 0, 900, 500};
            const std::string then = to_svg(played.draw());
            const timestep::Nanos t = played.lab.lane().samples().back().start_wall_time;
            played.play(40);
            CHECK(to_svg(played.draw()) != then);
            redraw_lane(played.picture, played.lab.lane(), played.lab.lane().moment_at(t), played.trace, settings.view,
                        played.area, {dark_theme, 1.0F, loop_colour(settings.lane.loop.preset)});
            const std::string again = to_svg(played.picture);
            const auto a = std::ranges::mismatch(then, again).in1;
            const bool same = then == again;
            CHECK_MESSAGE(same, std::string_view{a.base(), 90});
        }
}

TEST_CASE("a lane of any height shows its whole ball")
{
    Played played{settings_of("spring-and-ball")};
    for (const float height : {20.0F, 50.0F, 90.0F, 400.0F})
    {
        CAPTURE(height);
        played.area = {10, 20, 900, height};
        const auto grip = grab_circle_of(played.lab.lane(), played.area);
        const Rect inside = lane_layout(played.area).scene;
        REQUIRE(grip);
        CHECK(grip->centre.y - grip->radius >= inside.y);
        CHECK(grip->centre.y + grip->radius <= inside.bottom());
        CHECK(played.camera().pixel_x(-1.9) >= inside.x);
        CHECK(played.camera().pixel_x(1.0) <= inside.right());
    }
}
