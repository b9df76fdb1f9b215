#include "base/task.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

TEST_CASE("a task's result is computed on another thread, and is taken once")
{
    base::Task<std::thread::id> none;
    CHECK_FALSE(none.is_pending());

    base::Task<std::thread::id> task{[] { return std::this_thread::get_id(); }};
    CHECK(task.is_pending());
    CHECK(task.take() != std::this_thread::get_id());
    CHECK_FALSE(task.is_pending());
}

TEST_CASE("a task is done when its work has ended, not before")
{
    std::atomic<bool> go = false;
    base::Task<std::unique_ptr<int>> task{[&]
                                          {
                                              go.wait(false);
                                              return std::make_unique<int>(5);
                                          }};
    CHECK_FALSE(task.is_done());
    go = true;
    go.notify_all();
    task.wait();
    CHECK(task.is_done());
    CHECK(*task.take() == 5);
}

TEST_CASE("an exception of a task's work is thrown again by take()")
{
    base::Task<int> task{[]() -> int { throw std::runtime_error{"no result"}; }};
    task.wait();
    CHECK(task.is_done());
    CHECK_THROWS_WITH_AS(task.take(), "no result", std::runtime_error);
    CHECK_FALSE(task.is_pending());
}

TEST_CASE("destruction and assignment of a task wait until its work ends, also if it throws")
{
    std::atomic<int> ended = 0;
    {
        base::Task<void> task{[&] { ++ended; }};
        task = base::Task<void>{[&]
                                {
                                    ++ended;
                                    throw std::runtime_error{"lost"};
                                }};
        CHECK(ended >= 1);
    }
    CHECK(ended == 2);
}
