// Special cases of PresentMon's formats: times on the display, latencies, generated frames.
#include "reading.hpp"

namespace
{

constexpr auto header_1 = "Application,ProcessID,SwapChainAddress,Runtime,Dropped,TimeInSeconds,MsBetweenPresents\n";

std::string row(std::string_view application, int process, double time, std::string_view frame)
{
    return fmt::format("{},{},0xA0,DXGI,0,{:.6f},{}\n", application, process, time, frame);
}

// Rows 16 ms apart, so that the time column agrees with the frame times.
std::string steady_rows(std::string_view application, int process, int count)
{
    std::string text;
    for (int i = 0; i < count; ++i) text += row(application, process, 1 + 0.016 * i, "16.000");
    return text;
}

Recording read_timing(const std::filesystem::path& path)
{
    return accepted(recordings::read_file(path, {.display_timing_range = TimeRange{}}));
}

Recording accept_timing(const std::string& text)
{
    const Scratch scratch;
    return read_timing(scratch.file("test.csv", text));
}

const DisplayTiming& timing_of(const Recording& recording) { return default_stream(recording).timing; }

std::vector<Nanos> all_of(const DisplayTiming& timing, std::string_view column)
{
    for (const auto& l : timing.latencies)
        if (l.column == column) return l.values;
    return {};
}

constexpr std::string_view header = "Application,ProcessID,SwapChainAddress,PresentRuntime,FrameType,TimeInMs,"
                                    "MsBetweenPresents,MsBetweenDisplayChange,MsUntilDisplayed,MsBetweenAppStart,"
                                    "MsCPUBusy,MsAnimationError,MsPCLatency\n";

std::string row(std::string_view type, std::string_view values)
{
    return fmt::format("game.exe,1,0x1,DXGI,{},{}\n", type, values);
}

// The number of animation errors; requires that each equals the tool's own value to 100 ns.
std::size_t agreeing(const Recording& recording)
{
    std::size_t count = 0;
    for (const auto& stream : recording.streams)
    {
        const DisplayTiming& b = stream.timing;
        // A development version wrote 0 for the first picture of a stream, which has no animation error.
        const std::size_t extra = b.recorded_animation_errors.size() - b.animation_errors.size();
        REQUIRE(extra <= 1);
        for (std::size_t i = 0; i < b.animation_errors.size(); ++i)
        {
            CHECK(std::abs((b.animation_errors[i] - b.recorded_animation_errors[i + extra]).count()) <= 100);
            ++count;
        }
    }
    return count;
}

} // namespace

TEST_CASE("streams are separated by application, process and swap chain")
{
    const Recording read = read_fixture("presentmon_1.5.csv");
    REQUIRE(read.streams.size() == 3);
    CHECK(read.streams[0].application == "dwm.exe");
    CHECK(read.streams[0].process_id == 1188);
    CHECK(read.streams[0].swap_chain == "0x000001F0A0B0C0D0");
    CHECK(read.streams[0].frame_times.size() == 8);
    CHECK(read.streams[1].application == "Game.exe");
    CHECK(read.streams[1].swap_chain == "0x000001A2B3C4FFFF");
    CHECK(read.streams[1].frame_times == std::vector{recordings::Nanos{40'000'000}});
    CHECK(read.streams[1].missing_count == 1);
    CHECK(read.streams[2].process_id == 4242);
}

TEST_CASE("the default stream is the longest; the compositor is the default only if it is alone")
{
    CHECK(read_fixture("presentmon_1.5.csv").default_stream_index == 2);

    const std::string two_games = header_1 + steady_rows("a.exe", 1, 3) + steady_rows("b.exe", 2, 4);
    CHECK(accept(two_games).default_stream_index == 1);
    const std::string equals = header_1 + steady_rows("a.exe", 1, 3) + steady_rows("b.exe", 2, 3);
    CHECK(accept(equals).default_stream_index == 0);
    const std::string compositor = header_1 + steady_rows("DWM.exe", 1, 9) + steady_rows("b.exe", 2, 2);
    CHECK(accept(compositor).default_stream_index == 1);
    CHECK(accept(header_1 + steady_rows("dwm.exe", 1, 9)).default_stream_index == 0);
    const std::string unusable = header_1 + row("b.exe", 2, 1, "NA") + steady_rows("dwm.exe", 1, 9);
    CHECK(accept(unusable).default_stream_index == 1);
}

