#include "lab_program.hpp"
#include "recordings/formats/recording.hpp"

namespace
{

std::vector<timestep::Nanos> frames_in(const std::filesystem::path& file)
{
    const auto result = recordings::read_file(file);
    REQUIRE(std::holds_alternative<recordings::Recording>(result));
    const auto& read = std::get<recordings::Recording>(result);
    return read.streams[read.default_stream].frames;
}
} // namespace

TEST_CASE("convert keeps frame times exact in every format and back")
{
    const Scratch scratch;
    const auto original = frames_in(fixtures + "presentmon_1.10.csv");
    std::string from    = fixtures + "presentmon_1.10.csv";
    for (const char* const format : {"mangohud", "presentmon", "frame_ns"})
    {
        CAPTURE(std::string{format});
        const auto to = scratch.path(std::string{format} + ".csv");
        const Ran ran = run_lab("convert '" + from + "' --to " + format + " -o '" + to.string() + "'");
        CHECK(ran.code == 0);
        CHECK(ran.out.find(": 6 frames as ") != std::string::npos);
        CHECK(frames_in(to) == original);
        from = to.string();
    }
    CHECK(run_lab("convert " + fixtures + "fraps.csv --to frame_ns").out.starts_with("frame_ns\n"));
    CHECK(run_lab("--quiet convert " + fixtures + "fraps.csv --to frame_ns -o '" + from + "'").out.empty());
}

TEST_CASE("convert selects a stream by number or by name")
{
    const Scratch scratch;
    const std::string two = scratch.file("two.csv", "Application,ProcessID,SwapChainAddress,Runtime,MsBetweenPresents\n"
                                                    "dwm.exe,1,0x1,DXGI,5\ndwm.exe,1,0x1,DXGI,6\n"
                                                    "Game.exe,2,0x2,DXGI,7\n");
    const auto converted  = [&](const std::string& arguments)
    { return run_lab("convert '" + two + "' --to frame_ns " + arguments).out; };
    CHECK(converted("") == "frame_ns\n7000000\n");
    CHECK(converted("--stream 1") == "frame_ns\n5000000\n6000000\n");
    CHECK(converted("--stream DWM") == "frame_ns\n5000000\n6000000\n");
    check_refused("convert '" + two + "' --to frame_ns --stream 3", "there is no stream 3; choose one from 1 to 2");
    check_refused("convert '" + two + "' --to frame_ns --stream Gme.exe", "did you mean 'Game.exe'?");
}

TEST_CASE("convert refuses unreadable and not replayable recordings, and outputs that cannot be written")
{
    const Scratch scratch;
    check_refused("convert", "file is required");
    check_refused("convert " + fixtures + "fraps.csv --to csv", "--to: unknown format 'csv'");
    check_refused("convert " + fixtures + "afterburner.hml --to frame_ns", "Afterburner");
    check_refused("convert " + fixtures + "mangohud_sampled.csv --to frame_ns", "log_interval=0");
    check_refused("convert /no/such/file --to frame_ns", "/no/such/file: cannot be read");
    check_refused("convert " + fixtures + "fraps.csv --to frame_ns -o /no/such/folder/x", "No such file or directory");
    check_refused("convert " + fixtures + "fraps.csv --to frame_ns -o /dev/full", "No space left on device");
    const std::string gaps = scratch.file("gaps.csv", "Application,ProcessID,SwapChainAddress,Runtime,TimeInSeconds,"
                                                      "MsBetweenPresents\na,1,0,D,1.0,10\na,1,0,D,2.0,10\n");
    check_refused("convert '" + gaps + "' --to mangohud", "frames are missing, or the recording was sampled");
}
