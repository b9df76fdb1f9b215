// programs/demo/window/slowed_game.hpp -- for --slow: starts a game in another process; the loops in the window then
// get the game's frame times
#pragma once

#include "programs/demo/window/options.hpp"
#include "sim/machine/pc.hpp"

#include <memory>

namespace demo
{

/// Starts the game that the options name. Throws std::runtime_error with one line for the user if it cannot be slowed
/// down or started.
std::unique_ptr<sim::Pc> start_game(const Options& options);

} // namespace demo
