// Tests special cases of PresentMon's formats.
#include "reading.hpp"

#include <fmt/format.h>

using recordings::Recording;

namespace
{

constexpr auto header_1 = "Application,ProcessID,SwapChainAddress,Runtime,Dropped,TimeInSeconds,MsBetweenPresents\n";

std::string row(std::string_view application, int process, double time, std::string_view frame)
{
    return fmt::format("{},{},0xA0,DXGI,0,{:.6f},{}\n", application, process, time, frame);
}

// Returns rows 16 ms apart, so that the time column agrees with the frame times.
std::string steady_rows(std::string_view application, int process, int count)
{
    std::string text;
    for (int i = 0; i < count; ++i) text += row(application, process, 1 + 0.016 * i, "16.000");
    return text;
}

} // namespace

TEST_CASE("streams are separated by application, process and swap chain")
{
    const Recording read = accepted(recordings::read_file(fixture("presentmon_1.5.csv")));
    REQUIRE(read.streams.size() == 3);
    CHECK(read.streams[0].application == "dwm.exe");
    CHECK(read.streams[0].process_id == 1188);
    CHECK(read.streams[0].swap_chain == "0x000001F0A0B0C0D0");
    CHECK(read.streams[0].frames.size() == 8);
    CHECK(read.streams[1].application == "Game.exe");
    CHECK(read.streams[1].swap_chain == "0x000001A2B3C4FFFF");
    CHECK(read.streams[1].frames == std::vector{recordings::Nanos{40'000'000}});
    CHECK(read.streams[1].missing == 1);
    CHECK(read.streams[2].process_id == 4242);
}

TEST_CASE("the default stream is the longest; the compositor is the default only if it is alone")
{
    CHECK(accepted(recordings::read_file(fixture("presentmon_1.5.csv"))).default_stream == 2);

    const std::string two_games = header_1 + steady_rows("a.exe", 1, 3) + steady_rows("b.exe", 2, 4);
    CHECK(accept(two_games).default_stream == 1);
    const std::string equals = header_1 + steady_rows("a.exe", 1, 3) + steady_rows("b.exe", 2, 3);
    CHECK(accept(equals).default_stream == 0);
    const std::string compositor = header_1 + steady_rows("DWM.exe", 1, 9) + steady_rows("b.exe", 2, 2);
    CHECK(accept(compositor).default_stream == 1);
    CHECK(accept(header_1 + steady_rows("dwm.exe", 1, 9)).default_stream == 0);
    const std::string unusable = header_1 + row("b.exe", 2, 1, "NA") + steady_rows("dwm.exe", 1, 9);
    CHECK(accept(unusable).default_stream == 1);
}

TEST_CASE("missing frame times are counted separately from impossible ones, and zero is kept")
{
    std::string text = header_1;
    for (const char* frame : {"16.0", "NA", "N/A", "", "-3.5", "nan", "inf", "1e10", "oops", "0"})
        text += row("a.exe", 1, 1, frame);
    const Recording read             = accept(text);
    const recordings::Stream& stream = default_stream(read);

    CHECK(frames_of(read) == std::vector<recordings::Nanos::rep>{16'000'000, 0});
    CHECK(stream.missing == 3);
    CHECK(stream.invalid == 5);
    CHECK(stream.first_invalid_line == 6);
    CHECK(stream.first_invalid_text == "-3.5");
}

TEST_CASE("a stream with impossible frame times is not replayable, and the first one is named")
{
    const Recording read = accept(header_1 + steady_rows("a.exe", 1, 2) + row("a.exe", 1, 1.032, "-0.001"));
    const auto refusal   = why_not_replayable(read, 0);
    REQUIRE(refusal.has_value());
    CHECK(to_string(*refusal) ==
          "test.csv:4: frame time \"-0.001\" is impossible (1 such); remove the rows, or record again");
}

TEST_CASE("rows that end before the frame time are counted and make no stream")
{
    const Recording read = accept(header_1 + steady_rows("a.exe", 1, 3) + "a.exe,1,0xA0,DXGI,0,1.048\na.e");
    CHECK(read.streams.size() == 1);
    CHECK(read.streams[0].frames.size() == 3);
    CHECK(read.cut_rows == 2);
    CHECK(read.first_cut_line == 5);
}

TEST_CASE("a header may have more columns than the rows")
{
    const Recording read = accepted(recordings::read_file(fixture("ocat.csv")));
    CHECK(read.streams.size() == 1);
    CHECK(read.streams[0].application == "Hello, World.exe");
    CHECK(read.streams[0].process_id == 77);
    CHECK(read.cut_rows == 0);
}

TEST_CASE("an application's name with commas and without quotation marks is joined again")
{
    const Recording read = accept(header_1 + steady_rows("Stop, Look, Go.exe", 7, 3) + steady_rows("a.exe", 8, 2));
    REQUIRE(read.streams.size() == 2);
    CHECK(read.streams[0].application == "Stop, Look, Go.exe");
    CHECK(read.streams[0].process_id == 7);
    CHECK(frames_of(read) == std::vector<recordings::Nanos::rep>(3, 16'000'000));
    CHECK(read.streams[1].application == "a.exe");
}

