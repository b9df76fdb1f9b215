// sim/physics/integrators/implicit.hpp -- the integrators that use the force at an unknown state. They solve the
// equation
//     u = v + t * a(x + t * u, u)
// for the new velocity u (x: old position, v: old velocity, a: acceleration, t: length of the step, or of half a step)
#pragma once

#include "sim/physics/vec2.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace sim
{

// Returns the number of components of a position, here of a single number. component() returns component number i.
// Position types with more components overload both functions in their own headers.
constexpr std::size_t dimensions(double) { return 1; }
constexpr double& component(double& x, std::size_t) { return x; }
constexpr std::size_t dimensions(Vec2) { return 2; }
constexpr double& component(Vec2& x, std::size_t i) { return i == 0 ? x.x : x.y; }

template <class X>
inline constexpr std::size_t max_dimensions = X::max_dimensions;
template <>
inline constexpr std::size_t max_dimensions<double> = 1;
template <>
inline constexpr std::size_t max_dimensions<Vec2> = 2;

namespace detail
{

template <std::size_t N>
struct LinearSystem
{
    std::array<std::array<double, N>, N> matrix;
    std::array<double, N> right;

    // Solves the linear equations matrix * s = right for s, by Gaussian elimination with partial pivoting, and stores s
    // in `right`. Returns false if the matrix is singular.
    constexpr bool solve(std::size_t n)
    {
        for (std::size_t column = 0; column < n; ++column)
        {
            if (!pivot(column, n)) return false;
            for (std::size_t row = column + 1; row < n; ++row)
            {
                const double factor = matrix[row][column] / matrix[column][column];
                for (std::size_t i = column; i < n; ++i) matrix[row][i] -= factor * matrix[column][i];
                right[row] -= factor * right[column];
            }
        }
        for (std::size_t row = n; row-- > 0;)
        {
            for (std::size_t i = row + 1; i < n; ++i) right[row] -= matrix[row][i] * right[i];
            right[row] /= matrix[row][row];
        }
        return true;
    }

private:
    static constexpr double size_of(double a) { return a < 0.0 ? -a : a; }

    constexpr bool pivot(std::size_t column, std::size_t n)
    {
        std::size_t best = column;
        for (std::size_t row = column + 1; row < n; ++row)
            if (size_of(matrix[row][column]) > size_of(matrix[best][column])) best = row;
        std::swap(matrix[column], matrix[best]);
        std::swap(right[column], right[best]);
        return size_of(matrix[column][column]) > 0.0;
    }
};

} // namespace detail

/// Solves u = v + t * acceleration(x + t * u, u) for u by Newton's iteration; approximates the Jacobian by differences.
/// For linear forces the result is exact, except for rounding, after two or three iterations. If it does not converge
/// in 12 iterations, or if numbers overflow, returns the result of the last iteration.
template <class X, class Acceleration>
constexpr X solve_implicit(const X& x, const X& v, double t, Acceleration&& acceleration)
{
    constexpr std::size_t capacity = max_dimensions<X>;
    const std::size_t n            = dimensions(x);
    detail::LinearSystem<capacity> system;

    X u = v;
    for (int round = 0; round < 12; ++round)
    {
        X residual   = u - v - t * acceleration(x + t * u, u);
        double scale = 1e-300;
        for (std::size_t i = 0; i < n; ++i)
        {
            system.right[i] = component(residual, i);
            scale           = std::max(scale, std::abs(component(u, i)));
        }
        for (std::size_t column = 0; column < n; ++column)
        {
            X nudged         = u;
            double& moved    = component(nudged, column);
            const double was = moved;
            moved += 1e-7 * std::max(1.0, std::abs(was));
            const double by = moved - was;
            X change        = nudged - v - t * acceleration(x + t * nudged, nudged) - residual;
            for (std::size_t row = 0; row < n; ++row) system.matrix[row][column] = component(change, row) / by;
        }
        if (!system.solve(n)) return u;
        double moved = 0.0;
        for (std::size_t i = 0; i < n; ++i)
        {
            component(u, i) -= system.right[i];
            moved = std::max(moved, std::abs(system.right[i]));
        }
        // Converged: the last correction is at most 1e-9 of u. The Jacobian, computed from small differences, has a
        // relative error of about 1e-8. So the remaining error is about 1e-8 of this correction, less than rounding.
        if (!(moved > 1e-9 * scale)) return u;
    }
    return u;
}

/// Uses the force at the end of the step; solves an equation to find it.
///
/// Source: A. Cauchy; stability: G. Dahlquist 1963; use for cloth: D. Baraff, A. Witkin 1998.
/// Order 1. Stable at every step size, but loses energy: each step divides an undamped spring's energy by 1 + (h*w)^2
/// (h: step in s, w: the spring's angular frequency in rad/s).
template <class X, class Acceleration>
constexpr void implicit_euler(X& x, X& v, double h, Acceleration&& acceleration)
{
    v = solve_implicit(x, v, h, acceleration);
    x = x + h * v;
}

/// Uses the force in the middle of the step; solves an equation for it.
///
/// Source: Hairer, Lubich, Wanner, Geometric Numerical Integration, 2006, II.1: the Gauss method of one stage.
/// Order 2. Stable at every step size. Keeps the energy of a linear spring exactly; but the spring's frequency is too
/// low, and the larger the step, the lower it is.
template <class X, class Acceleration>
constexpr void implicit_midpoint(X& x, X& v, double h, Acceleration&& acceleration)
{
    const X middle = solve_implicit(x, v, 0.5 * h, acceleration);
    x              = x + h * middle;
    v              = 2.0 * middle - v;
}

} // namespace sim
