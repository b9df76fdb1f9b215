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

/// If `pc` is a slowed game, waits up to 100 ms for its next frame, and returns false if none has come. Otherwise
/// returns true at once.
bool wait_for_frame(sim::Pc& pc);
/// Returns true if the game has presented more than one frame that the loops in the window have not received yet.
bool is_behind(sim::Pc& pc);
/// Returns true if the game has ended and the loops in the window have received all its frames; false if `pc` is not a
/// game.
bool game_ended(const sim::Pc& pc);

} // namespace demo
