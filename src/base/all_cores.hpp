// base/all_cores.hpp -- many pieces of work, as many at a time as there are cores
#pragma once

#include <cstddef>
#include <functional>

namespace base
{

/// Calls `work` with every number below `count`, in no order; once all have ended, throws what the lowest of those
/// that threw has thrown.
void for_all_cores(std::size_t count, const std::function<void(std::size_t)>& work);

} // namespace base
