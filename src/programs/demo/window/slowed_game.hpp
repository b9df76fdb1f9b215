// programs/demo/window/slowed_game.hpp -- the game that runs with --slow; the window shows this game's frames instead
// of its own frames
#pragma once

#include "programs/demo/window/options.hpp"
#include "sim/machine/pc.hpp"

#include <memory>

namespace demo
{

/// Starts the game that the options name. Throws std::runtime_error with one line for the user if it cannot be slowed
/// down or started.
std::unique_ptr<sim::Pc> start_game(const Options& options);

/// Waits up to 100 ms for a frame of the game. Returns false if no frame has come. Returns true at once if `pc` is not
/// a game.
bool wait_for_frame(sim::Pc& pc);
/// Returns true if the game has presented more than one frame that the loops in the window have not received yet.
bool is_behind(sim::Pc& pc);
/// Returns true if the game has ended and the loops in the window have received all its frames; false if `pc` is not a
/// game.
bool game_ended(const sim::Pc& pc);

} // namespace demo
