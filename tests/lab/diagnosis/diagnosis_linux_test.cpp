// What `conform` says about loops in other programs: examples in eight languages, exported loops, and loops with
// mistakes.
#include "../foreign/loop_programs_linux.hpp"
#include "export/exporter/exporter.hpp"
#include "lab/diagnosis/diagnosis.hpp"
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

// A Python loop with these lines in its frame: `acc` is the accumulator, `dt` the frame time in seconds, `ns` in
// nanoseconds. Lines that run no steps are followed by a right loop of steps. ALPHA and SIZE may be set.
lab::Diagnosis diagnosis_of(std::string lines)
{
    const Scratch folder;
    if (lines.find("steps") == lines.npos) lines += "\nwhile acc >= STEP: acc, steps = acc - STEP, steps + 1";
    std::string body;
    for (const std::string& line : lines_of(lines)) body += "        " + line + "\n";
    folder.file("loop.py", "import struct, sys\n"
                           "def f32(x): return struct.unpack('f', struct.pack('f', x))[0]\n"
                           "STEP, acc, old, total = 1 / 60, 0.0, 0.0, 0\n"
                           "for line in sys.stdin:\n"
                           "    words = line.split()\n"
                           "    for word in words:\n"
                           "        if word.startswith('rate='): STEP = 1 / eval(word[5:])\n"
                           "    if words[0] == 'hello': print('hello 1 py')\n"
                           "    if words[0] == 'reset':\n"
                           "        STEP, acc, old, total = 1 / 60, 0.0, 0.0, 0\n"
                           "        print('reset')\n"
                           "    if words[0] == 'frame':\n"
                           "        ns, dt, steps, ALPHA, SIZE = int(words[1]), int(words[1]) / 1e9, 0, None, STEP\n" +
                               body +
                               "        print('plan', steps, SIZE, acc / STEP if ALPHA is None else ALPHA)\n"
                               "    sys.stdout.flush()\n");
    return lab::diagnose_program({"python3", folder.path("loop.py").string(), marker()}, {});
}

std::string law(const lab::Diagnosis& diagnosis, std::string_view name)
{
    for (const auto* findings : {&diagnosis.laws, &diagnosis.parts})
        for (const lab::Finding& finding : *findings)
            if (finding.name == name) return finding.text;
    return "";
}

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
        const lab::Diagnosis diagnosis = lab::diagnose_program(command, {});
        CHECK(diagnosis.sentence == "behaves as `interpolated` at 60 Hz, frames cut at 250 ms");
        CHECK_FALSE(diagnosis.breaks_law);
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
        CHECK(lab::diagnose_program({"python3", entry.path().string(), marker()}, {}).sentence == sentence);
        ++count;
    }
    CHECK(count == 6);
}

TEST_CASE("the times of every frame in tests/conformance add up in the five loops")
{
    const Columns frames = columns_of(text_of("tests/conformance/frames.csv"));
    for (const std::string name : {"fixed", "variable", "semi-fixed", "accumulator", "interpolated"})
    {
        CAPTURE(name);
        timestep::Loop loop = timestep::find_preset(name)->make(timestep::hz(60));
        Nanos carried{};
        for (const std::string& text : frames.at("frame_ns"))
        {
            const Nanos frame_time{std::stoll(text)};
            const timestep::StepPlan plan = loop.plan({.frame_time = frame_time});
            CHECK(frame_time == plan.stepped + plan.carried - std::exchange(carried, plan.carried) + plan.dropped);
        }
    }
}

