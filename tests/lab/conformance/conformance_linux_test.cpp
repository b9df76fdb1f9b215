// What `conform` says about loops in other programs: examples in eight languages, exported loops, and loops with
// mistakes.
#include "../foreign/loop_programs_linux.hpp"
#include "export/exporter/exporter.hpp"
#include "lab/conformance/conformance.hpp"
#include "telemetry/csv.hpp"
#include "thorough.hpp"
#include "timestep/presets.hpp"

using namespace loop_programs;
using timestep::Nanos;

namespace
{

const std::filesystem::path examples = std::filesystem::absolute("examples/your-loop");

// Builds a program in the folder. Returns false, and prints why, if its tool is missing.
bool can_build(const Scratch& folder, const std::string& tool, const std::string& command)
{
    if (!is_installed(tool))
    {
        MESSAGE("skipped: ", tool, " is not installed");
        return false;
    }
    REQUIRE(std::system(("cd '" + folder.path("").string() + "' && " + (command.empty() ? ":" : command)).c_str()) ==
            0);
    return true;
}

// A Python loop whose frame is planned by these lines; `left` is the accumulator, `frame` the frame time in seconds.
lab::ConformanceReport report_of(const std::string& lines)
{
    const Scratch folder;
    folder.file("loop.py",
                "import sys\nSTEP, left, old = 1 / 60, 0.0, 0.0\nfor line in sys.stdin:\n"
                "    words = line.split()\n    if words[0] == 'hello': print('hello 1 py')\n"
                "    if words[0] == 'reset':\n        left = old = 0.0\n        print('reset')\n"
                "    if words[0] == 'frame':\n        ns, frame, steps = int(words[1]), int(words[1]) / 1e9, 0\n" +
                    lines);
    return lab::check_conformance({"python3", folder.path("loop.py").string(), marker()}, {});
}

std::string sentence_of(const std::string& lines) { return report_of(lines).sentence; }

const std::string run_steps = "        while left >= STEP: left, steps = left - STEP, steps + 1\n";

// Compares the program with the library in all that the protocol says. `counts_53_bits`: no longer frames than the
// language's numbers can count.
void check_equals_library(const lab::LoopCommand& command, const timestep::Preset& preset, int frame_count)
{
    CAPTURE(preset.name);
    timestep::Loop loop = preset.make(preset.default_rate);
    lab::ForeignLoop foreign{command, {.rate = preset.default_rate, .refresh_period = Nanos{16'666'667}}};
    std::mt19937_64 random{7};
    std::int64_t differing = 0;
    for (int i = 0; i < frame_count; ++i)
    {
        const auto below = [&](std::int64_t limit)
        { return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(limit)); };
        const std::int64_t kind = below(50);
        const Nanos frame_time{kind == 0   ? -below(5'000'000)
                               : kind == 1 ? below(3'000'000'000)
                               : kind < 20 ? 16'666'666 + below(2)
                               : kind < 30 ? 6'900'000 + below(90'000)
                                           : below(40'000'000)};
        const timestep::FrameInput input{frame_time, i / 100 % 2 == 0 ? Nanos{16'666'667} : Nanos{6'944'444}};
        const timestep::StepPlan plan = loop.plan(input), answer = foreign.plan(input, preset.default_rate);
        const bool has_alpha = foreign.newest_answer().alpha != 1.0;
        if (plan.steps != answer.steps || plan.dt_seconds != answer.dt_seconds || plan.tail != answer.tail ||
            plan.carried != answer.carried || plan.dropped != answer.dropped ||
            plan.presentation != answer.presentation || (has_alpha && plan.alpha != answer.alpha))
            ++differing;
    }
    CHECK(differing == 0);
}

void check_runner(exporter::Language language, const std::string& compile, const lab::LoopCommand& command,
                  const timestep::Preset& preset, int frame_count)
{
    const Scratch folder;
    const timestep::Loop loop = preset.make(preset.default_rate);
    folder.file("loop", exporter::export_runner(loop, {language, "", std::string{preset.name}, ""}));
    REQUIRE(std::system(("cd '" + folder.path("").string() + "' && " + compile).c_str()) == 0);
    lab::LoopCommand placed = command;
    placed.back() = folder.path(placed.back()).string();
    placed.push_back(marker());
    check_equals_library(placed, preset, frame_count);
}

} // namespace

TEST_CASE("the loops in examples/your-loop behave as `interpolated` at 60 Hz in every language")
{
    struct Example
    {
        std::string file, tool, compile;
        lab::LoopCommand command;
    };
    const Scratch folder;
    for (const auto& entry : std::filesystem::directory_iterator{examples})
        std::filesystem::copy(entry, folder.path(entry.path().filename().string()));
    for (const Example& example : std::initializer_list<Example>{
             {"loop.c", "cc", "cc -O1 -Wall -Wextra -Werror loop.c -o loop_c", {"./loop_c"}},
             {"loop.cpp", "c++", "c++ -O1 -Wall -Wextra -Werror loop.cpp -o loop_cpp", {"./loop_cpp"}},
             {"loop.cs", "mcs", "mcs loop.cs", {"mono", "loop.exe"}},
             {"loop.go", "go", "go build -o loop_go loop.go", {"./loop_go"}},
             {"loop.js", "node", "", {"node", "loop.js"}},
             {"loop.lua", "lua5.4", "", {"lua5.4", "loop.lua"}},
             {"loop.py", "python3", "", {"python3", "loop.py"}},
             {"loop.rs", "rustc", "rustc -O loop.rs -o loop_rs 2>rustc.log", {"./loop_rs"}}})
    {
        CAPTURE(example.file);
        CHECK(lines_of(text_of(examples / example.file)).size() <= 25);
        if (!can_build(folder, example.tool, example.compile)) continue;
        lab::LoopCommand command = example.command;
        command.back() = folder.path(command.back()).string();
        command.push_back(marker());
        const lab::ConformanceReport report = lab::check_conformance(command, {});
        CHECK(report.sentence == "behaves as `interpolated` at 60 Hz, frames cut at 250 ms");
        CHECK(report.conforms);
    }
    CHECK(left_running() == "");
}

TEST_CASE("the loops of public discussions get the sentences that stand in their files")
{
    if (!is_installed("python3")) return;
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator{examples / "cases"})
    {
        const std::string text = text_of(entry.path()), key = "# conform: ";
        CAPTURE(entry.path().string());
        const auto at = text.find(key);
        REQUIRE(at != text.npos);
        const std::string sentence = text.substr(at + key.size(), text.find('\n', at) - at - key.size());
        CHECK(lab::check_conformance({"python3", entry.path().string(), marker()}, {}).sentence == sentence);
        ++count;
    }
    CHECK(count == 6);
}

