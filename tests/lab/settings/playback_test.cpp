#include "lab/settings/playback.hpp"

#include <doctest/doctest.h>

using namespace lab;
using namespace std::chrono_literals;

TEST_CASE("a recording that starts again has not ended after its last frame; one that stops has")
{
    Playback again{"a.csv", {16ms, 17ms}, AtEnd::loop};
    Playback once{"a.csv", {16ms, 17ms}, AtEnd::stop};
    for (Playback* playback : {&again, &once})
    {
        CHECK(playback->next() == 16ms);
        CHECK(playback->next() == 17ms);
    }
    CHECK_FALSE(again.ended());
    CHECK(again.peek() == 16ms);
    CHECK(again.rounds() == 0);
    CHECK(again.next() == 16ms);
    CHECK(again.rounds() == 1);
    CHECK(once.ended());
    CHECK_FALSE(once.peek());
    CHECK_FALSE(once.next());
}
