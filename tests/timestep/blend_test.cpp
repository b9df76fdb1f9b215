#include "timestep/blend.hpp"

#include <doctest/doctest.h>

#include <initializer_list>

using namespace timestep;

namespace
{
struct Quat
{
    double w = 1.0, x = 0.0, y = 0.0, z = 0.0;
};
struct FloatQuat
{
    float w = 1.0F, x = 0.0F, y = 0.0F, z = 0.0F;
};
struct FloatVec
{
    float x = 0.0F, y = 0.0F;
    friend FloatVec operator+(FloatVec a, FloatVec b) { return {a.x + b.x, a.y + b.y}; }
    friend FloatVec operator-(FloatVec a, FloatVec b) { return {a.x - b.x, a.y - b.y}; }
    friend FloatVec operator*(FloatVec a, float s) { return {a.x * s, a.y * s}; }
};

constexpr double pi = 3.14159265358979323846;

Quat about_z(double angle) { return {std::cos(angle / 2), 0.0, 0.0, std::sin(angle / 2)}; }
double angle_of(const Quat& q) { return 2.0 * std::atan2(q.z, q.w); }
} // namespace

TEST_CASE("lerp is linear for numbers and for vectors of floats")
{
    static_assert(lerp(2.0, 4.0, 0.25) == 2.5);
    CHECK(lerp(2.0F, 4.0F, 0.5) == 3.0F);
    CHECK(lerp(10U, 2U, 0.5) == 6U);
    CHECK(lerp(0.1, 0.7, 0.0) == 0.1);
    const FloatVec v = lerp(FloatVec{0.0F, 2.0F}, FloatVec{4.0F, 2.0F}, 0.25);
    CHECK(v.x == 1.0F);
    CHECK(v.y == 2.0F);
}

TEST_CASE("angles are blended along the shorter arc, also across plus and minus pi")
{
    CHECK(lerp_angle(3.0, -3.0, 0.5) == doctest::Approx(pi));
    CHECK(lerp_angle(-3.0, 3.0, 0.5) == doctest::Approx(-pi));
    CHECK(lerp_angle(0.1, 0.3, 0.5) == doctest::Approx(0.2));
    CHECK(lerp_angle(0.0, 100.0 * 2.0 * pi + 0.2, 0.5) == doctest::Approx(0.1));
}

TEST_CASE("slerp turns at constant speed and nlerp within 3 %; both are exact at the ends")
{
    const Quat a = about_z(0.2), b = about_z(1.4);
    for (const double t : {0.0, 0.25, 0.5, 0.75, 1.0})
    {
        CHECK(angle_of(slerp(a, b, t)) == doctest::Approx(0.2 + 1.2 * t).epsilon(1e-12));
        CHECK(angle_of(nlerp(a, b, t)) == doctest::Approx(0.2 + 1.2 * t).epsilon(0.03));
    }
    CHECK(angle_of(nlerp(a, b, 0.5)) == doctest::Approx(0.8).epsilon(1e-12));
}

TEST_CASE("nlerp over 30 degrees is off by less than a tenth of a degree")
{
    const double step = pi / 6.0;
    for (int i = 0; i <= 100; ++i)
    {
        const double t = i / 100.0;
        CHECK(std::abs(angle_of(nlerp(about_z(0.0), about_z(step), t)) - t * step) < 0.1 * pi / 180.0);
    }
}

TEST_CASE("rotations are blended along the shorter arc, also between quaternions of opposite signs")
{
    const Quat a = about_z(0.1);
    const Quat b = about_z(0.3);
    const Quat minus_b{-b.w, -b.x, -b.y, -b.z};
    CHECK(angle_of(nlerp(a, minus_b, 0.5)) == doctest::Approx(0.2));
    CHECK(angle_of(slerp(a, minus_b, 0.5)) == doctest::Approx(0.2));
}

TEST_CASE("blended rotations of floats have length 1")
{
    const FloatQuat q = slerp(FloatQuat{}, FloatQuat{0.0F, 1.0F, 0.0F, 0.0F}, 0.5);
    CHECK(q.w == doctest::Approx(0.70710678));
    CHECK(q.x == doctest::Approx(0.70710678));
    const FloatQuat opposite = nlerp(FloatQuat{}, FloatQuat{0.0F, 1.0F, 0.0F, 0.0F}, 0.5);
    CHECK(opposite.w * opposite.w + opposite.x * opposite.x == doctest::Approx(1.0));
}

TEST_CASE("the previous state is the state one step before, also when two steps run in one frame")
{
    History<double> x{0.0};
    for (int step = 0; step < 2; ++step) x.step([](double& state) { state += 1.0; });
    CHECK(x.at(0.5) == 1.5);
}

TEST_CASE("a teleported state is not blended before its next step")
{
    History<double> x{0.0};
    x.step([](double& state) { state += 1.0; });
    x.teleport(100.0);
    CHECK(x.at(0.5) == 100.0);
    x.step([](double& state) { state += 1.0; });
    CHECK(x.at(0.5) == 100.5);
}
