#include "lab/replay/whole_steps.hpp"

#include "timestep/check.hpp"

#include <limits>

namespace lab
{

// Gets the step from a copy of the loop and not from its rate, because some engines round the step: Bullet to a float,
// FNA to 100 ns.
void WholeSteps::see_settings(const Settings& settings)
{
    timestep::Loop loop = settings.loop.axes;
    if (timestep::check(loop)) return; // the lane (loop) refuses such a loop too, and continues with the previous one
    const bool has_step = loop.stepper.carries() != timestep::Carries::nothing;
    step_               = has_step ? loop.plan({}).dt_seconds : std::numeric_limits<double>::quiet_NaN();
}

} // namespace lab
