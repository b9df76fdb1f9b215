// bench/physics/dt_steps.hpp -- the step of a simple game in three versions, to measure the cost of `* dt`
#pragma once

#include <vector>

namespace bench
{

/// A body that flies, turns, bounces off a floor and cools down.
struct Thing
{
    double x = 0.0, y = 1.0, vx = 1.0, vy = 0.0; // positions in m, velocities in m/s
    double angle = 0.0, spin = 2.0; // in radians and radians/s
    double heat = 1.0;
};

/// Steps all things without dt: speeds are in metres per step.
void step_without_dt(std::vector<Thing>& things);
/// Steps all things with the factor 1/60 s in every line, a constant known to the compiler.
void step_with_constant_dt(std::vector<Thing>& things);
/// Steps all things with the factor `dt`, in seconds, in every line.
void step_with_variable_dt(std::vector<Thing>& things, double dt);

} // namespace bench
