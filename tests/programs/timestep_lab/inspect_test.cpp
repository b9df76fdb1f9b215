// inspect, convert, and how commands read tables of unknown tools: the unit and the columns that a command concluded
// are printed; a table that leaves a choice is refused with a question.
#include "lab_program.hpp"
#include "programs/timestep_lab/output.hpp"
#include "recordings/formats/recording.hpp"
#include "telemetry/frame_times.hpp"

namespace
{

constexpr const char* frames_with_gaps = "Application,ProcessID,SwapChainAddress,Runtime,TimeInSeconds,"
                                         "MsBetweenPresents\na,1,0,D,1.0,10\na,1,0,D,2.0,10\n";

std::string quoted(const std::string& path) { return " '" + path + "'"; }

// Returns a recording of `count` frames of `ms` each; the last frame is half a millisecond longer.
std::string frames(int count, int ms)
{
    const std::string whole = std::to_string(ms);
    return "frame_ns\n" + repeated(whole + "000000\n", static_cast<std::size_t>(count - 1)) + whole + "500000\n";
}

// Returns the file names in the CSV, without folder and ending, in the order of its rows.
std::string names_in(const std::string& csv)
{
    std::string names;
    for (const std::string& line : lines_of(csv))
        if (const auto end = line.find(".csv,"); end != line.npos)
            names += line.substr(line.rfind('/', end) + 1, end - line.rfind('/', end) - 1);
    return names;
}

nlohmann::json stream_of(const std::string& arguments)
{
    return json_of("inspect --json " + arguments).at("files").at(0).at("streams").at(0);
}

std::vector<timestep::Nanos> frames_in(const std::filesystem::path& file)
{
    const auto read = std::get<recordings::Recording>(recordings::read_file(file));
    return read.streams[read.default_stream_index].frame_times;
}

} // namespace

TEST_CASE_FIXTURE(WithScratch, "--stream finds a window by a part of its name or of its package's name")
{
    std::string dump;
    for (const std::string& package : {std::string{"org.example.game"}, std::string{"com.android.systemui"}})
    {
        dump += "** Graphics info for pid 7 [" + package + "] **\nWindow: " + package.substr(4) +
                "/Main\n---PROFILEDATA---\nFlags,FrameCompleted,\n";
        for (int i = 1; i < 30; ++i) dump += fmt::format("0,{},\n", i * 16'000'000);
        dump += "---PROFILEDATA---\n";
    }
    const std::string file = scratch.file("dump.txt", dump);
    const auto marked_line = [&](const std::string& name)
    {
        const std::string out = printed("inspect " + quoted(file) + " --stream " + name).out;
        const std::size_t begin = out.find("\n  > ") + 1;
        return out.substr(begin, out.find('\n', begin) - begin);
    };
    CHECK(marked_line("Game").find("org.example.game") != std::string::npos);
    CHECK(marked_line("android.systemui/Main").find("com.android.systemui") != std::string::npos);
    check_refused("inspect " + quoted(file) + " --stream gama", "did you mean ");
    check_refused("inspect " + fixtures + "fraps.csv --stream gama",
                  "the streams have no names; choose one from 1 to 1");
}

TEST_CASE("inspect prints the tool, the streams, every 1 % low, the pacing, and whether a stream is replayable")
{
    const Ran ran = printed("inspect " + fixtures + "presentmon_1.10.csv",
                            {"PresentMon 1.6-1.10", "msBetweenPresents", "Game.exe", "1 % low", "0.1 % low", "stutter",
                             "absolute change of the frame time", "frame time, ms", "replayable   yes"});
    for (const telemetry::LowFpsDefinitionInfo& row : telemetry::all_low_fps_definitions)
        CHECK(ran.says("  " + std::string{row.label} + " "));
}

TEST_CASE_FIXTURE(WithScratch, "figures of frames of 0 ms that are not finite are printed as -")
{
    const std::string zeros = scratch.file("zeros.csv", "frame_ns\n0\n0\n0\n");
    for (const std::string& command : {"inspect " + zeros, "compare " + zeros + " " + zeros})
    {
        const Ran ran = run_lab(command);
        CAPTURE(ran.out);
        CHECK_FALSE(ran.says("nan"));
        CHECK_FALSE(ran.says("inf "));
    }
    CHECK(run_lab("inspect " + zeros).says("stutter      - %"));
    CHECK(run_lab("inspect " + zeros).says("replayable   probably: one row a frame"));
}

