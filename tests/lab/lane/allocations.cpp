#include "lab/lane/allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace
{
std::atomic<std::int64_t> count{0};
}

std::int64_t allocations_so_far() { return count.load(); }

void* operator new(std::size_t size, const std::nothrow_t&) noexcept
{
    count.fetch_add(1, std::memory_order_relaxed);
    return std::malloc(size);
}
void* operator new(std::size_t size)
{
    if (void* place = operator new(size, std::nothrow)) return place;
    throw std::bad_alloc{};
}
void operator delete(void* place) noexcept { std::free(place); }
void operator delete(void* place, std::size_t) noexcept { std::free(place); }
