// programs/demo/window/guided.hpp -- runs the five best-known loops on one slow PC without a display, and shows the
// results as pictures and as a table
#pragma once

#include "programs/demo/window/options.hpp"

namespace demo
{

/// Runs five loops for ten virtual seconds each, on the virtual PC that the options describe. If this PC has no lag,
/// adds 90 ms of lag to each frame. Saves one picture per loop in the folder `options.guided`, and prints a table of
/// the results. Throws std::runtime_error with one line of text.
void run_guided(const Options& options);

} // namespace demo