TEST_CASE("inspect --json has every file and every stream")
{
    const auto json = json_of("inspect --json " + fixtures + "presentmon_1.10.csv " + fixtures + "fraps.csv");
    REQUIRE(json.at("files").size() == 2);
    CHECK(json.at("files").at(0).at("streams").at(0).at("frames") == 6);
    CHECK(json.at("files").at(1).at("format") == "FRAPS");
}

TEST_CASE("inspect refuses a file with its reason and remedy, and still prints the other files")
{
    check_refused("inspect", "files is required");
    const Ran both = run_lab("inspect " + fixtures + "mangohud_sampled.csv " + fixtures + "fraps.csv");
    CHECK(both.code == 2);
    CHECK(both.says("FRAPS"));
    CHECK(both.err.find("sampled") != std::string::npos);
}

TEST_CASE_FIXTURE(WithScratch, "a stream with gaps is printed as not replayable, with exit code 1")
{
    const std::string gaps = scratch.file("gaps.csv", frames_with_gaps);
    const Ran ran = run_lab("inspect '" + gaps + "'");
    CHECK(ran.code == 1);
    CHECK(ran.says("replayable   no: the frame times add up to 0.010 s in 1.000 s (1.0 %)"));
    CHECK(run_lab("inspect --json '" + gaps + "'").code == 1);
    // A part of it says that it is one, and is not replayable either.
    const Ran part = run_lab("inspect --from 1ms '" + gaps + "'");
    CHECK(part.code == 1);
    CHECK(part.says("part: from 1ms to the end"));
    CHECK(part.says("replayable   no: the frame times add up to 0.010 s in 1.000 s"));
    CHECK(stream_of("--from 1ms '" + gaps + "'").at("coverage") == 0.01);
}

TEST_CASE("on a terminal the output has colours, unless NO_COLOR is set")
{
    if (!can_make_terminals()) return;
    const std::string use = "inspect " + fixtures + "fraps.csv";
    CHECK(on_terminal("env -u NO_COLOR", use).find("\x1B[") != std::string::npos);
    CHECK(on_terminal("NO_COLOR=1", use).find('\x1B') == std::string::npos);
}

TEST_CASE_FIXTURE(WithScratch, "a file name that is not UTF-8 gives valid JSON and a valid report")
{
    const auto file = scratch.path("g\xFF\x80me.csv");
    std::filesystem::copy_file(fixtures + "presentmon_1.10.csv", file);
    const std::string name = "'" + file.string() + "'";
    for (const std::string& command :
         {"inspect --json " + name, "rank --hz 60 --json " + name, "compare --json " + name + " " + name})
        CHECK_MESSAGE(nlohmann::json::accept(printed(command).out), command);
    CHECK(run_lab("report --hz 60 -o - " + name).code == 0);
}

TEST_CASE("inspect prints the display timing, and states which clock its figures use")
{
    const std::string file = fixtures + "presentmon_generated.csv";
    printed("inspect " + file,
            {"timing: presents", "generated    3 displayed frames", "displayed    5 frames",
             "dropped      1 frame never", "PresentMon main e57eae2f (#669)",
             "as recorded, none in generated frames (PresentMon 2.5.1 or older)", "MsPCLatency", "MsUntilDisplayed"});
    printed("inspect --timing displayed " + file,
            {"timing: displayed frames, as the player saw them", "from one displayed frame to the next"});
    printed("inspect " + fixtures + "json_lines.json",
            {"from an unknown point of a frame to the same point of the next",
             "timing: the rows of the file; whether they include generated frames is unknown"});
    CHECK_FALSE(run_lab("inspect " + fixtures + "fraps.csv").says("latency"));
    check_refused("inspect --timing displayed " + fixtures + "fraps.csv", "leave out --timing displayed");
    check_refused("inspect --timing seen " + file, "unknown timing 'seen'");
    check_refused("inspect --table --timing displayed " + file, "excludes");
}

TEST_CASE("inspect --json has the display timing of each stream")
{
    const auto file =
        json_of("inspect --json --timing displayed " + fixtures + "presentmon_generated.csv").at("files").at(0);
    const auto stream = file.at("streams").at(0);
    CHECK(file.at("timing") == "displayed");
    CHECK(stream.at("frames") == 5);
    CHECK(stream.at("mean_ms") == doctest::Approx(11.2));
    const auto timing = stream.at("display_timing");
    CHECK(timing.at("generated") == 3);
    CHECK(timing.at("displayed").at("count") == 5);
    CHECK(timing.at("animation_error").at("count") == 4);
    CHECK(timing.at("animation_error").at("max_ms") == doctest::Approx(0.5));
    CHECK(timing.at("latencies").at("MsPCLatency").at("mean_ms") == doctest::Approx(31.0));
}

