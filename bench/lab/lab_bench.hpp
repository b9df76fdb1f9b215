// bench/lab -- what its sections share
#pragma once

#include <functional>

/// CPU seconds of the quickest of several rounds, all threads of the program together.
double best_of(int rounds, const std::function<void()>& work);

/// What a frame costs in which nobody turned anything: to notice that, and to read what the panel shows.
void unchanged_frames();
