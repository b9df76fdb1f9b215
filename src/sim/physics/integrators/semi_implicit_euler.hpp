// sim/physics/integrators/semi_implicit_euler.hpp -- advances the velocity, then the position with the new velocity.
//
// Source: L. Euler 1768, in the order used by game engines; "symplectic Euler" in Hairer, Lubich, Wanner 2006.
// Order 1. Stable for an undamped spring when h*w < 2, with damping ratio z when h*w < 2*(sqrt(1 + z^2) - z), where h
// is the step in s and w the spring's angular frequency in rad/s. The energy oscillates but neither grows nor decays;
// the spring's frequency is slightly too high.
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