TEST_CASE_FIXTURE(WithScratch, "--from and --to print the display times and the dropped frames of the part")
{
    std::string text = "Application,ProcessID,SwapChainAddress,Runtime,Dropped,TimeInSeconds,MsBetweenPresents,"
                       "MsBetweenDisplayChange\n";
    for (int i = 0; i < 300; ++i)
        text +=
            fmt::format("game.exe,1,0x1,DXGI,{},{:.2f},20,{}\n", i == 10 ? 1 : 0, 0.02 * (i + 1), i < 100 ? 10 : 30);
    const std::string file = "'" + scratch.file("timed.csv", text) + "' ";
    const auto stream = [&](const std::string& part) { return stream_of(file + part); };
    CHECK(stream("--to 2s").at("display_timing").at("displayed").at("mean_ms") == 10.0);
    CHECK(stream("--to 2s").at("dropped") == 1);
    CHECK(stream("--from 2s --to 4s").at("display_timing").at("displayed").at("mean_ms") == 30.0);
    CHECK(stream("--from 2s --to 4s").at("display_timing").at("displayed").at("count") == 100);
    CHECK(stream("--from 2s --to 4s").at("dropped") == 0);
    CHECK(stream("").at("dropped") == 1);
    CHECK(stream("--timing displayed --from 2s").at("mean_ms") == 30.0);
    CHECK(run_lab("inspect --from 2s " + file).out.find("displayed    200 frames") != std::string::npos);
}

TEST_CASE_FIXTURE(WithScratch, "--from and --to use a part of the recording")
{
    const std::string text = "frame_ms\n" + repeated("20\n", 100) + repeated("10\n", 100) + repeated("40\n", 100);
    const std::string file = "'" + scratch.file("three.csv", text) + "' ";
    const auto mean = [&](const std::string& part) { return stream_of(file + part).at("mean_ms"); };
    CHECK(mean("--to 2s") == 20.0);
    CHECK(mean("--from 2s --to 3s") == 10.0);
    CHECK(mean("--from 3s") == 40.0);
    CHECK(run_lab("convert --to frame_ns " + file).code == 0);
    CHECK(run_lab("inspect --from 2990ms --to 3s " + file).says(" 1      "));
    check_refused("inspect " + file + "--from 7s", "no frame begins in this part; the recording is 7.000 s long");
    check_refused("rank " + file + "--from soon", "--from takes a time");
    const std::string table = "inspect --table --csv " + file;
    CHECK(printed(table + "--from 2s --to 3s").says(",yes,100,1,10,"));
    CHECK(run_lab(table + "--pairs").err.find("leave the option out") != std::string::npos);
    CHECK(run_lab(table + "--from soon").err.find("--from takes a time") != std::string::npos);
}

TEST_CASE_FIXTURE(WithScratch,
                  "inspect prints how it read a list of numbers; other commands print it on standard error")
{
    const std::string file = quoted(scratch.file("f.txt", "16,6\n33,3\n16,7\n"));
    const std::string told = "3 frames, read as milliseconds (guessed), mean 22.2 ms";

    printed("inspect" + file, {"  a table, read as a column of frame times or time stamps\n", "  " + told + "\n"});
    CHECK(json_of("inspect --json" + file).at("files").at(0).at("remark") == told);

    const Ran converted = printed("convert --to frame_ns" + file);
    CHECK(converted.out == "frame_ns\n16600000\n33300000\n16700000\n");
    CHECK(converted.err.ends_with("f.txt: " + told + "\n"));
    CHECK(run_lab("convert --quiet --to frame_ns" + file).err.empty());
    for (const char* const command : {"rank --hz 60 --loops fixed", "compare", "plan --frames"})
    {
        CAPTURE(std::string{command});
        const Ran ran = printed(command + file + (std::string{command} == "compare" ? file : ""));
        CHECK(ran.err.find(told) != std::string::npos);
    }
}

