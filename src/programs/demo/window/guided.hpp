// programs/demo/window/guided.hpp -- for a machine without a display: every loop on one slow PC, as pictures and as a
// table
#pragma once

#include "programs/demo/window/options.hpp"

namespace demo
{

/// Runs each of the loops for ten virtual seconds on the slow PC of the options (by default: 90 ms of delay), saves a
/// picture of each in the folder `options.guided`, and prints what happened. Throws std::runtime_error with one line.
void run_guided(const Options& options);

} // namespace demo
