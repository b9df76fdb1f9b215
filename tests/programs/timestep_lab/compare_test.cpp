// The commands that judge recordings: compare, identify, report.
#include "lab_program.hpp"
#include "recordings/compare/comparison.hpp"
#include "timestep/chrome_trace.hpp"
#include "timestep/hooks.hpp"
#include "timestep/presets/interpolated.hpp"
#include "timestep/probe.hpp"

using namespace timestep;

namespace
{

// Writes a recording of 900 frames near 60 a second; every `hitch`-th frame is 50 ms longer, none if 0.
std::string recording(const Scratch& scratch, const std::string& name, int hitch, unsigned seed = 7)
{
    std::mt19937 noise{seed};
    std::string text = "frame_ns\n";
    for (int i = 0; i < 900; ++i)
        text +=
            std::to_string(15'000'000 + noise() % 3001 * 1000 + (hitch > 0 && i % hitch == 9 ? 50'000'000 : 0)) + "\n";
    return "'" + scratch.file(name, text) + "'";
}

constexpr const char* probe_columns = "probe_format,time_ns,clock,frame_ns,steps,simulated_ns,alpha\n";

// Writes the frames of `loop` as its hooks see them: near 60 fps, and twice 300 ms.
void play_probed(auto& hooks)
{
    auto loop = hooked(presets::interpolated(hz(60)), hooks);
    for (int i = 0; i < 600; ++i)
        run_steps(loop.plan({.frame_time = i % 300 == 250 ? Nanos{300ms} : Nanos{16ms} + Nanos{70us} * (i % 20)}),
                  [](double) {});
}

void check_row_refused(const std::string& row, const std::string& what)
{
    const Scratch scratch;
    const std::string file =
        scratch.file("a.csv", std::string{probe_columns} + "2,5,game,16000000,1,16000000,\n" + row + "\n");
    check_refused("identify '" + file + "'", file + ":3: " + what);
}

nlohmann::json data_of(const std::string& html)
{
    const std::string start = "<script type=\"application/json\" id=\"data\">";
    const auto from = html.find(start) + start.size();
    return nlohmann::json::parse(html.substr(from, html.find("</script>", from) - from));
}

} // namespace

TEST_CASE_FIXTURE(WithScratch, "compare prints one line for an unreadable file, without remarks on the other one")
{
    const std::string table = "'" + scratch.file("table.csv", "frame_ms\n" + repeated("16.5\n", 300)) + "'";
    for (const std::string& arguments : {table + " none.csv", "none.csv " + table})
    {
        const Ran ran = run_lab("compare " + arguments);
        CHECK(ran.code == 2);
        CHECK(ran.err == "timestep_lab: none.csv: cannot be read: No such file or directory; check the path\n");
    }
    CHECK(run_lab("compare " + table + " " + table).err.find("300 frames, read as milliseconds") != std::string::npos);
}

TEST_CASE_FIXTURE(WithScratch, "compare prints every figure of both recordings, intervals, verdicts and a sentence")
{
    const std::string a = recording(scratch, "a.csv", 0), b = recording(scratch, "b.csv", 30);
    const Ran ran = printed("compare " + a + " " + b);
    CHECK(ran.err.empty());
    for (const recordings::ComparedMetric& row : recordings::compared_metrics())
        CHECK(ran.says("\n" + std::string{row.name} + " "));
    CHECK(ran.says("\nThese recordings differ. B is rougher in "));
    CHECK(ran.says("~  undecided"));
    CHECK(ran.says("intervals contain the true differences. They result from the spread within each recording."));
    printed("compare --metrics change_rms_ms " + a + " " + b,
            {"With 95 % confidence, the interval contains the true difference. It results from the spread within"});
    const Ran quiet = run_lab("compare --quiet " + a + " " + b);
    CHECK_FALSE(quiet.says("~  undecided"));
    CHECK(quiet.says("\nThese recordings differ. "));
}

