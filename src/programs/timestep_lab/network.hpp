// programs/timestep_lab/network.hpp -- `run --network`: several PCs that play one game over a network
#pragma once

#include "lab/settings/settings.hpp"

#include <CLI/App.hpp>

#include <map>
#include <string>
#include <string_view>

namespace timestep_lab
{

/// Texts by the paths of their controls.
using NetworkOptions = std::map<std::string_view, std::string>;

void add_network_options(CLI::App& command, NetworkOptions& options);
/// Whether one was given at all.
bool asks_for_network(const NetworkOptions& options);

struct NetworkCommand
{
    lab::Settings settings; ///< what else is different: loop, rate, seed
    timestep::Nanos time{};
    std::string csv; ///< ten rows a second; empty for none
    bool json = false;
};
/// Runs it and prints what came out.
void run_network(const NetworkOptions& options, NetworkCommand run);

} // namespace timestep_lab
