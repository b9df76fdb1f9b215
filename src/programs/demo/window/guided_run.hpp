// programs/demo/window/guided_run.hpp -- the option --guided: the best-known game loops on one slow PC
#pragma once

#include "programs/demo/window/options.hpp"

namespace demo
{

/// Runs each of the loops, prints its results, and saves a screenshot of its last frame.
void run_guided(const Options& options);

} // namespace demo
