// base/task.hpp -- runs work on another thread
#pragma once

#include <chrono>
#include <future>
#include <utility>

namespace base
{

/// Work that runs on a new thread and whose result is taken once. The destructor and the assignment wait for the end of
/// the work. The constructor throws std::system_error if the system cannot start a thread.
template <class Result>
class Task
{
public:
    /// Makes a task without work.
    Task() = default;
    template <class Work>
    explicit Task(Work work)
        : result_{std::async(std::launch::async, std::move(work))}
    {
    }

    /// Returns whether there is work whose result has not been taken yet.
    bool is_pending() const { return result_.valid(); }
    /// Returns whether the work has ended, so that take() does not wait. The task must be pending.
    bool is_done() const { return result_.wait_for(std::chrono::seconds::zero()) == std::future_status::ready; }
    /// Waits for the end of the work. The task must be pending.
    void wait() const { result_.wait(); }
    /// Waits for the end of the work, then returns its result or rethrows its exception. Afterwards the task is no
    /// longer pending.
    Result take() { return result_.get(); }

private:
    std::future<Result> result_;
};

} // namespace base
