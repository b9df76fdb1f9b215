// lab/settings/game_numbers.hpp -- the numbers of a user's game that decide which step rates suit it
#pragma once

#include "timestep/time.hpp"

#include <string>
#include <vector>

namespace lab
{

/// The initial values are an example: a game with fast balls. A number of 0 means that it sets no bound.
struct GameNumbers
{
    double speed     = 40.0;              ///< of the fastest body, in m/s; 0 for no bound
    double radius    = 0.1;               ///< of the fastest body, in metres
    double wall      = 0.2;               ///< thickness of the thinnest wall in metres
    double stiffness = 20'000.0;          ///< of the stiffest spring, in N/m; 0 for no bound
    double mass      = 1.0;               ///< of the lightest body on such a spring, in kg
    double damping   = 0.1;               ///< damping ratio of this spring, 0 to 1
    timestep::Nanos step_cost{1'000'000}; ///< computing time of a step with one substep; 0 for no bound
    timestep::Nanos substep_cost{};       ///< computing time of each further substep; 0 means `step_cost`
    double work_percent = 25.0;           ///< largest share of the time that the steps may take, in percent
    timestep::Nanos max_age{20'000'000};  ///< largest age of the state that a frame shows; 0 for no bound
    std::vector<timestep::Rate> displays{{60, 1}, {144, 1}}; ///< refresh rates of the players' displays
    bool is_interpolated = true; ///< frames show a state between the last two; false: the newest state
    int substeps         = 1;    ///< equal parts of a step in which the physics runs

    /// The example without its bounds, to which a user adds the numbers of a game.
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
