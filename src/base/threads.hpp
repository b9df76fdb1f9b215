// base/threads.hpp -- a task on its own thread, a parallel loop on all cores, and a pool for many short loops
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

/// False where no thread can be started, as in some web pages. The first call starts one thread as a test.
bool can_start_threads();

/// Runs a function on a thread, or in the constructor if no thread can start. The destructor waits for the function.
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

    /// True from the start of the work until take(), even after the work has ended. False for an empty Task.
    bool holds_untaken_result() const { return result_.valid(); }
    /// True if take() would not wait. Like wait(), may be called only while holds_untaken_result() is true.
    bool is_done() const { return result_.wait_for(std::chrono::seconds::zero()) == std::future_status::ready; }
    void wait() const { result_.wait(); }
    /// Waits for the end of the work. Returns its result or rethrows its exception. May be called only once.
    Result take() { return result_.get(); }

private:
    std::future<Result> result_;
};

/// A thread pool for parallel loops. Results must not depend on the order of the items or on their threads.
class WorkerPool
{
public:
    /// The pool has fewer threads if the system cannot start so many.
    explicit WorkerPool(int requested_threads_including_caller);
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// Number of threads, including the one that calls run_loop().
    int thread_count() const { return static_cast<int>(workers_.size()) + 1; }

    /// Calls work(0) ... work(count - 1) in parallel, and waits. `work` must not throw. Not thread-safe, not reentrant.
    void run_loop(std::size_t count, const std::function<void(std::size_t)>& work);

private:
    struct alignas(64) ItemRange
    {
        std::atomic<std::size_t> next_item = 0;
        std::size_t end_item = 0;
    };

    void run_worker(std::size_t thread_index);
    void run_items(std::size_t thread_index);

    const std::function<void(std::size_t)>* work_ = nullptr;
    std::vector<ItemRange> item_ranges_; // one for each requested thread; the first is for the calling thread
    std::atomic<unsigned> wake_count_ = 0;
    std::atomic<unsigned> busy_worker_count_ = 0; // number of workers that still run items of the current loop
    std::atomic<bool> is_ending_ = false;
    std::vector<std::thread> workers_{};
};

/// Number of threads that the processor runs at the same time, at least 1.
int hardware_thread_count();

/// Calls work(0) ... work(count - 1) on new threads, in any order. Rethrows the exception of the lowest index.
void parallel_for(std::size_t count, const std::function<void(std::size_t)>& work);

} // namespace base
