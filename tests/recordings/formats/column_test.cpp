// Tests tables of unknown tools: one column of frame times or time stamps, with or without a header.
#include "reading.hpp"

#include "recordings/formats/column.hpp"

namespace
{

using Frames = std::vector<recordings::Nanos::rep>;

const Frames same{16'600'000, 33'300'000, 16'700'000};

Recording accept_as(std::string_view text, const ReadOptions& options)
{
    return accepted(recordings::read(text, "test.csv", options));
}
std::string refuse_as(std::string_view text, const ReadOptions& options = {})
{
    return to_string(refused(recordings::read(text, "test.csv", options)));
}

// `text` and time stamps 16.5 ms apart; `per_ms` is the number of the stamps' units in a millisecond.
std::string stamps(std::string text, double first, double per_ms, int count = 40)
{
    for (int i = 0; i < count; ++i) text += fmt::format("{:.4f}\n", first + i * 16.5 * per_ms);
    return text;
}

} // namespace

TEST_CASE("a column of frame times is read in the unit that its name states")
{
    for (const char* name : {"frame_ms", "frametime (ms)", "Frame Time (ms)", "FrameTimeMs", "frame_time[ms]", "dt_ms",
                             "deltaMillis", "ms per frame", "msBetweenPresents", "Frame time in ms", "delta [msec]"})
    {
        CAPTURE(name);
        const Recording read = accept(std::string{name} + "\n16.6\n33.3\n16.7\n");
        CHECK(read.format == &Format::column);
        CHECK(read.frame_time_column == name);
        CHECK(frames_of(read) == same);
        CHECK(read.remark == "3 frames, read as milliseconds, mean 22.2 ms");
        CHECK_FALSE(replay_rejection(read, 0).has_value());
    }
    for (const char* text : {"frame_us\n16600\n33300\n16700\n", "dt (\xC2\xB5s)\n16600\n33300\n16700\n",
                             "delta_ns\n16600000\n33300000\n16700000\n", "DeltaSeconds\n0.0166\n0.0333\n0.0167\n",
                             "dt (s)\n0.0166\n0.0333\n1.67e-2\n"})
        CHECK_MESSAGE(frames_of(accept(text)) == same, text);
}

TEST_CASE("without a unit in the name, the size of the numbers decides the unit")
{
    for (const char* name : {"frametime", "FrameTime", "dt", "delta", "whatever it is"})
    {
        CAPTURE(name);
        const auto read = [&](const char* rows) { return accept(std::string{name} + rows); };
        CHECK(frames_of(read("\n16.6\n33.3\n16.7\n")) == same);
        CHECK(frames_of(read("\n0.0166\n0.0333\n0.0167\n")) == same);
        CHECK(frames_of(read("\n16600\n33300\n16700\n")) == same);
        CHECK(frames_of(read("\n16600000\n33300000\n16700000\n")) == same);
        CHECK(read("\n16.6\n33.3\n16.7\n").remark == "3 frames, read as milliseconds (guessed), mean 22.2 ms");
    }
}

TEST_CASE("a file may have only numbers, blank lines and comments")
{
    const Recording read = accept("# my game, 4 May\n\n16.6\n33.3\n\n16.7\n");
    CHECK(frames_of(read) == same);
    CHECK(read.frame_time_column == "the only column");
    CHECK(frames_of(accept("16600000\r33300000\r16700000")) == same);
}

