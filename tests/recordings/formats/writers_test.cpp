#include "recordings/formats/writers.hpp"

#include "reading.hpp"
#include "shared_data.hpp"

#include <unistd.h>

#include <fstream>
#include <iterator>

using recordings::Nanos;
using recordings::Stream;

namespace
{

struct TemporaryFile
{
    TemporaryFile()
    {
        std::string name = (std::filesystem::temp_directory_path() / "timestep_writers_XXXXXX").string();
        const int fd     = mkstemp(name.data());
        REQUIRE(fd >= 0);
        close(fd);
        path = name;
    }
    TemporaryFile(const TemporaryFile&)  = delete;
    void operator=(const TemporaryFile&) = delete;
    ~TemporaryFile() { std::filesystem::remove(path); }

    std::string text() const
    {
        std::ifstream file{path, std::ios::binary};
        return {std::istreambuf_iterator<char>{file}, {}};
    }

    std::filesystem::path path;
};

Stream awkward()
{
    Stream stream;
    stream.application = "A \"game\", really.exe";
    stream.process_id  = 4242;
    stream.swap_chain  = "0x00000000DEADBEEF";
    for (std::int64_t i = 0; i < 3000; ++i) stream.frames.emplace_back(16'666'667 + (i * 7919) % 900'001);
    for (const std::int64_t ns : {0, 1, 999'999, 250'000'000}) stream.frames.emplace_back(ns);
    return stream;
}

} // namespace

TEST_CASE("a stream written in any format is read back exactly and is replayable")
{
    const Stream stream = awkward();
    for (const recordings::WriterRow& writer : recordings::all_writers)
    {
        CAPTURE(writer.name);
        const TemporaryFile file;
        REQUIRE_FALSE(writer.write(file.path, stream).has_value());
        const recordings::Recording read = accepted(recordings::read_file(file.path));
        REQUIRE(read.streams.size() == 1);
        CHECK(read.streams[0].frames == stream.frames);
        CHECK_FALSE(why_not_replayable(read, 0).has_value());
    }
}

TEST_CASE("a PresentMon file names its application, also with commas and quotation marks")
{
    const TemporaryFile file;
    REQUIRE_FALSE(recordings::write_presentmon(file.path, awkward()).has_value());
    const recordings::Recording read = accepted(recordings::read_file(file.path));
    CHECK(read.format == &recordings::Format::presentmon);
    CHECK(read.tool == "PresentMon 1.6-1.10, or --v1_metrics");
    CHECK(read.streams[0].process_id == 4242);
    CHECK(read.streams[0].swap_chain == "0x00000000DEADBEEF");
    CHECK(read.streams[0].application.find("really.exe") != std::string::npos);
    CHECK(file.text().find(",0.016666667,16.666667\n") != std::string::npos);
}

TEST_CASE("a MangoHud file begins with a row that readers skip, and its numbers show its unit")
{
    const TemporaryFile file;
    Stream stream;
    stream.frames = {Nanos{20'000'000}, Nanos{10'000'000}};
    REQUIRE_FALSE(recordings::write_mangohud(file.path, stream).has_value());
    CHECK(file.text() == "os,cpu,gpu,ram,kernel,driver\nunknown,unknown,unknown,0,unknown,unknown\n"
                         "fps,frametime,elapsed\n50.000000,20.000000,0\n50.000000,20.000000,20000000\n"
                         "100.000000,10.000000,30000000\n");
    CHECK(accepted(recordings::read_file(file.path)).tool == "MangoHud 0.6.9 or newer");
}

TEST_CASE("every shared recording is unchanged after writing and reading in every format")
{
    const auto folder = shared_data("captures");
    SKIP_WITHOUT(folder);
    for (const auto& entry : std::filesystem::directory_iterator{folder})
    {
        const auto result = recordings::read_file(entry.path());
        if (!std::holds_alternative<recordings::Recording>(result)) continue;
        CAPTURE(entry.path().string());
        const Stream& stream = default_stream(std::get<recordings::Recording>(result));
        for (const recordings::WriterRow& writer : recordings::all_writers)
        {
            const TemporaryFile file;
            REQUIRE_FALSE(writer.write(file.path, stream).has_value());
            CHECK(default_stream(accepted(recordings::read_file(file.path))).frames == stream.frames);
        }
    }
}
