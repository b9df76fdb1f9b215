// lab/settings/game_numbers.hpp -- the properties of a user's game from which its possible step rates are computed
#pragma once

#include "timestep/time.hpp"

#include <vector>

namespace lab
{

/// The default values are an example: a game with fast balls.
struct GameNumbers
{
    double speed     = 40.0;              ///< speed of the fastest body in m/s; 0 for no bound
    double radius    = 0.1;               ///< radius of the fastest body in metres
    double wall      = 0.2;               ///< thickness of the thinnest wall in metres
    double stiffness = 20'000.0;          ///< stiffness of the stiffest spring in N/m; 0 for no bound
    double mass      = 1.0;               ///< mass of the lightest body on this spring in kg
    double damping   = 0.1;               ///< damping ratio of this spring, 0 to 1
    timestep::Nanos step_cost{1'000'000}; ///< computing time of a step with one substep; 0 for no bound
    timestep::Nanos substep_cost{};       ///< computing time of each further substep; 0 means `step_cost`
    double work_percent = 25.0;           ///< largest share of the time that the steps may take, in percent
    timestep::Nanos max_age{20'000'000};  ///< largest age of the state that a frame shows; 0 for no bound
    std::vector<timestep::Rate> displays{{60, 1}, {144, 1}}; ///< refresh rates of the players' displays
    bool is_interpolated = true; ///< true: frames show a state between the last two; false: the newest state
    int substeps         = 1;    ///< number of equal parts into which the physics divides a step

    /// Returns numbers that do not limit the step rate, so that the user can enter the limits of a game one by one.
    static GameNumbers without_bounds()
    {
        GameNumbers game;
        game.speed = game.radius = game.wall = game.stiffness = game.damping = 0.0;
        game.step_cost = game.max_age = {};
        game.displays.clear();
        return game;
    }

    friend bool operator==(const GameNumbers&, const GameNumbers&) = default;
};

} // namespace lab
