// sim/physics/stability.hpp -- how large a step a spring stands, for every integrator
#pragma once

#include "sim/physics/integrator.hpp"
#include "sim/physics/integrators/exact_spring.hpp"

namespace sim
{

/// What one step does to a damped spring of angular frequency `w` and damping ratio `z`, found by taking it twice, with
/// the very code that the worlds run: from (1, 0) and from (0, 1).
LinearStep step_of_spring(Integrator id, double w, double z, double h);

/// The factor by which a state may grow in one such step, in the long run: stable when not above 1.
double spectral_radius(const LinearStep& step);

/// The largest h*w at which an integrator stands a spring of damping ratio `z` from 0 to 1: 0 for never, infinity for
/// always. Times 1/w it is the largest stable step in seconds.
double largest_stable_hw(Integrator id, double z);

} // namespace sim
