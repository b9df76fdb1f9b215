// programs/demo/window/guided.hpp -- runs the five best-known loops on one slow PC without a display, and shows the
// results as pictures and as a table
#pragma once

#include "programs/demo/window/options.hpp"

namespace demo
{

/// Runs each of five loops for ten virtual seconds on the PC of the options. If that PC has no lag, each frame takes 90
/// ms longer. Saves one picture per loop in the folder `options.guided`, and prints a table of the results. Throws
/// std::runtime_error with one line of text.
void run_guided(const Options& options);

} // namespace demo
