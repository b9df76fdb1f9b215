// base/worker_pool.hpp -- a thread pool for work that consists of independent parts
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace base
{

/// A pool of `threads` threads, including the calling thread. The results of the parts must not depend on the order of
/// the parts or on the thread that runs them.
class WorkerPool
{
public:
    /// Starts `threads` - 1 threads, or fewer if the system cannot start so many.
    explicit WorkerPool(int threads);
    ~WorkerPool();
    WorkerPool(const WorkerPool&)            = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// Returns the number of threads, including the calling thread.
    int threads() const { return static_cast<int>(workers_.size()) + 1; }

    /// Calls work(0) ... work(parts - 1) on all threads and returns when all calls have ended. Do not call it from
    /// inside `work` or from two threads at once.
    void run(std::size_t parts, const std::function<void(std::size_t)>& work);

private:
    // The parts that one thread does first. They are the same in every call of run(), because their data are still in
    // this thread's cache.
    struct alignas(64) Range
    {
        std::atomic<std::size_t> next = 0;
        std::size_t end               = 0;
    };

    void wait_for_work(std::size_t thread);
    void take_parts(std::size_t thread);

    const std::function<void(std::size_t)>* work_ = nullptr;
    std::vector<Range> ranges_;         // a range for each requested thread; the first belongs to the calling thread
    std::atomic<unsigned> round_   = 0; // number of calls of run(); workers wait until it changes
    std::atomic<std::size_t> busy_ = 0; // number of workers that have not finished the current call of run()
    std::atomic<bool> ending_      = false;
    std::vector<std::thread> workers_{};
};

/// Returns the number of threads that this machine runs at the same time, at least 1.
int hardware_threads();

} // namespace base