TEST_CASE_FIXTURE(WithScratch,
                  "--column, --unit and --absolute set how a table is read, in every command that reads one")
{
    const std::string file = quoted(scratch.file("f.csv", "n,begin\n1,0.5\n2,16.5\n3,48.5\n4,64.5\n"));
    const std::string options = " --column begin --unit ms --absolute";
    check_refused("inspect --unit minutes" + file, "--unit takes s, ms, us, ns or hz, not 'minutes'");
    check_refused("inspect" + file,
                  "f.csv:1: no column has a known name for frame times; the columns are n, begin; choose one with "
                  "--column NAME, and its unit with --unit s, ms, us, ns or hz");
    CHECK(run_lab("convert --to frame_ns" + file + options).out == "frame_ns\n16000000\n32000000\n16000000\n");
    CHECK(run_lab("inspect" + file + options)
              .says("3 frames, read as the differences of time stamps in milliseconds, mean 21.3 ms"));
    CHECK(run_lab("rank --hz 60 --loops fixed" + file + options).code == 0);
    CHECK(run_lab("compare" + file + file + options).code == 0);
    CHECK(run_lab("report --hz 60 --loops fixed -o -" + file + options).code == 0);
    CHECK(run_lab("convert --to frame_ns --unit HZ" + quoted(scratch.file("fps.txt", "50\n100\n"))).out ==
          "frame_ns\n20000000\n10000000\n");
}

TEST_CASE_FIXTURE(WithScratch, "plan reads every recording and every table that inspect reads")
{
    for (const char* const name : {"presentmon_1.10.csv", "fraps_decimal_comma.csv", "mangohud_0.6.9.csv",
                                   "frame_ns.csv", "unity.csv", "capframex.json"})
    {
        CAPTURE(std::string{name});
        const Ran ran = printed("plan --loop variable --csv - --frames " + fixtures + name);
        CHECK(std::count(ran.out.begin(), ran.out.end(), '\n') == 7);
    }
    const std::string file = quoted(scratch.file("f.csv", "# a remark\r\nx;frame_ms\r\n1;16,6\r\n1;33,3\r\n"));
    CHECK(run_lab("plan --frames" + file).code == 0);
    CHECK(run_lab("inspect" + file).says("2 frames, read as "));
}

TEST_CASE_FIXTURE(WithScratch,
                  "inspect --table prints one line for each recording of files, folders and patterns, each file once")
{
    scratch.file("b.csv", frames(120, 20));
    scratch.file("a.csv", frames(100, 16));
    scratch.file("notes.txt", "no recording\n");
    const std::string folder = scratch.path("").string();
    const Ran ran = printed("inspect --table '" + folder + "'");
    CHECK(lines_of(ran.out).size() == 5); // a header, two lines, an empty line and one summary
    CHECK(ran.err.find("1 other file in the folders cannot be read as a recording") != std::string::npos);
    CHECK(run_lab("inspect --quiet --table '" + folder + "'").err.empty());
    CHECK(names_in(run_lab("inspect --table --csv '" + folder + "'").out) == "ab");
    CHECK(names_in(run_lab("inspect --table --csv '" + folder + "*.csv' '" + folder + "/a.csv'").out) == "ab");
    CHECK(names_in(run_lab("inspect --table --csv '" + folder + "/[b-z].csv'").out) == "b");
    std::filesystem::create_directories(scratch.path("deep/deeper"));
    scratch.file("deep/deeper/c.csv", frames(100, 16));
    CHECK(lines_of(run_lab("inspect --quiet --table --csv '" + folder + "'").out).size() == 4);
    CHECK(lines_of(run_lab("inspect --table --csv '" + folder + "/**/c.csv'").out).size() == 2);
}

TEST_CASE_FIXTURE(WithScratch,
                  "inspect --table prints a line for each damaged recording of a folder, after the table, and fails")
{
    scratch.file("good.csv", frames(120, 20));
    scratch.file("README.md", "# Recordings\n\nOf a game.\n");
    scratch.file("empty.csv", "");
    scratch.file("package.json", R"({"name": "game"})");
    scratch.file("no_rows.csv", "frame_ms\n");
    scratch.file("cut.csv",
                 "Application,ProcessID,SwapChainAddress,Runtime,Dropped,TimeInSeconds,MsBetweenPresents\ngame.e");
    scratch.file("cut.json", R"({"Runs":[{"CaptureData":{"MsBetweenPresents":[16,16,)");
    const Ran ran = run_lab("inspect --table '" + scratch.path("").string() + "'");
    CHECK(ran.code == 2);
    CHECK(ran.out.find("good.csv") != std::string::npos);
    CHECK(ran.err.find("3 other files in the folders cannot be read as a recording") != std::string::npos);
    for (const char* const damaged : {"/no_rows.csv:", "/cut.csv:", "/cut.json:"})
        CHECK(ran.err.find(damaged) != std::string::npos);
    CHECK(lines_of(ran.err).size() == 4);
}

