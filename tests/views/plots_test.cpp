#include "views/phase_portrait.hpp"
#include "views/playing.hpp"
#include "views/plots.hpp"

#include <bit>

using namespace views::phase;
using telemetry::Frames;
using telemetry::FrameSample;

namespace
{

constexpr Rect board{10, 20, 900, 190};
constexpr Colour pen = rgb(0x123456);

constexpr std::uint32_t only(std::size_t plot) { return 1U << plot; }

Picture drawn(const PlotsData& data, TimeSpan span)
{
    Picture picture;
    redraw_plots(picture, data, span, board, {.theme = dark_theme, .loop_colour = pen});
    return picture;
}

bool is_of_pen(const RoundedBox& b) { return b.colour == pen; }

// Returns the left and right ends of all boxes in the lane's colour, in drawing order.
std::vector<std::pair<float, float>> strokes(const Picture& picture)
{
    std::vector<std::pair<float, float>> found;
    for (const RoundedBox& b : boxes_where(picture, is_of_pen))
    {
        const float half = std::abs(b.cos) * b.half_w;
        found.emplace_back(b.x - half, b.x + half);
    }
    return found;
}

std::size_t plot_named(std::string_view name)
{
    for (std::size_t k = 0; k < all_plots().size(); ++k)
        if (all_plots()[k].name == name) return k;
    FAIL("no such plot");
    return 0;
}

constexpr Rect ground{10, 20, 760, 220};

Picture phase_of(const Played& played, Rect where = ground)
{
    const std::array lanes{PhaseLane{played.lab.lane().samples(), loop_colour(4), true}};
    Picture picture;
    redraw_phase_portrait(picture, {lanes, &played.lab.lane().world()}, where, {dark_theme});
    return picture;
}

} // namespace

TEST_CASE("every chosen plot has its own place, for any choice of plots")
{
    for (std::uint32_t chosen = 1; chosen <= lab::all_plots_mask; ++chosen)
        for (const Rect& whole : {Rect{0, 0, 620, 170}, Rect{5, 6, 900, 190}, Rect{0, 0, 1300, 400}})
        {
            const auto places = placed_plots(chosen, {0s, 1s}, whole, 1.0F);
            CHECK(static_cast<int>(places.size()) == std::popcount(chosen));
            for (std::size_t i = 0; i < places.size(); ++i)
            {
                const Rect& a = places[i].area;
                CHECK(a.w > 100);
                CHECK(a.h > 30);
                CHECK(whole.contains({a.x, a.y}));
                CHECK(whole.contains({a.right() - 0.01F, a.bottom() - 0.01F}));
                CHECK(places[i].axis.left() >= a.x);
                CHECK(places[i].axis.right() <= a.right());
                for (std::size_t k = 0; k < i; ++k)
                {
                    const Rect& b = places[k].area;
                    CHECK((b.right() <= a.x || b.bottom() <= a.y || a.right() <= b.x));
                }
            }
        }
    CHECK(placed_plots(0, {0s, 1s}, board, 1.0F).empty());
}

TEST_CASE("a plot line connects the frames and breaks at changes of settings")
{
    const auto frames = even(40, 25ms);
    const auto steps = only(plot_named("steps"));
    const PlotsData whole{.frames = frames, .plot_mask = steps};
    const auto line = strokes(drawn(whole, {0s, 1s}));
    REQUIRE(line.size() == 40); // one dot and 39 lines
    const TimeAxis axis = placed_plots(steps, {0s, 1s}, board, 1.0F)[0].axis;
    for (std::size_t i = 1; i < line.size(); ++i)
    {
        CHECK(line[i].first == doctest::Approx(axis.x_clamped_with_overhang(frames[i - 1].start_wall_time)));
        CHECK(line[i].second == doctest::Approx(axis.x_clamped_with_overhang(frames[i].start_wall_time)));
    }
    const std::vector<TimeMark> marks{{510ms, "a knob was turned", TimeMark::Kind::change},
                                      {760ms, "hitch", TimeMark::Kind::lag}};
    const auto broken = strokes(drawn({.frames = frames, .marks = marks, .plot_mask = steps}, {0s, 1s}));
    REQUIRE(broken.size() == 40); // two dots and 38 lines
    const float x = axis.x_clamped_with_overhang(510ms);
    CHECK(std::ranges::none_of(broken, [&](const auto& s) { return s.first < x - 0.1F && s.second > x + 0.1F; }));
    CHECK(std::ranges::any_of(line, [&](const auto& s) { return s.first < x - 0.1F && s.second > x + 0.1F; }));
}

