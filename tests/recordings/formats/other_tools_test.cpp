// Tests special cases of the formats other than PresentMon's.
#include "reading.hpp"
#include "recordings/formats/csv.hpp"

using Frames = std::vector<recordings::Nanos::rep>;

TEST_CASE("MangoHud's unit is the one that fits the median frame")
{
    // A few rows have another unit; the median ignores them.
    const Recording read = accept("fps,frametime\n60,16000\n60,16667\n60,16667\n0,16667\n61,16.1\n50,20000\n");
    CHECK(read.tool == "MangoHud 0.6.2-0.6.8");
    CHECK(frames_of(read) == Frames{16'667'000, 16'667'000, 16'667'000, 16'100, 20'000'000});
}

TEST_CASE("MangoHud's first row is left out")
{
    CHECK(frames_of(accept("fps,frametime\n2300,nonsense\n60,16.5\n")) == Frames{16'500'000});
    CHECK(refusal_of("fps,frametime\n60,16.5\n").problem == "there are no frames");
}

TEST_CASE("a MangoHud log of every frame is not mistaken for a sampled one")
{
    std::string text = "fps,frametime,elapsed\n2300,0.4,0\n";
    for (int i = 1; i < 60; ++i) text += fmt::format("50,20,{}\n", i * 20'020'000); // 0.02 ms between the frames
    const Recording read = accept(text);
    CHECK(default_stream(read).coverage().value() == doctest::Approx(0.999));
}

TEST_CASE("a missing FRAPS time stamp removes the two frames beside it")
{
    const Recording read = accept("Frame, Time (ms)\n1, 0.0\n2, 10.0\n3, NA\n4, 30.0\n5, 41.0\n");
    CHECK(frames_of(read) == Frames{10'000'000, 11'000'000});
    CHECK(read.streams[0].missing_count == 2);
}

TEST_CASE("a FRAPS clock that runs backwards is an impossible frame time with its line")
{
    const Recording read = accept("Frame, Time (ms)\n1, 0.0\n2, 10.0\n3, 4.0\n4, 14.0\n");
    CHECK(frames_of(read) == Frames{10'000'000, 10'000'000});
    CHECK(read.streams[0].invalid_count == 1);
    CHECK(read.streams[0].first_invalid_line == 4);

    const Recording far = accept("Frame, Time (ms)\n1, -9e12\n2, 9e12\n3, 9e12\n");
    CHECK(far.streams[0].invalid_count == 1);
}

TEST_CASE("FRAPS's rates per second are refused by the name of their file, and other rates with a question")
{
    const auto named = [](std::string_view name) { return refused(recordings::read("FPS\n60\n61\n", name)).problem; };
    CHECK(named("game 2026-11-30 18-00-00-00 fps.csv") ==
          "FRAPS's list of frame rates, with one row a second instead of one row a frame");
    CHECK(named("test.csv") == "the column's name says frame rates: one a frame (--unit hz) or one a second?");
    CHECK(refusal_of("Frames, Time (ms), Min, Max, Avg\n 60, 1000, 58, 61, 60.0\n").line == 1);
}

TEST_CASE("Unity's decimal commas with commas between columns are refused")
{
    const recordings::RecordingError refusal =
        refusal_of("Frame Offset, Frame Index, Frame Time (ms), Time from first frame (ms)\n0,1,16,0\n1,2,16,7,16\n");
    CHECK(refusal.line == 3);
    CHECK(refusal.remedy == "export again with a decimal point, or with ; as separator");
}

TEST_CASE("Unreal rows older than the frame-time column count as cut, and metadata is not a row")
{
    const Recording read = read_fixture("unreal.csv");
    CHECK(read.truncated_row_count == 1);
    CHECK(read.first_truncated_line == 2);
    CHECK(read.streams[0].missing_count == 0);
    CHECK(read.streams[0].invalid_count == 0);
}

TEST_CASE("Unreal's metadata is no row, also with a number below the frame time; an event in brackets is one")
{
    const Recording read =
        accept("EVENTS,GameThreadTime,RenderThreadTime,FrameTime\n[Menu] opened,9,8,16.6\n,9,8,33.3\n"
               "EVENTS,GameThreadTime,RenderThreadTime,FrameTime\n[Platform],Windows,[FPS],60\n");
    CHECK(frames_of(read) == std::vector<Nanos::rep>{16'600'000, 33'300'000});
    CHECK(frames_of(accept("EVENTS;FrameTime;GameThreadTime\n;16,6;8\n[HasHeaderRowAtEnd];1;[Platform];Windows\n")) ==
          std::vector<Nanos::rep>{16'600'000});
}

TEST_CASE("Unreal's full header is found before and after the metadata")
{
    const std::string rows = "EVENTS,A\nx,1,16.5\n,1,17.5\n";
    const std::string header = "EVENTS,A,FrameTime\n";
    const std::string metadata = "[HasHeaderRowAtEnd],1,[Platform],Windows\n";
    CHECK(frames_of(accept(rows + header + metadata)) == Frames{16'500'000, 17'500'000});
    CHECK(frames_of(accept(rows + metadata + header)) == Frames{16'500'000, 17'500'000});
    CHECK(refusal_of("EVENTS,A\nx,1\n").problem == "there is no FrameTime column");
}

TEST_CASE("each run of a CapFrameX record is a stream")
{
    const Recording read = read_fixture("capframex.json");
    REQUIRE(read.streams.size() == 2);
    CHECK(read.default_stream_index == 1);
    CHECK(read.streams[0].application == "Game.exe");
    CHECK(read.streams[0].swap_chain == "run 1");
    CHECK(read.streams[0].frame_times.size() == 3);
    CHECK(read.streams[0].dropped_count == 0);
    CHECK(read.streams[1].swap_chain == "run 2");
    CHECK(read.streams[1].dropped_count == 2);
}

TEST_CASE("CapFrameX's missing and impossible values are counted, with the line of the first")
{
    const Recording read = accept("{\"Runs\": [{\"CaptureData\": {\"Dropped\": null, \"PcLatency\": null,\n"
                                  "\"MsBetweenPresents\": [16.5, null, 17,\n\n \"NaN\", -1, 0, 1e-3]}}]}");
    CHECK(frames_of(read) == Frames{16'500'000, 17'000'000, 0, 1'000});
    CHECK(read.streams[0].missing_count == 1);
    CHECK(read.streams[0].invalid_count == 2);
    CHECK(read.streams[0].first_invalid_line == 4);
    CHECK(read.streams[0].first_invalid_text == "NaN");
    CHECK_FALSE(read.streams[0].dropped_count.has_value());
}

TEST_CASE("CapFrameX's display intervals that are all 0 are unknown, and so are the dropped frames")
{
    const auto dropped_count_of = [](const char* intervals)
    {
        return accept(std::string{"{\"Runs\": [{\"CaptureData\": {\"MsBetweenPresents\": [16.5, 17], "
                                  "\"Dropped\": [false, false], \"MsBetweenDisplayChange\": "} +
                      intervals + "}}]}")
            .streams[0]
            .dropped_count;
    };
    CHECK_FALSE(dropped_count_of("[0.0, 0]").has_value());
    CHECK(dropped_count_of("[0.0, 16.7]") == 0);
}

TEST_CASE("JSON that is invalid, cut off, nested too deep or of another kind is refused")
{
    CHECK(to_string(refusal_of("{\"Runs\": [\n{\"CaptureData\": {\"MsBetweenPresents\": [16.5,")) ==
          "test.csv:2: the JSON is invalid or incomplete here; save the record again with CapFrameX");
    CHECK(refusal_of("{}").problem == "the JSON has no array of frames");
    CHECK(refusal_of("{\"Runs\": []}").problem == "there are no frames");
    CHECK(refusal_of("{\"Runs\": " + std::string(1'000'000, '[')).problem ==
          "the JSON has more levels than any recording");
}

TEST_CASE("FRAPS with more columns, and with decimal commas between semicolons, is read by its time stamps")
{
    const std::vector<recordings::Nanos::rep> expected{16'681'000, 16'652'000};
    CHECK(frames_of(accept("Frame;Time (ms);Time (s);Delta\n1;0,000;0,000;\n2;16,681;0,016681;16,681\n"
                           "3;33,333;0,033333;16,652\n")) == expected);
    CHECK(frames_of(accept("Frame,Time (ms),Delta\n1,0.000,\n2,16.681,16.681\n3,33.333,16.652\n")) == expected);
    CHECK(to_string(refusal_of("Frame,Time (ms),Delta\n1,0,000,\n2,16,681,16,681\n")) ==
          "test.csv:2: more fields than columns: commas are both decimal marks and separators; write the file again "
          "with a decimal point, or with ; as separator");
}

TEST_CASE("gfxinfo: each window is a stream, and a row with flags is not a frame time")
{
    const Recording read = read_fixture("gfxinfo.txt");
    REQUIRE(read.streams.size() == 2);
    CHECK(read.streams[0].swap_chain == "window 1");
    CHECK(read.streams[0].frame_times.size() == 1);
    CHECK(read.default_stream_index == 1);

    std::string statistics = "Applications Graphics Acceleration Info:\n";
    for (int i = 0; i < 60; ++i) statistics += fmt::format("HISTOGRAM: {}ms=0\n", i);
    const Recording flagged = accept(
        statistics + "---PROFILEDATA---\nFlags,IntendedVsync,FrameCompleted,\n1,5,9,\n0,10,16000000,\n0,20,32000000,\n"
                     "8,1,999999999999,\n0,40,64000000,\n0,50,80000000,\n---PROFILEDATA---\n");
    CHECK(frames_of(flagged) == std::vector<recordings::Nanos::rep>{16'000'000, 16'000'000});
    CHECK(default_stream(flagged).missing_count == 3);
}

TEST_CASE("gfxinfo of a whole system: streams have the names of package and window, and the game is the default")
{
    std::string dump = "Applications Graphics Acceleration Info:\n";
    const auto add_window = [&](int process_id, const char* package, const char* window, int frame_count, int step_ms)
    {
        if (package != nullptr) dump += fmt::format("\n** Graphics info for pid {} [{}] **\n", process_id, package);
        dump += fmt::format("\nWindow: {}\n---PROFILEDATA---\nFlags,FrameCompleted,\n", window);
        for (int i = 0; i <= frame_count; ++i) dump += fmt::format("0,{},\n", (i + 1) * step_ms * 1'000'000LL);
        dump += "---PROFILEDATA---\n";
    };
    add_window(815, "com.android.systemui", "StatusBar", 119, 2000);
    add_window(4711, "org.example.game", "org.example.game/.Main", 40, 16);
    add_window(4711, nullptr, "org.example.game/.Main", 20, 16);
    const Recording read = accept(dump);
    REQUIRE(read.streams.size() == 3);
    CHECK(read.default_stream_index == 1);
    CHECK(read.streams[0].application == "com.android.systemui");
    CHECK(read.streams[0].process_id == 815);
    CHECK(read.streams[0].swap_chain == "StatusBar");
    CHECK(read.streams[1].application == "org.example.game");
    CHECK(read.streams[1].swap_chain == "org.example.game/.Main");
    CHECK(read.streams[1].frame_times.size() == 40);
    CHECK(read.streams[2].swap_chain == "org.example.game/.Main (2)");
}

TEST_CASE("gfxinfo without its columns or without frames is refused")
{
    CHECK(to_string(refusal_of("---PROFILEDATA---\nFlags,IntendedVsync\n0,5\n---PROFILEDATA---\n")) ==
          "test.csv:2: there are no columns Flags and FrameCompleted; dump the frames again: adb shell dumpsys gfxinfo "
          "PACKAGE framestats");
    CHECK(refusal_of("---PROFILEDATA---\nFlags,FrameCompleted\n0,5\n---PROFILEDATA---\n").problem ==
          "there are no frames");
    CHECK(accept("---PROFILEDATA---\nFlags,FrameCompleted,\n0,5,\n0,9,\n0").first_truncated_line == 5);
}

TEST_CASE("Tracy: each thread of the zone is a stream; several zones are refused with a question")
{
    const std::string header = "name,src_file,src_line,ns_since_start,exec_time_ns,thread\n";
    const Recording read = accept(header + "Frame,a.cpp,1,1000,10,7\nFrame,a.cpp,1,5000,10,8\nFrame,a.cpp,1,3000,10,7\n"
                                           "Frame,a.cpp,1,6000,10,7\n");
    CHECK(frames_of(read) == std::vector<recordings::Nanos::rep>{2000, 3000});
    CHECK(default_stream(read).application == "Frame");
    CHECK(default_stream(read).swap_chain == "7");
    CHECK(
        to_string(refusal_of(header + "Frame,a.cpp,1,1000,10,7\nDraw,a.cpp,1,1500,10,7\n")) ==
        "test.csv:3: a zone \"Draw\" after \"Frame\": which of them runs once a frame?; export every run of one zone: "
        "tracy-csvexport -u -f NAME FILE.tracy");
    CHECK(refusal_of(header + "Frame,a.cpp,1,x,10,7\n").problem == "the row is not a zone");
    std::string threads = header;
    for (int i = 0; i < 10'002; ++i) threads += "Frame,a.cpp,1," + std::to_string(i) + ",1," + std::to_string(i) + "\n";
    CHECK(refusal_of(threads).problem == "there are more than 10,000 threads");
    CHECK(refusal_of(header).problem == "there are no frames");
}

TEST_CASE("Godot: the profiler's frames are found below any number of monitor rows; monitors alone are refused")
{
    const std::string monitors = "time/fps,time/process,memory/static\n" + repeated("60,0.002,31457280\n", 200);
    const std::string profiler = "physics_time,category_frame_time\n0.001,0.016681\n,\n0.002,0.016653\n";
    const Recording read = accept(monitors + "\n" + profiler);
    CHECK(frames_of(read) == std::vector<recordings::Nanos::rep>{16'681'000, 16'653'000});
    CHECK(default_stream(read).missing_count == 1);
    CHECK(read.remark.find("frame cap") != std::string::npos);
    CHECK(accept(profiler + "0.002").first_truncated_line == 5);
    CHECK(to_string(refusal_of(monitors + "\n\n")) ==
          "test.csv:1: Godot's performance monitors: one row a second instead of one row a "
          "frame; start Godot's profiler, and export again");
    CHECK(refusal_of("category_frame_time,server_audio\nabc,0\n").problem == "none of the 1 rows has a frame time");
}

namespace
{
std::string instruments(const std::string& schema, const std::string& rows)
{
    return "<?xml version=\"1.0\"?>\n<trace-query-result>\n<node><schema name=\"" + schema +
           "\"><col><mnemonic>timestamp</mnemonic><engineering-type>event-time</engineering-type></col>"
           "<col><mnemonic>process</mnemonic><engineering-type>process</engineering-type></col></schema>\n" +
           rows + "</node></trace-query-result>\n";
}
} // namespace

TEST_CASE("Instruments: each process is a stream, and references to earlier elements are resolved")
{
    const Recording read = accept(
        instruments("ca-client-present-request",
                    "<row><event-time id=\"1\">33000000</event-time><thread id=\"5\"><tid>9</tid><process id=\"2\" "
                    "fmt=\"A &amp; B (42)\"/></thread></row>\n"
                    "<row><event-time id=\"3\">16000000</event-time><process ref=\"2\"/></row><!-- > -->\n"
                    "<row><event-time id=\"4\">49500000</event-time><process ref=\"2\"/></row>\n"
                    "<row><event-time ref=\"1\"/><process fmt='WindowServer (7)'><pid>7</pid></process></row>\n"
                    "<row><event-time>34000000</event-time><process fmt='WindowServer (7)'/></row>\n"));
    REQUIRE(read.streams.size() == 3);
    CHECK(default_stream(read).application == "A & B");
    CHECK(default_stream(read).process_id == 42);
}

TEST_CASE("Instruments: another table or a broken file is refused with the right command")
{
    const std::string wrong =
        to_string(refusal_of(instruments("core-animation-fps-estimate", "<row><fps>60</fps></row>")));
    CHECK(
        wrong.starts_with("test.csv: the file has no table of present requests; export the present requests: xctrace"));
    CHECK(wrong.find("ca-client-present-request") != std::string::npos);
    const std::string good =
        instruments("ca-client-present-request", "<row><event-time>1</event-time><process/></row>");
    CHECK(refusal_of(good).problem == "there are no frames");
    CHECK(refusal_of(good.substr(0, good.size() - 5)).problem == "the XML is invalid or incomplete here");
    CHECK(refusal_of(instruments("ca-client-present-request", "<row><sentinel/><process/></row>")).problem ==
          "this present request has no time stamp");
    CHECK(refusal_of("<trace-query-result><schema name='ca-client-present-request'><col></col></schema>").problem ==
          "the table has no column timestamp");
    std::string columns = "<trace-query-result><schema name='ca-client-present-request'>";
    for (int i = 0; i <= 1000; ++i) columns += "<col/>";
    CHECK(refusal_of(columns).problem == "there are more than 1000 columns");
}

TEST_CASE("a trace: an impossible frame time has the line and the time stamp of the event that ends it")
{
    const auto frame = [](const char* time) { return std::string{R"({"name":"Frame","ph":"X","ts":)"} + time + "}"; };
    const Recording read =
        accept("{\"traceEvents\":[\n" + frame("1234901230212") + ",\n" + frame("2000") + ",\n" + frame("1000") + "]}");
    CHECK(default_stream(read).invalid_count == 1);
    CHECK(default_stream(read).first_invalid_line == 2);
    CHECK(default_stream(read).first_invalid_text == "1234901230212");
}

TEST_CASE("a trace: the event Frame or the chosen one begins each frame, and each thread is a stream")
{
    const auto event = [](const char* name, const char* phase, int ts, const char* thread)
    {
        return "{\"name\":\"" + std::string{name} + "\",\"ph\":\"" + phase + "\",\"ts\":" + std::to_string(ts) +
               ",\"pid\":\"5\",\"tid\":" + thread + "}";
    };
    const std::string text = "{\"traceEvents\":[" + event("frame", "B", 1000, "1") + "," +
                             event("frame", "E", 1500, "1") + "," + event("frame", "B", 3000, "1") + "," +
                             event("Tick", "i", 2000, "2") + ",\n" + event("Tick", "i", 2500, "2") + "," +
                             event("Tick", "i", 2600, "2") + "]}";
    const Recording read = accept(text);
    CHECK(frames_of(read) == std::vector<recordings::Nanos::rep>{2'000'000});
    CHECK(default_stream(read).process_id == 5);
    CHECK(default_stream(read).swap_chain == "1");
    CHECK(frames_of(accepted(recordings::read(text, "test.json", {.column = "Tick"}))) ==
          std::vector<recordings::Nanos::rep>{500'000, 100'000});

    CHECK(to_string(refused(recordings::read(text, "test.json", {.column = "Nothing"}))) ==
          "test.json: no event of the trace is named \"Nothing\"; choose the event that occurs once a frame with "
          "--column NAME: Tick (3), frame (2)");
    CHECK(refused(recordings::read(text, "test.json", {.unit = recordings::Unit::ms})).remedy ==
          "leave out --unit and --absolute");
    CHECK(to_string(refusal_of(text.substr(0, text.size() - 9))) ==
          "test.csv:2: the JSON is invalid or incomplete here; write the trace again");
    CHECK(refusal_of("{\"traceEvents\":[{\"name\":\"Frame\",\"ph\":\"X\"}]}").problem ==
          "this event has no time stamp");
    CHECK(refusal_of("{\"traceEvents\":" + std::string(300, '[')).problem == "the JSON has more levels than any trace");
    CHECK(refusal_of("{\"traceEvents\":[" + event("Frame", "X", 1, "1") + "]}").problem == "there are no frames");
}

TEST_CASE("a trace of Chrome's DevTools: the message proposes its frame events, then the most frequent ones")
{
    std::string events;
    const auto add = [&](const char* name, int count)
    {
        for (int i = 0; i < count; ++i)
            events += fmt::format("{}{{\"name\":\"{}\",\"ph\":\"I\",\"ts\":{},\"pid\":1,\"tid\":2}}",
                                  events.empty() ? "" : ",", name, i * 16'667);
    };
    add("RunTask", 90);
    add("Paint", 40);
    add("FireAnimationFrame", 30);
    add("DrawFrame", 29);
    const std::string metadata =
        "{\"metadata\":{\"source\":\"DevTools\",\"maps\":\"" + std::string(300'000, 'x') + "\"},";
    const std::string text = metadata + "\"traceEvents\":[" + events + "]}";
    CHECK(refusal_of(text).remedy == "choose the event that occurs once a frame with --column NAME: DrawFrame (29), "
                                     "FireAnimationFrame (30), RunTask (90), Paint (40)");
    CHECK(frames_of(accepted(recordings::read(text, "t.json", {.column = "DrawFrame"}))).size() == 28);
    CHECK(refusal_of("{\"traceEvents\":[]}").remedy == "record again with the events of frames");
}

TEST_CASE("nested values are refused from a fixed depth on, and a member that is not read costs no memory")
{
    const auto nested = [](std::size_t depth)
    { return "{\"a\":" + repeated("[", depth) + repeated("]", depth) + ",\"dt_ms\":16.5}\n"; };
    CHECK(frames_of(accept("{\"dt_ms\":16}\n" + nested(150))) == Frames{16'000'000, 16'500'000});
    for (const std::size_t depth : {250, 100'000})
    {
        CHECK(to_string(refusal_of("{\"dt_ms\":16}\n" + nested(depth))) ==
              "test.csv:2: the JSON has more levels than any log; remove it, or write the log again");
        CHECK(refusal_of(nested(depth) + nested(depth)).line == 1);
        CHECK(refusal_of("{\"a\":" + repeated("{\"a\":", depth) + "1" + repeated("}", depth) + "}\n{}\n").problem ==
              "the JSON has more levels than any log");
        CHECK(refusal_of("{\"Info\":" + repeated("[", depth) + repeated("]", depth) + "}").problem ==
              "the JSON has more levels than any recording");
        CHECK(refusal_of(instruments("ca-client-present-request", "<row>" + repeated("<a>", depth))).problem ==
              "the XML has more levels than any recording");
    }
}

TEST_CASE("JSON lines: a line of over 16 MB is refused, also as the first line")
{
    const std::string long_line = "{\"a\":\"" + std::string(16'000'000, 'x') + "\"}\n";
    CHECK(to_string(refusal_of("{\"dt_ms\":16}\n" + long_line)) ==
          "test.csv:2: this line is longer than 16 MB; write one object of some numbers a frame");
    CHECK(refusal_of(long_line + long_line).line == 1);
    CHECK(refusal_of(long_line).problem == "no value ends within 16 MB from here"); // as one JSON value
}

TEST_CASE("a value of over 16 MB in a JSON text is refused before it is read to its end")
{
    const std::string xs(20'000'000, 'x'), digits(20'000'000, '1');
    for (const std::string begin : {"{\"Runs\":[", "{\"traceEvents\":[", "[{\"ph\":\"B\",\"ts\":1},"})
    {
        CHECK(refusal_of(begin + "\"" + xs).problem == "no value ends within 16 MB from here");
        CHECK(refusal_of(begin + digits).problem == "no value ends within 16 MB from here");
    }
    CHECK(refusal_of("{\"Runs\":[\"xx").problem == "the JSON is invalid or incomplete here");
    const std::uint64_t before = examined_byte_count();
    CHECK(refusal_of("{\"dt_ms\":16}\n{\"a\":\"" + xs + xs + xs).line == 2);
    CHECK(examined_byte_count() - before < 50'000'000);
}

TEST_CASE("JSON lines: a name of a member that is not read may be long, and only the first names are listed")
{
    std::string line;
    for (int i = 0; i < 20; ++i) line += fmt::format("{}\"k{}\":1", i == 0 ? "{" : ",", i);
    CHECK(refusal_of(line + "}\n{}\n")
              .problem.ends_with("the members are k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, "
                                 "k10, k11 and 8 more"));
    const std::string names = repeated("a ", 500'000);
    CHECK(frames_of(accept(repeated("{\"" + names + "\":1,\"dt_ms\":16}\n", 2))) == Frames{16'000'000, 16'000'000});
}

TEST_CASE("CapFrameX: strings with commas and brackets, nested values and empty arrays do not move the frames")
{
    const Recording read = accept(R"({"Runs":[{"CaptureData":{"TimeInSeconds":[ ],"MsBetweenPresents":[ 16.5 ,
        "1,5" , "a\"],[" ,17],"Other":[[1],{"MsBetweenPresents":[9]}],"Dropped":[false,true,null,1]}}]})");
    CHECK(frames_of(read) == Frames{16'500'000, 17'000'000});
    CHECK(read.streams[0].invalid_count == 2);
    CHECK(read.streams[0].dropped_count == 2);
}

TEST_CASE("SurfaceFlinger: the differences of the actual present times are frames, and outputs may overlap")
{
    const auto row = [](std::int64_t present)
    { return fmt::format("{}\t{}\t{}\n", present - 1000, present, present - 500); };
    std::string first = "8333333\n0\t0\t0\n";
    for (std::int64_t i = 0; i < 5; ++i) first += row(1'000'000'000'000'007 + i * 8'333'333);
    const std::string pending = "1000000060000000\t9223372036854775807\t0\n\n";
    const Recording read = accept(first + pending);
    CHECK(read.format == &Format::surfaceflinger);
    CHECK(frames_of(read) == Frames(4, 8'333'333));
    CHECK(default_stream(read).refresh_period == Nanos{8'333'333});
    // The second output repeats two frames; frames between the second and the third are missing.
    const std::string second = "8333333\n" + row(1'000'000'000'000'007 + 3 * 8'333'333) +
                               row(1'000'000'000'000'007 + 4 * 8'333'333) + row(1'000'000'000'000'007 + 5 * 8'333'333);
    const std::string third = "8333333\n" + row(1'000'009'000'000'000) + row(1'000'009'016'666'666);
    CHECK(frames_of(accept(first + pending + second + third)) ==
          Frames{8'333'333, 8'333'333, 8'333'333, 8'333'333, 8'333'333, 16'666'666});
    CHECK(refusal_of(first + "1 2\n").line == 8);
    for (const std::string rows : {"0\t0\t0\n0\t0\t0\n", "\n", ""})
        CHECK(refusal_of("8333333\n" + rows).problem == "SurfaceFlinger has no frames of this layer");
}

TEST_CASE("gfxinfo of Android 12: the refresh period is read from either of two columns")
{
    for (const char* const row : {"0,{},{},8333333,{}\n", "0,{},{},{},8333333\n"})
    {
        std::string text = "---PROFILEDATA---\nFlags,IntendedVsync,FrameCompleted,FrameInterval,FrameStartTime,\n";
        for (std::int64_t i = 1; i < 20; ++i)
            text += fmt::format(fmt::runtime(row), i * 8'333'333, i * 8'333'333 + 5'000'000, 1'000'000'000'000 + i);
        CHECK(default_stream(accept(text + "---PROFILEDATA---\n")).refresh_period == Nanos{8'333'333});
    }
    CHECK_FALSE(default_stream(read_fixture("gfxinfo.txt")).refresh_period.has_value());
}

TEST_CASE("gfxinfo: a failed dump and an output without the table of frames are refused by name")
{
    for (const char* const text : {"No process found for: org.example\n",
                                   "Applications Graphics Acceleration Info:\nFailure while dumping the app: X\n"})
        CHECK(refusal_of(text).problem == "Android could not dump the frames: the app does not run, or did not answer");
    CHECK(refusal_of("Applications Graphics Acceleration Info:\nUptime: 1\n").problem ==
          "gfxinfo without the table of frames (---PROFILEDATA---)");
}

TEST_CASE("an error of adb in place of a dump is quoted")
{
    for (const char* const text :
         {"error: no devices/emulators found", "adb.exe: no devices/emulators found", "error: device offline",
          "adb: error: device 'x' not found", "Can't find service: gfxinfo", "error: closed"})
    {
        CHECK(refusal_of(text + std::string{"\r\n"}).problem ==
              fmt::format("adb could not dump the frames: \"{}\"", text));
        const RecordingError inside = refusal_of("8333333\n" + repeated("1\t2\t3\n", 50) + text);
        CHECK(inside.problem == fmt::format("this line does not have three times: \"{}\"", text));
        CHECK(inside.line == 52);
    }
    CHECK(refusal_of("* daemon not running; starting now at tcp:5037\n* daemon started successfully\n"
                     "error: device offline\n")
              .line == 3);
}

TEST_CASE("SurfaceFlinger: lines of the terminal above the output are ignored, and commas can separate the times")
{
    const std::string output = "8333333\n0,8333333,9\n0,16666666,9\n0,25000000,9\n";
    CHECK(frames_of(accept("$ adb shell dumpsys SurfaceFlinger --latency \"app/x\"\n* daemon not running\n" +
                           output)) == Frames{8'333'333, 8'333'334});
}

TEST_CASE("Metal HUD: the intervals of all lines are frames, a repeated line is ignored, and hidden frames are refused")
{
    const std::string line = "2026-10-07 12:00:00.1 game[1:2] metal-HUD: 100,0,64.00,16.6,3.1,33.3,3.2\n";
    const Recording read = accept("start\n" + line + line + "metal-HUD: 102,0,64.00,16.7,3.0\n");
    CHECK(read.format == &Format::metal_hud);
    CHECK(frames_of(read) == Frames{16'600'000, 33'300'000, 16'700'000});
    CHECK(refusal_of("a metal-HUD: 1,2,3,<private>\n").problem ==
          "a Metal HUD log without its frames, which macOS has hidden");
}
