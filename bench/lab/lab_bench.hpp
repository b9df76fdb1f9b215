// bench/lab/lab_bench.hpp -- functions that the sources of bench_lab share
#pragma once

#include <functional>

/// CPU time in seconds of the fastest round, summed over all threads of the program.
double best_of(int rounds, const std::function<void()>& work);

/// Measures and prints the cost of a frame in which the user changes no setting (unchanged_frames.cpp).
void unchanged_frames();
