// programs/timestep_lab/run.hpp -- `run --network`: several PCs that play one game over a network; and the failures of
// a run
#pragma once

#include "lab/lane/lane.hpp"
#include "programs/command_line/options.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace timestep_lab
{

/// The time and the step of the first failure of each kind that has happened, by the names of the kinds.
nlohmann::ordered_json first_failures_json(const lab::FailuresByKind& failures);

/// Adds the options of a game over a network.
void add_network_options(CLI::App& command, command_line::ControlTexts& options);
/// True if the user gave at least one option of a game over a network.
bool asks_for_network(const command_line::ControlTexts& options);

struct NetworkCommand
{
    lab::Settings settings; ///< settings from options that are not about the network: loop, step rate, random seed
    timestep::Nanos time{}; ///< duration of the run on the clock of the simulated game
    std::string csv;        ///< path of a CSV file with ten rows per second; empty for none
    bool json = false;
};
/// Runs the game over a network, and prints its results. Throws BadInput if an option has an invalid value.
void run_network(const command_line::ControlTexts& options, NetworkCommand run);

} // namespace timestep_lab
