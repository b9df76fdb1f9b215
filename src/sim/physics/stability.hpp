// sim/physics/stability.hpp -- computes the largest step size at which an integrator is stable for a spring
#pragma once

#include "sim/physics/integrator.hpp"
#include "sim/physics/integrators/exact_spring.hpp"

namespace sim
{

/// Returns the matrix of one step of `h` seconds for a damped spring with angular frequency `w` in rad/s and damping
/// ratio `z`. The integrator computes its two columns by steps from the states (x, v) = (1, 0) and (0, 1).
LinearStep step_of_spring(Integrator id, double w, double z, double h);

/// Returns the spectral radius: the factor by which a state grows in each step, after many steps. An integrator is
/// stable if the spectral radius of its step is at most 1.
double spectral_radius(const LinearStep& step);

/// Returns the stability limit of an integrator for a spring with damping ratio `z` from 0 to 1: the largest stable
/// product of step size in s and angular frequency in rad/s. Returns 0 if the integrator is unstable at every step
/// size, infinity if it is stable at every step size.
double largest_stable_hw(Integrator id, double z);

} // namespace sim