TEST_CASE("the vectors in tests/conformance are what the library plans, and their times add up")
{
    const Columns frames = columns_of(text_of("tests/conformance/frames.csv"));
    for (const std::string name : {"fixed", "variable", "semi-fixed", "accumulator", "interpolated"})
    {
        CAPTURE(name);
        timestep::Loop loop = timestep::find_preset(name)->make(timestep::hz(60));
        std::string table = "frame," + std::string{telemetry::plan_csv_columns} + '\n';
        Nanos carried{};
        for (std::size_t i = 0; i < frames.at("frame_ns").size(); ++i)
        {
            const Nanos frame_time{std::stoll(frames.at("frame_ns")[i])};
            const timestep::StepPlan plan = loop.plan({.frame_time = frame_time});
            CHECK(frame_time == plan.stepped + plan.carried - std::exchange(carried, plan.carried) + plan.dropped);
            table += std::to_string(i) + ',' + telemetry::plan_csv_cells(frame_time, plan) + '\n';
        }
        CHECK(text_of("tests/conformance/" + name + ".csv") == table);
    }
}

TEST_CASE("a mistake in a loop is named in the first sentence")
{
    if (!is_installed("python3")) return;
    CHECK(sentence_of("        left += 0.123 if frame > 0.1 else frame\n" + run_steps +
                      "        print('plan', steps, STEP, left / STEP)\n") ==
          "is no known loop: accumulator-like, drops time, blends");
    CHECK(sentence_of("        left += min(ns, 250000000)\n        while left >= 16666667: left, steps = left - "
                      "16666667, steps + 1\n"
                      "        print('plan', steps, STEP, left / 16666667)\n")
              .find("loses 0.33") == 0);
    CHECK(sentence_of("        left += min(frame, 0.25) * (2 if 'after=pause' in line else 1)\n" + run_steps +
                      "        print('plan', steps, STEP, left / STEP)\n") == "runs 2 steps after a pause");
    CHECK(sentence_of("        left += min(frame, 0.25)\n        alpha = left / STEP\n" + run_steps +
                      "        print('plan', steps, STEP, alpha)\n")
              .find("draws a state that is not there yet: alpha ") == 0);
    CHECK(sentence_of("        left += min(frame, 0.25)\n" + run_steps +
                      "        print('plan', steps, STEP, old)\n        old = left / STEP\n") ==
          "the loop uses the alpha of the frame before");
    CHECK(sentence_of("        left += min(frame, 0.25)\n" + run_steps +
                      "        print('plan', steps, STEP, 1 - left / STEP)\n") ==
          "the loop uses 1 - alpha: the two states are swapped");
    CHECK(left_running() == "");
}

