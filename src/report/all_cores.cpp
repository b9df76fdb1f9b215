#include "report/all_cores.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace report
{

void for_all_cores(std::size_t count, const std::function<void(std::size_t)>& work)
{
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::exception_ptr error;
    const auto take = [&]
    {
        try
        {
            for (std::size_t i = next++; i < count; i = next++) work(i);
        }
        catch (...)
        {
            const std::scoped_lock lock{mutex};
            error = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        const std::size_t cores = std::max(std::thread::hardware_concurrency(), 1U);
        for (std::size_t i = 1; i < std::min(cores, count); ++i) others.emplace_back(take);
        take();
    }
    if (error) std::rethrow_exception(error);
}

} // namespace report
