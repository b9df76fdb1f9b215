// programs/timestep_lab/network.hpp -- `run --network`: several PCs that play one game over a network
#pragma once

#include "lab/settings/settings.hpp"

#include <CLI/App.hpp>

#include <map>
#include <string>
#include <string_view>

namespace timestep_lab
{

/// The text of each option, by the path of its control; empty for options that were not given.
using NetworkOptions = std::map<std::string_view, std::string>;

/// Adds the options of the network to `command`.
void add_network_options(CLI::App& command, NetworkOptions& options);
/// Returns true if at least one of the options was given.
bool asks_for_network(const NetworkOptions& options);

struct NetworkCommand
{
    lab::Settings settings; ///< settings that are no network options: loop, rate, seed
    timestep::Nanos time{}; ///< length of the run
    std::string csv;        ///< CSV file with ten rows per second; empty for none
    bool json = false;
};
/// Runs the network game and prints its results. Throws BadInput if an option has a wrong value.
void run_network(const NetworkOptions& options, NetworkCommand run);

} // namespace timestep_lab