TEST_CASE_FIXTURE(
    WithScratch,
    "compare --json has the same text; --check exits with 1 if B is worse and with 3 if that cannot be told")
{
    const std::string a = recording(scratch, "a.csv", 0), b = recording(scratch, "b.csv", 30);
    const auto json = json_of("compare --json " + a + " " + b);
    CHECK(json.at("figures").at("change_rms_ms").at("verdict") == "worse");
    CHECK(json.at("figures").size() == recordings::compared_metrics().size());
    CHECK(json.at("a").at(0).at("stream") == 1);
    CHECK(run_lab("compare " + a + " " + b).says(json.at("text").get<std::string>()));
    // One run of each side is found worse only with --single.
    const Ran careful = run_lab("compare --check --metrics change_rms_ms " + a + " " + b);
    CHECK(careful.code == 3);
    CHECK(careful.says("record three of each, or compare only these two with --single"));
    CHECK(run_lab("compare --check --single --metrics change_rms_ms " + a + " " + b).code == 1);
    CHECK(run_lab("compare --check --metrics change_rms_ms " + b + " " + a).code == 0);
    printed("compare --check " + a + " " + a, {"\nCheck: B is no worse than A. mean "});
    const auto checked = json_of("compare --check --json " + a + " " + a).at("check");
    CHECK(checked.at("outcome") == "no-worse");
    CHECK(checked.at("figures").at("frame_mean_ms").at("margin_percent") == 3.0);
    CHECK(checked.at("figures").at("frame_p99_ms").at("margin_percent") == 10.0);
    const std::string margin = "compare --check --json --margin frame_mean_ms=1.5% " + a + " " + a;
    CHECK(json_of(margin).at("check").at("figures").at("frame_mean_ms").at("margin_percent") == 1.5);
}

TEST_CASE_FIXTURE(WithScratch,
                  "compare warns of frames that never reached the screen, and of frames that a driver made")
{
    const std::string a = "'" + scratch.file("a.csv", presentmon_frames(900, 50)) + "'";
    const std::string b = "'" + scratch.file("b.csv", presents_with_generated_frames()) + "'";
    const Ran ran = run_lab("compare " + a + " " + b);
    CHECK(ran.says("a.csv, Game.exe: 900 frames, 14.9 s\n    2 % of the recorded frames never reached the "
                   "screen.\nB   "));
    CHECK(ran.says("\n    Frame generation: every second frame is short, because a driver generated it. Frame times "
                   "alternate between 25.1 and 0.4 ms"));
    CHECK(ran.says("). --pairs compares the game's own frames.\n"));
    const auto json = json_of("compare --json " + a + " " + b);
    CHECK(json.at("a").at(0).at("warnings").size() == 1);
    CHECK(json.at("b").at(0).at("warnings").size() == 1);
    CHECK_FALSE(run_lab("compare --pairs " + b + " " + b).says("Frame generation"));
}

TEST_CASE_FIXTURE(WithScratch, "compare accepts several recordings on each side, separated by --")
{
    std::string a, b, odd;
    for (unsigned i = 0; i < 4; ++i)
    {
        const std::string name = std::to_string(i) + ".csv";
        a += recording(scratch, "a" + name, 0, i) + " ";
        b += recording(scratch, "b" + name, 30, 50 + i) + " ";
        odd += recording(scratch, "odd" + name, i == 2 ? 5 : 30, 50 + i) + " ";
    }
    const Ran ran = printed("compare " + a + "-- " + b + "--least 5");
    CHECK(ran.out.starts_with("A1  "));
    CHECK(ran.says("\nB3 "));
    CHECK(ran.says("\nB is rougher in "));
    CHECK_FALSE(ran.says("unlike the other runs"));
    CHECK(run_lab("compare " + a + "-- " + odd).says("odd2.csv differs from the other runs: mean "));
    const auto json = json_of("compare --json " + a + "-- " + odd);
    CHECK(json.at("b").size() == 4);
    CHECK(json.at("about") == "sides");
    CHECK(json.at("outliers").at(0).at("run") == 3);
    check_refused("compare " + a, "with -- between them");
    check_refused("compare " + a + "--", "with -- between them");
    check_refused("compare " + a + "-- " + b + "-- " + b, "with -- between them");
}

TEST_CASE_FIXTURE(WithScratch, "compare selects a stream of each recording, and refuses wrong options")
{
    const std::string a = recording(scratch, "a.csv", 0);
    CHECK(run_lab("compare " + a + " " + a + " --stream-a 1 --stream-b 1").code == 0);
    check_refused("compare " + a + " " + a + " --stream-b 2", "there is no stream 2");
    check_refused("compare " + a, "compare a1 a2 a3 -- b1 b2 b3");
    check_refused("compare " + a + " " + a + " --least much", "--least takes percent");
    check_refused("compare " + a + " " + a + " --metrics frame_p99", "did you mean 'frame_p99_ms'?");
    check_refused("compare " + a + " " + a + " --figures p99_ms", "did you mean '--metrics'?");
    check_refused("compare --check --margin frame_mean_ms " + a + " " + a, "--margin takes metrics with their margins");
    check_refused("compare --check --margin frame_p99=3% " + a + " " + a, "did you mean 'frame_p99_ms'?");
    check_refused("compare --single " + a + " " + a, "--check");
    printed("compare " + a + " tests/recordings/formats/fixtures/fraps.csv",
            {"\nNo comparison: a recording of B has "});
}

