// Tests display timing: times on the display, latencies, and generated frames.
#include "reading.hpp"
#include "recordings/formats/recording.hpp"

#include "scratch.hpp"
#include "shared_data.hpp"

#include <fmt/format.h>

#include <cstdlib>

using recordings::DisplayTiming;
using recordings::Nanos;
using recordings::Recording;
using namespace std::chrono_literals;

namespace
{

struct Read
{
    Recording recording;
    std::vector<DisplayTiming> timings;
};

Read read_timing(const std::filesystem::path& path)
{
    Read read;
    read.recording = accepted(recordings::read_file(path, {}, &read.timings));
    REQUIRE(read.timings.size() == read.recording.streams.size());
    return read;
}

Read accept_timing(const std::string& text)
{
    const Scratch scratch;
    return read_timing(scratch.file("test.csv", text));
}

const DisplayTiming& timing_of(const Read& read) { return read.timings[read.recording.default_stream]; }

std::vector<Nanos> all_of(const DisplayTiming& timing, std::string_view column)
{
    for (const auto& l : timing.latencies)
        if (l.column == column) return l.all;
    return {};
}

constexpr std::string_view header = "Application,ProcessID,SwapChainAddress,PresentRuntime,FrameType,TimeInMs,"
                                    "MsBetweenPresents,MsBetweenDisplayChange,MsUntilDisplayed,MsBetweenAppStart,"
                                    "MsCPUBusy,MsAnimationError,MsPCLatency\n";

std::string row(std::string_view type, std::string_view values)
{
    return fmt::format("game.exe,1,0x1,DXGI,{},{}\n", type, values);
}

// Returns the number of animation errors; requires that each equals the tool's own value to 100 ns.
std::size_t agreeing(const Read& read)
{
    std::size_t count = 0;
    for (const DisplayTiming& b : read.timings)
    {
        // A development version wrote 0 for the first picture of a stream, which has no animation error.
        const std::size_t extra = b.told_animation_errors.size() - b.animation_errors.size();
        REQUIRE(extra <= 1);
        for (std::size_t i = 0; i < b.animation_errors.size(); ++i)
        {
            CHECK(std::abs((b.animation_errors[i] - b.told_animation_errors[i + extra]).count()) <= 100);
            ++count;
        }
    }
    return count;
}

} // namespace

TEST_CASE("the animation error equals PresentMon's, to 0.0001 ms, in every row of PresentMon's test files")
{
    std::size_t rows = 0;
    for (const char* name : {"gold_case0_default", "gold_case0_v2", "gold_case2_default", "gold_case2_v2",
                             "gold_case3_default", "gold_case3_v2", "v230dev_cpustarttime_ms"})
    {
        const auto file = shared_data(fmt::format("captures/presentmon_{}.csv", name));
        SKIP_WITHOUT(file);
        rows += agreeing(read_timing(file));
    }
    CHECK(rows >= 1266);
}

TEST_CASE("the animation error is the change of simulated time less that of display time, between displayed pictures")
{
    const Read c           = accept_timing(std::string{header} + row("Application", "100,16,0,20,16,10,NA,30") +
                                           row("Application", "116,16,16,20,20,10,0,31") +
                                           row("Application", "136,20,NA,NA,16,10,NA,NA") + // dropped
                                           row("Application", "152,16,40,24,16,10,-8,33"));
    const DisplayTiming& b = timing_of(c);
    // The frames started at 0, 16, 36 and 52 ms, and were shown at 30 ms, 46 ms, never, and 86 ms.
    CHECK(b.animation_errors == std::vector<Nanos>{0ms, -4ms});
    CHECK(b.repeats == std::vector<bool>{false, false});
    CHECK(b.displayed == std::vector<Nanos>{16ms, 40ms});
    CHECK(all_of(b, "MsPCLatency") == std::vector<Nanos>{30ms, 31ms, 33ms});
    CHECK(all_of(b, "MsUntilDisplayed") == std::vector<Nanos>{20ms, 20ms, 24ms});
    CHECK(default_stream(c.recording).dropped == 1);
    CHECK(timing_of(c).generated == 0);
    CHECK(frames_of(c.recording) == std::vector<Nanos::rep>{16'000'000, 16'000'000, 20'000'000, 16'000'000});
}

