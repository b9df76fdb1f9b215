#include "base/threads.hpp"

#include "base/sleep.hpp"

#include <algorithm>
#include <exception>
#include <system_error>

namespace base
{

namespace
{
// On x86, waits for a few processor cycles. On other processors, lets another thread use the core.
void relax_cpu()
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
}

// Spins and yields before it sleeps, because waking a sleeping thread takes tens of microseconds.
void wait_while_equal(const std::atomic<unsigned>& value, unsigned old_value)
{
    constexpr int spin_count = 2000;
    constexpr int yield_count = 50;
    for (int i = 0; i < spin_count + yield_count; ++i)
    {
        if (value.load(std::memory_order_acquire) != old_value) return;
        if (i < spin_count)
            relax_cpu();
        else
            std::this_thread::yield();
    }
    sleep_until_changed(value, old_value);
}
} // namespace

// Starts a std::thread as a test, because std::async of libc++ hangs (does not throw) if it cannot start a thread.
bool can_start_threads()
{
    static const bool can_start = []
    {
        try
        {
            std::thread{[] {}}.join();
            return true;
        }
        catch (const std::system_error&)
        {
            return false;
        }
    }();
    return can_start;
}

WorkerPool::WorkerPool(int requested_threads_including_caller)
    : item_ranges_(static_cast<std::size_t>(std::max(requested_threads_including_caller, 1)))
{
    try
    {
        for (std::size_t i = 1; i < item_ranges_.size(); ++i) workers_.emplace_back([this, i] { run_worker(i); });
    }
    catch (const std::system_error&)
    {
        // If a thread cannot be started, the pool uses the threads that have started, and the calling thread.
    }
}

WorkerPool::~WorkerPool()
{
    is_ending_ = true;
    ++wake_count_;
    wake_sleeping_threads(wake_count_);
    for (std::thread& worker : workers_) worker.join();
}

void WorkerPool::run_loop(std::size_t count, const std::function<void(std::size_t)>& work)
{
    work_ = &work;
    for (std::size_t i = 0; i < item_ranges_.size(); ++i)
    {
        item_ranges_[i].next_item = i * count / item_ranges_.size();
        item_ranges_[i].end_item = (i + 1) * count / item_ranges_.size();
    }
    busy_worker_count_ = static_cast<unsigned>(workers_.size());
    ++wake_count_;
    wake_sleeping_threads(wake_count_);
    run_items(0);
    while (const unsigned busy_workers = busy_worker_count_) wait_while_equal(busy_worker_count_, busy_workers);
}

void WorkerPool::run_worker(std::size_t thread_index)
{
    unsigned old_wake_count = 0;
    while (true)
    {
        wait_while_equal(wake_count_, old_wake_count);
        old_wake_count = wake_count_;
        if (is_ending_) return;
        run_items(thread_index);
        if (--busy_worker_count_ == 0) wake_sleeping_threads(busy_worker_count_);
    }
}

void WorkerPool::run_items(std::size_t thread_index)
{
    for (std::size_t i = 0; i < item_ranges_.size(); ++i)
    {
        ItemRange& range = item_ranges_[(thread_index + i) % item_ranges_.size()];
        for (std::size_t item = range.next_item++; item < range.end_item; item = range.next_item++) (*work_)(item);
    }
}

int hardware_thread_count() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }

void parallel_for(std::size_t count, const std::function<void(std::size_t)>& work)
{
    std::vector<std::exception_ptr> exceptions(count);
    const auto work_and_catch = [&](std::size_t i)
    {
        try
        {
            work(i);
        }
        catch (...)
        {
            exceptions[i] = std::current_exception();
        }
    };
    const auto thread_count = std::min(count, static_cast<std::size_t>(hardware_thread_count()));
    WorkerPool{static_cast<int>(thread_count)}.run_loop(count, work_and_catch);
    for (const std::exception_ptr& exception : exceptions)
        if (exception) std::rethrow_exception(exception);
}

} // namespace base
