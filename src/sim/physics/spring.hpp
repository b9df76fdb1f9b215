// sim/physics/spring.hpp -- damped springs x'' = -w^2 x - 2 z w x': exact motion, integrators, stability of steps
#pragma once

#include "sim/physics/integrator.hpp"
#include "sim/physics/portable_math.hpp"

#include <array>
#include <cmath>

namespace sim
{

/// One time step of a linear system as a matrix: the new x is xx*x + xv*v, and the new v is vx*x + vv*v.
struct LinearStep
{
    double xx = 1.0;
    double xv = 0.0;
    double vx = 0.0;
    double vv = 1.0;

    constexpr void advance(double& x, double& v) const
    {
        const double new_x = xx * x + xv * v;
        v = vx * x + vv * v;
        x = new_x;
    }
    constexpr double determinant() const { return xx * vv - xv * vx; }
};

/// The exact step of `h` seconds for the angular frequency `w` > 0 in rad/s and the damping ratio `z`, 0 to 1.
inline LinearStep exact_spring_step(double w, double z, double h)
{
    const double decay = exponential(-z * w * h);
    const double damped_frequency =
        z < 1.0 ? std::sqrt(1.0 - z * z) * w : 0.0; // angular frequency of the damped motion in rad/s
    const SinCos rotation = sin_cos(damped_frequency * h);
    const double sine_over_frequency = damped_frequency > 0.0
                                           ? rotation.sin / damped_frequency
                                           : h; // sin(f*h)/f for f = damped_frequency; its limit is h
    return {.xx = decay * (rotation.cos + z * w * sine_over_frequency),
            .xv = decay * sine_over_frequency,
            .vx = decay * (-w * w * sine_over_frequency),
            .vv = decay * (rotation.cos - z * w * sine_over_frequency)};
}

/// One step of `h` seconds of a spring with angular frequency `w` > 0 in rad/s and damping ratio `z`, 0 to 1.
LinearStep spring_step(Integrator integrator, double w, double z, double h);

/// Asymptotic growth factor of the state per step; the step is stable if this factor is at most 1.
double spectral_radius(const LinearStep& step);

/// Largest stable step size * angular frequency; 0 if none is stable, infinity if all are. Damping ratio `z`: 0 to 1.
double stability_limit(Integrator integrator, double z);

/// A vibration that does not depend on others.
struct Spring
{
    double w = 0.0; ///< angular frequency in rad/s
    double z = 0.0; ///< damping ratio, 0 to 1
};

/// Two bodies on springs that pull at each other: their accelerations are -stiffness * x - damping * v.
/// Both matrices must become symmetric if the coordinates are scaled by the square roots of the masses.
struct CoupledSprings
{
    std::array<Vec2, 2> stiffness{}; ///< rows of the matrix, in 1/s^2
    std::array<Vec2, 2> damping{}; ///< rows of the matrix, in 1/s
};

/// In s; 0 if no step of a nanosecond or more is stable, infinity if all are.
double largest_stable_step(Integrator integrator, const Spring& spring);
double largest_stable_step(Integrator integrator, const CoupledSprings& springs);

/// Growth rate of the amplitude in 1/s with steps of `h` seconds, in the vibration that grows fastest. Negative if all
/// decay. Rounding errors of up to 1e-12 a step do not tell whether a step is stable: largest_stable_step() does.
double growth_rate(Integrator integrator, const Spring& spring, double h);
double growth_rate(Integrator integrator, const CoupledSprings& springs, double h);

} // namespace sim
