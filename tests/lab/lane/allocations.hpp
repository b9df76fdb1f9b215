// tests/lab/lane/allocations.hpp -- how often this program asked for memory
#pragma once

#include <cstdint>

std::int64_t allocations_so_far();
