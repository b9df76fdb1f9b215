// programs/demo/window/guided_run.hpp -- the option --guided: the best-known game loops on one slow PC
#pragma once

#include "programs/demo/window/options.hpp"

namespace demo
{

/// Runs the loops one after the other without a window, saves a screenshot of each, and prints a table. Throws
/// std::runtime_error (one line) if a file cannot be written.
void print_and_screenshot_best_known_loops(const Options& options);

} // namespace demo
