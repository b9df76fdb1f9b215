// bench/physics/dt_steps.hpp -- one game's step, written three times: what `* dt` in every line costs
#pragma once

#include <vector>

namespace bench
{

/// Something that flies, turns, bounces off a floor and cools down.
struct Thing
{
    double x = 0.0, y = 1.0, vx = 1.0, vy = 0.0; // m, m/s
    double angle = 0.0, spin = 2.0;              // radians, radians/s
    double heat = 1.0;
};

/// In units of the step: speeds are metres a step, and there is no dt anywhere.
void step_without_dt(std::vector<Thing>& things);
/// Times 1/60 s in every line, which the compiler knows.
void step_with_constant_dt(std::vector<Thing>& things);
/// Times `dt` seconds in every line.
void step_with_variable_dt(std::vector<Thing>& things, double dt);

} // namespace bench
