// w: angular frequency in rad/s, z: damping ratio, h: step size in s
#include "sim/physics/spring.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

namespace sim
{

LinearStep spring_step(Integrator integrator, double w, double z, double h)
{
    if (integrator == Integrator::exact) return exact_spring_step(w, z, h);
    const auto acceleration = [=](double x, double v) { return -w * w * x - 2.0 * z * w * v; };
    LinearStep step{.xx = 1.0, .xv = 0.0, .vx = 0.0, .vv = 1.0};
    integrate(integrator, step.xx, step.vx, h, acceleration);
    integrate(integrator, step.xv, step.vv, h, acceleration);
    return step;
}

double spectral_radius(const LinearStep& step)
{
    const double half_trace = 0.5 * (step.xx + step.vv);
    const double determinant = step.determinant();
    const double discriminant = half_trace * half_trace - determinant;
    // Complex eigenvalues: both have the magnitude sqrt(determinant).
    if (discriminant < 0.0) return std::sqrt(determinant);
    return std::abs(half_trace) + std::sqrt(discriminant);
}

namespace
{
// Finds the stability limit of h*w (step size * angular frequency) by bisection; `z` is the damping ratio.
double bisect_stability_limit(Integrator integrator, double z, double stable, double unstable)
{
    bisect(stable, unstable, 60, [=](double h) { return spectral_radius(spring_step(integrator, 1.0, z, h)) <= 1.0; });
    return stable;
}
} // namespace

double stability_limit(Integrator integrator, double z)
{
    switch (integrator)
    {
    case Integrator::explicit_euler: return 2.0 * z; // valid for damping ratios z from 0 to 1
    case Integrator::semi_implicit_euler: return 2.0 * (std::sqrt(1.0 + z * z) - z);
    case Integrator::velocity_verlet: return z == 0.0 ? 2.0 : bisect_stability_limit(integrator, z, 0.5, 4.0);
    case Integrator::rk2_midpoint: return z == 0.0 ? 0.0 : bisect_stability_limit(integrator, z, 0.01 * z, 4.0);
    case Integrator::rk4: return z == 0.0 ? 2.0 * std::numbers::sqrt2 : bisect_stability_limit(integrator, z, 1.0, 4.0);
    case Integrator::implicit_euler:
    case Integrator::implicit_midpoint:
    case Integrator::exact: break;
    }
    return std::numeric_limits<double>::infinity();
}

namespace
{

using Complex = std::complex<double>;
using Matrix4 = std::array<std::array<double, 4>, 4>;
using Exponents = std::array<Complex, 4>; // the motion is a sum of exp(exponent * t)

constexpr double infinity = std::numeric_limits<double>::infinity();

double trace(const std::array<Vec2, 2>& m) { return m[0].x + m[1].y; }
double determinant(const std::array<Vec2, 2>& m) { return m[0].x * m[1].y - m[0].y * m[1].x; }

// The roots of det(e^2 + e * damping + stiffness) = 0.
Exponents exponents_of(const CoupledSprings& springs)
{
    const auto& [a, b] = springs.stiffness;
    const auto& [c, d] = springs.damping;
    const double damping_trace = trace(springs.damping);
    const double stiffness_trace = trace(springs.stiffness);
    const double stiffness_product = determinant(springs.stiffness);
    if (damping_trace == 0.0)
    {
        const double fast =
            0.5 * stiffness_trace + std::sqrt(0.25 * stiffness_trace * stiffness_trace - stiffness_product);
        const Complex i{0.0, 1.0};
        return {i * std::sqrt(fast), -i * std::sqrt(fast), i * std::sqrt(stiffness_product / fast),
                -i * std::sqrt(stiffness_product / fast)};
    }
    const double linear = stiffness_trace * damping_trace - (a.x * c.x + a.y * d.x + b.x * c.y + b.y * d.y);
    const auto value = [&](Complex e)
    {
        return stiffness_product +
               e * (linear + e * (stiffness_trace + determinant(springs.damping) + e * (damping_trace + e)));
    };
    Exponents roots; // by the Durand-Kerner iteration
    for (std::size_t i = 0; i < roots.size(); ++i)
        roots[i] = std::sqrt(std::sqrt(stiffness_product)) * std::pow(Complex{0.4, 0.9}, static_cast<double>(i));
    for (int iteration = 0; iteration < 300; ++iteration)
        for (Complex& root : roots)
        {
            Complex correction = value(root);
            for (const Complex& other : roots)
                if (&other != &root) correction /= root - other;
            root -= correction;
        }
    return roots;
}

// |R|^2 - 1 for the factor R of one explicit Runge-Kutta step, where `z` is exponent * step size.
double squared_growth_minus_1(Integrator integrator, Complex z)
{
    const Complex q = integrator == Integrator::explicit_euler ? z
                      : integrator == Integrator::rk2_midpoint
                          ? z * (1.0 + z / 2.0)
                          : z * (1.0 + z / 2.0 * (1.0 + z / 3.0 * (1.0 + z / 4.0)));
    return 2.0 * q.real() + std::norm(q); // without the cancellation of |1 + q|^2 - 1
}

bool is_explicit_runge_kutta(Integrator integrator)
{
    return integrator == Integrator::explicit_euler || integrator == Integrator::rk2_midpoint ||
           integrator == Integrator::rk4;
}

Matrix4 product(const Matrix4& a, const Matrix4& b)
{
    Matrix4 c{};
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t k = 0; k < 4; ++k)
            for (std::size_t j = 0; j < 4; ++j) c[i][j] += a[i][k] * b[k][j];
    return c;
}

// Logarithm of the growth per step: of the norm of 2^45 steps, rescaled after each squaring. Exact to about 1e-13.
double log_growth_per_step(Integrator integrator, const CoupledSprings& springs, double h)
{
    const auto acceleration = [&](const Vec2& x, const Vec2& v)
    {
        return Vec2{-dot(springs.stiffness[0], x) - dot(springs.damping[0], v),
                    -dot(springs.stiffness[1], x) - dot(springs.damping[1], v)};
    };
    // Velocities times h have the unit of positions.
    Matrix4 step{};
    for (std::size_t column = 0; column < 4; ++column)
    {
        std::array<Vec2, 2> state{};
        component(state[column / 2], column % 2) = column < 2 ? 1.0 : 1.0 / h;
        integrate(integrator, state[0], state[1], h, acceleration);
        for (std::size_t row = 0; row < 4; ++row)
            step[row][column] = component(state[row / 2], row % 2) * (row < 2 ? 1.0 : h);
    }
    double log_norm = 0.0; // divided by the number of steps in `step`
    double steps = 1.0;
    for (int i = 0; i < 45; ++i, steps *= 2.0)
    {
        double norm = 0.0;
        for (const auto& row : step)
            for (const double element : row) norm = std::max(norm, std::abs(element));
        for (auto& row : step)
            for (double& element : row) element /= norm;
        log_norm += std::log(norm) / steps;
        step = product(step, step);
    }
    return log_norm;
}

// A vibration q grows only if a factor of the step, a root of z^2 + (h^2 q'Aq + h q'Cq - 2) z + 1 - h q'Cq, leaves the
// unit circle, and it does so at -1: where 4 - 2 h C - h^2 A is no longer positive definite (A: stiffness, C: damping).
bool is_semi_implicit_stable(const CoupledSprings& springs, double h)
{
    std::array<Vec2, 2> m{Vec2{4.0, 0.0}, Vec2{0.0, 4.0}};
    for (std::size_t i = 0; i < 2; ++i) m[i] = m[i] - 2.0 * h * springs.damping[i] - h * h * springs.stiffness[i];
    return trace(m) > 0.0 && determinant(m) > 0.0;
}

// The step size up to `max_step` from which on `is_stable` is false for the first time. It must be so at `max_step`.
double first_unstable_step(double max_step, auto&& is_stable)
{
    constexpr int scanned = 64;
    double stable = 0.0;
    double unstable = max_step;
    for (int i = 1; i < scanned && unstable == max_step; ++i)
    {
        const double step = max_step * i / scanned;
        (is_stable(step) ? stable : unstable) = step;
    }
    bisect(stable, unstable, 60, is_stable);
    return stable;
}

} // namespace