TEST_CASE("a stray quotation mark spoils only its own row")
{
    const Recording read =
        accept(header_1 + steady_rows("a.exe", 1, 2) + "\"a.exe,1,0xA0,DXGI,0,1.03,16\n" + steady_rows("a.exe", 1, 2));
    CHECK(read.cut_rows == 1);
    CHECK(read.streams[0].frames.size() == 4);
}

TEST_CASE("a repeated header among the rows is skipped")
{
    const Recording read = accept(header_1 + steady_rows("a.exe", 1, 2) + header_1 + row("a.exe", 1, 1.032, "16"));
    CHECK(read.streams.size() == 1);
    CHECK(read.streams[0].frames.size() == 3);
    CHECK(read.streams[0].invalid == 0);
}

TEST_CASE("column names are compared without case, blanks and underscores, in any order")
{
    const Recording read = accept("MS Between_Presents , \"APPLICATION\",process id\n5.5,a.exe,3\n");
    CHECK(read.streams[0].application == "a.exe");
    CHECK(read.streams[0].process_id == 3);
    CHECK(frames_of(read) == std::vector<recordings::Nanos::rep>{5'500'000});
}

TEST_CASE("with semicolons between columns, decimal commas are accepted")
{
    const Recording read = accept("Application;ProcessID;TimeInSeconds;MsBetweenPresents\n"
                                  "a.exe;1;1,016;16,25\na.exe;1;1,03225;16,25\n");
    CHECK(frames_of(read) == std::vector<recordings::Nanos::rep>{16'250'000, 16'250'000});
    CHECK(default_stream(read).span == recordings::Nanos{16'250'000});
}

TEST_CASE("a header is found down to the fortieth line")
{
    std::string remarks;
    for (int i = 0; i < 39; ++i) remarks += "warning: something\n";
    CHECK(accept(remarks + header_1 + steady_rows("a.exe", 1, 2)).streams[0].frames.size() == 2);
    CHECK(refuse("one more\n" + remarks + header_1 + steady_rows("a.exe", 1, 2)).what ==
          "no header of a known frame-time recording in its first 40 lines");
}

TEST_CASE("a recording without a frame-time column is refused with the header's line")
{
    const recordings::Refusal refusal = refuse("\nApplication,ProcessID,TimeInSeconds\na.exe,1,0.5\n");
    CHECK(refusal.line == 2);
    CHECK(refusal.what == "there is no frame-time column (MsBetweenPresents, FrameTime or CPUBusy)");
}

TEST_CASE("a recording without frames is refused")
{
    CHECK(refuse(header_1).what == "there are no frames");
    CHECK(refuse(header_1 + row("a.exe", 1, 1, "NA") + "a.exe\n").what == "none of the 2 rows has a frame time");
}

TEST_CASE("impossible animation errors are counted and do not make the stream invalid")
{
    const Recording read = accepted(recordings::read_file(fixture("presentmon_app.csv")));
    CHECK(default_stream(read).impossible_animation_errors == 1);
    CHECK(default_stream(read).invalid == 0);
}

TEST_CASE("CPUStartTime is in seconds or milliseconds, whichever fits the frame times")
{
    const auto spans = [](const char* first, const char* second)
    {
        return accept(fmt::format("Application,ProcessID,CPUStartTime,FrameTime\na.exe,1,{},16\na.exe,1,{},16\n", first,
                                  second))
            .streams[0]
            .span;
    };
    CHECK(spans("1.000", "1.016") == recordings::Nanos{16'000'000});
    CHECK(spans("1000.0", "1016.0") == recordings::Nanos{16'000'000});
}

TEST_CASE("joined names in the service's header are separated, so that all columns keep their places")
{
    const Recording read =
        accept("application,process_id,swap_chain_addressruntimesync_interval,time_in_secondsms_between_presents\n"
               "a.exe,1,160,DXGI,0,1.000,16\na.exe,1,160,DXGI,0,1.016,16\n");
    CHECK(read.frame_time_column == "msbetweenpresents");
    CHECK(read.streams[0].swap_chain == "160");
    CHECK(frames_of(read) == std::vector<recordings::Nanos::rep>{16'000'000, 16'000'000});
    CHECK(read.streams[0].span == recordings::Nanos{16'000'000});
}

TEST_CASE("a recording with more than ten thousand streams is refused")
{
    std::string text = header_1;
    for (int i = 0; i <= 10'000; ++i) text += row("a.exe", i, 1, "16");
    const recordings::Refusal refusal = refuse(text);
    CHECK(refusal.line == 10'002);
    CHECK(refusal.what == "there are more than 10,000 streams");
}