TEST_CASE("each mistake is named in its smallest loop, and docs/mistakes.md has this loop")
{
    std::string page =
        "# Mistakes that a loop can show\n\n"
        "`timestep_lab conform -- PROGRAM` names these mistakes in [a loop of yours](your-loop.md), with their size in "
        "that\n"
        "loop. Each comes with the lines of a frame that have it: `acc` is the accumulator, `dt` the frame time in "
        "seconds, `ns` in\n"
        "nanoseconds. Where no line runs steps, `while acc >= STEP: acc, steps = acc - STEP, steps + 1` follows.\n";
    for (const lab::Mistake& mistake : lab::all_mistakes())
    {
        std::string title{mistake.name};
        title[0] = title[0] == '`' ? title[0] : static_cast<char>(std::toupper(title[0]));
        page += "\n## " + title + "\n";
        if (!mistake.consequence.empty()) page += "Consequence: " + std::string{mistake.consequence} + ".\n\n";
        page +=
            "Repair: " + std::string{mistake.repair} + ".\n\n```python\n" + std::string{mistake.example} + "\n```\n";
        if (!is_installed("python3")) continue;
        CAPTURE(mistake.name);
        const lab::Diagnosis diagnosis = diagnosis_of(std::string{mistake.example});
        CAPTURE(diagnosis.sentence);
        CHECK(std::ranges::count(diagnosis.mistakes, mistake.name, &lab::Finding::name) == 1);
        CHECK(diagnosis.mistakes.size() == 1);
        // A mistake that is the design of a known loop breaks nothing.
        const bool is_in_sentence = diagnosis.sentence.find(mistake.name) != std::string::npos;
        CHECK((is_in_sentence || !diagnosis.equal_presets.empty()));
        CHECK(diagnosis.breaks_law == is_in_sentence);
        CHECK_FALSE(diagnosis.mistakes.front().text.empty());
    }
    if (std::getenv("UPDATE_GOLDEN") != nullptr) std::ofstream{"docs/mistakes.md"} << page;
    CHECK(text_of("docs/mistakes.md") == page);
    CHECK(left_running() == "");
}

TEST_CASE("correct loops are not accused")
{
    if (!is_installed("python3")) return;
    struct Correct
    {
        std::string lines, sentence;
    };
    const std::string run_steps = "\nwhile acc >= STEP: acc, steps = acc - STEP, steps + 1";
    for (const Correct& loop : std::initializer_list<Correct>{
             {"acc = min(acc + dt, 5 * STEP)",
              "behaves as `interpolated` at 60 Hz, but: at most 5 steps a frame, and then the "
              "accumulator is set to zero"},
             {"acc += dt\nwhile acc >= STEP and steps < 5: acc, steps = acc - STEP, steps + 1\nif steps == 5: acc = "
              "0.0",
              "behaves as `interpolated` at 60 Hz, but: at most 5 steps a frame, and then the accumulator is set to "
              "zero"},
             {"acc += min(dt, 1 / 15)", "behaves as `interpolated` at 60 Hz, frames cut at 66.667 ms"},
             {"acc = f32(acc + f32(min(dt, 0.25)))", "behaves as `interpolated` at 60 Hz, frames cut at 250 ms"},
             {"old = dt if total == 0 else old * 0.9 + dt * 0.1\ntotal = 1\nacc += min(old, 0.25)",
              "behaves as `interpolated` at 60 Hz, frames cut at 250 ms, but: the frame time is smoothed "
              "exponentially, the newest "
              "frame with weight 0.1"},
             {"acc += dt" + run_steps, "behaves as `source` at 60 Hz, no limit: a 3 s frame runs 180 steps"},
             {"steps, ALPHA = 1, '0 draw=latest'", "behaves as `fixed` at 60 Hz"},
             {"acc += min(dt, 0.25)" + run_steps + "\nALPHA = '0 draw=latest'",
              "behaves as `accumulator` at 60 Hz, frames cut at 250 ms"},
             {"acc += min(dt, 0.25)" + run_steps + "\nALPHA = str(acc / STEP) + ' draw=extrapolate'",
              "is an accumulator that extrapolates, at 60 Hz, frames cut at 250 ms"}})
    {
        CAPTURE(loop.lines);
        const lab::Diagnosis diagnosis = diagnosis_of(loop.lines);
        CHECK(diagnosis.sentence == loop.sentence);
        CHECK(diagnosis.mistakes.empty());
        CHECK_FALSE(diagnosis.breaks_law);
    }
    // A variable loop makes a negative step of a negative frame, which the protocol does not have.
    const lab::Diagnosis variable = diagnosis_of("steps, SIZE, ALPHA = 1, dt, '1 draw=latest'");
    CHECK(variable.sentence == "behaves as `variable`");
    CHECK(law(variable, "-5 ms").find("'-0.005' is not the size of a step") != std::string::npos);
    CHECK_FALSE(variable.breaks_law);
}

