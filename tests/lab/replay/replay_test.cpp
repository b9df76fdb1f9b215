#include "lab/replay/replay.hpp"

#include "thorough.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <random>

using timestep::Nanos;

namespace
{

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

const std::vector<lab::InputChange> inputs{
    {.tick = 0, .at = Nanos{1}, .input = {}},
    {.tick = 5, .at = Nanos{-7}, .input = {.grabbed = true, .hand_x = -0.0, .hand_y = 1e308}},
    {.tick = 5, .at = Nanos{largest}, .input = {.hand_x = 0.1, .hand_y = std::numeric_limits<double>::denorm_min()}},
    {.tick  = largest,
     .input = {.held = {.left = true, .dash = true}, .pressed = {.dash = true}, .released = {.right = true}}},
    {.input = {.held = {true, true, true, true}, .pressed = {true, true, true, true}, .released = {.jump = true}}},
};

const std::vector<lab::ReplayEvent> events{
    {.frame = 1, .tick = 2, .at = Nanos{3}, .what = lab::ResetEvent{}},
    {.frame = 1, .tick = 2, .at = Nanos{3}, .what = lab::SetEvent{"loop.hz", "59.94"}},
    {.frame = 1, .tick = 2, .at = Nanos{3}, .what = lab::SetEvent{"a.b", " two words, and a=b "}},
    {.frame = 1, .tick = 2, .at = Nanos{3}, .what = lab::SetEvent{"a.b", ""}},
    {.frame = 1, .tick = 2, .at = Nanos{3}, .what = lab::RefreshEvent{Nanos{16'666'667}}},
    {.frame = 1, .tick = 2, .at = Nanos{3}, .what = lab::BrakeEvent{200}},
    {.frame = largest, .tick = largest, .at = -Nanos{largest}, .what = lab::ApplyEvent{}},
};

template <class Contents>
lab::Replay read_all(const std::vector<Contents>& all)
{
    lab::Replay replay;
    for (const Contents& contents : all) REQUIRE(lab::read_line(lab::line_of(contents), replay));
    return replay;
}

bool is_line(std::string_view line)
{
    lab::Replay replay;
    return lab::read_line(line, replay);
}

} // namespace

TEST_CASE("a line has its kind, its place, and its contents")
{
    CHECK(lab::line_of(Nanos{16'666'667}) == "16666667");
    CHECK(lab::line_of(inputs[1]) == "input 5 -7 grabbed -0 1e+308 - - -");
    CHECK(lab::line_of(inputs[3]) == "input 9223372036854775807 0 free 0 0 left+dash dash right");
    CHECK(lab::line_of(events[0]) == "reset 1 2 3");
    CHECK(lab::line_of(events[1]) == "set 1 2 3 loop.hz=59.94");
    CHECK(lab::line_of(events[4]) == "refresh 1 2 3 16666667");
    CHECK(lab::line_of(events[5]) == "brake 1 2 3 200");
    CHECK(lab::line_of(std::uint32_t{0xBEEF}) == "hash 0000beef");
    CHECK(lab::line_of(lab::BlockEnd{60, 59, true}) == "block 60 59 whole");
    CHECK(lab::line_of(lab::ReplayEnd{1, 0xFFFFFFFF}) == "end 00000001 ffffffff");
}

TEST_CASE("inputs, events and frame times are read to the bit as they were written")
{
    CHECK(read_all(inputs).inputs == inputs);
    CHECK(std::signbit(read_all(inputs).inputs[1].input.hand_x));
    CHECK(read_all(events).events == events);
    std::mt19937_64 random{1};
    std::vector<Nanos> times;
    for (int i = 0; i < tries(100'000); ++i)
        times.emplace_back(static_cast<std::int64_t>(random() >> random() % 64) * (i % 2 == 0 ? 1 : -1));
    CHECK(read_all(times).lengths == times);
    const std::vector<std::uint32_t> hashes{0, 1, 0x80000000, 0xFFFFFFFF};
    CHECK(read_all(hashes).hashes == hashes);
}

TEST_CASE("blocks add their frames and steps; after a block with other steps no block has only whole steps")
{
    lab::Replay replay;
    CHECK(lab::read_line("block 60 59 whole", replay));
    CHECK(lab::read_line("block 0 1 other", replay));
    CHECK(replay.frames == 60);
    CHECK(replay.ticks == 60);
    CHECK(!replay.whole);
    CHECK(!lab::read_line("block 1 1 whole", replay));
    CHECK(lab::read_line("end 00000001 00000002", replay));
    CHECK(replay.end == lab::ReplayEnd{1, 2});
    CHECK(!lab::read_line("16666667", replay));
}

TEST_CASE("a line that is written in another way is refused")
{
    for (const char* line : {"",
                             " ",
                             "-",
                             "+1",
                             "01",
                             "1.5",
                             "1 ",
                             " 1",
                             "0x1",
                             "9223372036854775808",
                             "-0",
                             "words",
                             "hash",
                             "hash 1",
                             "hash 0000BEEF",
                             "hash 0000beefg",
                             "hash 0000beef ",
                             "input",
                             "input 0 0 free 0 0 - -",
                             "input 0 0 free 0 0 - - - -",
                             "input 0 0 free 0 0 - - left+left",
                             "input 0 0 free 0 0 - - dash+left",
                             "input 0 0 taken 0 0 - - -",
                             "input 0 0 free 0.10 0 - - -",
                             "input 0 0 free inf 0 - - -",
                             "input 0 0 free nan 0 - - -",
                             "input 0 0 free 1e400 0 - - -",
                             "input 0 0 free 0 0 - - up",
                             "set 0 0 0 loop.hz",
                             "set 0 0 0",
                             "reset 0 0 0 0",
                             "reset 0 0",
                             "reset 0 0 0 ",
                             "refresh 0 0 0",
                             "brake 0 0 0 2.0",
                             "apply 0 0 0 1",
                             "Reset 0 0 0",
                             "jump 0 0 0",
                             "block 1 1",
                             "block 1 1 half",
                             "block -1 1 whole",
                             "block 1 -1 whole",
                             "block 2000000000000 1 whole",
                             "end 00000001",
                             "end 00000001 2"})
    {
        CAPTURE(std::string{line});
        CHECK(!is_line(line));
    }
}

TEST_CASE("random changes of a line are refused, or read as they are written")
{
    std::mt19937_64 random{2};
    const auto number = [&](std::size_t below) { return static_cast<std::size_t>(random() % below); };
    for (int i = 0; i < tries(100'000); ++i)
    {
        std::string line =
            i % 2 == 0 ? lab::line_of(inputs[number(inputs.size())]) : lab::line_of(events[number(events.size())]);
        line[number(line.size())] = static_cast<char>(random());
        if (number(4) == 0) line.erase(number(line.size()), 1 + number(3));
        lab::Replay replay;
        if (!lab::read_line(line, replay)) continue;
        if (!replay.inputs.empty()) CHECK(lab::line_of(replay.inputs[0]) == line);
        if (!replay.events.empty()) CHECK(lab::line_of(replay.events[0]) == line);
    }
}