TEST_CASE_FIXTURE(WithScratch, "identify names the loop of a probe, the presets that do the same, and the dropped time")
{
    {
        Probe probe{scratch.path("probe.csv").c_str()};
        play_probed(probe);
    }
    const Ran ran = printed("identify '" + scratch.path("probe.csv").string() + "'",
                            {"\n  behaves as `interpolated`, 60 Hz, frames cut at 250 ms, in 100 % of 600 frames; `",
                             "\n  no recording with these columns distinguishes the loop from `render-tick`\n",
                             "\n  0.99 of real time\n"});
    CHECK(ran.err.empty()); // two frames of 300 ms are cut at 250 ms
}

TEST_CASE("identify lists the presets that a probe cannot tell apart")
{
    printed("identify --classes",
            {" groups of presets with equal step counts:\n", " groups of presets with equal simulated times:\n",
             "  interpolated, render-tick\n"});
}

TEST_CASE_FIXTURE(WithScratch, "identify refuses bad input in one line, with the place")
{
    check_refused("identify", "give the file that timestep/probe.hpp wrote");
    check_refused("identify /nowhere.csv", "/nowhere.csv");
    check_refused("identify " + a_recording, ":1: neither a file of timestep/probe.hpp");
    check_refused("identify --hz 0 " + a_recording, "--hz takes a rate");
    check_row_refused("1,5,game,16000000,1,16000000,", "format 1, but this program reads format 2");
    check_row_refused("2,5,game,soon,1,16000000,", "'soon' is not a frame time");
    check_row_refused("2,5,game,16000000,-1,16000000,", "'-1' is not a number of steps");
    check_row_refused("2,5,game,16000000,1,1e3,", "'1e3' is not a simulated time");
    check_row_refused("2,5,game,16000000,1,16000000,much", "'much' is not an alpha");
    check_row_refused("2,5,game\n2,5,game,16000000,1,16000000,", "the row ends before its last column");
    check_row_refused("probe_format,time_ns,clock,frame_ns,steps,simulated_ns,alpha", "another run begins here");
    check_refused("identify '" + scratch.file("empty.csv", probe_columns) + "'", ":1: no frame below the header");
    check_refused("identify '" + scratch.file("none.csv", std::string{probe_columns} + "2,5,game,16000000,,,\n") + "'",
                  ":1: some frames have no number of steps, and some no simulated time");
}

TEST_CASE_FIXTURE(WithScratch, "a line that a killed game has not completed is left out")
{
    const std::string text = probe_columns + repeated("2,5,game,16666667,1,16666667,\n", 40);
    printed("identify '" + scratch.file("cut.csv", text + "2,5,ga") + "'", {"of 40 frames"});
}

TEST_CASE_FIXTURE(
    WithScratch,
    "a trace has the fields of the trace event format, its steps lie within its frames, and inspect reads it")
{
    static Nanos now; // a clock on which each reading takes a microsecond
    const std::string file = scratch.path("trace.json").string();
    {
        ChromeTrace trace{file.c_str(), [] { return now += 1us; }};
        REQUIRE(trace.is_open());
        play_probed(trace);
    }
    const auto json = nlohmann::json::parse(text_of(file));
    std::map<std::string, int> count;
    std::vector<std::pair<double, double>> frames, steps;
    for (const auto& event : json.at("traceEvents"))
    {
        const std::string phase = event.at("ph");
        ++count[event.at("name").get<std::string>()];
        CHECK(event.at("pid") == 1);
        if (phase == "M") continue;
        const double begin = event.at("ts");
        CHECK(begin >= 0.0);
        if (phase != "X") continue;
        auto& bars = event.at("name") == "frame" ? frames : steps;
        bars.emplace_back(begin, begin + event.at("dur").get<double>());
    }
    CHECK(count["frame"] == 600);
    CHECK(count["dropped"] == 2);
    CHECK(count["carried"] == 600);
    CHECK(count["step"] > 590);
    for (const auto& [begin, end] : steps)
        CHECK(std::ranges::any_of(frames,
                                  [&](const auto& frame) { return frame.first <= begin && end <= frame.second; }));
    printed("inspect '" + file + "'", {"frame time   mean"});
}

