#include "base/threads.hpp"

#include "base/sleep.hpp"

#include <algorithm>
#include <exception>
#include <system_error>

namespace base
{

namespace
{
// Lets a thread that waits in a C++ loop pause for a few processor cycles. On x86 the thread keeps its core.
void relax()
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
}

// WorkerPool::run() is often called again within microseconds, but waking a sleeping thread takes tens of microseconds.
// Therefore this function first spins for about that time, then yields, and sleeps last.
void wait_while(const std::atomic<unsigned>& value, unsigned old)
{
    constexpr int looks  = 2000;
    constexpr int yields = 50;
    for (int i = 0; i < looks + yields; ++i)
    {
        if (value.load(std::memory_order_acquire) != old) return;
        if (i < looks)
            relax();
        else
            std::this_thread::yield();
    }
    wait_until_changed(value, old);
}
} // namespace

// Asks once: libc++ waits for ever in std::async if it cannot start a thread, instead of throwing an exception.
bool can_start_threads()
{
    static const bool can = []
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
    return can;
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
        // The system cannot start more threads: the pool uses the threads that have started.
    }
}

WorkerPool::~WorkerPool()
{
    ending_ = true;
    ++round_;
    wake_waiting(round_);
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
    busy_ = static_cast<unsigned>(workers_.size());
    ++round_;
    wake_waiting(round_);
    take_parts(0);
    for (unsigned left = busy_; left > 0; left = busy_) wait_while(busy_, left);
}

void WorkerPool::wait_for_work(std::size_t thread)
{
    unsigned seen = 0;
    while (true)
    {
        wait_while(round_, seen);
        seen = round_;
        if (ending_) return;
        take_parts(thread);
        if (--busy_ == 0) wake_waiting(busy_);
    }
}

// Takes the parts of the range ranges_[thread] first, then those of the other ranges.
void WorkerPool::take_parts(std::size_t thread)
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