TEST_CASE_FIXTURE(WithScratch, "inspect --table sorts by any column, ascending or descending")
{
    scratch.file("a.csv", frames(120, 20));
    scratch.file("b.csv", frames(100, 10));
    scratch.file("c.csv", frames(110, 30));
    const std::string use = "inspect --table --csv '" + scratch.path("").string() + "' ";
    CHECK(names_in(run_lab(use).out) == "abc");
    CHECK(names_in(run_lab(use + "--sort p99_ms").out) == "bac");
    CHECK(names_in(run_lab(use + "--sort p99_ms --descending").out) == "cab");
    CHECK(names_in(run_lab(use + "--sort frames").out) == "bca");
    CHECK(names_in(run_lab(use + "--sort file --descending").out) == "cba");
    CHECK(names_in(run_lab(use + "--sort application").out) == "abc");
    check_refused(use + "--sort p98_ms", "did you mean 'p99_ms'?");
}

TEST_CASE_FIXTURE(WithScratch, "inspect --table prints the mean of an application's runs, and names the outlier")
{
    for (const int i : {1, 2, 3, 4, 5})
        scratch.file("r" + std::to_string(i) + ".csv", frames(100 + i, i == 4 ? 33 : 16));
    const std::string game = fixtures + "presentmon_1.10.csv";
    const Ran ran = run_lab("inspect --table " + game + " " + game + " '" + scratch.path("").string() + "'");
    const std::string& text = ran.out;
    CHECK(text.find("\nunnamed application: 5 runs; mean 19.4") != std::string::npos);
    CHECK(text.find("r4.csv: mean 33.0") != std::string::npos);
    CHECK(text.find("r1.csv:") == std::string::npos);
    CHECK(text.find("Game.exe: ") == std::string::npos); // a single run has no summary
}

TEST_CASE_FIXTURE(WithScratch, "inspect --table has a column of special tools only if a recording has its values")
{
    scratch.file("plain.csv", frames(100, 16));
    const std::string plain = "inspect --table --csv '" + scratch.path("plain.csv").string() + "'";
    CHECK(lines_of(run_lab(plain).out)[0].ends_with(",change_mean_ms,hitches"));

    scratch.file("cfx.json",
                 R"({"Runs":[{"CaptureData":{"MsBetweenPresents":[16,16,17,15],"Dropped":[false,false,true,false],
        "CPUBusy":[10,10,10,10],"CPUWait":[6,6,7,5],"DisplayLatency":[30,32,"NaN",31],"DisplayedTime":[16,18,"NaN",14]}}]})");
    const std::string both = plain + " '" + scratch.path("cfx.json").string() + "'";
    const auto lines = lines_of(run_lab(both).out);
    REQUIRE(lines.size() == 3);
    CHECK(lines[0].ends_with(",hitches,dropped,displayed_mean_ms,animation_error_ms,DisplayLatency"));
    CHECK(lines[1].ends_with(",0,,,,"));
    CHECK(lines[2].ends_with(",1,16,7.5,31")); // animation errors of 16 - 16 and 33 - 18 ms have a mean of 7.5
    CHECK(lines_of(run_lab(both + " --sort dropped").out)[1].find("cfx.json") != std::string::npos);

    const std::string text = run_lab("inspect --table '" + scratch.path("").string() + "'").out;
    CHECK(lines_of(text)[0].ends_with("hitches   dropped displayed animation DisplayLatency"));
    CHECK(lines_of(text)[1].ends_with("31.000"));
    CHECK(run_lab("inspect --table --csv " + fixtures + "presentmon_generated.csv").says(",generated,"));
}

TEST_CASE_FIXTURE(WithScratch, "inspect --table reports unreadable files after the others, and refuses missing ones")
{
    const Ran ran = run_lab("inspect --table " + fixtures + "mangohud_sampled.csv " + fixtures + "fraps.csv");
    CHECK(ran.code == 2);
    CHECK(ran.says("fraps.csv"));
    CHECK(ran.err.find("sampled") != std::string::npos);
    check_refused("inspect --table '" + scratch.path("").string() + "'", "there is no file in this folder");
    check_refused("inspect --table 'no such thing*'", "no file name matches this pattern");
    check_refused("inspect --table --json " + fixtures + "fraps.csv", "excludes");
    check_refused("inspect --csv " + fixtures + "fraps.csv", "requires --table");
}

