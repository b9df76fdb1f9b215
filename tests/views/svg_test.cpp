#include "draw/shapes/svg.hpp"

#include "golden.hpp"
#include "views/phase.hpp"
#include "views/playing.hpp"
#include "views/plots.hpp"
#include "views/timeline.hpp"

#include <functional>
#include <map>
#include <sstream>

using namespace draw;
using namespace views;

namespace
{

// Reads an input file: each line is a shape or a command that plays a scene.
struct Commands
{
    Picture picture;
    lab::Settings settings;
    Rect area{0, 0, 100, 100};
    std::vector<std::function<void(Played&)>> played;     ///< acts on the scene, in this order
    std::function<std::string(Played&)> drawn = of_stage; ///< draws the final picture

    void read(std::istringstream& line)
    {
        std::string word;
        line >> word;
        const auto known = all().find(word);
        REQUIRE_MESSAGE(known != all().end(), "no command " << word);
        known->second(*this, line);
        CHECK_MESSAGE(!line.fail(), "too few words after " << word);
    }

private:
    static std::string of_stage(Played& played) { return to_svg(played.draw()); }
    static std::string of_timeline(Played& played, TimeSpan span)
    {
        const lab::Settings& s = played.lab.settings;
        const auto& samples    = played.lab.lane().samples();
        const auto marks       = marks_of(samples);
        Picture picture;
        draw_timeline(picture,
                      {.frames    = samples,
                       .marks     = marks,
                       .refreshes = telemetry::FoundRefreshes{{}, 1e9 * timestep::step_seconds(s.machine.refresh)}},
                      span, played.area, {theme(s.view.light), loop_colour(s.loop.preset)});
        return to_svg(picture);
    }

    static std::string of_phase(Played& played)
    {
        const lab::Settings& s = played.lab.settings;
        const std::array lanes{PhaseLane{played.lab.lane().samples(), loop_colour(s.loop.preset), true}};
        Picture picture;
        draw_phase(picture, {lanes, &played.lab.lane().world()}, played.area, {theme(s.view.light)});
        return to_svg(picture);
    }
    static std::string of_plots(Played& played, TimeSpan span)
    {
        const lab::Settings& s = played.lab.settings;
        const auto& samples    = played.lab.lane().samples();
        const auto marks       = marks_of(samples, played.lab.journal, span);
        Picture picture;
        draw_plots(picture, {.frames = samples, .marks = marks}, span, played.area,
                   {theme(s.view.light), loop_colour(s.loop.preset)});
        return to_svg(picture);
    }

    using Table = std::map<std::string, std::function<void(Commands&, std::istream&)>>;

    static float number(std::istream& in)
    {
        float value = 0;
        in >> value;
        return value;
    }
    static Point point(std::istream& in)
    {
        const float x = number(in);
        return {x, number(in)};
    }
    static Rect rect(std::istream& in)
    {
        const Point at = point(in);
        const float w  = number(in);
        return {at.x, at.y, w, number(in)};
    }
    // Reads a colour as rrggbbaa.
    static Colour colour(std::istream& in)
    {
        std::string hex;
        in >> hex;
        const auto value = std::stoul(hex, nullptr, 16);
        return rgb(static_cast<std::uint32_t>(value >> 8U), static_cast<float>(value & 0xffU) / 255.0F);
    }
    static Label label(std::istream& in)
    {
        Label l{.at = point(in), .text = {}};
        std::string align;
        std::string font;
        in >> align >> font;
        l.colour = colour(in);
        l.align  = align == "left" ? Align::left : align == "centre" ? Align::centre : Align::right;
        l.font   = font == "words" ? Font::words : Font::figures;
        std::getline(in >> std::ws, l.text);
        return l;
    }