TEST_CASE("missing frame times are counted separately from impossible ones, and zero is kept")
{
    std::string text = header_1;
    for (const char* frame : {"16.0", "NA", "N/A", "", "-3.5", "nan", "inf", "1e10", "oops", "0"})
        text += row("a.exe", 1, 1, frame);
    const Recording read = accept(text);
    const recordings::Stream& stream = default_stream(read);

    CHECK(frames_of(read) == std::vector<recordings::Nanos::rep>{16'000'000, 0});
    CHECK(stream.missing_count == 3);
    CHECK(stream.invalid_count == 5);
    CHECK(stream.first_invalid_line == 6);
    CHECK(stream.first_invalid_text == "-3.5");
}

TEST_CASE("rows that end before the frame time are counted and make no stream")
{
    const Recording read = accept(header_1 + steady_rows("a.exe", 1, 3) + "a.exe,1,0xA0,DXGI,0,1.048\na.e");
    CHECK(read.streams.size() == 1);
    CHECK(read.streams[0].frame_times.size() == 3);
    CHECK(read.truncated_row_count == 2);
    CHECK(read.first_truncated_line == 5);
}

TEST_CASE("a header may have more columns than the rows")
{
    const Recording read = read_fixture("ocat.csv");
    CHECK(read.streams.size() == 1);
    CHECK(read.streams[0].application == "Hello, World.exe");
    CHECK(read.streams[0].process_id == 77);
    CHECK(read.truncated_row_count == 0);
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
    CHECK(read.truncated_row_count == 1);
    CHECK(read.streams[0].frame_times.size() == 4);
}

TEST_CASE("a repeated header among the rows is skipped")
{
    const Recording read = accept(header_1 + steady_rows("a.exe", 1, 2) + header_1 + row("a.exe", 1, 1.032, "16"));
    CHECK(read.streams.size() == 1);
    CHECK(read.streams[0].frame_times.size() == 3);
    CHECK(read.streams[0].invalid_count == 0);
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
    CHECK(default_stream(read).timestamp_span == recordings::Nanos{16'250'000});
}

TEST_CASE("a header is found down to the fortieth line")
{
    const std::string remarks = repeated("warning: something\n", 39);
    CHECK(accept(remarks + header_1 + steady_rows("a.exe", 1, 2)).streams[0].frame_times.size() == 2);
    CHECK(refusal_of("one more\n" + remarks + header_1 + steady_rows("a.exe", 1, 2)).problem ==
          "no header of a known frame-time recording in its first 40 lines");
}

TEST_CASE("a recording without a frame-time column is refused with the header's line")
{
    const recordings::RecordingError refusal = refusal_of("\nApplication,ProcessID,TimeInSeconds\na.exe,1,0.5\n");
    CHECK(refusal.line == 2);
    CHECK(refusal.problem == "there is no frame-time column (MsBetweenPresents, FrameTime or CPUBusy)");
}

TEST_CASE("a recording without frames is refused")
{
    CHECK(refusal_of(header_1).problem == "there are no frames");
    CHECK(refusal_of(header_1 + row("a.exe", 1, 1, "NA") + "a.exe\n").problem == "none of the 2 rows has a frame time");
}