TEST_CASE("decimal commas, and semicolons or tabs between columns are read; the first fraction decides the mark")
{
    for (const char* const text :
         {"frametime\n16,6\n33,3\n16,7\n", "\"Frame Time (ms)\"\n\"16,6\"\n\"33,3\"\n\"16,7\"\n", "16,6\n33,3\n16,7\n",
          "scene;frame_ms\na;16,6\nb;33,3\nc;16,7\n", "scene;frame_ms\na;16.6\nb;33.3\nc;16.7\n",
          "scene;frame_ms\nv1.5;16,6\nv1.5;33,3\nv1.5;16,7\n",
          "Application;ProcessID;MsBetweenPresents\na.exe;1;16.6\na.exe;1;33.3\na.exe;1;16.7\n",
          "\"n\",\"frame_ms\"\n\"1\",\"16,6\"\n\"2\",\"33,3\"\n\"3\",\"16,7\"\n",
          "Application,ProcessID,MsBetweenPresents\na.exe,1,\"16,6\"\na.exe,1,\"33,3\"\na.exe,1,\"16,7\"\n",
          "scene,frame_ms\n\"1,5\",16.6\n\"1,5\",33.3\n\"1,5\",16.7\n",
          "frame\tdt_ms\tscene\n1\t16.6\ta, b\n2\t33.3\ta\n3\t16.7\tb\n", "frame\tdt_ms\n1\t16,6\n2\t33,3\n3\t16,7\n"})
        CHECK_MESSAGE(frames_of(accept(text)) == same, text);
}

TEST_CASE("of several columns the one with a frame-time name is read")
{
    CHECK(frames_of(accept("frame,cpu,FrameTime\n0,3,16.6\n1,3,33.3\n2,3,16.7\n")) == same);
    CHECK(frames_of(accept("a title\ntime,dt\n5.0,16.6\n5.1,33.3\n5.2,16.7\n")) == same);
    const Recording cut = accept("cpu,frame_ms\n1,16.6\n1,33.3\n1,16.7\n1");
    CHECK(frames_of(cut) == same);
    CHECK(cut.first_truncated_line == 5);
}

TEST_CASE("missing and impossible frame times are counted, as in every recording")
{
    const Recording read = accept("frame_ms\n16.6\nNA\n33.3\n-4\n16.7\n");
    CHECK(frames_of(read) == same);
    CHECK(default_stream(read).missing_count == 1);
    CHECK(default_stream(read).first_invalid_line == 5);
    CHECK(to_string(replay_rejection(read, 0).value()) ==
          "test.csv:5: frame time \"-4\" is impossible (rows with such a time: 1); remove the rows, or record again");
}

TEST_CASE("time stamps are recognised because they hardly ever fall, and their differences are the frame times")
{
    const Frames steady(39, 16'500'000);
    for (const std::string& text :
         {stamps("timestamp_ms\n", 1000, 1), stamps("time\n", 0, 0.001), stamps("Time (us)\n", 5e6, 1000),
          stamps("", 1.7e12, 1), stamps("ticks\n", 4e9, 1e6)})
        CHECK_MESSAGE(frames_of(accept(text)) == steady, text);
    CHECK(accept(stamps("", 1000, 1)).remark ==
          "39 frames, read as the differences of time stamps in milliseconds (guessed), mean 16.5 ms");
    // Time stamps in nanoseconds since 1970 are read without rounding.
    CHECK(frames_of(accept("timestamp_ns\n1700000000000000001\n1700000000016600001\n1700000000049900001\n"
                           "1700000000066600001\n")) == same);
}

TEST_CASE("growing frame times are read if the column's name says so, and refused with a question otherwise")
{
    CHECK(frames_of(accept("frame_ms\n16\n17\n18\n")) == Frames{16'000'000, 17'000'000, 18'000'000});
    CHECK(frames_of(accept(stamps("dt\n", 16, 0.001))).size() == 40);
    CHECK(refuse_as("16\n17\n18\n") ==
          "test.csv:1: the numbers increase in every row, so they can be time stamps or frame times; use "
          "--absolute for time stamps, --unit ms for frame times in milliseconds");
    CHECK(frames_of(accept_as("16\n17\n18\n", {.unit = Unit::ms})).size() == 3);
    CHECK(frames_of(accept_as("16\n33\n50\n", {.column_has_timestamps = true})) == Frames{17'000'000, 17'000'000});
}