    static const Table& all()
    {
        static const Table table{
            {"area", [](Commands& c, std::istream& in) { c.area = rect(in), c.picture.clear(c.area, colour(in)); }},
            {"disc",
             [](Commands& c, std::istream& in)
             {
                 const Point at = point(in);
                 const float r  = number(in);
                 const float s  = number(in);
                 c.picture.disc(at, r, colour(in), s);
             }},
            {"ball",
             [](Commands& c, std::istream& in)
             {
                 const Point at = point(in);
                 const float r  = number(in);
                 c.picture.ball(at, r, colour(in));
             }},
            {"ring",
             [](Commands& c, std::istream& in)
             {
                 const Point at = point(in);
                 const float r  = number(in);
                 const float w  = number(in);
                 c.picture.ring(at, r, w, colour(in));
             }},
            {"box",
             [](Commands& c, std::istream& in)
             {
                 const Rect r         = rect(in);
                 const float rounding = number(in);
                 const float outline  = number(in);
                 c.picture.box(r, rounding, colour(in), outline);
             }},
            {"turned",
             [](Commands& c, std::istream& in)
             {
                 Box box{.x = number(in), .y = number(in), .half_w = number(in), .half_h = number(in)};
                 const float angle = number(in);
                 box.cos           = std::cos(angle);
                 box.sin           = std::sin(angle);
                 box.radius        = number(in);
                 box.colour        = colour(in);
                 c.picture.add(box);
             }},
            {"line",
             [](Commands& c, std::istream& in)
             {
                 const Point a     = point(in);
                 const Point b     = point(in);
                 const float width = number(in);
                 c.picture.line(a, b, width, colour(in));
             }},
            {"quad",
             [](Commands& c, std::istream& in)
             {
                 std::array<Point, 4> corners{};
                 for (Point& p : corners) p = point(in);
                 c.picture.quad(corners, colour(in));
             }},
            {"label", [](Commands& c, std::istream& in) { c.picture.write(label(in)); }},
            {"set",
             [](Commands& c, std::istream& in)
             {
                 std::string path;
                 std::string value;
                 in >> path >> value;
                 turn(c.settings, path, value);
             }},
            {"play",
             [](Commands& c, std::istream& in)
             {
                 int frames = 0;
                 in >> frames;
                 c.played.emplace_back([frames](Played& p) { p.play(frames); });
             }},
            {"press",
             [](Commands& c, std::istream& in)
             {
                 std::string key;
                 in >> key;
                 REQUIRE(lab::find_key(key) != nullptr);
                 c.played.emplace_back([key](Played& p) { p.lab.apply(*lab::find_key(key)); });
             }},
            {"turn",
             [](Commands& c, std::istream& in)
             {
                 std::string path;
                 std::string value;
                 in >> path >> value;
                 c.played.emplace_back([path, value](Played& p) { turn(p.lab.settings, path, value); });
             }},
            {"phase", [](Commands& c, std::istream&) { c.drawn = of_phase; }},
            {"plots",
             [](Commands& c, std::istream& in)
             {
                 const TimeSpan span{timestep::from_seconds(number(in)), timestep::from_seconds(number(in))};
                 c.drawn = [span](Played& p) { return of_plots(p, span); };
             }},
            {"timeline",
             [](Commands& c, std::istream& in)
             {
                 const TimeSpan span{timestep::from_seconds(number(in)), timestep::from_seconds(number(in))};
                 c.drawn = [span](Played& p) { return of_timeline(p, span); };
             }},
        };
        return table;
    }
};

std::string made_of(const std::filesystem::path& input)
{
    Commands commands;
    std::istringstream text{read_text(input)};
    for (std::string line; std::getline(text, line);)
    {
        std::istringstream words{line};
        if (!line.empty() && line.front() != '#') commands.read(words);
    }
    if (commands.played.empty()) return to_svg(commands.picture);
    Played played{commands.settings, 0};
    played.area = commands.area;
    for (const auto& play : commands.played) play(played);
    return commands.drawn(played);
}

std::size_t count(const std::string& text, std::string_view word)
{
    std::size_t n = 0;
    for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++n;
    return n;
}

} // namespace

TEST_CASE("a picture's SVG equals its golden file")
{
    for (const auto& input : golden_inputs("view"))
    {
        CAPTURE(input.string());
        check_golden(input, ".svg", made_of(input));
    }
}

TEST_CASE("every shape and label is one element of the SVG, and special characters are escaped")
{
    Played played{settings_of("bouncing-ball"), 30};
    Picture picture = played.draw();
    picture.write({.at = {100, 100}, .text = "a < b & c > d", .colour = rgb(0)});
    const std::string svg = to_svg(picture);
    const std::size_t drawn =
        count(svg, "<circle ") + count(svg, "<line ") + count(svg, "<rect ") + count(svg, "<polygon ");
    CHECK(drawn == picture.shapes().size() + 1); // one more element, the background
    CHECK(count(svg, "<text ") == picture.labels().size());
    CHECK(svg.find("a &lt; b &amp; c &gt; d") != svg.npos);
    CHECK(svg.find("nan") == svg.npos);
    CHECK(svg.find("inf\"") == svg.npos);
}
