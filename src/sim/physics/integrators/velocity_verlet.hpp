// sim/physics/integrators/velocity_verlet.hpp -- advances the position with the old force, then the velocity with the
// mean of the old and the new force.
//
// Source: L. Verlet 1967, in the velocity form of Swope et al. 1982.
// Order 2. Stable for an undamped spring when h*w < 2 (h: step in s, w: the spring's angular frequency in rad/s); its
// energy oscillates by at most the fraction (h*w)^2/4. Exact for free fall. If the force depends on the velocity, the
// new force is computed with a predicted velocity; so the method keeps order 2.
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