TEST_CASE_FIXTURE(WithScratch, "names that a spreadsheet would execute are text in every CSV output")
{
    for (const std::string name : {"=HYPERLINK(1)", "+cmd", "-1+1", "@SUM(1)"})
    {
        const std::string file =
            scratch.file("formula.csv", "Application,ProcessID,SwapChainAddress,MsBetweenPresents\n" +
                                            repeated(name + ",1,0x1,16.6\n", 40));
        CHECK(run_lab("inspect --table --csv '" + file + "'").out.find(",\"'" + name + "\",") != std::string::npos);
        CHECK(run_lab("convert --to presentmon '" + file + "'").out.find("\n\"'" + name + "\",") != std::string::npos);
        CHECK(run_lab("--quiet convert --to presentmon '" + file + "'").out.find("\n" + name) == std::string::npos);
    }
    scratch.file("=1+1.csv", "frame_ns\n" + repeated("16666667\n", 40));
    CHECK(run_lab("inspect --table --csv '" + scratch.path("=1+1.csv").string() + "'").out.find("\n=") ==
          std::string::npos);
}

TEST_CASE("the remaining time is shown after a second, in seconds or minutes, and not at the end")
{
    using std::chrono::duration;
    CHECK(timestep_lab::time_left_text(duration<double>(0.9), 1, 10).empty());
    CHECK(timestep_lab::time_left_text(duration<double>(2.0), 0, 10).empty());
    CHECK(timestep_lab::time_left_text(duration<double>(2.0), 10, 10).empty());
    CHECK(timestep_lab::time_left_text(duration<double>(2.0), 1, 10) == "18 s left");
    CHECK(timestep_lab::time_left_text(duration<double>(60.0), 1, 10) == "9 min left");
}

TEST_CASE_FIXTURE(WithScratch, "convert keeps frame times exact in every format and back")
{
    const auto original = frames_in(fixtures + "presentmon_1.10.csv");
    std::string from = fixtures + "presentmon_1.10.csv";
    for (const char* const format : {"mangohud", "presentmon", "frame_ns"})
    {
        CAPTURE(std::string{format});
        const auto to = scratch.path(std::string{format} + ".csv");
        printed("convert '" + from + "' --to " + format + " -o '" + to.string() + "'", {": 6 frames as "});
        CHECK(frames_in(to) == original);
        from = to.string();
    }
    CHECK(run_lab("convert " + fixtures + "fraps.csv --to frame_ns").out.starts_with("frame_ns\n"));
    CHECK(run_lab("--quiet convert " + fixtures + "fraps.csv --to frame_ns -o '" + from + "'").out.empty());
}

TEST_CASE_FIXTURE(WithScratch, "convert selects a stream by number or by name")
{
    const std::string two = scratch.file("two.csv", "Application,ProcessID,SwapChainAddress,Runtime,MsBetweenPresents\n"
                                                    "dwm.exe,1,0x1,DXGI,5\ndwm.exe,1,0x1,DXGI,6\n"
                                                    "Game.exe,2,0x2,DXGI,7\n");
    const auto converted = [&](const std::string& arguments)
    { return run_lab("convert '" + two + "' --to frame_ns " + arguments).out; };
    CHECK(converted("") == "frame_ns\n7000000\n");
    CHECK(converted("--stream 1") == "frame_ns\n5000000\n6000000\n");
    CHECK(converted("--stream DWM") == "frame_ns\n5000000\n6000000\n");
    check_refused("convert '" + two + "' --to frame_ns --stream 3", "there is no stream 3; choose one from 1 to 2");
    check_refused("convert '" + two + "' --to frame_ns --stream Gme.exe", "did you mean 'Game.exe'?");
}

TEST_CASE_FIXTURE(WithScratch,
                  "convert refuses unreadable and not replayable recordings, and outputs that cannot be written")
{
    check_refused("convert", "file is required");
    check_refused("convert " + fixtures + "fraps.csv --to csv", "--to: unknown format 'csv'");
    check_refused("convert " + fixtures + "afterburner.hml --to frame_ns", "Afterburner");
    check_refused("convert '" + scratch.file("gaps.csv", frames_with_gaps) + "' --to mangohud",
                  "frames are missing, or the recording was sampled");
}
