// sim/physics/integrators/velocity_verlet.hpp -- half a kick, a drift, half a kick
// Source: L. Verlet 1967, in the velocity form of Swope et al. 1982.
// Order 2. Stable for an undamped spring when h*w < 2; energy sways by (h*w)^2/4 at most and comes back. Exact for free
// fall. A force that depends on the velocity is asked about the one predicted for the end, which keeps the order.
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
