#include "recordings/formats/writers.hpp"

#include "reading.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

using recordings::Nanos;
using recordings::Recording;

namespace
{

struct TemporaryFolder
{
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("timestep_frame_ns_" + std::to_string(::getpid()));

    TemporaryFolder()
    {
        std::filesystem::remove_all(path);
        std::filesystem::create_directory(path);
    }
    ~TemporaryFolder() { std::filesystem::remove_all(path); }
};

} // namespace

TEST_CASE("frame times are read back exactly as they were written")
{
    const TemporaryFolder folder;
    const auto file = folder.path / "run.csv";
    const std::array frames{Nanos{16'666'667}, Nanos{0}, Nanos{1}, Nanos{3'600'000'000'001}, Nanos{16'666'666}};

    REQUIRE_FALSE(recordings::write_frame_ns(file, frames).has_value());
    const Recording read = accepted(recordings::read_file(file));

    CHECK(read.format == &recordings::Format::frame_ns);
    CHECK(read.frame_time_column == "frame_ns");
    REQUIRE(read.streams.size() == 1);
    CHECK(read.streams[0].frames == std::vector<Nanos>(frames.begin(), frames.end()));
    CHECK_FALSE(why_not_replayable(read, 0).has_value());
}

TEST_CASE("writing replaces the whole file and leaves no other file")
{
    const TemporaryFolder folder;
    const auto file = folder.path / "run.csv";
    const std::vector<Nanos> many(100'000, Nanos{16'666'667});
    REQUIRE_FALSE(recordings::write_frame_ns(file, many).has_value());
    REQUIRE_FALSE(recordings::write_frame_ns(file, std::array{Nanos{5}}).has_value());

    CHECK(accepted(recordings::read_file(file)).streams[0].frames.size() == 1);
    CHECK(std::distance(std::filesystem::directory_iterator{folder.path}, {}) == 1);
}

TEST_CASE("a recording that cannot be written gives the reason and leaves no file")
{
    const TemporaryFolder folder;
    const auto missing = folder.path / "no_such_folder" / "run.csv";
    CHECK(recordings::write_frame_ns(missing, std::array{Nanos{5}}) ==
          missing.string() + ": cannot be written: No such file or directory");

    const auto negative = folder.path / "run.csv";
    CHECK(recordings::write_frame_ns(negative, std::array{Nanos{5}, Nanos{-1}}).has_value());
    CHECK(std::filesystem::is_empty(folder.path));
}

TEST_CASE("a device is written in place and is not removed on an error")
{
    if (!std::filesystem::exists("/dev/full")) return;
    CHECK(recordings::write_frame_ns("/dev/full", std::array{Nanos{5}}) ==
          "/dev/full: cannot be written: No space left on device");
    CHECK(std::filesystem::exists("/dev/full"));
}

TEST_CASE("a file of 20 MB is read to its last frame, with any line ends, and its errors have the right line")
{
    const TemporaryFolder folder;
    const auto file      = folder.path / "long.csv";
    constexpr int frames = 200'000;
    for (const std::string end : {"\n", "\r\n", "\r"})
    {
        std::ofstream{file, std::ios::binary} << "frame_ns" << end;
        std::ofstream text{file, std::ios::binary | std::ios::app};
        for (int i = 0; i < frames; ++i) text << 16'000'000 + i << std::string(90, ' ') << end;
        text.close();
        const std::vector<Nanos> read = accepted(recordings::read_file(file)).streams[0].frames;
        REQUIRE(read.size() == frames);
        for (int i = 0; i < frames; ++i)
            if (read[static_cast<std::size_t>(i)] != Nanos{16'000'000 + i}) FAIL("frame " << i);
    }
    std::ofstream{file, std::ios::app} << "x\n";
    CHECK(std::get<recordings::Refusal>(recordings::read_file(file)).line == frames + 2);
}

TEST_CASE("frame_ns refuses a negative, NaN, fractional or too large value with its line")
{
    CHECK(to_string(refuse("frame_ns\n5\n-7\n")) ==
          "test.csv:3: frame time \"-7\" is negative; correct the line, or record again with --record-frames");
    CHECK(refuse("frame_ns\n5\n\nnan\n").line == 4);
    CHECK(refuse("frame_ns\n16.6\n").line == 2);
    CHECK(refuse("frame_ns\n1e6\n").line == 2);
    CHECK(refuse("frame_ns\n5,6\n").line == 2);
    CHECK(refuse("frame_ns\n9223372036854775808\n").what == "frame time \"9223372036854775808\" does not fit 64 bits");
    CHECK(refuse("frame_ns\n9223372036854775807\n1\n").line == 3);
    CHECK(refuse("frame_ns\n").line == 1);
    CHECK(refuse("frame_ns\n\a\x1B[31m\n").what == "frame time \"??[31m\" is not a whole number of nanoseconds");
}
