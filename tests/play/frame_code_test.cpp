#include "play/frame_code.hpp"

#include "thorough.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <random>

using play::ByteReader;
using play::Bytes;
using timestep::Nanos;

namespace
{

std::vector<Nanos> frames_of(std::mt19937_64& random)
{
    const auto up_to = [&](std::uint64_t most) { return static_cast<std::int64_t>(random() % (most + 1)); };
    std::vector<Nanos> frames(1 + random() % 300);
    const auto width = std::uint64_t{1} << random() % 62U;
    for (Nanos& frame : frames) frame = Nanos{16'000'000 + up_to(width)};
    if (random() % 3 == 0) frames[random() % frames.size()] = Nanos{-up_to(std::uint64_t{1} << 62U)};
    if (random() % 3 == 0) frames[random() % frames.size()] = Nanos{up_to(std::uint64_t{1} << 62U)};
    return frames;
}

std::size_t bytes_for(std::int64_t noise_ns)
{
    std::mt19937_64 random{1};
    std::vector<Nanos> frames(60);
    for (Nanos& frame : frames)
        frame = Nanos{16'666'667 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(noise_ns))};
    Bytes out;
    write_frames(out, frames);
    return out.text.size();
}

} // namespace

TEST_CASE("frame times of any kind come back to the nanosecond")
{
    std::mt19937_64 random{1};
    for (int i = 0; i < tries(20'000); ++i)
    {
        const std::vector<Nanos> frames = frames_of(random);
        Bytes out;
        write_frames(out, frames);
        std::vector<Nanos> back;
        ByteReader in{out.text};
        REQUIRE(read_frames(in, frames.size(), back));
        REQUIRE(back == frames);
        REQUIRE(in.rest().empty());
    }
    constexpr Nanos extremes[]{Nanos::min(), Nanos::max(), Nanos{0}};
    Bytes out;
    write_frames(out, extremes);
    std::vector<Nanos> back;
    ByteReader in{out.text};
    CHECK(read_frames(in, 3, back));
    CHECK(back == std::vector<Nanos>(std::begin(extremes), std::end(extremes)));
}

TEST_CASE("a second of 60 frames takes 21 bytes without noise, and about as many bits more as the noise has")
{
    CHECK(bytes_for(1) <= 21);
    CHECK(bytes_for(1 << 10) <= 90);
    CHECK(bytes_for(1 << 16) <= 135);
    CHECK(bytes_for(1 << 20) <= 165);
}

TEST_CASE("bytes that end too early are no frame times, wherever that is")
{
    std::mt19937_64 random{2};
    const std::vector<Nanos> frames = frames_of(random);
    Bytes out;
    write_frames(out, frames);
    for (std::size_t size = 0; size < out.text.size(); ++size)
    {
        std::vector<Nanos> back;
        ByteReader in{std::string_view{out.text}.substr(0, size)};
        CHECK(!read_frames(in, frames.size(), back));
    }
}

TEST_CASE("numbers are short, and come back")
{
    const std::int64_t numbers[]{0,
                                 1,
                                 -1,
                                 63,
                                 -64,
                                 64,
                                 1'000'000,
                                 std::numeric_limits<std::int64_t>::max(),
                                 std::numeric_limits<std::int64_t>::min()};
    Bytes out;
    for (const std::int64_t number : numbers)
    {
        out.whole_signed(number);
        out.whole(static_cast<std::uint64_t>(number));
    }
    out.real(-0.1);
    out.words("words");
    ByteReader in{out.text};
    for (const std::int64_t number : numbers)
    {
        CHECK(in.whole_signed() == number);
        CHECK(in.whole() == static_cast<std::uint64_t>(number));
    }
    CHECK(in.real() == -0.1);
    CHECK(in.words() == "words");
    CHECK(in.ok());
    CHECK(in.byte() == 0);
    CHECK(!in.ok());
    ByteReader endless{"\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"};
    endless.whole();
    CHECK(!endless.ok());
}