TEST_CASE("CPUStartTime is in seconds or milliseconds, whichever fits the frame times")
{
    const auto spans = [](const char* first, const char* second)
    {
        return accept(fmt::format("Application,ProcessID,CPUStartTime,FrameTime\na.exe,1,{},16\na.exe,1,{},16\n", first,
                                  second))
            .streams[0]
            .timestamp_span;
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
    CHECK(read.streams[0].timestamp_span == recordings::Nanos{16'000'000});
}

TEST_CASE("a recording with more than ten thousand streams is refused")
{
    std::string text = header_1;
    for (int i = 0; i <= 10'000; ++i) text += row("a.exe", i, 1, "16");
    const recordings::RecordingError refusal = refusal_of(text);
    CHECK(refusal.line == 10'002);
    CHECK(refusal.problem == "there are more than 10,000 streams");
}

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
    const Recording c = accept_timing(std::string{header} + row("Application", "100,16,0,20,16,10,NA,30") +
                                      row("Application", "116,16,16,20,20,10,0,31") +
                                      row("Application", "136,20,NA,NA,16,10,NA,NA") + // dropped
                                      row("Application", "152,16,40,24,16,10,-8,33"));
    const DisplayTiming& b = timing_of(c);
    // The frames started at 0, 16, 36 and 52 ms, and were shown at 30 ms, 46 ms, never, and 86 ms.
    CHECK(b.animation_errors == std::vector<Nanos>{0ms, -4ms});
    CHECK(b.display_intervals == std::vector<Nanos>{16ms, 40ms});
    CHECK(all_of(b, "MsPCLatency") == std::vector<Nanos>{30ms, 31ms, 33ms});
    CHECK(all_of(b, "MsUntilDisplayed") == std::vector<Nanos>{20ms, 20ms, 24ms});
    CHECK(default_stream(c).dropped_count == 1);
    CHECK(timing_of(c).generated_count == 0);
    CHECK(frames_of(c) == std::vector<Nanos::rep>{16'000'000, 16'000'000, 20'000'000, 16'000'000});
}

TEST_CASE("generated frames are counted separately and do not change the game's frame times")
{
    const std::vector<Nanos::rep> rendered{16'000'000, 16'000'000};
    // The generated frame has the time stamp and interval of its rendered frame.
    const Recording told =
        accept_timing(std::string{header} + row("Intel XeSS-FG", "100,16,8,10,16,10,NA,NA") +
                      row("Application", "100,16,8,18,16,10,NA,30") + row("Intel XeSS-FG", "116,16,8,10,16,10,NA,NA") +
                      row("Application", "116,16,8,18,16,10,0,30"));
    CHECK(frames_of(told) == rendered);
    CHECK(timing_of(told).generated_count == 2);
    CHECK(timing_of(told).display_intervals == std::vector<Nanos>{8ms, 8ms, 8ms, 8ms});
    CHECK(timing_of(told).animation_errors == std::vector<Nanos>{0ms, 0ms});
    // The generated frame is presented separately.
    const Recording own = accept_timing(
        std::string{header} + row("AMD_AFMF", "92,8,8,10,NA,NA,NA,NA") + row("Application", "100,8,8,18,16,10,NA,30") +
        row("AMD_AFMF", "108,8,8,10,NA,NA,NA,NA") + row("Application", "116,8,8,18,16,10,0,30"));
    CHECK(frames_of(own).back() == 16'000'000);
    CHECK(timing_of(own).generated_count == 2);
    CHECK(default_stream(own).coverage() == 1.0);
}

// PresentMon main e57eae2f: between two displayed frames of the game, each row has an equal part of the simulated time.
TEST_CASE("the animation error of generated frames is PresentMon's, as its main branch defines it")
{
    const auto errors_of = [](std::string_view rows)
    {
        const Recording recording = accept_timing("Application,ProcessID,SwapChainAddress,PresentRuntime,FrameType,"
                                                  "MsBetweenPresents,MsBetweenSimulationStart,"
                                                  "MsBetweenDisplayChange,MsUntilDisplayed,MsBetweenAppStart,"
                                                  "MsCPUBusy,MsAnimationError\n" +
                                                  std::string{rows});
        return timing_of(recording).animation_errors;
    };
    // `step` is the time from the simulation start before, and `change` that from the displayed row before.
    const auto game = [](std::string_view step, std::string_view change, std::string_view frame_time = "30")
    { return row("Application", fmt::format("30,{},{},20,{},5,NA", step, change, frame_time)); };
    const auto generated = [](std::string_view change)
    { return row("Intel XeSS-FG", fmt::format("30,NA,{},20,0,0,NA", change)); };
    const std::string dropped = row("Application", "30,30,NA,NA,30,5,NA");
    const std::string first = game("NA", "NA");
    CHECK(errors_of(first + game("30", "31")) == std::vector<Nanos>{-1ms});
    CHECK(errors_of(first + generated("8") + generated("12") + game("30", "10")) == std::vector<Nanos>{2ms, -2ms, 0ms});
    CHECK(errors_of(generated("8") + first + generated("15") + game("30", "15")) == std::vector<Nanos>{0ms, 0ms});
    CHECK(errors_of(first + generated("NA") + game("30", "16")) == std::vector<Nanos>{-1ms}); // nor of an unknown time
    // A row that is not displayed has no part.
    CHECK(errors_of(first + row("Intel XeSS-FG", "30,NA,NA,NA,0,0,NA") + game("30", "28")) == std::vector<Nanos>{2ms});
    CHECK(errors_of(first + generated("10") + dropped + game("30", "20")) == std::vector<Nanos>{20ms, 10ms});
    // The simulation has not advanced, or has been set back: no value, but the next interval begins there.
    CHECK(errors_of(first + generated("9") + game("0", "9") + game("30", "28")) == std::vector<Nanos>{2ms});
    CHECK(errors_of(first + game("-5", "9") + game("30", "28")) == std::vector<Nanos>{2ms});
    // The source of the simulation time changes. Without a time between simulation starts, frame starts take its place.
    CHECK(errors_of(first + game("NA", "28", "40") + game("NA", "35")) == std::vector<Nanos>{2ms, 5ms});
    CHECK(errors_of(first + game("30", "30") + game("NA", "20") + game("NA", "20")) == std::vector<Nanos>{0ms, 10ms});
    CHECK(errors_of(first + row("Application", "30,NA,NA,NA,30,5,NA") + game("30", "60") + game("30", "29")) ==
          std::vector<Nanos>{1ms});
    // 30 steps a second on 60 Hz: the repeat has no value, and its time on the screen is not counted for another frame.
    CHECK(errors_of(first + game("0", "16.6667") + game("33.3333", "16.6666")) == std::vector<Nanos>{16'666'700ns});
}

TEST_CASE("on the display's clock the frame times are the times between pictures, with generated pictures")
{
    Recording c =
        accept_timing(std::string{header} + row("Application", "100,16,8,18,16,10,NA,30") +
                      row("Repeated", "108,16,8,10,16,10,NA,NA") + row("Application", "116,16,9,18,16,10,0,30"));
    REQUIRE_FALSE(use_display_intervals(c));
    CHECK(c.frame_time_column == "MsBetweenDisplayChange");
    CHECK(frames_of(c) == std::vector<Nanos::rep>{8'000'000, 8'000'000, 9'000'000});
    Recording nothing = accept_timing("frame_ns\n16000000\n");
    const auto why = use_display_intervals(nothing);
    REQUIRE(why);
    CHECK(to_string(*why).find("has no times of displayed frames") != std::string::npos);
}

TEST_CASE("the frames in which the GPU or the CPU is busy for 95 % of the time are counted")
{
    const std::string start = "Application,ProcessID,SwapChainAddress,";
    const std::string own = start + "MsBetweenPresents,MsBetweenAppStart,MsCPUBusy,MsGPUBusy\n";
    const Recording c = accept_timing(own + "a,1,0x1,10,10,5,9.5\na,1,0x1,10,10,9.5,9.4\na,1,0x1,10,10,9.6,9.6\n"
                                            "a,1,0x1,10,10,9.4,9.4\na,1,0x1,10,10,NA,9.9\na,1,0x1,10,NA,5,9.9\n");
    CHECK(timing_of(c).known_busy_time_count == 4);
    CHECK(timing_of(c).gpu_bound_count == 2); // a frame in which both are busy counts for the GPU
    CHECK(timing_of(c).cpu_bound_count == 1);
    const Recording older =
        accept_timing(start + "FrameTime,CPUBusy,CPUWait,GPUBusy\na,1,0x1,10,2,8,9.9\na,1,0x1,10,9.9,0.1,3\n");
    CHECK(timing_of(older).gpu_bound_count == 1);
    CHECK(timing_of(older).cpu_bound_count == 1);
    CHECK(timing_of(accept_timing(start + "MsBetweenPresents,MsCPUBusy\na,1,0x1,10,9\n")).known_busy_time_count == 0);
}

TEST_CASE("the share of the frames that never reached the screen is that of the whole recording")
{
    const std::string first = std::string{header} + row("Application", "100,16,8,18,16,10,NA,30");
    const Recording c =
        accept_timing(first + row("Application", "116,16,NA,NA,16,10,0,30") +
                      row("Application", "132,16,8,18,16,10,0,30") + row("Application", "148,16,8,18,16,10,0,30"));
    CHECK(default_stream(c).never_displayed_share == 0.25);
    CHECK(default_stream(accept_timing(first)).never_displayed_share == 0.0);
    CHECK_FALSE(default_stream(accept_timing("frame_ns\n16000000\n")).never_displayed_share);
}

TEST_CASE("the display timing is read only of the frames that begin in a part of the recording")
{
    std::string text{header};
    for (int i = 0; i < 6; ++i)
        text += row("Application", fmt::format("{},16,{},{},16,10,0,{}", 100 + 16 * i,
                                               i == 3 ? "NA" : fmt::to_string(10 + i), i == 3 ? "NA" : "18", 30 + i)) +
                row("Repeated", fmt::format("{},16,5,10,16,10,NA,NA", 100 + 16 * i));
    const auto read_part = [&](const TimeRange& part)
    { return accepted(recordings::read(text, "file", {.display_timing_range = part})); };
    const Recording all = read_part({});
    CHECK(timing_of(all).display_intervals.size() == 11);
    CHECK(timing_of(all).dropped_count == 1);
    CHECK(timing_of(all).generated_count == 6);
    const Recording part = read_part({32ms, 64ms}); // the third and the fourth frame
    CHECK(frames_of(part).size() == 6);
    CHECK(timing_of(part).display_intervals == std::vector<Nanos>{12ms, 5ms, 5ms});
    CHECK(timing_of(part).dropped_count == 1);
    CHECK(timing_of(part).generated_count == 2);
    CHECK(timing_of(part).recorded_animation_errors.size() == 2);
    CHECK(timing_of(part).animation_errors.size() == 2); // computed from the picture before the part
    for (const DisplayTiming::LatencyColumn& l : timing_of(part).latencies) CHECK(l.values.size() <= 4);
    CHECK(timing_of(read_part({10s})).display_intervals.empty());
}

TEST_CASE("impossible values in the display timing are left out")
{
    const std::string text = std::string{header} + row("Application", "100,16,0,20,16,10,-1844674407370945.5,1e300") +
                             row("Application", "116,16,1e15,20,1e300,10,0,31");
    const Recording c = accept_timing(text);
    CHECK(timing_of(c).recorded_animation_errors == std::vector<Nanos>{0ms});
    CHECK(all_of(timing_of(c), "MsPCLatency") == std::vector<Nanos>{31ms});
    CHECK(default_stream(c).impossible_animation_error_count == 1);
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
    const Recording record = accept_timing(json);
    const Recording table = accept_timing(csv);
    REQUIRE(record.streams.size() == 2);
    const DisplayTiming& a = record.streams[0].timing;
    const DisplayTiming& b = timing_of(table);
    CHECK(record.streams[0].dropped_count == 1);
    CHECK(a.display_intervals == std::vector<Nanos>{16ms, 18ms, 14ms});
    CHECK(a.display_intervals == b.display_intervals);
    CHECK(a.recorded_animation_errors == b.recorded_animation_errors);
    CHECK(a.animation_errors.size() == 2);
    CHECK(a.animation_errors == b.animation_errors);
    CHECK(all_of(a, "DisplayLatency") == all_of(b, "DisplayLatency"));
    CHECK(all_of(a, "GPULatency") == std::vector<Nanos>{1ms, 2ms});
    CHECK(all_of(a, "MsUntilDisplayed").size() == 3);
    CHECK(all_of(a, "PcLatency").empty());
    CHECK(record.streams[1].timing.latencies.empty());
    CHECK(record.streams[1].timing.display_intervals.empty());

    Recording shown = accept_timing(json);
    REQUIRE_FALSE(use_display_intervals(shown));
    CHECK(shown.streams[0].frame_times == std::vector<Nanos>{16ms, 18ms, 14ms});
}

TEST_CASE("a stream without any display time has unknown, not dropped frames")
{
    const auto table = [](const char* names, const char* shown, const char* unseen, int shown_count)
    {
        return std::string{"Application,ProcessID,MsBetweenPresents,"} + names + "\n" +
               repeated(fmt::format("a,1,16,{}\n", shown), static_cast<std::size_t>(shown_count)) +
               repeated(fmt::format("a,1,16,{}\n", unseen), 20);
    };
    const char* const v2 = "MsBetweenDisplayChange,MsUntilDisplayed";
    for (const auto& read : {accept(table(v2, "16,30", "NA,NA", 0)), accept_timing(table(v2, "16,30", "NA,NA", 0))})
    {
        CHECK_FALSE(default_stream(read).dropped_count.has_value());
        CHECK_FALSE(default_stream(read).never_displayed_share.has_value());
        CHECK_FALSE(default_stream(read).timing.dropped_count.has_value());
        CHECK_FALSE(default_stream(read).has_display_times);
    }
    const Recording partly = accept(table(v2, "16,30", "NA,NA", 20));
    CHECK(default_stream(partly).never_displayed_share == 0.5);
    CHECK(default_stream(partly).has_display_times);
    const Recording v1 = accept(table("Dropped,MsBetweenDisplayChange", "0,16", "1,0", 0));
    CHECK(default_stream(v1).dropped_count == 20);
    CHECK_FALSE(default_stream(v1).has_display_times);
}

TEST_CASE("display times that are 0 in all rows are unknown, and so are dropped frames and latencies")
{
    const auto rows = [](const char* names, const char* values)
    {
        return std::string{"Application,ProcessID,MsBetweenPresents,"} + names + "\n" +
               repeated(fmt::format("a,1,16,{}\n", values), 20);
    };
    for (const auto& [names, values] : std::array<std::pair<const char*, const char*>, 4>{
             {{"Dropped,MsBetweenDisplayChange,MsUntilDisplayed", "0,0.000,0.000"},
              {"Dropped,MsBetweenDisplayChange,MsUntilDisplayed", "0,NA,NA"},
              {"Dropped,MsUntilDisplayed", "0,0"},
              {"DisplayedTime,DisplayLatency", "0.0000,0.0000"}}})
    {
        INFO("names ", names, ", values ", values);
        const Recording read = accept_timing(rows(names, values));
        CHECK_FALSE(default_stream(read).dropped_count.has_value());
        CHECK_FALSE(default_stream(read).timing.dropped_count.has_value());
        CHECK_FALSE(default_stream(read).never_displayed_share.has_value());
        CHECK_FALSE(default_stream(read).has_display_times);
        CHECK(default_stream(read).timing.latencies.empty());
    }
    CHECK(default_stream(accept(rows("Dropped,MsUntilDisplayed", "0,30"))).dropped_count == 0);
    CHECK(default_stream(accept(rows("Dropped", "0"))).dropped_count == 0); // the tool's own word
}

TEST_CASE("the number of generated frames is unknown if no row has a frame type")
{
    const auto count_of = [](const char* type)
    {
        return default_stream(accept_timing(std::string{"Application,ProcessID,MsBetweenPresents,FrameType\n"} +
                                            repeated(fmt::format("a,1,16,{}\n", type), 20)))
            .timing.generated_count;
    };
    for (const char* const type : {"NA", "", "NotSet", "Unspecified"}) CHECK_FALSE(count_of(type).has_value());
    CHECK(count_of("Application") == 0);
}
