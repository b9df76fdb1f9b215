#include "draw/shapes/theme.hpp"
#include "scenes/drawing/canvas.hpp"
#include "views/playing.hpp"

using namespace scenes;

namespace
{

std::size_t count(const std::string& text, std::string_view word)
{
    std::size_t n = 0;
    for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++n;
    return n;
}

constexpr Colour ink = rgb(0xffffff);
constexpr float nan_ = std::numeric_limits<float>::quiet_NaN();
constexpr float endless = std::numeric_limits<float>::infinity();

Picture empty()
{
    Picture picture;
    picture.reset({0, 0, 100, 50}, rgb(0x000000));
    return picture;
}

const RoundedBox& box_of(const Picture& picture, std::size_t i = 0)
{
    return std::get<RoundedBox>(picture.shapes().at(i));
}

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

struct Sight
{
    std::string_view name;
    Matrix from_linear_rgb;
};

// Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009,
// severity 1.0.
constexpr std::array<Sight, 4> sights{{
    {"all cones", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protanope",
     {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranope",
     {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    {"tritanope",
     {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}},
}};

Triple times(const Matrix& m, const Triple& v)
{
    Triple out{};
    for (std::size_t i = 0; i < 3; ++i) out[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
    return out;
}

double linear(float c) { return c <= 0.04045F ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }

// Returns the colour in CIE L*a*b* with illuminant D65, as this kind of sight sees it.
Triple lab_of(const Colour& c, const Sight& sight)
{
    constexpr Matrix xyz{
        {{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}};
    Triple seen = times(sight.from_linear_rgb, {linear(c.r), linear(c.g), linear(c.b)});
    for (double& part : seen) part = std::clamp(part, 0.0, 1.0);
    const Triple at = times(xyz, seen);
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116.0; };
    const double x = f(at[0] / 0.95047), y = f(at[1]), z = f(at[2] / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double apart(std::size_t a, std::size_t b, const Sight& sight)
{
    const Triple p = lab_of(loop_colour(a), sight);
    const Triple q = lab_of(loop_colour(b), sight);
    return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

} // namespace

TEST_CASE("every shape and label is one element of the SVG, and special characters are escaped")
{
    Played played{settings_of("bouncing-ball"), 30};
    Picture picture = played.draw();
    picture.add_label({.anchor = {100, 100}, .text = "a < b & c > d", .colour = rgb(0)});
    const std::string svg = to_svg(picture);
    const std::size_t drawn =
        count(svg, "<circle ") + count(svg, "<line ") + count(svg, "<rect ") + count(svg, "<polygon ");
    CHECK(drawn == picture.shapes().size() + 1); // one more element, the background
    CHECK(count(svg, "<text ") == picture.labels().size());
    CHECK(svg.find("a &lt; b &amp; c &gt; d") != svg.npos);
    CHECK(svg.find("nan") == svg.npos);
    CHECK(svg.find("inf\"") == svg.npos);
}

TEST_CASE("shapes that touch the area are kept, and invisible ones are left out")
{
    Picture p = empty();
    p.add_disc({-3, 10}, 5, ink);
    p.add_disc({103, 10}, 5, ink);
    p.add_circle_outline({50, 58}, 7, 4, ink);
    p.add_quad({Point{-5, -5}, {1, -5}, {1, 1}, {-5, 1}}, ink);
    CHECK(p.shapes().size() == 4);
    p.add_disc({-7, 10}, 5, ink);
    p.add_disc({50, 57}, 5, ink);
    p.add_disc({50, 25}, 5, faded(ink, 0));
    p.add_triangle({-9, -9}, {-2, -9}, {-2, -2}, ink);
    CHECK(p.shapes().size() == 4);
}

TEST_CASE("a rotated box extends to its corners, and a soft disc to the end of its edge")
{
    Picture p = empty();
    const float turned = std::sqrt(0.5F);
    p.add_rounded_box({.x = -10, .y = 25, .half_w = 8, .half_h = 8, .colour = ink});
    CHECK(p.shapes().empty());
    p.add_rounded_box({.x = -10, .y = 25, .half_w = 8, .half_h = 8, .cos = turned, .sin = turned, .colour = ink});
    CHECK(p.shapes().size() == 1);
    p.add_disc({-10, 25}, 6, ink, 1);
    CHECK(p.shapes().size() == 1);
    p.add_disc({-10, 25}, 6, ink, 10);
    CHECK(p.shapes().size() == 2);
}

TEST_CASE("a shape or label with a place or size that is not finite is not drawn")
{
    Picture p = empty();
    for (const float bad : {nan_, endless, -endless})
    {
        CAPTURE(bad);
        p.add_disc({bad, 10}, 5, ink);
        p.add_disc({10, bad}, 5, ink);
        p.add_disc({10, 10}, bad, ink);
        p.add_line({bad, 10}, {10, 10}, 2, ink);
        p.add_line({10, 10}, {10, bad}, 2, ink);
        p.add_quad({Point{1, 1}, {2, bad}, {3, 3}, {1, 3}}, ink);
        p.add_rectangle({10, 10, bad, 10}, 2, ink);
        p.add_label({.anchor = {bad, 10}, .text = "lost"});
    }
    CHECK(p.shapes().empty());
    CHECK(p.labels().empty());
}

TEST_CASE("a line to a distant point is cut to the part near the stage")
{
    Picture p = empty();
    p.add_line({50, 25}, {4.0e6F, 25}, 2, ink);
    const RoundedBox& flat = box_of(p);
    CHECK(flat.x - flat.half_w == doctest::Approx(50));
    CHECK(flat.x + flat.half_w < 300);
    CHECK(flat.y == 25);

    p = empty();
    p.add_line({-1.0e6F, -1.0e6F}, {1.0e6F, 1.0e6F}, 2, ink); // y = x passes both corners of the stage
    const RoundedBox& slope = box_of(p);
    CHECK(slope.half_w < 300);
    CHECK(slope.x == doctest::Approx(slope.y).epsilon(1e-3));

    p = empty();
    p.add_line({-500, -10}, {500, -2000}, 2, ink);
    CHECK(p.shapes().empty());
}

TEST_CASE("a line has its width, its ends and its angle; a line of length zero is a disc")
{
    Picture p = empty();
    p.add_line({10, 10}, {16, 18}, 4, ink);
    const RoundedBox& line = box_of(p);
    CHECK(line.half_w == doctest::Approx(5));
    CHECK(line.radius == 2);
    CHECK(line.cos == doctest::Approx(0.6));
    CHECK(line.sin == doctest::Approx(0.8));
    p.add_line({10, 10}, {10, 10}, 4, ink);
    CHECK(box_of(p, 1).is_disc());
}

TEST_CASE("clearing removes shapes and labels")
{
    Picture p = empty();
    p.add_disc({10, 10}, 5, ink);
    p.add_label({.anchor = {10, 10}, .text = "word"});
    CHECK(p.labels().size() == 1);
    p.reset({0, 0, 10, 10}, ink);
    CHECK(p.shapes().empty());
    CHECK(p.labels().empty());
    CHECK(p.background() == ink);
}

TEST_CASE("metres convert to pixels and back, with y upwards")
{
    const Rect area{100, 50, 800, 450};
    for (const Camera& camera :
         {x_range_camera(area, -2.0, 3.0), rectangle_camera_below_labels(area, {-1, -1}, {4, 2})})
        for (const sim::Vec2 at : {sim::Vec2{0, 0}, sim::Vec2{-1.25, 0.5}, sim::Vec2{2.5, -0.75}})
        {
            const sim::Vec2 again = camera.metres_at(camera.pixel_at(at));
            CHECK(again.x == doctest::Approx(at.x).epsilon(1e-5));
            CHECK(again.y == doctest::Approx(at.y).epsilon(1e-5));
            CHECK(camera.pixel_y(at.y + 1.0) < camera.pixel_y(at.y));
        }
    CHECK(x_range_camera(area, -2.0, 3.0).pixel_x(-2.0) == doctest::Approx(100));
    CHECK(x_range_camera(area, -2.0, 3.0).pixel_x(3.0) == doctest::Approx(900));
    for (const sim::Vec2 corner : {sim::Vec2{-1, -1}, sim::Vec2{4, 2}})
        CHECK(area.contains(rectangle_camera_below_labels(area, {-1, -1}, {4, 2}).pixel_at(corner)));
}

TEST_CASE("a position beyond the pixel range is limited, and NaN stays NaN")
{
    const Camera camera{.origin = {0, 0}, .pixels_per_m = 200};
    CHECK(camera.pixel_x(1e300) == 1e6F);
    CHECK(camera.pixel_y(1e300) == -1e6F);
    CHECK(std::isnan(camera.pixel_x(std::nan(""))));
}

TEST_CASE("text and moving things contrast with the background in both themes")
{
    for (const Theme* t : {&dark_theme, &light_theme})
    {
        CHECK(contrast_ratio(t->text, t->background) >= 7.0F);
        for (const Colour ground :
             {t->background, t->panel_background, t->control_background, mix(t->panel_background, t->accent, 0.22F)})
            for (const Colour words : {t->text, t->dim_text})
                CHECK(contrast_ratio(words, ground) >= min_contrast_ratio);
        for (const Colour words : {t->alarm, t->warning, t->accent})
            for (const Colour ground : {t->background, t->panel_background})
                CHECK(contrast_ratio(words, ground) >= min_contrast_ratio);
        CHECK(contrast_ratio(t->metal, t->background) >= 3.0F);
    }
}

TEST_CASE("contrast is 21 between black and white, 1 between equal colours, and as WCAG defines it between")
{
    CHECK(contrast_ratio(rgb(0x000000), rgb(0xffffff)) == doctest::Approx(21));
    CHECK(contrast_ratio(rgb(0x56b4e9), rgb(0x56b4e9)) == 1.0F);
    CHECK(contrast_ratio(rgb(0x767676), rgb(0xffffff)) == doctest::Approx(4.54).epsilon(0.002));
}

TEST_CASE("of 21 consecutive loops each has its own colour")
{
    constexpr std::size_t loops = timestep::all_presets.size();
    for (std::size_t a = 0; a < loops; ++a)
        for (std::size_t b = a + 1; b < std::min(a + 21, loops); ++b)
        {
            const Colour one = loop_colour(a);
            const Colour other = loop_colour(b);
            INFO("a ", a, ", b ", b);
            CHECK(std::hypot(one.r - other.r, one.g - other.g, one.b - other.b) > 0.12F);
        }
}

TEST_CASE("the name of every loop is legible, in the loop's own colour if possible")
{
    for (const Theme* t : {&dark_theme, &light_theme})
        for (std::size_t preset = 0; preset < timestep::all_presets.size(); ++preset)
        {
            const Colour own = loop_colour(preset);
            const Colour name = legible_colour(own, t->background, t->text);
            CHECK(contrast_ratio(name, t->background) >= min_contrast_ratio);
            CHECK((contrast_ratio(own, t->background) < min_contrast_ratio || name == own));
        }
}

TEST_CASE("the five loops of the first screen differ in colour for three kinds of colour blindness")
{
    for (const Sight& sight : sights)
        for (std::size_t a = 0; a < 5; ++a)
            for (std::size_t b = 0; b < a; ++b)
            {
                INFO("sight.name ", sight.name, ", a ", a, ", b ", b);
                CHECK(apart(a, b, sight) > 25.0); // distance in CIE 1976 L*a*b*; a distance of 2.3 is just noticeable
            }
}
