#include "lab/replay/whole_steps.hpp"

#include "lab/settings/realised_loop.hpp"
#include "timestep/build.hpp"

#include <limits>

namespace lab
{

// Asks a copy of the loop for the size of a step. 1 / step rate would be wrong for engines that round the step: Bullet
// rounds it to a float, FNA to 100 ns.
void WholeSteps::observe_settings(const Settings& settings)
{
    timestep::Loop loop = realised(settings.loop);
    // invalid settings: the lane (loop with its world) keeps its previous loop
    if (timestep::check(loop)) return;
    const bool has_step = loop.stepper.carries() != timestep::Carries::nothing;
    step_               = has_step ? loop.plan({}).dt_seconds : std::numeric_limits<double>::quiet_NaN();
}

} // namespace lab
