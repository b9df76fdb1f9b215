// sim/physics/integrators/explicit.hpp -- the integrators that compute the new state from known forces
//
// In the comments, h is the step in s, w the angular frequency of a spring in rad/s, z its damping ratio.
#pragma once

namespace sim
{

/// Position and velocity both advance with the old velocity and force.
///
/// Source: L. Euler, Institutiones calculi integralis, 1768.
/// Order 1. A spring without damping is never stable: each step multiplies its energy by 1 + (h*w)^2. A damped spring
/// is stable when h < 2z/w.
template <class X, class Acceleration>
constexpr void explicit_euler(X& x, X& v, double h, Acceleration&& acceleration)
{
    const X a = acceleration(x, v);
    x         = x + h * v;
    v         = v + h * a;
}

/// Advances the velocity, then the position with the new velocity.
///
/// Source: L. Euler 1768, in the order used by game engines; "symplectic Euler" in Hairer, Lubich, Wanner 2006.
/// Order 1. Stable for an undamped spring when h*w < 2, with damping when h*w < 2*(sqrt(1 + z^2) - z). The energy
/// oscillates but neither grows nor decays; the spring's frequency is slightly too high.
template <class X, class Acceleration>
constexpr void semi_implicit_euler(X& x, X& v, double h, Acceleration&& acceleration)
{
    v = v + h * acceleration(x, v);
    x = x + h * v;
}

/// Advances the position with the old force, then the velocity with the mean of the old and the new force.
///
/// Source: L. Verlet 1967, in the velocity form of Swope et al. 1982.
/// Order 2. Stable for an undamped spring when h*w < 2; its energy oscillates by at most the fraction (h*w)^2/4. Exact
/// for free fall. If the force depends on the velocity, the new force is computed with a predicted velocity; so the
/// method keeps order 2.
template <class X, class Acceleration>
constexpr void velocity_verlet(X& x, X& v, double h, Acceleration&& acceleration)
{
    const X before    = acceleration(x, v);
    const X predicted = v + h * before;
    x                 = x + h * (v + 0.5 * h * before);
    v                 = v + 0.5 * h * (before + acceleration(x, predicted));
}

/// Takes half an Euler step, and uses the slope found there for the whole step.
///
/// Source: C. Runge 1895.
/// Order 2. Never stable for an undamped spring, but the growth is slow: the amplitude grows by the fraction (h*w)^4/8
/// in each step.
template <class X, class Acceleration>
constexpr void rk2_midpoint(X& x, X& v, double h, Acceleration&& acceleration)
{
    const X middle_v = v + 0.5 * h * acceleration(x, v);
    const X middle_x = x + 0.5 * h * v;
    x                = x + h * middle_v;
    v                = v + h * acceleration(middle_x, middle_v);
}

/// The classic Runge-Kutta method: the mean of four slopes with the weights 1, 2, 2, 1.
///
/// Source: W. Kutta 1901.
/// Order 4. Stable for an undamped spring when h*w < 2*sqrt(2); each step loses the fraction (h*w)^6/72 of the energy.
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