TEST_CASE("an alpha outside of 0 to 1 and frames that no known parts explain are told")
{
    if (!is_installed("python3")) return;
    const lab::Diagnosis outside = diagnosis_of("acc += min(dt, 0.25)\nif acc >= STEP: acc, steps = acc - STEP, 1");
    CHECK(outside.breaks_law);
    CHECK(law(outside, "alpha").find("it draws a state that is not there") != std::string::npos);
    CHECK(outside.sentence.find("at most one step") != std::string::npos);
    CHECK(outside.mistakes.front().text.find("s behind") != std::string::npos);
    const lab::Diagnosis unknown = diagnosis_of("acc += 0.123 if dt > 0.1 else dt\nacc += 0.001 if ns % 7 == 0 else 0");
    CHECK(unknown.sentence.starts_with("is no known loop"));
    CHECK(unknown.mistakes.empty());
    CHECK(left_running() == "");
}

TEST_CASE("all presets exported as programs are named, and break no law" * doctest::test_suite("runners"))
{
    struct Tool
    {
        exporter::Language language;
        std::string program, compile;
        lab::LoopCommand command;
    };
    for (const Tool& tool : std::initializer_list<Tool>{
             {exporter::Language::c, "cc", "mv loop loop.c && cc -O1 -Wall -Wextra -Werror loop.c -o loop", {"loop"}},
             {exporter::Language::js, "node", "mv loop loop.js", {"node", "loop.js"}},
             {exporter::Language::lua, "lua5.4", ":", {"lua5.4", "loop"}}})
        for (std::size_t i = 0; i < timestep::all_presets.size(); ++i)
        {
            if (!is_installed(tool.program) || (!is_thorough() && i % 6 != static_cast<std::size_t>(tool.language) % 6))
                continue;
            const timestep::Preset& preset = timestep::all_presets[i];
            const Scratch folder;
            folder.file("loop", exporter::export_runner(preset.make(preset.default_rate),
                                                        {tool.language, "", std::string{preset.name}, ""}));
            REQUIRE(std::system(("cd '" + folder.path("").string() + "' && " + tool.compile).c_str()) == 0);
            lab::LoopCommand command = tool.command;
            command.back() = folder.path(command.back()).string();
            command.push_back(marker());
            const lab::Diagnosis diagnosis = lab::diagnose_program(command, {});
            CAPTURE(preset.name);
            CAPTURE(diagnosis.sentence);
            CHECK(std::ranges::count(diagnosis.equal_presets, preset.name) == 1);
            CHECK_FALSE(diagnosis.breaks_law);
        }
    CHECK(left_running() == "");
}

TEST_CASE("all loops exported as programs in C equal the library" * doctest::test_suite("runners"))
{
    if (!is_installed("cc")) return;
    std::string compile = "mv loop loop.c && cc -std=c99 -Wall -Wextra -Werror -O1 loop.c -o loop";
    // Clang alone warns of an unused inline function.
    if (is_installed("clang")) compile += " && clang -std=c99 -Wall -Wextra -Werror -fsyntax-only loop.c";
    for (const timestep::Preset& preset : timestep::all_presets)
        check_runner(exporter::Language::c, compile, {"loop"}, preset, is_thorough() ? 100'000 : 1000);
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
