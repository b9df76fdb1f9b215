// w: angular frequency in rad/s, z: damping ratio, h: step size in s
#include "sim/physics/spring.hpp"

#include <cmath>
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
    const double half_trace   = 0.5 * (step.xx + step.vv);
    const double determinant  = step.determinant();
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
    for (int i = 0; i < 60; ++i)
    {
        const double middle  = 0.5 * (stable + unstable);
        const bool is_stable = spectral_radius(spring_step(integrator, 1.0, z, middle)) <= 1.0;
        double& bound        = is_stable ? stable : unstable;
        bound                = middle;
    }
    return stable;
}
} // namespace

double max_stable_radians_per_step(Integrator integrator, double z)
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

} // namespace sim
