// sim/physics/integrators/rk2_midpoint.hpp -- takes half an Euler step, and uses the slope found there for the whole
// step.
//
// Source: C. Runge 1895. Order 2. Never stable for an undamped spring, but the growth is slow: the amplitude grows
// by the fraction (h*w)^4/8 in each step (h: step in s, w: the spring's angular frequency in rad/s).
#pragma once

namespace sim
{

template <class X, class Acceleration>
constexpr void rk2_midpoint(X& x, X& v, double h, Acceleration&& acceleration)
{
    const X middle_v = v + 0.5 * h * acceleration(x, v);
    const X middle_x = x + 0.5 * h * v;
    x                = x + h * middle_v;
    v                = v + h * acceleration(middle_x, middle_v);
}

} // namespace sim
