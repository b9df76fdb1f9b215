// lab/settings/game_properties.hpp -- the properties of a user's game from which its possible step rates are computed
#pragma once

#include "timestep/time.hpp"

#include <vector>

namespace lab
{

/// Properties of the user's game that limit its possible step rates. The defaults are an example with fast balls.
struct GameProperties
{
    double fastest_body_speed = 40.0; ///< speed of the fastest body in m/s; 0 for no bound
    double fastest_body_radius = 0.1; ///< radius of the fastest body in metres
    double thinnest_wall_thickness = 0.2; ///< thickness of the thinnest wall in metres
    double stiffest_spring_stiffness = 20'000.0; ///< stiffness of the stiffest spring in N/m; 0 for no bound
    double stiffest_spring_mass = 1.0; ///< mass of the lightest body on this spring in kg
    double stiffest_spring_damping_ratio = 0.1; ///< damping ratio of this spring, 0 to 1
    timestep::Nanos step_cost{1'000'000}; ///< computing time of a step with one substep; 0 for no bound
    timestep::Nanos substep_cost{}; ///< computing time of each further substep; 0 means `step_cost`
    double max_stepping_percent = 25.0; ///< largest share of the time that the steps may take, in percent
    timestep::Nanos max_state_age{20'000'000}; ///< largest age of the state that a frame shows; 0 for no bound
    std::vector<timestep::Rate> display_rates{{60, 1}, {144, 1}}; ///< refresh rates of the players' displays
    bool is_interpolated = true; ///< true: frames show a state between the last two; false: the newest state
    int substeps_per_step = 1; ///< number of equal parts into which the physics divides a step

    /// A game that allows any step rate, so that only properties that the caller sets afterwards limit the step rate.
    static GameProperties without_step_rate_limits()
    {
        return {.fastest_body_speed = 0.0,
                .fastest_body_radius = 0.0,
                .thinnest_wall_thickness = 0.0,
                .stiffest_spring_stiffness = 0.0,
                .stiffest_spring_damping_ratio = 0.0,
                .step_cost = {},
                .max_state_age = {},
                .display_rates = {}};
    }

    friend bool operator==(const GameProperties&, const GameProperties&) = default;
};

} // namespace lab
