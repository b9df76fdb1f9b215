// sim/physics/quaternion.hpp -- a rotation in space: as much of quaternions as a spinning box needs
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

/// w + xi + yj + zk; a rotation when its length is 1.
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
    /// First `b`, then `a`.
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

/// q p q*: turned by `q`, and scaled by the square of its length, which is 1 for a rotation. This is what a renderer
/// does that trusts its quaternion, and why a careless blend shrinks the body.
constexpr Vec3 rotated(Quaternion q, Vec3 p)
{
    const Quaternion r = q * Quaternion{0.0, p.x, p.y, p.z} * Quaternion{q.w, -q.x, -q.y, -q.z};
    return {r.x, r.y, r.z};
}

/// Number by number: wrong, since the way between two rotations is an arc, and q and -q are the same rotation.
constexpr Quaternion blend_components(Quaternion a, Quaternion b, double alpha)
{
    return (1.0 - alpha) * a + alpha * b;
}

/// Number by number the short way round, then normalised: the right arc, at not quite an even speed.
inline Quaternion nlerp(Quaternion a, Quaternion b, double alpha)
{
    return normalised(blend_components(a, dot(a, b) < 0.0 ? -b : b, alpha));
}

/// The right arc at an even speed (K. Shoemake 1985). For pictures only: its arc cosine is libm's.
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
