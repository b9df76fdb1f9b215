// Compares whole pictures with tests/views/golden. shapes.svg has one of each shape. drawings.txt has a hash and the
// number of shapes of each kind for each view with all of its parts, and for each scene; the tests of the views check
// details.
//
// UPDATE_GOLDEN=1 ctest --preset release -R '^views$'     writes the files again; look at them before a commit.
#include "scratch.hpp"
#include "sim/physics/state_hash.hpp"
#include "views/phase_portrait.hpp"
#include "views/playing.hpp"
#include "views/plots.hpp"
#include "views/step_rate_chart.hpp"
#include "views/timeline.hpp"

namespace
{

// One of each shape.
std::string every_shape()
{
    Picture p;
    p.reset({0, 0, 200, 120}, rgb(0x0d1017));
    p.add_disc({20, 20}, 10, rgb(0xe69f00));
    p.add_disc({50, 20}, 10, rgb(0x56b4e9, 128 / 255.0F), 8);
    p.add_disc({80, 20}, 3, rgb(0x56b4e9, 128 / 255.0F), 12);
    p.add_lit_ball({110, 20}, 12, rgb(0x009e73));
    p.add_lit_ball({140, 20}, 12, rgb(0x009e73, 192 / 255.0F));
    p.add_circle_outline({175, 20}, 12, 2, rgb(0xe8ebf0, 191 / 255.0F));
    p.add_rectangle({10, 50, 40, 20}, 4, rgb(0xc3cad6));
    p.add_rectangle({60, 50, 40, 20}, 30, rgb(0xc3cad6), 1.5F);
    p.add_rounded_box({.x = 130,
                       .y = 60,
                       .half_w = 18,
                       .half_h = 6,
                       .cos = std::cos(0.5F),
                       .sin = std::sin(0.5F),
                       .radius = 2,
                       .colour = rgb(0xd55e00)});
    p.add_line({10, 90}, {60, 90}, 3, rgb(0x9aa4b2));
    p.add_line({70, 80}, {100, 110.126F}, 1.25F, rgb(0x9aa4b2, 128 / 255.0F));
    p.add_line({110, 95}, {110, 95}, 6, rgb(0x9aa4b2));
    p.add_quad({Point{120, 80}, {150, 84}, {146, 110}, {124, 104}}, rgb(0xcc79a7));
    p.add_triangle({160, 80}, {190, 84}, {170, 112}, rgb(0xcc79a7, 128 / 255.0F));
    p.add_label({{10, 104}, "left & right", rgb(0xe8ebf0), Align::left, Font::proportional});
    p.add_label({{100, 66}, "16.7 ms", rgb(0x9aa4b2), Align::centre, Font::monospaced});
    p.add_label({{190, 100}, "ball at x = 41.7 m →", rgb(0xff7a5c), Align::right, Font::proportional});
    return to_svg(p);
}

// The race of the first screen after 3 s with a delay of 40 ms: one loop is slow, one has failed, three are right.
std::string race()
{
    constexpr Rect stage{0, 0, 1264, 540};
    lab::Settings settings = settings_of("spring-and-ball", "interpolated", "40ms",
                                         {{"machine.vsync", "on"}, {"machine.render_cost_ms", "2ms"}});
    SteadyLabOf lab{with_ready_list(lab::ReadyList::five_loops, settings)};
    do play(lab, 1);
    while (lab.lane(0).samples().back().start_wall_time < 3s);
    const auto areas = lane_areas(stage, lab.shown_lane_count(), lab.lane(0).world(), 4);
    std::string all = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1264\" height=\"540\">\n";
    for (std::size_t i = 0; i < lab.shown_lane_count(); ++i)
    {
        Picture picture;
        scenes::Trail trace;
        trace.append_frame(lab.lane(i).world(), lab.take_shown_moment(i));
        const Colour colour = loop_colour(lab.experiment.lanes[i].setup().config.loop.preset);
        redraw_lane(picture, lab.lane(i), lab.take_shown_moment(i), trace, lab.session.settings.view, areas[i],
                    {dark_theme, 1.0F, colour});
        const std::string lane = to_svg(picture, {.id_prefix = std::string{static_cast<char>('a' + i)}});
        all += fmt::format("<svg x=\"{}\" y=\"{}\"{}", picture.area().x, picture.area().y, lane.substr(4));
    }
    return all + "</svg>\n";
}

// A loop of 50 Hz without blending stutters: the page of past frames, and below it the last pictures.
std::string stutter()
{
    Played played{settings_from("scene=spring-and-ball loop=accumulator hz=50 vsync=on render-cost=2ms"), 300};
    played.area = {0, 0, 900, 400};
    return to_svg(played.draw());
}

// Half-way between two steps, a rotation whose quaternion is blended number by number: the box is too small.
std::string spinning_body()
{
    Played played{
        settings_from("scene=spinning-body loop=interpolated hz=5 scene.blend=components scene.spin=2 view.light=on"),
        18};
    played.area = {0, 0, 700, 350};
    return to_svg(played.draw());
}

// A reset, a hitch of 500 ms, of which a capped frame drops a half, and a changed knob.
std::string timeline()
{
    lab::Settings settings = settings_of("spring-and-ball", "interpolated", "0ms", {{"machine.render_cost_ms", "3ms"}});
    Played played{settings, 2};
    press(played.lab, "R");
    played.play(6);
    press(played.lab, "H");
    played.play(8);
    turn(played.lab.session.settings, "loop.hz", "120");
    played.play(4);
    const auto& samples = played.lab.lane().samples();
    const auto marks = time_marks_of(samples);
    Picture picture;
    redraw_timeline(
        picture, {.frames = samples, .marks = marks, .refreshes = telemetry::EstimatedRefreshTimes{{}, 1e9 / 60}},
        {0s, 1200ms}, {0, 0, 900, 170}, {.theme = dark_theme, .loop_colour = loop_colour(settings.lane.loop.preset)});
    return to_svg(picture);
}

// Seven plots of a PC with jitter: a knob is changed after half of the time, and the lines break there.
std::string plots()
{
    lab::Settings settings = settings_of("spring-and-ball", "variable", "12ms", {{"machine.jitter_ms", "22ms"}});
    Played played{settings, 60};
    played.lab.session.is_mouse_holding_control = true; // the lane starts again only when it rests
    turn(played.lab.session.settings, "scene.damping", "0.3");
    played.play(60);
    const TimeSpan span{500ms, 4200ms};
    const auto marks = time_marks_of(played.lab.lane().samples(), played.lab.session.journals[0], span);
    Picture picture;
    redraw_plots(picture, {.frames = played.lab.lane().samples(), .marks = marks}, span, {0, 0, 960, 190},
                 {.theme = dark_theme, .loop_colour = loop_colour(settings.lane.loop.preset)});
    return to_svg(picture);
}

// Steps of 100 ms are too long: a spiral outwards, squeezed, and the dot is right of the boundary of stable steps.
std::string phase_plot()
{
    lab::Settings settings =
        settings_of("spring-and-ball", "variable", "90ms", {{"scene.wall-x", "2"}, {"scene.wall-thickness", "0.001"}});
    const Played played{settings, 24};
    const std::array lanes{PhaseLane{played.lab.lane().samples(), loop_colour(settings.lane.loop.preset), true}};
    Picture picture;
    redraw_phase_portrait(picture, {lanes, &played.lab.lane().world()}, {0, 0, 760, 220}, {light_theme});
    return to_svg(picture);
}

// The example of a game without interpolation: no rate is even on both displays, and the map has the beats.
std::string step_rate()
{
    const lab::GameProperties game{.is_interpolated = false};
    Picture picture;
    redraw_step_rate_chart(picture, game, lab::advise_step_rate(game), lab::make_mismatch_map(game.display_rates),
                           {0, 0, 960, 300}, {dark_theme});
    return to_svg(picture);
}

// A lane after 1 s with a good loop in a large area; and after 1 s with a loop that fails, light, in a strip.
std::string scene(std::string_view name, bool fails)
{
    Played played{settings_of(name, fails ? "variable" : "interpolated", fails ? "90ms" : "0ms",
                              {{"view.light", fails ? "on" : "off"}}),
                  fails ? 11 : 60};
    played.area = fails ? Rect{8, 40, 1200, 110} : Rect{0, 0, 1000, 500};
    return to_svg(played.draw());
}

struct View
{
    const char* name;
    std::string (*draw)();
};
constexpr View every_view[]{{"race", race},          {"stutter", stutter}, {"spinning body", spinning_body},
                            {"timeline", timeline},  {"plots", plots},     {"phase", phase_plot},
                            {"step rate", step_rate}};

// Returns the line of drawings.txt about an SVG picture: "race b1946ac92492d234: 69 circle, 1667 line".
std::string summary(std::string_view name, const std::string& svg)
{
    std::map<std::string, int> shapes;
    for (const std::string& line : lines_of(svg))
    {
        const std::string shape = line.substr(1, line.find(' ') - 1);
        if (line.starts_with("<") && !line.starts_with("</")) ++shapes[shape];
    }
    sim::StateHash hash;
    for (const char c : svg) hash.add(static_cast<int>(c));
    std::string text = fmt::format("{} {:016x}:", name, hash.value().value_or(0));
    for (const auto& [shape, count] : shapes) text += fmt::format(" {} {},", count, shape);
    text.back() = '\n';
    return text;
}

std::string all_drawings()
{
    std::string text;
    for (const View& view : every_view) text += summary(view.name, view.draw());
    for (const scenes::SceneType* row : scenes::all_scenes())
        for (const bool fails : {false, true})
            text += summary(fmt::format("{}{}", row->name, fails ? " fails" : ""), scene(row->name, fails));
    return text;
}

// Compares `made` with a file of tests/views/golden. Writes the file instead if UPDATE_GOLDEN is set.
void check_golden(const std::string& path, const std::string& made)
{
    if (std::getenv("UPDATE_GOLDEN") != nullptr)
    {
        std::ofstream out{path, std::ios::binary};
        out << made << std::flush;
        REQUIRE_MESSAGE(out.good(), path << " cannot be written");
        return;
    }
    const std::string wanted = text_of(path);
    const auto [at, other] = std::mismatch(made.begin(), made.end(), wanted.begin(), wanted.end());
    const auto line = 1 + std::count(made.begin(), at, '\n');
    const bool is_equal = made == wanted;
    CHECK_MESSAGE(is_equal, path << " differs from line " << line << "; if the new picture is right, run "
                                 << "UPDATE_GOLDEN=1 ctest --preset release -R '^views$', and look at the file");
}

} // namespace

TEST_CASE("one of each shape, and a picture of each view and scene, equal their files in tests/views/golden")
{
    check_golden("tests/views/golden/shapes.svg", every_shape());
    check_golden("tests/views/golden/drawings.txt", all_drawings());
}