TEST_CASE("generated frames are counted separately and do not change the game's frame times")
{
    const std::vector<Nanos::rep> rendered{16'000'000, 16'000'000};
    // The generated frame has the time stamp and interval of its rendered frame.
    const Read told =
        accept_timing(std::string{header} + row("Intel XeSS-FG", "100,16,8,10,16,10,NA,NA") +
                      row("Application", "100,16,8,18,16,10,NA,30") + row("Intel XeSS-FG", "116,16,8,10,16,10,NA,NA") +
                      row("Application", "116,16,8,18,16,10,0,30"));
    CHECK(frames_of(told.recording) == rendered);
    CHECK(timing_of(told).generated == 2);
    CHECK(timing_of(told).displayed == std::vector<Nanos>{8ms, 8ms, 8ms, 8ms});
    CHECK(timing_of(told).animation_errors == std::vector<Nanos>{0ms});
    // The generated frame is presented separately.
    const Read own = accept_timing(
        std::string{header} + row("AMD_AFMF", "92,8,8,10,NA,NA,NA,NA") + row("Application", "100,8,8,18,16,10,NA,30") +
        row("AMD_AFMF", "108,8,8,10,NA,NA,NA,NA") + row("Application", "116,8,8,18,16,10,0,30"));
    CHECK(frames_of(own.recording).back() == 16'000'000);
    CHECK(timing_of(own).generated == 2);
    CHECK(default_stream(own.recording).coverage() == 1.0);
}

TEST_CASE("on the display's clock the frame times are the times between pictures, with generated pictures")
{
    Read c = accept_timing(std::string{header} + row("Application", "100,16,8,18,16,10,NA,30") +
                           row("Repeated", "108,16,8,10,16,10,NA,NA") + row("Application", "116,16,9,18,16,10,0,30"));
    REQUIRE_FALSE(put_on_screen(c.recording, c.timings));
    CHECK(c.recording.frame_time_column == "MsBetweenDisplayChange");
    CHECK(frames_of(c.recording) == std::vector<Nanos::rep>{8'000'000, 8'000'000, 9'000'000});
    Read nothing   = accept_timing("frame_ns\n16000000\n");
    const auto why = put_on_screen(nothing.recording, nothing.timings);
    REQUIRE(why);
    CHECK(to_string(*why).find("does not say when its pictures were on the screen") != std::string::npos);
}

TEST_CASE("the frames in which the GPU or the CPU is busy for 95 % of the time are counted")
{
    const std::string start = "Application,ProcessID,SwapChainAddress,";
    const std::string own   = start + "MsBetweenPresents,MsBetweenAppStart,MsCPUBusy,MsGPUBusy\n";
    const Read c            = accept_timing(own + "a,1,0x1,10,10,5,9.5\na,1,0x1,10,10,9.5,9.4\na,1,0x1,10,10,9.6,9.6\n"
                                                             "a,1,0x1,10,10,9.4,9.4\na,1,0x1,10,10,NA,9.9\na,1,0x1,10,NA,5,9.9\n");
    CHECK(timing_of(c).busy_known == 4);
    CHECK(timing_of(c).gpu_bound == 2); // a frame in which both are busy counts for the GPU
    CHECK(timing_of(c).cpu_bound == 1);
    const Read older =
        accept_timing(start + "FrameTime,CPUBusy,CPUWait,GPUBusy\na,1,0x1,10,2,8,9.9\na,1,0x1,10,9.9,0.1,3\n");
    CHECK(timing_of(older).gpu_bound == 1);
    CHECK(timing_of(older).cpu_bound == 1);
    CHECK(timing_of(accept_timing(start + "MsBetweenPresents,MsCPUBusy\na,1,0x1,10,9\n")).busy_known == 0);
}

