#include "lab/replay/frame_code.hpp"

#include "thorough.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <span>

using lab::ByteReader;
using lab::Bytes;
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

Bytes bytes_of(std::span<const Nanos> frames)
{
    Bytes out;
    Nanos base{};
    write_frames(out, frames, base);
    return out;
}

std::size_t bytes_for(std::int64_t noise_ns)
{
    std::mt19937_64 random{1};
    std::vector<Nanos> frames(60);
    for (Nanos& frame : frames)
        frame = Nanos{16'666'667 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(noise_ns))};
    return bytes_of(frames).text.size();
}

// Returns the bits per frame of a recording with this noise, over 200 s of 60 frames.
double bits_for(const std::function<double(std::mt19937_64&)>& noise)
{
    constexpr int seconds = 200;
    std::mt19937_64 random{1};
    Bytes out;
    Nanos base{};
    for (int i = 0; i < seconds; ++i)
    {
        std::vector<Nanos> frames(60);
        for (Nanos& frame : frames) frame = Nanos{16'666'667 + std::llround(noise(random))};
        write_frames(out, frames, base);
    }
    return 8.0 * static_cast<double>(out.text.size()) / (60.0 * seconds);
}

std::vector<Nanos> frames_in(const std::string& bytes, std::uint64_t count, int version = lab::newest_version,
                             Nanos base = {})
{
    std::vector<Nanos> frames;
    ByteReader in{bytes};
    CHECK(read_frames(in, count, frames, base, version));
    CHECK(in.rest().empty());
    return frames;
}

} // namespace

TEST_CASE("frame times of any kind are encoded and decoded exactly")
{
    std::mt19937_64 random{1};
    for (int i = 0; i < tries(20'000); ++i)
    {
        const std::vector<Nanos> frames = frames_of(random);
        REQUIRE(frames_in(bytes_of(frames).text, frames.size()) == frames);
    }
    constexpr Nanos extremes[]{Nanos::min(), Nanos::max(), Nanos{0}};
    CHECK(frames_in(bytes_of(extremes).text, 3) == std::vector<Nanos>(std::begin(extremes), std::end(extremes)));
}

TEST_CASE("each second is encoded relative to the second before")
{
    std::mt19937_64 random{3};
    std::vector<std::vector<Nanos>> all(100);
    Bytes out;
    Nanos base{};
    for (std::vector<Nanos>& frames : all) write_frames(out, frames = frames_of(random), base);
    ByteReader in{out.text};
    Nanos told{};
    for (const std::vector<Nanos>& frames : all)
    {
        std::vector<Nanos> back;
        REQUIRE(read_frames(in, frames.size(), back, told));
        REQUIRE(back == frames);
    }
    CHECK(in.rest().empty());
    CHECK(told == base);
}

TEST_CASE("a second of 60 equal frames takes at most 21 bytes; noise adds about its own number of bits")
{
    CHECK(bytes_for(1) <= 21);
    CHECK(bytes_for(1 << 10) <= 90);
    CHECK(bytes_for(1 << 16) <= 135);
    CHECK(bytes_for(1 << 20) <= 165);
}

// The fewest bits that any code needs are log2(sqrt(2 pi e) sigma) for normal noise and log2(width) for uniform noise.
// Our code adds its parameters (base and k), which take up to half a bit per frame.
TEST_CASE("a frame takes about one bit more than the entropy of its noise, for normal and uniform noise")
{
    for (const double sigma : {1e4, 1e5, 5e5, 1e6})
    {
        CAPTURE(sigma);
        std::normal_distribution<double> normal{0.0, sigma};
        CHECK(bits_for(normal) < std::log2(4.1327 * sigma) + 0.95);
        std::uniform_real_distribution<double> even{0.0, sigma};
        CHECK(bits_for(even) < std::log2(sigma) + 1.75); // a code of whole bits needs up to one bit more
    }
}

TEST_CASE("a frame of an extreme length does not add bits to other frames")
{
    std::normal_distribution<double> normal{0.0, 1e5};
    const double quiet = bits_for(normal);
    int number         = 0;
    const auto hitched = [&](std::mt19937_64& random)
    {
        const double noise = normal(random);
        return ++number % 60 == 0 ? noise - 5e6 : number % 60 == 1 ? noise + 5e6 : noise;
    };
    CHECK(bits_for(hitched) < quiet + 2.5); // two frames of 60 take 88 bits each
}

TEST_CASE("format 1 encodes frames relative to the shortest; format 2 relative to the middle one and to the last base")
{
    using Frames = std::vector<Nanos>;
    Bytes out;
    out.whole_signed(100);
    out.byte(2);
    out.fixed(0x0150, 2); // the numbers 0, 1 and 5
    CHECK(frames_in(out.text, 3, 1) == Frames{Nanos{100}, Nanos{101}, Nanos{105}});
    CHECK(frames_in(out.text, 3, 2) == Frames{Nanos{100}, Nanos{99}, Nanos{97}});
    CHECK(frames_in(out.text, 3, 1, Nanos{20}) == Frames{Nanos{100}, Nanos{101}, Nanos{105}});
    CHECK(frames_in(out.text, 3, 2, Nanos{20}) == Frames{Nanos{120}, Nanos{119}, Nanos{117}});
    Bytes plain;
    plain.whole_signed(100);
    plain.byte(64 + 4);
    plain.fixed(0x51, 1);
    for (const int version : {1, 2}) CHECK(frames_in(plain.text, 2, version) == Frames{Nanos{101}, Nanos{105}});
}

TEST_CASE("bytes that end too early are refused at every length")
{
    std::mt19937_64 random{2};
    const std::vector<Nanos> frames = frames_of(random);
    const Bytes out                 = bytes_of(frames);
    for (std::size_t size = 0; size < out.text.size(); ++size)
    {
        std::vector<Nanos> back;
        ByteReader in{std::string_view{out.text}.substr(0, size)};
        Nanos base{};
        CHECK(!read_frames(in, frames.size(), back, base));
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
