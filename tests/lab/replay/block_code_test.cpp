#include "lab/replay/block_code.hpp"

#include "thorough.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <random>

using lab::BlockCode;
using lab::ByteReader;
using lab::Bytes;
using lab::ReplayBlock;
using timestep::Nanos;

namespace
{

std::vector<Nanos> frames_of(std::mt19937_64& random)
{
    const auto up_to = [&](std::uint64_t most) { return static_cast<std::int64_t>(random() % (most + 1)); };
    std::vector<Nanos> frames(1 + random() % 300);
    const auto width = std::uint64_t{1} << random() % 50U;
    for (Nanos& frame : frames) frame = Nanos{16'000'000 + up_to(width)};
    if (random() % 3 == 0) frames[random() % frames.size()] = Nanos{-up_to(std::uint64_t{1} << 60U)};
    if (random() % 3 == 0) frames[random() % frames.size()] = Nanos{up_to(std::uint64_t{1} << 60U)};
    return frames;
}

ReplayBlock block_of(std::vector<Nanos> frames)
{
    ReplayBlock block;
    block.frames  = std::ssize(frames);
    block.lengths = std::move(frames);
    return block;
}

std::size_t bytes_for(std::int64_t noise_ns)
{
    std::mt19937_64 random{1};
    std::vector<Nanos> frames(60);
    for (Nanos& frame : frames)
        frame = Nanos{16'666'667 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(noise_ns))};
    BlockCode code{true};
    static_cast<void>(code.written(block_of(frames)));
    return code.written(block_of(frames)).size();
}

} // namespace

TEST_CASE("frame times of any size are read to the nanosecond, block after block")
{
    std::mt19937_64 random{1};
    for (int i = 0; i < tries(2'000); ++i)
    {
        BlockCode writer{true}, reader{true};
        ReplayBlock all;
        std::vector<Nanos> expected;
        for (int block = 0; block < 3; ++block)
        {
            const std::vector<Nanos> frames = frames_of(random);
            expected.insert(expected.end(), frames.begin(), frames.end());
            REQUIRE(reader.read(writer.written(block_of(frames)), all));
        }
        REQUIRE(all.lengths == expected);
    }
}

TEST_CASE("a frame time takes one byte where it equals the one before, and at most three where it differs by 1 ms")
{
    constexpr std::size_t head = 3; // kind, frames, ticks
    CHECK(bytes_for(1) == head + 60);
    CHECK(bytes_for(60) <= head + 2 * 60);
    CHECK(bytes_for(1'000'000) <= head + 3 * 60);
}

TEST_CASE("frame times whose sum is more than 292 years are refused")
{
    BlockCode writer{true}, reader{true};
    ReplayBlock all;
    const std::vector<Nanos> longest(3, Nanos{4'500'000'000'000'000'000});
    CHECK(!reader.read(writer.written(block_of(longest)), all));
    BlockCode other{true};
    const std::vector<Nanos> impossible{Nanos::max()};
    CHECK(!other.read(BlockCode{true}.written(block_of(impossible)), all));
}

TEST_CASE("a block that ends too early is refused, wherever it is cut")
{
    std::mt19937_64 random{2};
    const std::string whole = BlockCode{true}.written(block_of(frames_of(random)));
    for (std::size_t size = 0; size < whole.size(); ++size)
    {
        ReplayBlock all;
        CHECK(!BlockCode{true}.read(std::string_view{whole}.substr(0, size), all));
    }
}

TEST_CASE("numbers are decoded as they were encoded, and a read past the end is an error")
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
