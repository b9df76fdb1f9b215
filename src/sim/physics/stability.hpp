// sim/physics/stability.hpp -- the largest stable step of a spring for every integrator
#pragma once

#include "sim/physics/integrator.hpp"
#include "sim/physics/integrators/exact_spring.hpp"

namespace sim
{

/// Returns one step of `h` seconds, as a matrix, for a damped spring with angular frequency `w` and damping ratio `z`.
/// It takes this step from the states (1, 0) and (0, 1), with the same code as the worlds.
LinearStep step_of_spring(Integrator id, double w, double z, double h);

/// Returns the spectral radius: the growth factor of a state per step over many steps. Stable if it is at most 1.
double spectral_radius(const LinearStep& step);

/// Returns the largest h*w at which an integrator is stable for a spring with damping ratio `z` from 0 to 1; 0 if it is
/// never stable, infinity if it always is. Divide by w for the largest stable step in seconds.
double largest_stable_hw(Integrator id, double z);

} // namespace sim
