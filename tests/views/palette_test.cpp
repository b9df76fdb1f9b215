// Checks that the loops' colours differ in lightness where colour-blind users see no difference of hue.
#include "draw/shapes/theme.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

using namespace draw;

namespace
{

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
    const auto f    = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116.0; };
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

TEST_CASE("the five loops of the first screen differ in colour for three kinds of colour blindness")
{
    for (const Sight& sight : sights)
        for (std::size_t a = 0; a < 5; ++a)
            for (std::size_t b = 0; b < a; ++b)
            {
                CAPTURE(sight.name);
                CAPTURE(a);
                CAPTURE(b);
                CHECK(apart(a, b, sight) > 25.0); // distance in CIE 1976 L*a*b*; a distance of 2.3 is just noticeable
            }
}
