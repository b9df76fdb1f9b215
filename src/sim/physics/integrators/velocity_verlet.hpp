// sim/physics/integrators/velocity_verlet.hpp -- position from the old force, velocity from the mean of old and new
// force
// Source: L. Verlet 1967, in the velocity form of Swope et al. 1982.
// Order 2. Stable for an undamped spring when h*w < 2; the energy oscillates by at most the fraction (h*w)^2/4. Exact
// for free fall. A force that depends on the velocity gets a predicted velocity at the end of the step; this keeps
// order 2.
#pragma once

namespace sim
{

template <class X, class Acceleration>
constexpr void velocity_verlet(X& x, X& v, double h, Acceleration&& acceleration)
{
    const X before    = acceleration(x, v);
    const X predicted = v + h * before;
    x                 = x + h * (v + 0.5 * h * before);
    v                 = v + 0.5 * h * (before + acceleration(x, predicted));
}

} // namespace sim
