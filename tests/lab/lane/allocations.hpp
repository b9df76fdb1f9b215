// tests/lab/lane/allocations.hpp -- counts the memory allocations of this program
#pragma once

#include <cstdint>

/// Returns the number of calls of operator new since the start.
std::int64_t allocations_so_far();
