#include "base/worker_pool.hpp"

#include <doctest/doctest.h>

#include <initializer_list>

using namespace base;

TEST_CASE("every part is done once in every round, for any number of threads and parts")
{
    for (const int threads : {1, 2, 3, 7})
    {
        WorkerPool pool{threads};
        CHECK(pool.threads() == threads);
        for (const std::size_t parts : {std::size_t{0}, std::size_t{1}, std::size_t{5}, std::size_t{100}})
        {
            std::vector<std::atomic<int>> done(parts);
            for (int round = 1; round <= 200; ++round)
            {
                pool.run(parts, [&](std::size_t part) { ++done[part]; });
                for (const auto& times : done) REQUIRE(times == round);
            }
        }
    }
}

TEST_CASE("a pool without work ends without an error")
{
    for (int i = 0; i < 50; ++i) WorkerPool{4};
    CHECK(hardware_threads() >= 1);
}
