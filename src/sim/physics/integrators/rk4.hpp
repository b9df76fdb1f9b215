// sim/physics/integrators/rk4.hpp -- the classic Runge-Kutta method: the mean of four slopes with the weights 1, 2, 2,
// 1.
//
// Source: W. Kutta 1901. Order 4. Stable for an undamped spring when h*w < 2*sqrt(2); each step loses the fraction
// (h*w)^6/72 of the energy (h: step in s, w: the spring's angular frequency in rad/s).
#pragma once

namespace sim
{

template <class X, class Acceleration>
constexpr void rk4(X& x, X& v, double h, Acceleration&& acceleration)
{
    const X v1 = v;
    const X a1 = acceleration(x, v1);
    const X v2 = v + 0.5 * h * a1;
    const X a2 = acceleration(x + 0.5 * h * v1, v2);
    const X v3 = v + 0.5 * h * a2;
    const X a3 = acceleration(x + 0.5 * h * v2, v3);
    const X v4 = v + h * a3;
    const X a4 = acceleration(x + h * v3, v4);

    x = x + (h / 6.0) * (v1 + 2.0 * v2 + 2.0 * v3 + v4);
    v = v + (h / 6.0) * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
}

} // namespace sim
