// base/worker_pool.hpp -- threads that wait for work which can be cut into independent parts
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace base
{

/// A pool of `threads - 1` threads beside the caller's own. What the parts compute must not depend on who runs them or
/// in which order; then neither does the result.
class WorkerPool
{
public:
    /// Starts fewer threads where the machine will not give so many.
    explicit WorkerPool(int threads);
    ~WorkerPool();
    WorkerPool(const WorkerPool&)            = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// The caller's included.
    int threads() const { return static_cast<int>(workers_.size()) + 1; }

    /// Calls work(0) ... work(parts - 1), on all threads, and returns when all are done. Not to be nested, and not to
    /// be called from two threads at once.
    void run(std::size_t parts, const std::function<void(std::size_t)>& work);

private:
    // The parts that a thread does first: the same ones in every round, since their data are in its cache.
    struct alignas(64) Range
    {
        std::atomic<std::size_t> next = 0;
        std::size_t end               = 0;
    };

    void wait_for_work(std::size_t thread);
    void take_parts(std::size_t thread);

    const std::function<void(std::size_t)>* work_ = nullptr;
    std::vector<Range> ranges_;         // one for each thread asked for; the caller's is the first
    std::atomic<unsigned> round_   = 0; // counts calls of run; workers sleep until it moves
    std::atomic<std::size_t> busy_ = 0; // workers that have not finished this round
    std::atomic<bool> ending_      = false;
    std::vector<std::thread> workers_{};
};

/// How many threads this machine runs at once: 1 or more.
int hardware_threads();

} // namespace base
