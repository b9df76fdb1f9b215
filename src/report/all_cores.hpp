// report/all_cores.hpp -- many pieces of work, as many at a time as there are cores
#pragma once

#include <cstddef>
#include <functional>

namespace report
{

/// Calls `work` with every number below `count`, in no order; throws what one of them threw, when all have ended.
void for_all_cores(std::size_t count, const std::function<void(std::size_t)>& work);

} // namespace report
