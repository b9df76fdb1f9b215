// physics/integrators/semi_implicit_euler.hpp -- velocity first, then position with the new velocity
// Stable for an undamped spring when h*w < 2, with damping ratio z when h*w < 2*(sqrt(1 + z^2) - z).
#pragma once

namespace physics
{

template <class Acceleration>
constexpr void semi_implicit_euler(double& x, double& v, double h, Acceleration&& acceleration)
{
    v += h * acceleration(x, v);
    x += h * v;
}

} // namespace physics
