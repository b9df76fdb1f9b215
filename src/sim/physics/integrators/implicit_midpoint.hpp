// sim/physics/integrators/implicit_midpoint.hpp -- uses the force in the middle of the step; solves an equation for it.
//
// Source: Hairer, Lubich, Wanner, Geometric Numerical Integration, 2006, II.1: the Gauss method of one stage.
// Order 2. Stable at every step size. Keeps the energy of a linear spring exactly; but the spring's frequency is too
// low, and the larger the step, the lower it is.
#pragma once

#include "sim/physics/integrators/newton.hpp"

namespace sim
{

template <class X, class Acceleration>
constexpr void implicit_midpoint(X& x, X& v, double h, Acceleration&& acceleration)
{
    const X middle = solve_implicit(x, v, 0.5 * h, acceleration);
    x              = x + h * middle;
    v              = 2.0 * middle - v;
}

} // namespace sim
