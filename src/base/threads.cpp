#include "base/threads.hpp"

#include "base/sleep.hpp"

#include <algorithm>
#include <exception>
#include <system_error>

namespace base
{

namespace
{
// Pauses for a few processor cycles in a spin loop. On x86 the thread keeps its core.
void pause_core()
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
}

// WorkerPool::run() is often called again within microseconds, but waking a sleeping thread takes tens of microseconds.
// Therefore a waiting thread spins first for about that time, then yields, and sleeps last.
void wait_while(const std::atomic<unsigned>& value, unsigned known_value)
{
    constexpr int spins  = 2000;
    constexpr int yields = 50;
    for (int i = 0; i < spins + yields; ++i)
    {
        if (value.load(std::memory_order_acquire) != known_value) return;
        if (i < spins)
            pause_core();
        else
            std::this_thread::yield();
    }
    wait_until_changed(value, known_value);
}
} // namespace

// Tests this once, because libc++ hangs in std::async, instead of throwing, if it cannot start a thread.
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

WorkerPool::WorkerPool(int threads)
    : ranges_(static_cast<std::size_t>(std::max(threads, 1)))
{
    try
    {
        for (std::size_t i = 1; i < ranges_.size(); ++i) workers_.emplace_back([this, i] { wait_for_work(i); });
    }
    catch (const std::system_error&)
    {
        // The pool uses the threads that have started.
    }
}

WorkerPool::~WorkerPool()
{
    is_ending_ = true;
    ++run_count_;
    wake_waiting(run_count_);
    for (std::thread& worker : workers_) worker.join();
}

void WorkerPool::run(std::size_t parts, const std::function<void(std::size_t)>& work)
{
    work_ = &work;
    for (std::size_t i = 0; i < ranges_.size(); ++i)
    {
        ranges_[i].next = i * parts / ranges_.size();
        ranges_[i].end  = (i + 1) * parts / ranges_.size();
    }
    busy_workers_ = static_cast<unsigned>(workers_.size());
    ++run_count_;
    wake_waiting(run_count_);
    run_parts(0);
    for (unsigned busy_workers = busy_workers_; busy_workers > 0; busy_workers = busy_workers_)
        wait_while(busy_workers_, busy_workers);
}

void WorkerPool::wait_for_work(std::size_t thread)
{
    unsigned known_round = 0;
    while (true)
    {
        wait_while(run_count_, known_round);
        known_round = run_count_;
        if (is_ending_) return;
        run_parts(thread);
        if (--busy_workers_ == 0) wake_waiting(busy_workers_);
    }
}

// Runs the items of ranges_[thread] first, then remaining items of the other ranges.
void WorkerPool::run_parts(std::size_t thread)
{
    for (std::size_t i = 0; i < ranges_.size(); ++i)
    {
        Range& range = ranges_[(thread + i) % ranges_.size()];
        for (std::size_t part = range.next++; part < range.end; part = range.next++) (*work_)(part);
    }
}

int hardware_threads() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }

void for_all_cores(std::size_t count, const std::function<void(std::size_t)>& work)
{
    std::vector<std::exception_ptr> errors(count);
    const auto try_work = [&](std::size_t i)
    {
        try
        {
            work(i);
        }
        catch (...)
        {
            errors[i] = std::current_exception();
        }
    };
    WorkerPool{static_cast<int>(std::min(count, static_cast<std::size_t>(hardware_threads())))}.run(count, try_work);
    for (const std::exception_ptr& error : errors)
        if (error) std::rethrow_exception(error);
}

} // namespace base
