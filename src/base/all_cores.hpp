// base/all_cores.hpp -- runs many pieces of work on all cores
#pragma once

#include <cstddef>
#include <functional>

namespace base
{

/// Calls `work(i)` for every i from 0 to `count` - 1, in any order, on all cores. Returns after the last call. If calls
/// threw, rethrows the exception of the lowest i.
void for_all_cores(std::size_t count, const std::function<void(std::size_t)>& work);

} // namespace base
