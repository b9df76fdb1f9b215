// bench/lab/lab_bench.hpp -- functions that the sources of bench_lab share
#pragma once

#include <functional>

/// Returns the CPU time in seconds of the quickest round, of all threads of the program.
double best_of(int rounds, const std::function<void()>& work);

/// Measures and prints the cost of a frame in which the user changed no setting: detecting that nothing changed, and
/// reading all values that the panel shows.
void unchanged_frames();