TEST_CASE("a time stamp that goes back is an impossible frame time at its line")
{
    for (const std::size_t count : {40, 10'000})
    {
        std::string text = "time\n";
        for (std::size_t i = 0; i < count; ++i) text += fmt::format("{:.3f}\n", static_cast<double>(i) * 0.016);
        const Recording read = accept(text + "0.005\n0.021\n");
        CHECK(frames_of(read) == Frames(count, 16'000'000));
        CHECK(default_stream(read).invalid_count == 1);
        CHECK(default_stream(read).first_invalid_line == count + 2);
        CHECK(replay_rejection(read, 0).has_value());
    }
}

TEST_CASE("times of day continue after midnight")
{
    CHECK(frames_of(accept("time\n23:59:59.983\n23:59:59.9996\n00:00:00.0329\n0:00:00.0496\n")) == same);
    const Recording two_days = accept_as("23:59:59\n00:00:00\n23:59:59\n00:00:00\n", {.column_has_timestamps = true});
    CHECK(frames_of(two_days) == Frames{1'000'000'000, 86'399'000'000'000, 1'000'000'000});
    CHECK(default_stream(accept("time\n12:00:00.1\n11:00:00.1\n11:00:00.11\n11:00:00.12\n")).first_invalid_line == 3);
}

TEST_CASE("numbers whose size fits two units are refused, with the option to give")
{
    for (const char* text :
         {"0.6\n0.5\n0.6\n", "600\n500\n600\n", "600000\n500000\n600000\n", "0.0001\n0.0002\n0.0001\n"})
    {
        CAPTURE(text);
        const std::string why = refuse_as(text);
        CHECK(why.find("the unit is unknown, and a median frame time of ") != std::string::npos);
        CHECK(why.ends_with(" fits no unit; set the unit with --unit s, ms, us, ns or hz"));
    }
    CHECK(frames_of(accept_as("0.6\n0.5\n0.6\n", {.unit = Unit::ms})) == Frames{600'000, 500'000, 600'000});
    CHECK(frames_of(accept_as("0.6\n0.5\n0.6\n", {.unit = Unit::s})) == Frames{600'000'000, 500'000'000, 600'000'000});
}

TEST_CASE("ten rows a second are a sampled recording, unless --absolute says that they are frames")
{
    std::string text = "time,cpu\n";
    for (int i = 0; i < 50; ++i) text += fmt::format("{:.1f},40\n", 0.1 * i);
    CHECK(refuse_as(text) ==
          "test.csv:1: one row every 100 ms: sampled, not one row a frame; record every frame; if every "
          "row is a frame, add --absolute");
    CHECK(frames_of(accept_as(text, {.column_has_timestamps = true})).front() == 100'000'000);
}

TEST_CASE("frame rates are not guessed to be frame times")
{
    const std::string why = " says frame rates: one a frame (--unit hz) or one a second?; add --unit hz if each row is";
    for (const char* const name : {"fps", "Frame Rate", "FramesPerSecond", "current_fps"})
        CHECK(refuse_as(fmt::format("n,{}\n1,60\n2,59\n", name), {.column = "2"}).find("the column's name" + why) !=
              std::string::npos);
    CHECK(refuse_as("FPS: 60\nFPS: 59\n", {.pattern = "FPS: {}"}).find("the pattern" + why) != std::string::npos);
    CHECK(frames_of(accept_as("fps: 50\nfps: 100\n", {.unit = Unit::hz, .pattern = "fps: {}"})) ==
          Frames{20'000'000, 10'000'000});
    CHECK(frames_of(accept_as("dt 16.6 ms, fps 60\n", {.pattern = "dt {} ms"})) == Frames{16'600'000});
}

TEST_CASE("the caller may choose the column, the unit, and time stamps")
{
    const char* const table = "n,gpu ms,present\n1,9,16.6\n2,9,33.3\n3,9,16.7\n";
    CHECK(frames_of(accept_as(table, {.column = "present"})) == same);
    CHECK(frames_of(accept_as(table, {.column = "Present", .unit = Unit::ms})) == same);
    CHECK(frames_of(accept_as(table, {.column = "3"})) == same);
    CHECK(frames_of(accept_as("fps\n50\n100\n40\n", {.unit = Unit::hz})) == Frames{20'000'000, 10'000'000, 25'000'000});
    CHECK(frames_of(accept_as("a,b\n1,0\n1,16.6\n1,49.9\n1,66.6\n",
                              {.column = "b", .unit = Unit::ms, .column_has_timestamps = true})) == same);
    // The given options take precedence over the column's name and over the format of a known tool.
    CHECK(frames_of(accept_as("frame_ms\n16600\n33300\n16700\n", {.unit = Unit::us})) == same);
    CHECK(frames_of(accept_as("fps,frametime\n60,1\n60,2\n", {.column = "fps", .unit = Unit::hz})).front() ==
          16'666'667);
}

TEST_CASE("an option that contradicts the file is refused")
{
    CHECK(refuse_as("a,b\n1,2\n", {.column = "c"}) ==
          "test.csv:1: no column of numbers is named \"c\"; choose one of a, b");
    CHECK(refuse_as("a,b\n1,x\n", {.column = "b"}) ==
          "test.csv:1: no column of numbers is named \"b\"; choose one of a, b");
    CHECK(refuse_as("frame,frametime\n1,16.6 fast\n2,16.7 fast\n3,16.6 fast\n", {.column = "2"}) == // "2" is no name
          "test.csv:1: no column of numbers is named \"2\"; choose one of frame, frametime");
    CHECK(refuse_as("hello\n", {.column = "c"}) == "test.csv: no column of numbers is named \"c\"; check the name");
    CHECK(refuse_as("16\n", {.unit = Unit::hz, .column_has_timestamps = true}) ==
          "test.csv:1: a rate is not a time stamp; give --unit hz or --absolute, not both");
    CHECK(default_stream(accept_as("fps\n50\n0\n40\n", {.unit = Unit::hz})).first_invalid_line == 3);
}

TEST_CASE("a table without a column that has a frame-time name is refused with the names of its columns")
{
    CHECK(refuse_as("cpu,gpu\n1,2\n") ==
          "test.csv:1: no column has a known name for frame times; the columns are cpu, gpu; "
          "choose one with --column NAME, and its unit with --unit s, ms, us, ns or hz");
    CHECK(refuse_as("frame_ms\n") ==
          "test.csv:1: there are no frames; record again, and let the recording run for some seconds");
}

TEST_CASE("a table of several columns without a header is refused, also if a column is chosen")
{
    for (const auto& [text, advice] :
         {std::pair{"1,16.6\n2,33.3\n3,16.7\n",
                    "frame,frame_ms: the first column rises by 1: a counter; the second can be frame times in "
                    "milliseconds"},
          std::pair{"1;16,6\n2;33,3\n3;16,7\n",
                    "frame;frame_ms: the first column rises by 1: a counter; the second can be frame times in "
                    "milliseconds"}})
    {
        CAPTURE(std::string{text});
        CHECK(refuse_as(text) ==
              std::string{"test.csv:1: there is no header line above the numbers; add one, such as "} + advice);
        CHECK(refuse_as(text, {.column = "2", .unit = Unit::ms}) == refuse_as(text));
    }
    CHECK(refusal_of("1,2,3\n").problem == "there is no header line above the numbers");
}

TEST_CASE("numbers that grow by one are counters, not frame times, and are refused")
{
    const std::string why =
        " the unit is unknown, and a median interval of 1 fits no unit; set the unit with --unit s, ms, us, ns or hz";
    CHECK(refuse_as("Time,FPS\n0,60\n1,61\n2,60\n3,59\n") == "test.csv:1:" + why);
    std::string count;
    for (int i = 0; i < 100; ++i) count += fmt::format("{}\n", i);
    CHECK(refuse_as(count) == "test.csv:1:" + why);
}

TEST_CASE("a list without a header that may be two columns is refused")
{
    std::string text;
    for (int i = 0; i < 30; ++i) text += fmt::format("{},16\n", i);
    CHECK(
        refuse_as(text) ==
        "test.csv:1: the commas can be decimal marks or separators; add one, such as frame,frame_ms: the first column "
        "rises by 1: a counter; the second can be frame times in milliseconds");
}

TEST_CASE("a file that is no recording is refused with the names of all formats")
{
    const std::string why = refuse_as("hello\nworld\n");
    for (const Format* format : recordings::all_formats) CHECK(why.find(format->name) != std::string::npos);
}

TEST_CASE("a name that only resembles frame time has no meaning")
{
    for (const char* name : {"frame", "frames", "runtime", "gpu_time", "status", "focus", "", "cpu ms"})
        CHECK_FALSE_MESSAGE(recordings::column_meaning_of(name).has_value(), name);
}

TEST_CASE("dates and times of day are time stamps")
{
    for (const char* const form : {"2026-11-22T23:59:{:06.3f}Z", "2026-11-22 23:59:{:06.3f}",
                                   "2026-11-22T23:59:{:06.3f}+01:00", "23:59:{:06.3f}", "59:{:06.3f}"})
    {
        CAPTURE(form);
        std::string text = "when;load\n", alone = "when\n";
        double at = 1.0;
        for (const double frame : {0.0, 0.0166, 0.0333, 0.0167, 0.0164})
        {
            const std::string stamp = fmt::format(fmt::runtime(form), at += frame);
            text += stamp + ";3\n";
            alone += stamp + "\n";
        }
        const Frames expected{17'000'000, 33'000'000, 17'000'000, 16'000'000};
        CHECK(frames_of(accept_as(text, {.column = "when"})) == expected);
        CHECK(frames_of(accept(alone)) == expected);
    }
    CHECK(frames_of(accept("time\n00:59:59.990\n01:00:00.010\n01:00:00.030\n")) == Frames{20'000'000, 20'000'000});
}

TEST_CASE("numbers whose unit makes a typical frame implausible are not read without --unit")
{
    std::string thousands = "frame_us\n", slow = "frame_ms\n";
    for (int i = 0; i < 20; ++i)
        thousands += fmt::format("15.{:03}\n", 800 + i), slow += fmt::format("{}\n", 16000 + i);
    CHECK(refuse_as(thousands).find("a median frame time of 15.81 microseconds is implausible; does the point separate "
                                    "thousands?; set the unit with --unit") != std::string::npos);
    CHECK(refuse_as(slow).find("implausible; set the unit with --unit") != std::string::npos);
    CHECK(frames_of(accept_as(slow, {.unit = Unit::us})).front() == 16'000'000);
    CHECK(frames_of(accept_as(thousands, {.unit = Unit::us})).front() == 15'800);
}

TEST_CASE("a table with only a column of frame rates says how it can be read")
{
    const std::string table = "frame,fps\n1,60.24\n2,30.03\n3,59.88\n";
    CHECK(refuse_as(table).find("one has frame rates: one a frame or one a second?; if it has one rate for each frame, "
                                "use --column fps --unit hz") != std::string::npos);
    CHECK(frames_of(accept_as(table, {.column = "fps", .unit = Unit::hz})).size() == 3);
}

TEST_CASE("RTSS's benchmark.txt is refused, because it has no frame times")
{
    CHECK(refuse_as("01-02-2026, 20:36:17 game.exe benchmark completed, 5036 frames rendered in 53.219 s\n"
                    "                     Average framerate  :   94.6 FPS\n")
              .find(":1: RTSS's benchmark.txt: averages of a whole benchmark, without frame times; record with "
                    "PresentMon") != std::string::npos);
}

TEST_CASE("a text log is read by a pattern of its lines")
{
    const std::string log =
        "start\n[info] frame 1 took 16.6 ms (scene a)\nloading took 900 s\n[info] frame 2 took 33.3 ms\n"
        "[info] frame 3 took 16.7 ms\n";
    CHECK(frames_of(accept_as(log, {.pattern = " took {} ms"})) == same);
    CHECK(frames_of(accept_as("dt=16600us\ndt=33300us x\n\ndt=16700us\n", {.pattern = "dt={}us"})) == same);
    CHECK(frames_of(accept_as("a 0.0166\na 0.0333\na 0.0167\n", {.unit = Unit::s, .pattern = "a {}"})) == same);
    CHECK(refuse_as(log, {.pattern = "needs {} ms"}).find("no line contains the pattern \"needs {} ms\"") !=
          std::string::npos);
    CHECK(refuse_as(log, {.pattern = "took"}).find("no {} for the number") != std::string::npos);
}

TEST_CASE("JSON lines are read by the member whose name means frame time or time stamp, or by the user's choice")
{
    CHECK(frames_of(accept(
              "{\"frame\": 1, \"dt_ms\": 16.6}\n\n{\"frame\": 2, \"dt_ms\": 33.3}\n{\"dt_ms\": \"16.7\"}\n")) == same);
    const std::string odd = "{\"n\": 1, \"x\": 0.0166}\n{\"n\": 2, \"x\": 0.0333}\n{\"n\": 3, \"x\": 0.0167}\n";
    CHECK(frames_of(accept_as(odd, {.column = "x", .unit = Unit::s})) == same);
    CHECK(refuse_as(odd).find(
              "no member has a known name for frame times; the members are n, x; choose one with --column") !=
          std::string::npos);
    CHECK(refuse_as("{\"a\": {\"dt_ms\": 16.6}}\n{\"a\": {\"dt_ms\": 16.6}}\n") ==
          "test.csv:1: no member of the objects is a number or a time; write the frame time as a member of its own, as "
          "in "
          "{\"dt_ms\": 16.7}");
    CHECK(refuse_as(odd + "{\"n\": 4, \"x\"\n").find("test.csv:4: this line is not a JSON object") !=
          std::string::npos);
    CHECK(accept("{\"dt_ms\": 16.6}\n{\"dt_ms\": 16.6}\n").format == &Format::json_lines);
}

TEST_CASE("tables with other separators, encodings and line ends give the same frames")
{
    const auto utf16 = [](std::string_view text)
    {
        std::string bytes = "\xFF\xFE";
        for (const char c : text) bytes += {c, '\0'};
        return bytes;
    };
    for (const std::string& text :
         {std::string{"frame|frametime_ms\n1|16.6\n2|33.3\n3|16.7\n"},
          std::string{"# tool 2.1\r\n// log\r\nframe;frametime ms\r\n1;16,6\r\n2;33,3\r\n3;16,7\r\n"},
          utf16("Frame Index\tFrame Time (ms)\r\n1\t16,6\r\n2\t33,3\r\n3\t16,7\r\n"),
          std::string{"frametime_us;cpu_us;gpu_us\r16600;1;2\r33300;1;2\r16700;1;2\r"},
          std::string{"\"frame\",\"frametime_ms\"\n\"1\",\"16,6\"\n\"2\",\"33,3\"\n\"3\",\"16,7\"\n"}})
        CHECK_MESSAGE(frames_of(accept(text)) == same, text);
}

TEST_CASE("a comment directly above the rows of a table is its header")
{
    const Frames same{16'600'000, 33'300'000, 16'700'000};
    for (const char* const mark : {"#", "# ", "## ", "// "})
    {
        CAPTURE(mark);
        CHECK(frames_of(accept(mark + std::string{"frame,dt_ms\n1,16.6\n2,33.3\n3,16.7\n"})) == same);
        CHECK(frames_of(accept("# made by a game\n" +
                               (mark + std::string{"\"dt, ms\";n\n16,6;1\n33,3;2\n16,7;3\n"}))) == same);
        CHECK(frames_of(accept(mark + std::string{"ms\n16.6\n33.3\n16.7\n"})) == same);
        CHECK(frames_of(accept(mark + std::string{"frame time s\n0.0166\n0.0333\n0.0167\n"})) == same);
    }
    CHECK(accept("#Application,ProcessID,MsBetweenPresents\na,1,16\n").format == &Format::presentmon);
    CHECK(frames_of(accept_as("# a,b\n1,16.6\n2,33.3\n3,16.7\n", {.column = "b", .unit = Unit::ms})) == same);
    // Other comments are no headers
    CHECK(frames_of(accept("# average fps: 60\n# time of day\n16.6\n33.3\n16.7\n")) == same);
    CHECK(frames_of(accept("# avg fps\nframe,dt_ms\n1,16.6\n2,33.3\n3,16.7\n")) == same);
    CHECK(refuse_as("# cpu,gpu\n1,2\n").starts_with("test.csv:1: no column has a known name"));
}

TEST_CASE("blanks can separate the columns of a table")
{
    const Frames same{16'600'000, 33'300'000, 16'700'000};
    CHECK(frames_of(accept("frame dt_ms\n1 16.6\n2 33.3\n3 16.7\n")) == same);
    CHECK(frames_of(accept("# frame   dt_ms\n\n  1    16,6\n  2    33,3\n 10    16,7\n\n")) == same);
    CHECK(frames_of(accept("frame number  frame time (ms)\n-----------------------\n1  16.6\n2  33.3\n3  16.7\n")) ==
          same);
    CHECK(frames_of(accept("|  n | dt_ms |\n|----|-------|\n|  1 |  16.6 |\n|  2 |  33.3 |\n|  3 |  16.7 |\n")) ==
          same);
    CHECK(frames_of(accept_as("a b\n1 16.6\n2 33.3\n3 16.7\n", {.column = "b", .unit = Unit::ms})) == same);
    CHECK(accept("Application ProcessID MsBetweenPresents\na 1 16\n").format == &Format::presentmon);
    CHECK(refusal_of("1 16.6\n2 33.3\n").problem == "there is no header line above the numbers");
    CHECK(refusal_of("frame 1 took 16.6 units\nframe 2 took 33.3 units\n").problem.starts_with("no header of a known"));
    CHECK(refusal_of("a dt_ms\n1 x\n").line == 1);
}

TEST_CASE("a unit behind the numbers is the unit of the column")
{
    const Frames same{16'600'000, 33'300'000, 16'700'000};
    CHECK(frames_of(accept("frame,frametime\n1,16.6 ms\n2,33.3 ms\n3,16.7 ms\n")) == same);
    CHECK(frames_of(accept("frame;frametime\n1;16,6ms\n2;33,3ms\n3;16,7ms\n")) == same);
    CHECK(frames_of(accept("frame,dt_s\n1,\"16.6 ms\"\n2,\"33.3 ms\"\n3,\"16.7 ms\"\n")) == same);
    CHECK(frames_of(accept("frametime\n16600 us\n33300 \xC2\xB5s\n16700 us\n")) == same);
    CHECK(frames_of(accept("0.0166 s\n0.0333 s\n0.0167 s\n")) == same);
    CHECK(frames_of(accept("frame,dt,fps\n1,16.6 ms,60 fps\n2,33.3 ms,30 fps\n3,16.7 ms,60 fps\n")) == same);
    const Recording mixed = accept("frame,frametime\n1,16.6 ms\n2,0.0333 s\n3,16.7 ms\n");
    CHECK(default_stream(mixed).invalid_count == 1);
    CHECK(default_stream(mixed).first_invalid_text == "0.0333 s");
    CHECK(refusal_of("frame,fps\n1,60 fps\n2,30 fps\n").problem ==
          "no column has frame times, but one has frame rates: one a frame or one a second?");
}

TEST_CASE("the last rows with words in place of numbers are averages, not frames")
{
    const Frames same{16'600'000, 33'300'000, 16'700'000};
    for (const auto& [text, names] : std::array<std::pair<const char*, const char*>, 5>{
             {{"n,dt_ms\n1,16.6\n2,33.3\n3,16.7\nAverage,22.2\n", "Average"},
              {"n;dt_ms\r\n1;16,6\r\n2;33,3\r\n3;16,7\r\n\r\n\"Summe\";66,6\r\nTotal:;66,6\r\n\r\n",
               "\"Summe\", Total"},
              {"n t dt_ms\n1 1 16.6\n2 2 33.3\n3 3 16.7\nMax - 33.3\n", "Max"},
              {"dt_ms\n16.6\n33.3\n16.7\nAverage: 22.2\n", "Average"},
              {"16.6\n33.3\n16.7\nmean,22.2", "mean"}}})
    {
        CAPTURE(text);
        const Recording read = accept(text);
        CHECK(frames_of(read) == same);
        CHECK(read.remark.ends_with(std::string{"; not read at the end: "} + names));
    }
    CHECK(default_stream(accept("dt_ms\n16.6\n16.7\nabc\n")).invalid_count == 1);
    // Words between the numbers, and many of them, belong to frames
    CHECK(frames_of(accept("map,dt_ms\n1,16.6\nmenu,33.3\n3,16.7\n")) == same);
    CHECK(frames_of(accept("map,dt_ms\n1,16.6\n" + repeated("menu,16.7\n", 20))).size() == 21);
}
