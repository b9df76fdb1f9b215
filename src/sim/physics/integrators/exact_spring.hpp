// sim/physics/integrators/exact_spring.hpp -- the closed-form motion of the damped spring x'' = -w^2 x - 2 z w x'
// (x: position, w: angular frequency in rad/s, z: damping ratio). It has no error at any step size. It uses the
// portable sine and exponential (portable_math.hpp), so every machine computes the same bits.
#pragma once

#include "sim/physics/portable_math.hpp"

#include <cmath>

namespace sim
{

/// One time step of a linear system with position x and velocity v, as a matrix: the new x is xx*x + xv*v, and the new
/// v is vx*x + vv*v.
struct LinearStep
{
    double xx = 1.0;
    double xv = 0.0;
    double vx = 0.0;
    double vv = 1.0;

    constexpr void apply(double& x, double& v) const
    {
        const double new_x = xx * x + xv * v;
        v                  = vx * x + vv * v;
        x                  = new_x;
    }
    constexpr double determinant() const { return xx * vv - xv * vx; }
};

/// Returns the exact step of a damped spring over `h` seconds. `w` > 0 is its angular frequency in rad/s, `z` its
/// damping ratio from 0 to 1.
inline LinearStep exact_spring(double w, double z, double h)
{
    const double decay  = exponential(-z * w * h);
    const double swing  = z < 1.0 ? std::sqrt(1.0 - z * z) * w : 0.0; // angular frequency of the damped motion in rad/s
    const SinCos turned = sin_cos(swing * h);
    const double sine   = swing > 0.0 ? turned.sin / swing : h; // sin(swing*h)/swing; its limit h if swing is zero
    return {.xx = decay * (turned.cos + z * w * sine),
            .xv = decay * sine,
            .vx = decay * (-w * w * sine),
            .vv = decay * (turned.cos - z * w * sine)};
}

} // namespace sim
