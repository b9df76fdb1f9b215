#include "base/threads.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

TEST_CASE("a task's result is computed on another thread, and is taken once")
{
    base::Task<std::thread::id> none;
    CHECK_FALSE(none.holds_untaken_result());

    base::Task<std::thread::id> task{[] { return std::this_thread::get_id(); }};
    CHECK(task.holds_untaken_result());
    CHECK(task.take() != std::this_thread::get_id());
    CHECK_FALSE(task.holds_untaken_result());
}

TEST_CASE("a task is done when its work has ended, not before")
{
    std::atomic<bool> go = false;
    base::Task<std::unique_ptr<int>> task{[&]
                                          {
                                              while (!go) std::this_thread::yield();
                                              return std::make_unique<int>(5);
                                          }};
    CHECK_FALSE(task.is_done());
    go = true;
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
    CHECK_FALSE(task.holds_untaken_result());
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

TEST_CASE("every part is done once in every round, for any number of threads and parts")
{
    for (const int threads : {1, 2, 3, 7})
    {
        base::WorkerPool pool{threads};
        CHECK(pool.thread_count() == threads);
        for (const std::size_t parts : {std::size_t{0}, std::size_t{1}, std::size_t{5}, std::size_t{100}})
        {
            std::vector<std::atomic<int>> done(parts);
            for (int round = 1; round <= 200; ++round)
            {
                pool.run_loop(parts, [&](std::size_t part) { ++done[part]; });
                for (const auto& times : done) REQUIRE(times == round);
            }
        }
    }
}

TEST_CASE("a pool without work ends without an error")
{
    for (int i = 0; i < 50; ++i) base::WorkerPool{4};
    CHECK(base::hardware_thread_count() >= 1);
}

TEST_CASE("work on all cores is done once for each index, and the exception of the lowest index is thrown again")
{
    std::vector<std::atomic<int>> done(100);
    const auto work = [&](std::size_t i)
    {
        ++done[i];
        if (i == 40 || i == 60) throw std::runtime_error{std::to_string(i)};
    };
    CHECK_THROWS_WITH_AS(base::parallel_for(done.size(), work), "40", std::runtime_error);
    for (const auto& times : done) CHECK(times == 1);
    base::parallel_for(0, work);
}
