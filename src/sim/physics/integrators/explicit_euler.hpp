// sim/physics/integrators/explicit_euler.hpp -- position and velocity both advance with the old velocity and force.
//
// Source: L. Euler, Institutiones calculi integralis, 1768.
// Order 1. A spring without damping is never stable: each step multiplies its energy by 1 + (h*w)^2. A damped spring is
// stable when h < 2z/w (h: step in s, w: the spring's angular frequency in rad/s, z: its damping ratio).
#pragma once

namespace sim
{

template <class X, class Acceleration>
constexpr void explicit_euler(X& x, X& v, double h, Acceleration&& acceleration)
{
    const X a = acceleration(x, v);
    x         = x + h * v;
    v         = v + h * a;
}

} // namespace sim
