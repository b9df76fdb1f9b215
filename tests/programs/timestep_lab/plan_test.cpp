#include "lab_program.hpp"
#include "shared_data.hpp"
#include "thorough.hpp"
#include "timestep/presets.hpp"

#include <cmath>
#include <map>
#include <sstream>
#include <vector>

using namespace timestep;

namespace
{
constexpr const char* header = "frame,frame_ns,filtered_ns,steps,dt_ns,tail_ns,stepped_ns,carried_ns,dropped_ns,filter_"
                               "error_ns,alpha,presentation";

// The columns of a CSV by name.
using Table = std::map<std::string, std::vector<std::string>>;

std::vector<std::string> cells_of(const std::string& line)
{
    std::vector<std::string> cells;
    std::istringstream text{line};
    for (std::string cell; std::getline(text, cell, ',');) cells.push_back(cell);
    return cells;
}

Table table_of(const std::string& csv)
{
    std::istringstream lines{csv};
    std::string line;
    std::getline(lines, line);
    const auto names = cells_of(line);
    Table table;
    while (std::getline(lines, line))
    {
        const auto cells = cells_of(line);
        REQUIRE(cells.size() == names.size());
        for (std::size_t i = 0; i < names.size(); ++i) table[names[i]].push_back(cells[i]);
    }
    return table;
}

Table planned(const std::string& arguments)
{
    const Ran ran = run_lab("plan --csv - " + arguments);
    CAPTURE(ran.err);
    REQUIRE(ran.code == 0);
    REQUIRE(ran.out.substr(0, ran.out.find('\n')) == header);
    return table_of(ran.out);
}

void compare(const std::filesystem::path& file, const std::string& prefix, const std::string& loop)
{
    CAPTURE(file.filename().string());
    CAPTURE(loop);
    const Table expected = table_of(text_of(file));
    const Table rows     = planned("--hz 60 --frames '" + file.string() + "' --loop " + loop);
    REQUIRE(rows.at("steps").size() == expected.at("frame_us").size());
    const auto number = [](const std::string& text) { return std::stod(text); };
    for (std::size_t i = 0; i < rows.at("steps").size(); ++i)
    {
        CAPTURE(i);
        REQUIRE(rows.at("steps")[i] == expected.at(prefix + "_steps")[i]);
        if (const auto alpha = expected.find(prefix + "_alpha"); alpha != expected.end())
            REQUIRE(std::abs(number(rows.at("alpha")[i]) - number(alpha->second[i])) < 0.6e-6);
        if (const auto dropped = expected.find(prefix + "_dropped_steps"); dropped != expected.end())
            REQUIRE(std::abs(number(rows.at("dropped_ns")[i]) * 60e-9 - number(dropped->second[i])) < 1e-6);
        if (const auto delta = expected.find(prefix + "_delta_s"); delta != expected.end())
        {
            const double counted = number(rows.at("filtered_ns")[i]) - number(rows.at("dropped_ns")[i]);
            REQUIRE(std::abs(counted * 1e-9 - number(delta->second[i])) < 2e-9);
        }
    }
}
} // namespace

TEST_CASE("plan prints the engines' own decisions, frame by frame, for every shared trace" *
          doctest::skip(is_sanitized))
{
    SKIP_WITHOUT(shared_data("vectors"));
    for (const auto& entry : std::filesystem::directory_iterator{shared_data("vectors")})
    {
        if (entry.path().extension() != ".csv") continue;
        compare(entry.path(), "godot_jf05", "godot");
        compare(entry.path(), "godot_jf0", "godot --set stepper.jitter_fix=0");
        compare(entry.path(), "glaiel", "glaiel");
        compare(entry.path(), "cute", "cute");
        compare(entry.path(), "steptimer", "steptimer");
        compare(entry.path(), "bullet1", "bullet");
        compare(entry.path(), "bullet10", "bullet-10");
    }
}

