#include "recordings/facts/walked.hpp"

#include "scratch.hpp"

#include <fmt/format.h>

#include <random>

using namespace recordings;
using namespace std::chrono_literals;

namespace
{

std::vector<Nanos> noisy(std::size_t count, unsigned seed)
{
    std::mt19937 random{seed};
    std::vector<Nanos> frames;
    for (std::size_t i = 0; i < count; ++i)
    {
        const auto one = static_cast<std::int64_t>(random() % 3'000'000);
        frames.emplace_back(16'000'000 + one);
        if (random() % 200 == 0) frames.back() += Nanos{static_cast<std::int64_t>(random() % 400'000'000)};
    }
    return frames;
}

std::string text_of(const std::vector<Nanos>& frames, const char* end = "\n")
{
    std::string text = fmt::format("frame_ns{}", end);
    for (const Nanos frame : frames) text += fmt::format("{}{}", frame.count(), end);
    return text;
}

// Checks that the figures of a file that is read piece by piece equal those of a file held in memory.
void are_the_same(const std::vector<Nanos>& frames, const char* end = "\n")
{
    const Scratch scratch;
    const auto file      = scratch.file("long.csv", text_of(frames, end));
    const auto recording = recordings::LongRecording::open(file, 1);
    REQUIRE(recording);
    const auto walked = walked_facts(*recording);
    REQUIRE(walked);
    const auto read = recordings::read_file(file);
    CHECK(to_json(Inspection{recording->recording(), {*walked}}).dump() ==
          to_json(std::get<recordings::Recording>(read)).dump());
}

bool is_walked(const std::string& text)
{
    const Scratch scratch;
    const auto recording = recordings::LongRecording::open(scratch.file("long.csv", text), 1);
    return recording && walked_facts(*recording);
}

} // namespace

TEST_CASE("a recording that is read piece by piece has the same figures as one in memory, to the last bit")
{
    are_the_same(noisy(30'000, 1));
    are_the_same(noisy(8192, 2), "\r\n");
    are_the_same(noisy(8193, 3));
    are_the_same({16ms});
    are_the_same({16ms, 17ms});
    are_the_same({0ns, 0ns, 1ns});
    are_the_same(std::vector<Nanos>(5000, 16'666'667ns));
    std::vector<Nanos> long_ones = noisy(3000, 4);
    for (std::size_t i = 0; i < 40; ++i) long_ones[i * 70] = Nanos{5'000'000'000 + static_cast<std::int64_t>(i) * 7};
    are_the_same(long_ones);
    are_the_same(std::vector<Nanos>(400, 9s));
}

TEST_CASE("a file that is not a plain column of nanoseconds is left to the reader of all formats")
{
    CHECK(is_walked("frame_ns\n16000000\n17000000"));
    for (const char* const body : {"", "\n", "16000000\n\n", "16000000\n 17000000\n", "-1\n", "1e6\n",
                                   "16000000\r17000000\r", "1234567890123456789\n", "999999999999999999\n"})
        CHECK_MESSAGE(is_walked(std::string{"frame_ns\n"} + body) == (std::string_view{body} == "999999999999999999\n"),
                      body);
    std::string too_long = "frame_ns\n";
    // The frames add up to 316 years, which do not fit 64 bits of nanoseconds.
    for (int i = 0; i < 10; ++i) too_long += "999999999999999999\n";
    CHECK_FALSE(is_walked(too_long));
    CHECK_FALSE(is_walked("frame_ms\n16\n17\n"));
    CHECK(recordings::LongRecording::open("tests/recordings/formats/fixtures/frame_ns.csv") == nullptr);
}
