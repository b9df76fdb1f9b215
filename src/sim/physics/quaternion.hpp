// sim/physics/quaternion.hpp -- quaternions for the rotation of a body in space: product, rotation, interpolation
#pragma once

#include <cmath>

namespace sim
{

struct Vec3
{
    double x = 0.0;
    double y = 0.0;
    double z = 0.0;

    friend constexpr bool operator==(Vec3, Vec3) = default;
};

/// The quaternion w + xi + yj + zk. It is a rotation if its length is 1.
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
    /// Rotates by `b`, then by `a`.
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

/// Returns `p` rotated by `q` (the product q p q*), and scaled by the squared length of `q`. This length is 1 for a
/// rotation, but some interpolations return a shorter `q`; a body drawn with it looks too small.
constexpr Vec3 rotated(Quaternion q, Vec3 p)
{
    const Quaternion r = q * Quaternion{0.0, p.x, p.y, p.z} * Quaternion{q.w, -q.x, -q.y, -q.z};
    return {r.x, r.y, r.z};
}

/// Interpolates each component linearly. This is wrong for rotations: the result is shorter than 1, and because q and
/// -q are the same rotation, the body can turn along the longer arc.
constexpr Quaternion blend_components(Quaternion a, Quaternion b, double alpha)
{
    return (1.0 - alpha) * a + alpha * b;
}

/// Interpolates each component linearly along the shorter arc, then normalises the result. The body turns along the
/// correct arc, but its angular speed is not quite constant.
inline Quaternion nlerp(Quaternion a, Quaternion b, double alpha)
{
    return normalised(blend_components(a, dot(a, b) < 0.0 ? -b : b, alpha));
}

/// Interpolates along the shorter arc at constant angular speed (K. Shoemake 1985). Use it for drawing only, because
/// std::acos can return different bits on different machines.
inline Quaternion slerp(Quaternion a, Quaternion b, double alpha)
{
    const double cosine = std::abs(dot(a, b));
    if (cosine > 0.9999) return nlerp(a, b, alpha);
    const double angle = std::acos(cosine);
    const double sign  = dot(a, b) < 0.0 ? -1.0 : 1.0;
    return (std::sin((1.0 - alpha) * angle) / std::sin(angle)) * a +
           (sign * std::sin(alpha * angle) / std::sin(angle)) * b;
}

} // namespace sim