TEST_CASE("a loop that says nothing of carried time is not said to carry any")
{
    if (!is_installed("python3")) return;
    const lab::ConformanceReport report =
        report_of("        print('plan', int(ns > 0), max(1e-9, min(frame, 0.1)), 1)\n");
    CHECK(report.sentence == "behaves as `pixi-ticker`, frames cut at 100 ms");
    CHECK(std::ranges::count(report.details, "3 s frame      runs 1 step, leaves 2.9 s unsimulated") == 1);
    CHECK(std::ranges::count(report.details, "0 and -5 ms    runs 0 steps and 0 steps") == 1);
}

TEST_CASE("all loops exported as programs in C equal the library" * doctest::test_suite("runners"))
{
    if (!is_installed("cc")) return;
    for (const timestep::Preset& preset : timestep::all_presets)
        check_runner(exporter::Language::c, "mv loop loop.c && cc -std=c99 -Wall -Wextra -Werror -O1 loop.c -o loop",
                     {"loop"}, preset, is_thorough() ? 100'000 : 1000);
    CHECK(left_running() == "");
}

TEST_CASE("the five best-known loops exported as programs in other languages equal the library" *
          doctest::test_suite("runners"))
{
    struct Tool
    {
        exporter::Language language;
        std::string program, compile;
        lab::LoopCommand command;
    };
    for (const Tool& tool : std::initializer_list<Tool>{
             {exporter::Language::js, "node", "mv loop loop.js", {"node", "loop.js"}},
             {exporter::Language::lua, "lua5.4", ":", {"lua5.4", "loop"}},
             {exporter::Language::lua, "luajit", ":", {"luajit", "loop"}},
             {exporter::Language::cpp,
              "c++",
              "mv loop loop.cpp && c++ -std=c++17 -Wall -Wextra -Werror loop.cpp -o loop",
              {"loop"}},
             {exporter::Language::csharp, "mcs", "mv loop loop.cs && mcs loop.cs", {"mono", "loop.exe"}},
             {exporter::Language::rust, "rustc", "mv loop loop.rs && rustc --edition 2021 loop.rs -o loop", {"loop"}}})
    {
        if (!is_installed(tool.program)) continue;
        CAPTURE(tool.program);
        for (const std::string_view name :
             {"fixed", "variable", "semi-fixed", "accumulator", "interpolated", "fixed-sleep"})
            check_runner(tool.language, tool.compile, tool.command, *timestep::find_preset(name),
                         is_thorough() ? 100'000 : 500);
    }
}
