// sim/physics/integrator.hpp -- the integrators, a table of them, and a function that runs a step of a chosen one
#pragma once

#include "sim/physics/vectors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace sim
{

/// Explicit Euler: advances position and velocity with the old velocity and the old force.
/// Source: L. Euler, Institutiones calculi integralis, 1768.
/// Order 1. Each step multiplies an undamped spring's energy by 1 + (h*w)^2. A damped spring is stable when h < 2z/w
/// (h: step in s, w: angular frequency in rad/s, z: damping ratio).
template <class X, class Acceleration>
constexpr void explicit_euler(X& x, X& v, double h, Acceleration&& acceleration)
{
    const X a = acceleration(x, v);
    x = x + h * v;
    v = v + h * a;
}

/// Semi-implicit Euler: advances the velocity, then the position with the new velocity.
/// Source: L. Euler 1768, in the order used by game engines; "symplectic Euler" in Hairer, Lubich, Wanner 2006.
/// Order 1. A spring is stable when h*w < 2*(sqrt(1 + z^2) - z); without damping, its energy only oscillates
/// (h: step in s, w: angular frequency in rad/s, z: damping ratio).
template <class X, class Acceleration>
constexpr void semi_implicit_euler(X& x, X& v, double h, Acceleration&& acceleration)
{
    v = v + h * acceleration(x, v);
    x = x + h * v;
}

/// Velocity Verlet: advances the position with the old force, then the velocity with the mean of the old and new force.
/// Source: L. Verlet 1967, in the velocity form of Swope et al. 1982.
/// Order 2; exact for free fall. An undamped spring is stable when h*w < 2; its energy oscillates by at most
/// the fraction (h*w)^2/4 (h: step in s, w: angular frequency in rad/s).
template <class X, class Acceleration>
constexpr void velocity_verlet(X& x, X& v, double h, Acceleration&& acceleration)
{
    const X old_acceleration = acceleration(x, v);
    const X predicted_v = v + h * old_acceleration; // keeps order 2 if the force depends on the velocity
    x = x + h * (v + 0.5 * h * old_acceleration);
    v = v + 0.5 * h * (old_acceleration + acceleration(x, predicted_v));
}

/// Midpoint method: half a step by explicit Euler, then the whole step with the slope at that midpoint.
/// Source: C. Runge 1895.
/// Order 2. Each step multiplies an undamped spring's amplitude by 1 + (h*w)^4/8 (h in s, frequency w in rad/s).
template <class X, class Acceleration>
constexpr void rk2_midpoint(X& x, X& v, double h, Acceleration&& acceleration)
{
    const X middle_v = v + 0.5 * h * acceleration(x, v);
    const X middle_x = x + 0.5 * h * v;
    x = x + h * middle_v;
    v = v + h * acceleration(middle_x, middle_v);
}

/// The classic Runge-Kutta method: the mean of four slopes with the weights 1, 2, 2, 1.
/// Source: W. Kutta 1901.
/// Order 4. An undamped spring is stable when h*w < 2*sqrt(2); a step loses the fraction (h*w)^6/72 of its energy
/// (h: step in s, w: angular frequency in rad/s).
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

// Number of coordinates of a position of type X. component(x, i) returns a reference to coordinate i of `x`.
template <class X>
inline constexpr std::size_t dimensions = X::dimensions;
template <>
inline constexpr std::size_t dimensions<double> = 1;
template <>
inline constexpr std::size_t dimensions<Vec2> = 2;
constexpr double& component(double& x, std::size_t) { return x; }
constexpr double& component(Vec2& x, std::size_t i) { return i == 0 ? x.x : x.y; }

namespace detail
{

template <std::size_t N>
struct LinearSystem
{
    std::array<std::array<double, N>, N> matrix;
    std::array<double, N> right_side;

    // Gaussian elimination with partial pivoting; the solution replaces `right_side`. False for a singular matrix.
    constexpr bool solve()
    {
        for (std::size_t column = 0; column < N; ++column)
        {
            if (!swap_in_pivot_row(column)) return false;
            for (std::size_t row = column + 1; row < N; ++row)
            {
                const double factor = matrix[row][column] / matrix[column][column];
                for (std::size_t i = column; i < N; ++i) matrix[row][i] -= factor * matrix[column][i];
                right_side[row] -= factor * right_side[column];
            }
        }
        for (std::size_t row = N; row-- > 0;)
        {
            for (std::size_t i = row + 1; i < N; ++i) right_side[row] -= matrix[row][i] * right_side[i];
            right_side[row] /= matrix[row][row];
        }
        return true;
    }

private:
    static constexpr double magnitude(double a) { return a < 0.0 ? -a : a; }

    constexpr bool swap_in_pivot_row(std::size_t column)
    {
        std::size_t pivot_row = column;
        for (std::size_t row = column + 1; row < N; ++row)
            if (magnitude(matrix[row][column]) > magnitude(matrix[pivot_row][column])) pivot_row = row;
        std::swap(matrix[column], matrix[pivot_row]);
        std::swap(right_side[column], right_side[pivot_row]);
        return magnitude(matrix[column][column]) > 0.0;
    }
};

} // namespace detail

/// Solves new_v = v + h * acceleration(x + h * new_v, new_v) by Newton's iteration; `h` is in s.
/// Without convergence in 12 iterations, or after an overflow, returns the last iterate.
template <class X, class Acceleration>
constexpr X solve_implicit_velocity(const X& x, const X& v, double h, Acceleration&& acceleration)
{
    constexpr std::size_t n = dimensions<X>;
    detail::LinearSystem<n> system;

    X new_v = v;
    for (int iteration = 0; iteration < 12; ++iteration)
    {
        X residual = new_v - v - h * acceleration(x + h * new_v, new_v);
        double max_component = 1e-300;
        for (std::size_t i = 0; i < n; ++i)
        {
            system.right_side[i] = component(residual, i);
            max_component = std::max(max_component, std::abs(component(new_v, i)));
        }
        for (std::size_t column = 0; column < n; ++column)
        {
            X shifted_v = new_v;
            double& shifted_component = component(shifted_v, column);
            const double old_component = shifted_component;
            shifted_component += 1e-7 * std::max(1.0, std::abs(old_component));
            const double shift = shifted_component - old_component;
            X change = shifted_v - v - h * acceleration(x + h * shifted_v, shifted_v) - residual;
            for (std::size_t row = 0; row < n; ++row) system.matrix[row][column] = component(change, row) / shift;
        }
        if (!system.solve()) return new_v;
        double max_correction = 0.0;
        for (std::size_t i = 0; i < n; ++i)
        {
            component(new_v, i) -= system.right_side[i];
            max_correction = std::max(max_correction, std::abs(system.right_side[i]));
        }
        // Converged: another iteration would change `new_v` by less than its rounding error.
        if (!(max_correction > 1e-9 * max_component)) return new_v;
    }
    return new_v;
}

/// Implicit Euler: uses the force at the end of the step, by solving an equation.
/// Source: A. Cauchy; stability: G. Dahlquist 1963; use for cloth: D. Baraff, A. Witkin 1998.
/// Order 1. Always stable; each step divides an undamped spring's energy by 1 + (h*w)^2 (h in s, frequency w in rad/s).
template <class X, class Acceleration>
constexpr void implicit_euler(X& x, X& v, double h, Acceleration&& acceleration)
{
    v = solve_implicit_velocity(x, v, h, acceleration);
    x = x + h * v;
}

/// Implicit midpoint: uses the force in the middle of the step, by solving an equation.
/// Source: Hairer, Lubich, Wanner, Geometric Numerical Integration, 2006, II.1: the Gauss method of one stage.
/// Order 2. Stable at every step size. Keeps the energy of a linear spring, but lowers its frequency at large steps.
template <class X, class Acceleration>
constexpr void implicit_midpoint(X& x, X& v, double h, Acceleration&& acceleration)
{
    const X middle_v = solve_implicit_velocity(x, v, 0.5 * h, acceleration);
    x = x + h * middle_v;
    v = 2.0 * middle_v - v;
}

enum class Integrator : std::uint8_t
{
    explicit_euler,
    semi_implicit_euler,
    velocity_verlet,
    rk2_midpoint,
    rk4,
    implicit_euler,
    implicit_midpoint,
    exact, ///< the closed-form solution, if the simulated scene has one
};

struct IntegratorInfo
{
    Integrator id;
    std::string_view name; ///< name of the integrator on the command line, in kebab-case
    std::string_view label; ///< name of the integrator that menus show
    std::string_view drawback; ///< disadvantage of the integrator, such as "gains energy at every step"
};

inline constexpr std::array all_integrators{
    IntegratorInfo{Integrator::explicit_euler, "explicit-euler", "explicit Euler", "gains energy at every step"},
    IntegratorInfo{Integrator::semi_implicit_euler, "semi-implicit-euler", "semi-implicit Euler",
                   "explodes at h*w = 2; oscillates slightly too fast"},
    IntegratorInfo{Integrator::velocity_verlet, "velocity-verlet", "velocity Verlet", "explodes at h*w = 2"},
    IntegratorInfo{Integrator::rk2_midpoint, "rk2-midpoint", "RK2 midpoint", "gains energy, but slowly"},
    IntegratorInfo{Integrator::rk4, "rk4", "RK4", "four force evaluations a step; explodes at h*w = 2.83"},
    IntegratorInfo{Integrator::implicit_euler, "implicit-euler", "implicit Euler",
                   "never explodes, but damps all motion"},
    IntegratorInfo{Integrator::implicit_midpoint, "implicit-midpoint", "implicit midpoint",
                   "never explodes, but solves equations and oscillates too slowly"},
    IntegratorInfo{Integrator::exact, "exact", "exact", "only for scenes with a closed-form solution"},
};

constexpr const IntegratorInfo& info_of(Integrator id) { return all_integrators[static_cast<std::size_t>(id)]; }

/// Runs a step with the integrator `id`. For Integrator::exact, which needs a closed form, uses semi-implicit Euler.
template <class X, class Acceleration>
constexpr void integrate(Integrator id, X& x, X& v, double h, Acceleration&& acceleration)
{
    switch (id)
    {
    case Integrator::explicit_euler: explicit_euler(x, v, h, acceleration); break;
    case Integrator::velocity_verlet: velocity_verlet(x, v, h, acceleration); break;
    case Integrator::rk2_midpoint: rk2_midpoint(x, v, h, acceleration); break;
    case Integrator::rk4: rk4(x, v, h, acceleration); break;
    case Integrator::implicit_euler: implicit_euler(x, v, h, acceleration); break;
    case Integrator::implicit_midpoint: implicit_midpoint(x, v, h, acceleration); break;
    case Integrator::semi_implicit_euler:
    case Integrator::exact: semi_implicit_euler(x, v, h, acceleration); break;
    }
}

} // namespace sim
