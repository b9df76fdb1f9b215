// base/threads.hpp -- runs work on other threads: a single task, independent parts on all cores, or a pool of threads
// for many short rounds of work
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <future>
#include <thread>
#include <utility>
#include <vector>

namespace base
{

/// True if the system can start threads; in a page it cannot. Starts one thread at the first call.
bool can_start_threads();

/// Work that runs on a new thread and gives a result, which can be taken once. The destructor and the assignment wait
/// for the end of the work. If the system cannot start a thread, as in a browser, the constructor does the work.
template <class Result>
class Task
{
public:
    Task() = default;
    template <class Work>
    explicit Task(Work work)
        : result_{std::async(can_start_threads() ? std::launch::async : std::launch::deferred, std::move(work))}
    {
        if (!can_start_threads()) result_.wait();
    }

    bool is_pending() const { return result_.valid(); }
    /// True if take() does not wait. The task must be pending.
    bool is_done() const { return result_.wait_for(std::chrono::seconds::zero()) == std::future_status::ready; }
    /// The task must be pending.
    void wait() const { result_.wait(); }
    /// Waits for the end of the work. Rethrows its exception. Callable once.
    Result take() { return result_.get(); }

private:
    std::future<Result> result_;
};

/// A pool of threads that share the parts of a piece of work. The results of the parts must not depend on the order of
/// the parts or on the thread that runs them.
class WorkerPool
{
public:
    /// Makes a pool of `threads` threads; the calling thread is one of them. If the system cannot start so many
    /// threads, the pool has fewer.
    explicit WorkerPool(int threads);
    ~WorkerPool();
    WorkerPool(const WorkerPool&)            = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// Counts the thread that calls run(), too.
    int threads() const { return static_cast<int>(workers_.size()) + 1; }

    /// Calls work(0) ... work(parts - 1) on all threads and returns when all calls have ended. Do not call it from
    /// inside `work` or from two threads at once.
    void run(std::size_t parts, const std::function<void(std::size_t)>& work);

private:
    // The parts of the work that one thread does first. A thread gets the same range in every call of run(), because
    // the data of these parts are still in its cache.
    struct alignas(64) Range
    {
        std::atomic<std::size_t> next = 0;
        std::size_t end               = 0;
    };

    void wait_for_work(std::size_t thread);
    void run_parts(std::size_t thread);

    const std::function<void(std::size_t)>* work_ = nullptr;
    // The ranges of parts, one for each requested thread; the first one is for the calling thread.
    std::vector<Range> ranges_;
    std::atomic<unsigned> run_count_    = 0; // number of calls of run(); workers wait until it changes
    std::atomic<unsigned> busy_workers_ = 0; // number of workers that have not finished the current call of run()
    std::atomic<bool> is_ending_        = false;
    std::vector<std::thread> workers_{};
};

int hardware_threads();

/// Calls `work(i)` for every i from 0 to `count` - 1, in any order, on all cores. Returns after the last call. If calls
/// threw, rethrows the exception of the lowest i.
void for_all_cores(std::size_t count, const std::function<void(std::size_t)>& work);

} // namespace base
