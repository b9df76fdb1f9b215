// sim/physics/integrators/implicit_euler.hpp -- uses the force at the end of the step; solves an equation to find it.
//
// Source: A. Cauchy; stability: G. Dahlquist 1963; use for cloth: D. Baraff, A. Witkin 1998.
// Order 1. Stable at every step size, but loses energy: each step divides an undamped spring's energy by 1 + (h*w)^2
// (h: step in s, w: the spring's angular frequency in rad/s).
#pragma once

#include "sim/physics/integrators/newton.hpp"

namespace sim
{

template <class X, class Acceleration>
constexpr void implicit_euler(X& x, X& v, double h, Acceleration&& acceleration)
{
    v = solve_implicit(x, v, h, acceleration);
    x = x + h * v;
}

} // namespace sim
