// base/task.hpp -- work on another thread
#pragma once

#include <chrono>
#include <future>
#include <utility>

namespace base
{

/// Work on a thread of its own, whose result is asked for once. Destruction and assignment wait for the work's end. The
/// constructor throws std::system_error when the system starts no thread.
template <class Result>
class Task
{
public:
    /// No work.
    Task() = default;
    template <class Work>
    explicit Task(Work work)
        : result_{std::async(std::launch::async, std::move(work))}
    {
    }

    /// There is work whose result was not taken yet.
    bool is_pending() const { return result_.valid(); }
    /// A pending task's work has ended; take() does not wait.
    bool is_done() const { return result_.wait_for(std::chrono::seconds::zero()) == std::future_status::ready; }
    /// Waits for the end of a pending task's work.
    void wait() const { result_.wait(); }
    /// Waits, and returns the result or throws what the work threw. The task is no longer pending.
    Result take() { return result_.get(); }

private:
    std::future<Result> result_;
};

} // namespace base
