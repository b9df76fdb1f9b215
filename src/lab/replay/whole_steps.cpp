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
    // The settings are not a valid loop, so the lane continues with its previous loop.
    if (timestep::check(loop)) return;
    const bool has_step = loop.stepper.carries() != timestep::Carries::nothing;
    step_               = has_step ? loop.plan({}).dt_seconds : std::numeric_limits<double>::quiet_NaN();
}

} // namespace lab
