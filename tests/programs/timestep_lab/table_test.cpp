#include "lab_program.hpp"
#include "programs/timestep_lab/output.hpp"

namespace
{

// Returns a recording of `count` frames of `ms` each; the last frame is half a millisecond longer.
std::string frames(int count, int ms)
{
    std::string text = "frame_ns\n";
    for (int i = 1; i < count; ++i) text += std::to_string(ms) + "000000\n";
    return text + std::to_string(ms) + "500000\n";
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

} // namespace

TEST_CASE("inspect --table prints one line for each recording of files, folders and patterns, each file once")
{
    const Scratch scratch;
    scratch.file("b.csv", frames(120, 20));
    scratch.file("a.csv", frames(100, 16));
    scratch.file("notes.txt", "no recording\n");
    const std::string folder = scratch.path("").string();
    const Ran ran            = run_lab("inspect --table '" + folder + "'");
    CHECK(ran.code == 0);
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

TEST_CASE("inspect --table sorts by any column, ascending or descending")
{
    const Scratch scratch;
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

TEST_CASE("inspect --table prints the mean of an application's runs, and names the outlier")
{
    const Scratch scratch;
    for (const int i : {1, 2, 3, 4, 5})
        scratch.file("r" + std::to_string(i) + ".csv", frames(100 + i, i == 4 ? 33 : 16));
    const std::string game  = fixtures + "presentmon_1.10.csv";
    const Ran ran           = run_lab("inspect --table " + game + " " + game + " '" + scratch.path("").string() + "'");
    const std::string& text = ran.out;
    CHECK(text.find("\nno application named: 5 runs; mean 19.4") != std::string::npos);
    CHECK(text.find("r4.csv: mean 33.0") != std::string::npos);
    CHECK(text.find("r1.csv:") == std::string::npos);
    CHECK(text.find("Game.exe: ") == std::string::npos); // a single run has no summary
}

TEST_CASE("inspect --table has a column of special tools only if a recording has its values")
{
    const Scratch scratch;
    scratch.file("plain.csv", frames(100, 16));
    const std::string plain = "inspect --table --csv '" + scratch.path("plain.csv").string() + "'";
    CHECK(lines_of(run_lab(plain).out)[0].ends_with(",change_mean_ms,hitches"));

    scratch.file("cfx.json",
                 R"({"Runs":[{"CaptureData":{"MsBetweenPresents":[16,16,17,15],"Dropped":[false,false,true,false],
        "CPUBusy":[10,10,10,10],"CPUWait":[6,6,7,5],"DisplayLatency":[30,32,"NaN",31],"DisplayedTime":[16,18,"NaN",14]}}]})");
    const std::string both = plain + " '" + scratch.path("cfx.json").string() + "'";
    const auto lines       = lines_of(run_lab(both).out);
    REQUIRE(lines.size() == 3);
    CHECK(lines[0].ends_with(",hitches,dropped,displayed_mean_ms,animation_error_ms,DisplayLatency"));
    CHECK(lines[1].ends_with(",0,,,,"));
    CHECK(lines[2].ends_with(",1,16,1.5,31")); // animation errors of |16 - 18| and |33 - 32| ms have a mean of 1.5
    CHECK(lines_of(run_lab(both + " --sort dropped").out)[1].find("cfx.json") != std::string::npos);

    const std::string text = run_lab("inspect --table '" + scratch.path("").string() + "'").out;
    CHECK(lines_of(text)[0].ends_with("hitches   dropped displayed animation DisplayLatency"));
    CHECK(lines_of(text)[1].ends_with("31.000"));
    CHECK(run_lab("inspect --table --csv " + fixtures + "presentmon_generated.csv").out.find(",generated,") !=
          std::string::npos);
}

TEST_CASE("inspect --table reports unreadable files after the others, and refuses missing ones")
{
    const Ran ran = run_lab("inspect --table " + fixtures + "mangohud_sampled.csv " + fixtures + "fraps.csv");
    CHECK(ran.code == 2);
    CHECK(ran.out.find("fraps.csv") != std::string::npos);
    CHECK(ran.err.find("sampled") != std::string::npos);
    const Scratch scratch;
    check_refused("inspect --table '" + scratch.path("").string() + "'", "there is no file in this folder");
    check_refused("inspect --table 'no such thing*'", "no file is called like this");
    check_refused("inspect --table --json " + fixtures + "fraps.csv", "excludes");
    check_refused("inspect --csv " + fixtures + "fraps.csv", "requires --table");
}

TEST_CASE("the remaining time is shown after a second, in seconds or minutes, and not at the end")
{
    using std::chrono::duration;
    CHECK(timestep_lab::time_left(duration<double>(0.9), 1, 10).empty());
    CHECK(timestep_lab::time_left(duration<double>(2.0), 0, 10).empty());
    CHECK(timestep_lab::time_left(duration<double>(2.0), 10, 10).empty());
    CHECK(timestep_lab::time_left(duration<double>(2.0), 1, 10) == "18 s left");
    CHECK(timestep_lab::time_left(duration<double>(60.0), 1, 10) == "9 min left");
}