double largest_stable_step(Integrator integrator, const Spring& spring)
{
    return stability_limit(integrator, spring.z) / spring.w;
}

double largest_stable_step(Integrator integrator, const CoupledSprings& springs)
{
    constexpr double min_step = 1e-9; // the resolution of all times
    constexpr double rounding_error = 1e-12; // of log_growth_per_step()
    constexpr double max_radians = 4.0; // unstable with each integrator that has a limit
    double limit = infinity;
    double fastest = 0.0;
    const bool is_verlet = integrator == Integrator::velocity_verlet;
    const bool is_undamped = trace(springs.damping) == 0.0;
    for (const Complex& exponent : exponents_of(springs))
    {
        fastest = std::max(fastest, std::abs(exponent));
        if (!is_explicit_runge_kutta(integrator)) continue;
        const bool is_never_stable = exponent.real() == 0.0 && integrator != Integrator::rk4;
        const auto is_stable = [&](double h) { return squared_growth_minus_1(integrator, h * exponent) <= 0.0; };
        limit =
            std::min(limit, is_never_stable ? 0.0 : first_unstable_step(max_radians / std::abs(exponent), is_stable));
    }
    // Undamped, both have the same step, but for the moment at which the velocity is shown.
    if (integrator == Integrator::semi_implicit_euler || (is_verlet && is_undamped))
        limit =
            first_unstable_step(max_radians / fastest, [&](double h) { return is_semi_implicit_stable(springs, h); });
    else if (is_verlet)
        limit = first_unstable_step(max_radians / fastest, [&](double h)
                                    { return log_growth_per_step(integrator, springs, h) <= rounding_error; });
    return limit < min_step ? 0.0 : limit;
}

double growth_rate(Integrator integrator, const Spring& spring, double h)
{
    return std::log(spectral_radius(spring_step(integrator, spring.w, spring.z, h))) / h;
}

double growth_rate(Integrator integrator, const CoupledSprings& springs, double h)
{
    if (!is_explicit_runge_kutta(integrator)) return log_growth_per_step(integrator, springs, h) / h;
    double squared_growth = -1.0;
    for (const Complex& exponent : exponents_of(springs))
        squared_growth = std::max(squared_growth, squared_growth_minus_1(integrator, h * exponent));
    return 0.5 * std::log1p(squared_growth) / h;
}

} // namespace sim
