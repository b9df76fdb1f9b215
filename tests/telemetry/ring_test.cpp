#include "telemetry/ring.hpp"

#include <doctest/doctest.h>

TEST_CASE("a ring keeps the last of what it was given, oldest first")
{
    telemetry::Ring<int> ring{3};
    CHECK(ring.empty());
    for (int i = 1; i <= 5; ++i) ring.push_back(i);
    REQUIRE(ring.size() == 3);
    CHECK(ring[0] == 3);
    CHECK(ring.back() == 5);
    ring.back() = 7;
    CHECK(ring[2] == 7);
    ring.clear();
    CHECK(ring.empty());
    ring.push_back(9);
    CHECK(ring[0] == 9);
}