TEST_CASE_FIXTURE(WithScratch, "report writes one page with the JSON of inspect and rank, and the command that made it")
{
    const std::string page = scratch.path("a page.html").string();
    const std::string file = recording(scratch, "game.csv", 0);
    const std::string options = "--hz 60 --loops fixed,interpolated --max-age 30ms";
    const Ran ran =
        printed("report " + file + " -o '" + page + "' " + options, {"a page.html: open it in a browser\n"});
    CHECK(ran.err.empty());
    const std::string html = text_of(page);
    const auto data = data_of(html);
    auto inspected = json_of("inspect --json " + file);
    auto ranked = json_of("rank --json " + file + " " + options);
    // The page names no folders, because it may be passed on.
    inspected.at("files").at(0).at("file") = ranked.at("file") = "game.csv";
    CHECK(data.at("inspect") == inspected);
    CHECK(data.at("rank") == ranked);
    CHECK(data.at("seen").at("timing") == "presents");
    CHECK(html.find("<code>timestep_lab report game.csv --output 'a page.html'") != std::string::npos);
    CHECK(html.find(scratch.path("").string()) == std::string::npos);
    CHECK(html.find("my_timestep::Loop loop;") != std::string::npos);
}

TEST_CASE_FIXTURE(
    WithScratch,
    "report of a recording with display timing shows the pictures on the screen, and what limits the frame rate")
{
    const std::string file = "'" + scratch.file("game.csv", presentmon_frames(900, 50)) + "'";
    const std::string html = run_lab("report " + file + " -o - --hz 60 --loops fixed,interpolated").out;
    const auto data = data_of(html);
    CHECK(data.at("inspect").at("files").at(0).at("streams").at(0).at("display_timing").at("gpu_bound_share") == 1.0);
    CHECK(html.find("<dt>limit</dt><dd>The GPU limits the frame rate: ") != std::string::npos);
    CHECK(data.at("seen").at("timing") == "displayed");
    CHECK(data.at("seen").at("frames") == 882);
    CHECK(data.at("seen").at("longest_ms") == 33.0);
    CHECK(html.find("882 missing") == std::string::npos);
    CHECK(html.find("900</data> in ") != std::string::npos);
    CHECK(html.find("% of the recorded frames never reached the screen") != std::string::npos);
    const auto part = data_of(run_lab("report " + file + " -o - --hz 60 --loops fixed --from 2s --to 4s").out);
    const double frames_a_second = 882 / 14.9; // the pictures of the frames that begin in these two seconds
    CHECK(part.at("seen").at("frames").get<double>() == doctest::Approx(2.0 * frames_a_second).epsilon(0.05));
}

TEST_CASE_FIXTURE(WithScratch, "report --overlay draws further recordings, whose folders it does not name")
{
    const std::string other = scratch.file("slower.csv", presentmon_frames(900, 50));
    const std::string html = run_lab("report " + recording(scratch, "game.csv", 0) +
                                     " -o - --hz 60 --loops fixed --overlay '" + other + "' --overlay " + a_recording)
                                 .out;
    const auto files = data_of(html).at("inspect").at("files");
    REQUIRE(files.size() == 3);
    CHECK(files.at(1).at("file") == "slower.csv");
    CHECK(files.at(2).at("file") == "presentmon_1.10.csv");
    CHECK(html.find(scratch.path("").string()) == std::string::npos);
    check_refused("report " + a_recording + " -o '" + other + "' --overlay '" + other + "'", "slower.csv");
    check_refused("report " + a_recording + " -o '" + scratch.path("x.html").string() + "' --overlay nowhere.csv",
                  "nowhere.csv");
}

TEST_CASE_FIXTURE(WithScratch, "report --quiet prints nothing, and the file - is the standard output")
{
    const std::string page = scratch.path("page.html").string();
    CHECK(run_lab("report --quiet " + a_recording + " -o '" + page + "' --hz 60").out.empty());
    const Ran ran = printed("report " + a_recording + " -o - --hz 60");
    CHECK(ran.out.starts_with("<!doctype html>"));
    CHECK(ran.out.ends_with("</html>\n"));
}

TEST_CASE_FIXTURE(WithScratch, "report refuses invalid input and output, and keeps the old file")
{
    const std::string old = scratch.file("old.html", "old");
    check_refused("report tests/recordings/formats/fixtures/mangohud_sampled.csv -o '" + old + "'", "log_interval=0");
    check_refused("report " + a_recording + " -o '" + old + "' --loops interpolatd", "did you mean 'interpolated'?");
    CHECK(text_of(old) == "old");
    check_refused("report " + a_recording, "--output is required");
    check_refused("report " + a_recording + " -o /nowhere/page.html --hz 60", "/nowhere/page.html");
}
