#include "base/all_cores.hpp"

#include "base/task.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <vector>

namespace base
{

void for_all_cores(std::size_t count, const std::function<void(std::size_t)>& work)
{
    std::vector<std::exception_ptr> errors(count);
    std::atomic<std::size_t> next{0};
    const auto take = [&]
    {
        for (std::size_t i = next++; i < count; i = next++)
        {
            try
            {
                work(i);
            }
            catch (...)
            {
                errors[i] = std::current_exception();
            }
        }
    };
    {
        std::vector<Task<void>> others;
        const std::size_t cores = std::max(std::thread::hardware_concurrency(), 1U);
        for (std::size_t i = 1; i < std::min(cores, count); ++i) others.emplace_back(take);
        take();
    }
    for (const std::exception_ptr& error : errors)
        if (error) std::rethrow_exception(error);
}

} // namespace base
