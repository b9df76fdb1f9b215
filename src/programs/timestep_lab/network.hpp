// programs/timestep_lab/network.hpp -- `run --network`: several PCs that play one game over a network
#pragma once

#include "lab/settings/settings.hpp"
#include "programs/timestep_lab/options.hpp"

#include <map>
#include <string>
#include <string_view>

namespace timestep_lab
{

/// Values of the options about the network, as text; the key is the name of the control (lab::Control::path), such as
/// "network.kind". A value is empty if the user did not give the option.
using NetworkOptions = std::map<std::string_view, std::string>;

/// Adds the options of a game over a network to `command`.
void add_network_options(CLI::App& command, NetworkOptions& options);
/// Returns true if the user gave at least one option of a game over a network.
bool asks_for_network(const NetworkOptions& options);

struct NetworkCommand
{
    lab::Settings settings; ///< settings from options that are not about the network: loop, step rate, random seed
    timestep::Nanos time{}; ///< duration of the run on the clock of the simulated game
    std::string csv;        ///< path of a CSV file with ten rows per second; empty for none
    bool json = false;
};
/// Runs the game over a network, and prints its results. Throws BadInput if an option has an invalid value.
void run_network(const NetworkOptions& options, NetworkCommand run);

} // namespace timestep_lab
