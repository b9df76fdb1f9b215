// sim/physics/integrators/semi_implicit_euler.hpp -- velocity first, then position with the new velocity
// Source: L. Euler 1768, as rearranged by every game engine; "symplectic Euler" in Hairer, Lubich, Wanner 2006.
// Order 1. Stable for an undamped spring when h*w < 2, with damping ratio z when h*w < 2*(sqrt(1 + z^2) - z).
// Its energy neither grows nor decays, it sways; the spring runs a little fast.
#pragma once

namespace sim
{

template <class X, class Acceleration>
constexpr void semi_implicit_euler(X& x, X& v, double h, Acceleration&& acceleration)
{
    v = v + h * acceleration(x, v);
    x = x + h * v;
}

} // namespace sim
