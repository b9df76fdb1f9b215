// tests/lab/lane/allocations.hpp -- counts the memory allocations of this program
#pragma once

#include <cstdint>

std::int64_t allocations_so_far();
