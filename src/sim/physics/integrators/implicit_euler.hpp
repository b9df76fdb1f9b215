// sim/physics/integrators/implicit_euler.hpp -- the force at the end of the step, found by solving for it
// Source: A. Cauchy; G. Dahlquist 1963 for why it never explodes. D. Baraff, A. Witkin 1998 brought it to cloth.
// Order 1. Stable at every step, and pays with energy: an undamped spring loses a factor 1 + (h*w)^2 of it each step.
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