TEST_CASE("with more frames than pixels, extreme values stay visible in a bounded number of shapes")
{
    auto frames = even(100'000, 1ms);
    frames[77'777].measured_frame_time = 300ms;
    const auto chosen = only(plot_named("frame-time"));
    const PlacedPlot place = placed_plots(chosen, {0s, 100s}, board, 1.0F)[0];
    const Picture picture = drawn({.frames = frames, .plot_mask = chosen}, {0s, 100s});
    const auto boxes = boxes_where(picture, is_of_pen);
    const auto tallest = std::ranges::max_element(boxes, {}, &RoundedBox::half_h);
    REQUIRE(tallest != boxes.end());
    CHECK(tallest->half_h > 0.45F * 0.5F * place.area.h);
    CHECK(tallest->x == doctest::Approx(place.axis.x_clamped_with_overhang(77'778ms)).epsilon(0.01));
    CHECK(drawn({.frames = frames}, {0s, 100s}).shapes().size() < 2000);
}

TEST_CASE("values that are NaN or have blown up leave valid pictures")
{
    auto frames = even(50, 20ms);
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        frames[i].energy = std::pow(10.0, static_cast<double>(i) * 6.5);
        frames[i].shown_x = i % 3 == 0 ? std::nan("") : -1e300;
        frames[i].reference_x_at_shown_time = std::nan("");
    }
    CHECK(std::ranges::all_of(drawn({.frames = frames}, {0s, 1s}).shapes(), is_finite_shape));
    CHECK(drawn({}, {0s, 1s}).shapes().size() < 100);
}

TEST_CASE("the plots show the values of the metrics")
{
    std::vector<FrameSample> frames = even(3, 20ms);
    frames[1].plan = {.steps = 2, .tail = 3ms, .carried = 5ms};
    frames[1].simulated_time = 35ms;
    frames[1].shown_time = 30ms;
    frames[1].shown_x = 1.5;
    frames[1].reference_x_at_shown_time = 1.25;
    frames[1].is_displayed = true;
    frames[1].screen_time = 50ms;
    frames[0].shown_time = 14ms;
    frames[0].is_displayed = true;
    frames[0].screen_time = 30ms;
    const auto value = [&](std::string_view name, std::size_t i)
    { return all_plots()[plot_named(name)].value_of_frame(frames, i); };
    CHECK(value("frame-time", 1) == 20);
    CHECK(value("steps", 1) == 3);
    CHECK(value("drift", 1) == -5);
    CHECK(value("state-error", 1) == 250);
    CHECK(value("animation-error", 1) == -4); // the motion advanced by 16 ms in 20 ms
    CHECK(value("picture-age", 1) == 10);
    CHECK(std::isnan(value("animation-error", 0)));
    CHECK(std::isnan(value("animation-error", 2)));
    frames[1].events = telemetry::paused;
    CHECK(std::isnan(value("frame-time", 1)));
}

TEST_CASE("the CSV has a row for each visible frame and a column for each shown plot")
{
    auto frames = even(5, 20ms);
    frames[2].energy = std::nan("");
    const auto chosen = only(plot_named("frame-time")) | only(plot_named("energy"));
    CHECK(plots_csv(frames, chosen, {40ms, 80ms}) == "frame,wall_s,frame_time_ms,energy_j\n"
                                                     "2,0.040000000,20,0\n3,0.060000000,20,\n4,0.080000000,20,0\n");
}

TEST_CASE("values are written with few characters")
{
    for (const auto& [value, unit, text] :
         {std::tuple{16.6667, "ms", "16.7 ms"}, std::tuple{2717.4, "ms", "2717 ms"}, std::tuple{3.0, "", "3"},
          std::tuple{0.416, "mm", "0.42 mm"}, std::tuple{1.234e9, "J", "1.23 billion J"},
          std::tuple{-2.5e6, "mm", "-2.5 million mm"}, std::tuple{1e200, "J", "over a trillion J"},
          std::tuple{-0.0, "ms", "0 ms"}, std::tuple{std::nan(""), "J", "-"}})
        CHECK(value_text(value, unit) == text);
}

TEST_CASE("a difference of a nanosecond is drawn flat, and of a tenth of a millisecond over the whole plot")
{
    const auto height_of = [](Nanos drift)
    {
        auto frames = even(100, 10ms);
        for (std::size_t i = 0; i < frames.size(); ++i)
            frames[i].simulated_time = frames[i].game_time + (i % 2 == 1 ? drift : 0ns);
        const Frames list{frames};
        const auto picture = drawn({.frames = list, .plot_mask = only(plot_named("drift"))}, {0ns, 1s});
        float low = 1e9F;
        float high = -1e9F;
        for (const RoundedBox& b : boxes_where(picture, is_of_pen))
        {
            const float half = std::abs(b.sin) * b.half_w;
            low = std::min(low, b.y - half);
            high = std::max(high, b.y + half);
        }
        return high - low;
    };
    CHECK(height_of(1ns) < 0.01F);
    CHECK(height_of(100us) > 50.0F);
}

TEST_CASE("the words of the plots do not overlap, and each plot has its title and its newest value")
{
    const Played played{settings_of("spring-and-ball", "variable", "12ms"), 120};
    const telemetry::Frames frames{played.lab.lane().samples()};
    for (const Rect& where : {Rect{0, 0, 960, 190}, {5, 6, 1264, 240}})
    {
        const TimeSpan span{0s, frames.back().start_wall_time};
        Picture picture;
        redraw_plots(picture, {.frames = frames}, span, where, {.theme = dark_theme, .loop_colour = pen});
        check_words(picture);
        for (const PlacedPlot& place : placed_plots(lab::all_plots_mask, span, where, 1.0F))
        {
            const Label* title = label_that_begins(picture, place.plot->title);
            REQUIRE(title != nullptr);
            CHECK(title->anchor == Point{place.area.x, place.area.y});
        }
        CHECK(says(picture, value_text(timestep::to_millis(frames.back().measured_frame_time), "ms")));
    }
}

TEST_CASE("the phase plane is linear for small motions, and compresses a blow-up to fit")
{
    const PhaseToPixelMapping calm{{0, 0, 400, 200}, 1.0, 1.5};
    CHECK_FALSE(calm.is_logarithmic());
    CHECK(calm.circle_half_width_px(1.0) == doctest::Approx(2 * calm.circle_half_width_px(0.5)));
    CHECK(calm.clamped_pixel_at({0, 0}) == Point{200, 100});
    for (const double reach : {10.0, 1e6, 1e11})
    {
        const PhaseToPixelMapping wild{{0, 0, 400, 200}, 1.0, reach};
        CHECK(wild.is_logarithmic());
        CHECK(wild.circle_radii_m().size() <= 7);
        for (double r = 0.1; r < 1e13; r *= 10)
        {
            const Point p = wild.clamped_pixel_at({r, -r});
            CHECK(p.x <= 400);
            CHECK(p.y <= 200);
            CHECK(wild.circle_half_width_px(r) <= wild.circle_half_width_px(10 * r));
        }
    }
}

TEST_CASE("the true motion of a spring is a circle, and of a damped spring a spiral inwards")
{
    scenes::SceneSettings settings = *scenes::find_scene_defaults("spring-and-ball");
    set_knob(settings, "start-x", -0.5);
    set_knob(settings, "wall-x", 2.0);
    scenes::World world{settings};
    const double w = world.fastest_vibration()->angular_frequency;
    for (const PhaseState& s : exact_motion_states(world, w)) CHECK(std::hypot(s.x, s.v) == doctest::Approx(0.5));
    set_knob(settings, "damping", 0.1);
    world.set_knobs(settings);
    const auto spiral = exact_motion_states(world, w);
    CHECK(std::hypot(spiral.back().x, spiral.back().v) < 0.1);
    CHECK(exact_motion_states(scenes::World{*scenes::find_scene_defaults("chain")}, 1.0).empty());
}

TEST_CASE("the phase plot names the stability limit of the integrator in use")
{
    CHECK(says(phase_of(Played{settings_of("spring-and-ball"), 30}), "explodes beyond 2.000"));
    CHECK(says(phase_of(Played{settings_of("spring-and-ball", "variable", "110ms"), 10}), "each step grows x by"));
    lab::Settings settings = settings_of("spring-and-ball");
    assign_by_path(settings, "scene.integrator", "implicit-euler");
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
            if (row->name == "storm") assign_by_path(settings, "scene.count", "1000");
            const Picture picture = phase_of(Played{settings, 400});
            CHECK(picture.shapes().size() < 1800);
            CHECK(std::ranges::all_of(picture.shapes(), is_finite_shape));
        }
}
