#include "telemetry/frames.hpp"

#include <doctest/doctest.h>

TEST_CASE("a full ring keeps the last values, oldest first")
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

TEST_CASE("a ring's memory is its older and then its newer values; a copy continues separately")
{
    telemetry::Ring<int> ring{3};
    for (int i = 1; i <= 5; ++i) ring.push_back(i);
    CHECK(std::vector<int>(ring.older().begin(), ring.older().end()) == std::vector{3});
    CHECK(std::vector<int>(ring.newer().begin(), ring.newer().end()) == std::vector{4, 5});
    telemetry::Ring<int> copy = ring;
    copy.push_back(6);
    CHECK(copy[0] == 4);
    CHECK(copy.back() == 6);
    CHECK(ring.back() == 5);
}

TEST_CASE("frames are found by their time in a ring that has overwritten old ones")
{
    using telemetry::Nanos;
    telemetry::Ring<telemetry::FrameSample> ring{4};
    for (int i = 1; i <= 6; ++i) ring.push_back({.frame = i, .wall = Nanos{10 * i}});
    const telemetry::Frames frames{ring};
    REQUIRE(frames.size() == 4);
    CHECK(frames.front().frame == 3);
    CHECK(frames.back().frame == 6);
    CHECK(frames.first_from(Nanos{0}) == 0);
    CHECK(frames.first_from(Nanos{41}) == 2);
    CHECK(frames.first_from(Nanos{61}) == 4);
    CHECK(frames.newest_by(Nanos{49}) == 1);
    CHECK(frames.newest_by(Nanos{1000}) == 3);
    CHECK_FALSE(frames.newest_by(Nanos{29}));
    CHECK_FALSE(telemetry::Frames{}.newest_by(Nanos{29}));
}
