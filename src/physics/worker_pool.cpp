#include "physics/worker_pool.hpp"

#include <algorithm>
#include <system_error>

namespace physics
{

WorkerPool::WorkerPool(int threads)
{
    try
    {
        for (int i = 1; i < threads; ++i) workers_.emplace_back([this] { wait_for_work(); });
    }
    catch (const std::system_error&)
    {
        // The work gets done all the same, by fewer.
    }
}

WorkerPool::~WorkerPool()
{
    ending_ = true;
    ++round_;
    round_.notify_all();
    for (std::thread& worker : workers_) worker.join();
}

void WorkerPool::run(std::size_t parts, const std::function<void(std::size_t)>& work)
{
    work_      = &work;
    parts_     = parts;
    next_part_ = 0;
    busy_      = workers_.size();
    ++round_;
    round_.notify_all();
    take_parts();
    for (std::size_t left = busy_; left > 0; left = busy_) busy_.wait(left);
}

void WorkerPool::wait_for_work()
{
    unsigned seen = 0;
    while (true)
    {
        round_.wait(seen);
        seen = round_;
        if (ending_) return;
        take_parts();
        if (--busy_ == 0) busy_.notify_one();
    }
}

void WorkerPool::take_parts()
{
    for (std::size_t part = next_part_++; part < parts_; part = next_part_++) (*work_)(part);
}

int hardware_threads() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }

} // namespace physics
