// Checks `timestep_lab identify`, and that the trace of a loop is one that its readers accept.
#include "lab_program.hpp"
#include "timestep/chrome_trace.hpp"
#include "timestep/hooks.hpp"
#include "timestep/presets/interpolated.hpp"
#include "timestep/probe.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

using namespace timestep;

namespace
{

constexpr const char* probe_columns = "probe_format,time_ns,clock,frame_ns,steps,simulated_ns,alpha\n";

// Writes the frames of `loop` as its hooks see them: near 60 fps, and twice 300 ms.
template <class Hooks>
void play_probed(Hooks& hooks)
{
    auto loop = hooked(presets::interpolated(hz(60)), hooks);
    for (int i = 0; i < 600; ++i)
        take_steps(loop.plan({.frame = i % 300 == 250 ? Nanos{300ms} : Nanos{16ms} + Nanos{70us} * (i % 20)}),
                   [](double) {});
}

void check_row_refused(const std::string& row, const std::string& what)
{
    const Scratch scratch;
    const std::string file =
        scratch.file("a.csv", std::string{probe_columns} + "1,5,game,16000000,1,16000000,\n" + row + "\n");
    check_refused("identify '" + file + "'", file + ":3: " + what);
}

} // namespace

TEST_CASE("identify names the loop of a probe, the presets that do the same, and the dropped time")
{
    const Scratch scratch;
    {
        Probe probe{scratch.path("probe.csv").c_str()};
        play_probed(probe);
    }
    const Ran ran = run_lab("identify '" + scratch.path("probe.csv").string() + "'");
    CAPTURE(ran.out);
    CHECK(ran.code == 0);
    CHECK(ran.err.empty());
    CHECK(ran.out.find("\n  behaves as `interpolated`, 60 Hz, frames cut at 250 ms, in 100 % of 600 frames; `") !=
          std::string::npos);
    CHECK(ran.out.find("\n  no recording of these columns tells it from `render-tick`\n") != std::string::npos);
    CHECK(ran.out.find("\n  0.99 of real time\n") != std::string::npos); // two frames of 300 ms are cut at 250 ms
}

TEST_CASE("identify lists the presets that a probe cannot tell apart")
{
    const Ran ran = run_lab("identify --classes");
    CHECK(ran.code == 0);
    CHECK(ran.out.find(" classes of presets by the number of steps:\n") != std::string::npos);
    CHECK(ran.out.find(" classes of presets by simulated time:\n") != std::string::npos);
    CHECK(ran.out.find("  interpolated, render-tick\n") != std::string::npos);
}

TEST_CASE("identify refuses bad input in one line, with the place")
{
    check_refused("identify", "name a file of timestep/probe.hpp");
    check_refused("identify /nowhere.csv", "/nowhere.csv");
    check_refused("identify " + a_recording, ":1: not a file of timestep/probe.hpp");
    check_refused("identify --hz 0 " + a_recording, "--hz takes a rate");
    check_row_refused("2,5,game,16000000,1,16000000,", "format 2, but this program reads format 1");
    check_row_refused("1,5,game,soon,1,16000000,", "'soon' is not a frame time");
    check_row_refused("1,5,game,16000000,-1,16000000,", "'-1' is not a number of steps");
    check_row_refused("1,5,game,16000000,1,1e3,", "'1e3' is not a simulated time");
    check_row_refused("1,5,game,16000000,1,16000000,much", "'much' is not an alpha");
    check_row_refused("1,5,game\n1,5,game,16000000,1,16000000,", "the row ends before its last column");
    check_row_refused("probe_format,time_ns,clock,frame_ns,steps,simulated_ns,alpha", "another run begins here");
    const Scratch scratch;
    check_refused("identify '" + scratch.file("empty.csv", probe_columns) + "'", ":1: no frame below the header");
    check_refused("identify '" + scratch.file("none.csv", std::string{probe_columns} + "1,5,game,16000000,,,\n") + "'",
                  ":1: neither all steps nor all simulated times are there");
}

TEST_CASE("a line that a killed game has not completed is left out")
{
    const Scratch scratch;
    std::string text = probe_columns;
    for (int i = 0; i < 40; ++i) text += "1,5,game,16666667,1,16666667,\n";
    const Ran ran = run_lab("identify '" + scratch.file("cut.csv", text + "1,5,ga") + "'");
    CHECK(ran.code == 0);
    CHECK(ran.out.find("of 40 frames") != std::string::npos);
}

TEST_CASE("a trace has the fields of the trace event format, its steps lie within its frames, and inspect reads it")
{
    static Nanos now; // a clock on which each reading takes a microsecond
    const Scratch scratch;
    const std::string file = scratch.path("trace.json").string();
    {
        ChromeTrace trace{file.c_str(), [] { return now += 1us; }};
        REQUIRE(trace.ok());
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
    const Ran ran = run_lab("inspect '" + file + "'");
    CAPTURE(ran.err);
    CHECK(ran.out.find("frame time   mean") != std::string::npos);
}
