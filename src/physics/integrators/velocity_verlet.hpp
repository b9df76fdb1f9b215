// physics/integrators/velocity_verlet.hpp -- half a kick, a drift, half a kick
// Source: L. Verlet 1967, in the velocity form of Swope et al. 1982.
// Order 2. Stable for an undamped spring when h*w < 2; energy sways by (h*w)^2/4 at most and comes back. Exact for free
// fall. Forces that depend on the velocity see the one at hand: before the step, then half-way.
#pragma once

namespace physics
{

template <class X, class Acceleration>
constexpr void velocity_verlet(X& x, X& v, double h, Acceleration&& acceleration)
{
    const X half_way = v + 0.5 * h * acceleration(x, v);
    x                = x + h * half_way;
    v                = half_way + 0.5 * h * acceleration(x, half_way);
}

} // namespace physics