TEST_CASE("the share of the frames that never reached the screen is that of the whole recording")
{
    const std::string first = std::string{header} + row("Application", "100,16,8,18,16,10,NA,30");
    const Read c =
        accept_timing(first + row("Application", "116,16,NA,NA,16,10,0,30") +
                      row("Application", "132,16,8,18,16,10,0,30") + row("Application", "148,16,8,18,16,10,0,30"));
    CHECK(default_stream(c.recording).unseen_share == 0.25);
    CHECK(default_stream(accept_timing(first).recording).unseen_share == 0.0);
    CHECK_FALSE(default_stream(accept_timing("frame_ns\n16000000\n").recording).unseen_share);
}

TEST_CASE("impossible values in the display timing are left out")
{
    const std::string text = std::string{header} + row("Application", "100,16,0,20,16,10,-1844674407370945.5,1e300") +
                             row("Application", "116,16,1e15,20,1e300,10,0,31");
    const Read c = accept_timing(text);
    CHECK(timing_of(c).told_animation_errors == std::vector<Nanos>{0ms});
    CHECK(all_of(timing_of(c), "MsPCLatency") == std::vector<Nanos>{31ms});
    CHECK(default_stream(c.recording).impossible_animation_errors == 1);
}

TEST_CASE("a CapFrameX record has the same display timing as a PresentMon table of the same frames")
{
    const std::string json = R"({"Runs":[{"CaptureData":{"TimeInSeconds":[0,0.016,0.032,0.048],
        "MsBetweenPresents":[16,16,17,15],"CPUBusy":[10,10,10,10],"CPUWait":[6,6,7,5],"QPCTime":[1,2,3,4],
        "MsUntilDisplayed":[20,22,0,21],"DisplayLatency":[30,32,"NaN",31],"DisplayedTime":[16,18,"NaN",14],
        "AnimationError":[0,2,"NaN",-1.5],"PcLatency":null,"GPULatency":[1,null,2],"Dropped":[false,false,true,false]}},
        {"CaptureData":{"MsBetweenPresents":[16,17]}}]})";
    const std::string csv =
        "Application,ProcessID,SwapChainAddress,PresentRuntime,CPUStartTime,FrameTime,CPUBusy,CPUWait,"
        "MsUntilDisplayed,DisplayLatency,DisplayedTime,AnimationError,GPULatency\n"
        "a.exe,1,0,DXGI,0,16,10,6,20,30,16,0,1\na.exe,1,0,DXGI,16,16,10,6,22,32,18,2,NA\n"
        "a.exe,1,0,DXGI,32,17,10,7,NA,NA,NA,NA,2\na.exe,1,0,DXGI,49,15,10,5,21,31,14,-1.5,NA\n";
    const Read record = accept_timing(json);
    const Read table  = accept_timing(csv);
    REQUIRE(record.timings.size() == 2);
    const DisplayTiming& a = record.timings[0];
    const DisplayTiming& b = timing_of(table);
    CHECK(record.recording.streams[0].dropped == 1);
    CHECK(a.displayed == std::vector<Nanos>{16ms, 18ms, 14ms});
    CHECK(a.displayed == b.displayed);
    CHECK(a.told_animation_errors == b.told_animation_errors);
    CHECK(a.animation_errors.size() == 2);
    CHECK(a.animation_errors == b.animation_errors);
    CHECK(all_of(a, "DisplayLatency") == all_of(b, "DisplayLatency"));
    CHECK(all_of(a, "GPULatency") == std::vector<Nanos>{1ms, 2ms});
    CHECK(all_of(a, "MsUntilDisplayed").size() == 3);
    CHECK(all_of(a, "PcLatency").empty());
    CHECK(record.timings[1].latencies.empty());
    CHECK(record.timings[1].displayed.empty());

    Read shown = accept_timing(json);
    REQUIRE_FALSE(put_on_screen(shown.recording, shown.timings));
    CHECK(shown.recording.streams[0].frames == std::vector<Nanos>{16ms, 18ms, 14ms});
}
