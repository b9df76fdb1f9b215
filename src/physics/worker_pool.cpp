#include "physics/worker_pool.hpp"

#include <algorithm>
#include <system_error>

namespace physics
{

namespace
{
// Returns once `value` is no longer `old`. Steps follow each other within microseconds, a wake-up takes tens of them:
// so it looks again and again for about as long before it sleeps.
template <class T>
void wait_while(const std::atomic<T>& value, T old)
{
    constexpr int looks = 100;
    for (int i = 0; i < looks; ++i)
    {
        if (value != old) return;
        std::this_thread::yield();
    }
    value.wait(old);
}
} // namespace

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
    for (std::size_t left = busy_; left > 0; left = busy_) wait_while(busy_, left);
}

void WorkerPool::wait_for_work()
{
    unsigned seen = 0;
    while (true)
    {
        wait_while(round_, seen);
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
