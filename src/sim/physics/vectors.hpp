// sim/physics/vectors.hpp -- vectors in the plane and in space, and quaternions for rotations
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

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

struct Vec3
{
    double x = 0.0;
    double y = 0.0;
    double z = 0.0;

    friend constexpr bool operator==(Vec3, Vec3) = default;
};

/// w + xi + yj + zk; a rotation if its length is 1.
struct Quaternion
{
    double w = 1.0;
    double x = 0.0;
    double y = 0.0;
    double z = 0.0;

    friend constexpr Quaternion operator+(Quaternion a, Quaternion b)
    {
        return {a.w + b.w, a.x + b.x, a.y + b.y, a.z + b.z};
    }
    friend constexpr Quaternion operator*(double s, Quaternion q) { return {s * q.w, s * q.x, s * q.y, s * q.z}; }
    friend constexpr Quaternion operator-(Quaternion q) { return -1.0 * q; }
    /// The product of two rotations: rotates by `b`, then by `a`.
    friend constexpr Quaternion operator*(Quaternion a, Quaternion b)
    {
        return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
    }
    friend constexpr bool operator==(Quaternion, Quaternion) = default;
};

constexpr double dot(Quaternion a, Quaternion b) { return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z; }
inline double length(Quaternion q) { return std::sqrt(dot(q, q)); }
inline Quaternion normalised(Quaternion q) { return (1.0 / length(q)) * q; }

/// Rotates `p` by `q` and scales it by the squared length of `q`: some interpolations return a `q` shorter than 1.
constexpr Vec3 rotated_vector(Quaternion q, Vec3 p)
{
    const Quaternion rotated = q * Quaternion{0.0, p.x, p.y, p.z} * Quaternion{q.w, -q.x, -q.y, -q.z};
    return {rotated.x, rotated.y, rotated.z};
}

/// Wrong for rotations: the result is shorter than 1 and may take the longer arc, as q and -q are the same rotation.
constexpr Quaternion lerp_components(Quaternion a, Quaternion b, double alpha) { return (1.0 - alpha) * a + alpha * b; }

/// Interpolates linearly along the shorter arc, then normalises: a correct rotation, but not at constant angular speed.
inline Quaternion nlerp(Quaternion a, Quaternion b, double alpha)
{
    return normalised(lerp_components(a, dot(a, b) < 0.0 ? -b : b, alpha));
}

/// Interpolates at constant angular speed (K. Shoemake 1985). Only for drawing: std::acos differs between machines.
inline Quaternion slerp(Quaternion a, Quaternion b, double alpha)
{
    const double abs_cosine = std::abs(dot(a, b));
    // Uses nlerp() for almost equal rotations: dividing by the sine of a very small angle would be inaccurate.
    if (abs_cosine > 0.9999) return nlerp(a, b, alpha);
    const double angle = std::acos(abs_cosine);
    const double sign = dot(a, b) < 0.0 ? -1.0 : 1.0;
    return (std::sin((1.0 - alpha) * angle) / std::sin(angle)) * a +
           (sign * std::sin(alpha * angle) / std::sin(angle)) * b;
}

/// `samples` are sorted by time. Returns std::nullopt after the last sample.
std::optional<double> interpolated_x(const auto& samples, double seconds)
{
    const auto next_sample =
        std::ranges::partition_point(samples, [&](const auto& sample) { return sample.seconds < seconds; });
    if (next_sample == samples.end()) return std::nullopt;
    if (next_sample == samples.begin()) return next_sample->x;
    const auto& previous_sample = *(next_sample - 1);
    return std::lerp(previous_sample.x, next_sample->x,
                     (seconds - previous_sample.seconds) / (next_sample->seconds - previous_sample.seconds));
}

} // namespace sim
