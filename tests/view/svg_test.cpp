#include "view/svg.hpp"

#include "golden.hpp"
#include "view/playing.hpp"

#include <functional>
#include <map>
#include <sstream>

using namespace view;

namespace
{

// A line of an input file: a shape by its name, or how to play a scene.
struct Commands
{
    Picture picture;
    lab::Settings settings;
    int frames = 0;
    Rect area{0, 0, 100, 100};

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
    // As rrggbbaa.
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
                 set(c.settings, path, value);
             }},
            {"play", [](Commands& c, std::istream& in) { in >> c.frames; }},
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
    if (commands.frames == 0) return to_svg(commands.picture);
    Played played{commands.settings, commands.frames};
    played.area = commands.area;
    return to_svg(played.draw());
}

std::size_t count(const std::string& text, std::string_view word)
{
    std::size_t n = 0;
    for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++n;
    return n;
}

} // namespace

TEST_CASE("a picture's SVG is what it was when somebody last looked at it")
{
    for (const auto& input : golden_inputs("view"))
    {
        CAPTURE(input.string());
        check_golden(input, ".svg", made_of(input));
    }
}

TEST_CASE("every shape and word is one element of the SVG, and what stands for something is escaped")
{
    Played played{settings_of("bouncing-ball"), 30};
    Picture picture = played.draw();
    picture.write({.at = {100, 100}, .text = "a < b & c > d", .colour = rgb(0)});
    const std::string svg = to_svg(picture);
    const std::size_t drawn =
        count(svg, "<circle ") + count(svg, "<line ") + count(svg, "<rect ") + count(svg, "<polygon ");
    CHECK(drawn == picture.shapes().size() + 1); // the ground
    CHECK(count(svg, "<text ") == picture.labels().size());
    CHECK(svg.find("a &lt; b &amp; c &gt; d") != svg.npos);
    CHECK(svg.find("nan") == svg.npos);
    CHECK(svg.find("inf\"") == svg.npos);
}
