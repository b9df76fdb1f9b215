// sim/physics/vec2.hpp -- a point or a direction in the plane, with two components
#pragma once

#include <cmath>

namespace sim
{

struct Vec2
{
    double x = 0.0;
    double y = 0.0;

    constexpr Vec2& operator+=(Vec2 b) { return *this = {x + b.x, y + b.y}; }
    constexpr Vec2& operator-=(Vec2 b) { return *this = {x - b.x, y - b.y}; }

    friend constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
    friend constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
    friend constexpr Vec2 operator*(double s, Vec2 a) { return {s * a.x, s * a.y}; }
    friend constexpr bool operator==(Vec2, Vec2) = default;
};

constexpr double dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
/// The z component of the cross product.
constexpr double cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
inline double length(Vec2 a) { return std::sqrt(dot(a, a)); }
inline bool is_finite(Vec2 a) { return std::isfinite(a.x) && std::isfinite(a.y); }
constexpr double lerp(double a, double b, double alpha) { return a + alpha * (b - a); }
constexpr Vec2 lerp(Vec2 a, Vec2 b, double alpha) { return a + alpha * (b - a); }

} // namespace sim