TEST_CASE("plan accounts for every nanosecond: time that is not carried, dropped or filtered is whole steps" *
          doctest::skip(is_sanitized))
{
    const Scratch scratch;
    std::string frames = "frame_us\n";
    for (int i = 0; i < 3000; ++i) frames += std::to_string(i % 100 == 99 ? 400'000 : 16'000 + i * 7919 % 1'400) + "\n";
    const std::string file = scratch.file("frames.csv", frames);
    for (const Preset& preset : all_presets)
    {
        CAPTURE(preset.name);
        const Table rows  = planned("--loop " + std::string{preset.name} + " --frames '" + file + "'");
        std::int64_t owed = 0; // frame times less dropped and filter error
        double steps = 0.0, carried = 0.0;
        for (std::size_t i = 0; i < rows.at("frame").size(); ++i)
        {
            const auto whole = [&](const char* column) { return std::stoll(rows.at(column)[i]); };
            REQUIRE(whole("filtered_ns") == whole("frame_ns") - whole("filter_error_ns"));
            owed += whole("filtered_ns") - whole("dropped_ns");
            steps += static_cast<double>(whole("steps") * whole("dt_ns") + whole("tail_ns"));
            carried = static_cast<double>(whole("carried_ns"));
        }
        // dt_ns is rounded, so each step may be off by half a nanosecond.
        CHECK(std::abs(static_cast<double>(owed) - steps - carried) < 0.5 * 3000 * 30);
    }
}

TEST_CASE("frame_ns, frame_us and frame_ms are read exactly, in any column and with any line ends")
{
    const Scratch scratch;
    const auto plan = [&](const std::string& text)
    { return planned("--loop variable --frames '" + scratch.file("f.csv", text) + "'").at("frame_ns"); };
    const std::vector<std::string> same{"16666700", "-3000000", "1", "0"};
    CHECK(plan("frame_ns\n16666700\n-3000000\n1\n0\n") == same);
    CHECK(plan("a,frame_us,b\n0,16666.7,0\n0,-3000,x\n0,.001,\n0,0,0\n") == same);
    CHECK(plan("\xEF\xBB\xBF# a comment\r\nframe_ms\r\n16.6667\r\n-3\r\n0.000001\r\n0\r\n") == same);
    CHECK(plan("x;frame_ms\n1;16,6667\n1;-3,0\n\n1;0,000001\n1;0\n") == same);
}

TEST_CASE("plan applies rates, settings and axes, and prints them")
{
    const Scratch scratch;
    const std::string file = scratch.file("f.csv", "frame_ms\n100\n100\n50\n");
    const auto column      = [&](const std::string& arguments, const char* name)
    {
        return planned(arguments + (arguments.find("--frames") == arguments.npos ? " --frames '" + file + "'" : ""))
            .at(name);
    };
    using Column = std::vector<std::string>;
    CHECK(column("--loop accumulator --hz 59.94", "dt_ns")[0] == "16683333");
    CHECK(column("--loop doom", "dt_ns")[0] == "28571429");
    CHECK(column("--loop doom --hz 70", "dt_ns")[0] == "14285714");
    CHECK(column("--loop unity --set overload.limit=60ms", "steps") == Column{"3", "3", "2"});
    CHECK(column("--loop unity --set overload.limit=0.06s", "dropped_ns") == Column{"40000000", "40000000", "0"});
    CHECK(column("--loop variable-filtered --set filter.n=4", "filtered_ns") ==
          Column{"100000000", "100000000", "83333333"});
    CHECK(
        column("--loop accumulator --set overload=cap-steps --set overload.max_steps=2 --set presentation=extrapolate",
               "presentation")[0] == "extrapolate");
    CHECK(column("--loop accumulator --hz 50 --set overload=cap-steps --set overload.max_steps=2", "steps") ==
          Column{"2", "2", "2"});
    const std::string fast = scratch.file("fast.csv", "frame_us\n6900\n6900\n6900\n6900\n6900\n");
    CHECK(column("--loop glaiel --refresh-hz 144 --frames '" + fast + "'", "filtered_ns")[4] == "6944400");
}

TEST_CASE("plan prints a table without --csv, and writes a file with --csv FILE")
{
    const Scratch scratch;
    const std::string file = scratch.file("f.csv", "frame_ms\n100\n");
    const Ran ran          = run_lab("plan --loop unity --frames '" + file + "'");
    CHECK(ran.code == 0);
    CHECK(ran.out.starts_with("unity at 50 Hz"));
    const auto csv = scratch.path("out.csv");
    CHECK(run_lab("plan --loop unity --frames '" + file + "' --csv '" + csv.string() + "'").out.empty());
    CHECK(text_of(csv).starts_with(header));
}

TEST_CASE("plan refuses invalid input with its place and the correction")
{
    const Scratch scratch;
    const std::string good = " --frames '" + scratch.file("good.csv", "frame_ms\n100\n") + "'";
    const auto bad = [&](const std::string& text) { return " --frames '" + scratch.file("bad.csv", text) + "'"; };
    check_refused("plan --loop interpolatd" + good, "did you mean 'interpolated'?");
    check_refused("plan", "--frames is required");
    check_refused("plan --frames /no/such/file.csv", "/no/such/file.csv: No such file or directory");
    check_refused("plan --hz 0" + good, "--hz takes a rate above 0");
    check_refused("plan --hz 1000000" + good, "--hz takes a rate above 0 and below 1000000");
    check_refused("plan --refresh-hz nan" + good, "--refresh-hz takes a rate above 0");
    check_refused("plan --set overload.limt=3" + good, "did you mean 'overload.limit'?");
    check_refused("plan --set overload.limit=-3" + good, "from 1 to 10000 ms");
    check_refused("plan --set overload=cap-step" + good, "did you mean 'cap-steps'?");
    check_refused("plan --set presentation=interpolat" + good, "did you mean 'interpolate'?");
    check_refused("plan --set nonsense" + good, "PATH=VALUE");
    check_refused("plan --loop bullet --set stepper.max_substeps=2.5" + good, "whole number");
    check_refused("plan --loop variable --set overload=keep-debt" + good, "carries nothing");
    check_refused("plan --csv /no/such/folder/x.csv" + good, "/no/such/folder/x.csv");
    check_refused("plan --csv /dev/full" + good, "cannot be written");
    check_refused("plan" + bad(""), "bad.csv: the file is empty");
    check_refused("plan" + bad("frame_ms\n"), "no frame below the header");
    check_refused("plan" + bad("cpu,gpu\n1,2\n"), "bad.csv:1: which of the columns holds frame times?");
    check_refused("plan" + bad("frame_ms\n16\n17\nabc\n"), "bad.csv:4: 'abc' is not a frame time");
    check_refused("plan" + bad("frame_ms\n16\nnan\n"), "bad.csv:3: 'nan' is not a frame time");
    check_refused("plan" + bad("a,frame_ms\n1,16\n1\n"), "bad.csv:3: the row ends before its frame time");
    check_refused("plan" + bad("frame_ms\n9e30\n"), "bad.csv:2");
}
