#include "catalogue/description.hpp"
#include "lab_program.hpp"

using namespace timestep;

namespace
{

bool compiles(const std::string& compiler, const std::filesystem::path& file)
{
    const std::string command = compiler + " -include '" + file.string() + "' /dev/null >/dev/null 2>&1";
    return std::system(command.c_str()) == 0;
}

} // namespace

TEST_CASE("list loops prints every preset once, with its five axes")
{
    const Ran ran = printed("list loops");
    for (const Preset& preset : all_presets)
    {
        CAPTURE(preset.name);
        int found = 0;
        for (const std::string& line : lines_of(ran.out))
        {
            std::istringstream words{line};
            std::string name, filter, stepper, overload, presentation, pacer;
            words >> name >> filter >> stepper >> overload >> presentation >> pacer;
            if (name != preset.name) continue;
            ++found;
            const Loop loop = preset.make(preset.default_rate);
            CHECK(filter == loop.filter.name());
            CHECK(stepper == loop.stepper.name());
            CHECK(overload == loop.overload.name());
            CHECK(presentation == name_of(loop.presentation));
            CHECK(pacer == loop.pacer.name());
            CHECK(line.find(catalogue::description_of(preset.name).source) != std::string::npos);
        }
        CHECK(found == 1);
    }
}

TEST_CASE("list loops with words prints only the loops that have them, under their headings")
{
    const Ran found = run_lab("list loops unreal async");
    CHECK(found.says("\n# Game engines and frameworks\nunreal-async "));
    CHECK(std::count(found.out.begin(), found.out.end(), '\n') == 4);
    CHECK(run_lab("list loops js").says("\n# JavaScript libraries\nphaser "));
    CHECK(run_lab("list loops sleep").says("\npygame "));
    check_refused("list loops no-such-word", "no loop has the words 'no-such-word'");
    check_refused("list scenes ball", "search words are allowed only after loops");
}

TEST_CASE("list without a name prints all names that can be listed, and each can be listed")
{
    const auto lines = lines_of(run_lab("list").out);
    for (const std::string& line : lines) CHECK_FALSE(printed("list " + line.substr(0, line.find(' '))).out.empty());
    CHECK(lines.size() >= 4);
}

TEST_CASE("a misspelt word is refused with the nearest valid one")
{
    check_refused("list lops", "did you mean 'loops'?");
    check_refused("lst", "did you mean 'list'?");
    check_refused("plan --frams x", "did you mean '--frames'?");
    CHECK(run_lab("--help").code == 0);
    CHECK(run_lab("plan --help").says("--refresh-hz"));
    CHECK(run_lab("--version").out.starts_with("timestep_lab "));
}

TEST_CASE_FIXTURE(WithScratch, "a failed assertion is printed, with exit code 1")
{
    const std::string file = scratch.file("mine.toml", R"(
title = "Mine"
watch = "It."
question = "?"
answers = ["a"]
right = 1
frames = 50
assert = ["fixed.speed == 3", "fixed.steps == 50"]
explanation = "none"
[[lane]]
loop = "fixed"
)");
    const Ran ran = run_lab("lesson " + file);
    CHECK(ran.code == 1);
    CHECK(ran.says("FAILED  fixed.speed == 3"));
    CHECK(ran.says("holds   fixed.steps == 50"));
    CHECK(ran.says("1 of 2 assertions hold"));
    CHECK(ran.err.empty());
}

TEST_CASE("lesson refuses unknown names and files")
{
    check_refused("lesson fifty-on-sixy", "did you mean 'fifty-on-sixty'?");
    check_refused("lesson", "NAME or --all");
    check_refused("lesson fifty-on-sixty --all", "NAME or --all");
    check_refused("lesson no-such-file.toml", "no-such-file.toml: cannot be read");
}

TEST_CASE_FIXTURE(WithScratch,
                  "export writes a header that compiles alone, is named after its file, and has the given settings")
{
    const auto file = scratch.path("game_time.hpp");
    const Ran ran = printed("export --loop unity --hz 59.94 --set overload.limit=100ms -o '" + file.string() + "'");
    CHECK(ran.out == file.string() + ": unity at 59.9401 Hz, overload.limit=100ms, in C++17\n");
    const std::string text = text_of(file);
    CHECK(text.starts_with("// game_time -- the game loop unity at 59.9401 Hz, overload.limit=100ms\n"));
    CHECK(text.find("dt_ = 1001.0 / 60000.0;") != text.npos);
    CHECK(text.find("cap-frame-time, limit 100 ms") != text.npos);
    CHECK(compiles("g++ -std=c++17 -Wall -Wextra -Wconversion -Werror -fsyntax-only -x c++", file));
}

TEST_CASE("export writes a preset's source and price only at its default rate and without --set")
{
    CHECK(printed("export --loop doom").says("Price:  35 pictures a second"));
    CHECK(printed("export --loop doom --hz 35").says("Price:  35 pictures a second"));
    CHECK_FALSE(printed("export --loop doom --hz 60").says("Price:"));
    CHECK(printed("export --loop doom --hz 60").says("Source: "));
    CHECK(printed("export --loop interpolated --hz 50").says("Price: "));
    CHECK_FALSE(printed("export --loop doom --set overload.max_steps=4").says("Price:"));
}

TEST_CASE_FIXTURE(WithScratch, "export chooses the language by the file name, unless --lang is given")
{
    const auto exported = [&](const std::string& file, const std::string& arguments)
    {
        const auto path = scratch.path(file);
        CHECK(run_lab("--quiet export --loop bevy " + arguments + " -o '" + path.string() + "'").out.empty());
        return text_of(path);
    };
    CHECK(exported("a.h", "").find("loop.step = 15625000;") != std::string::npos);
    CHECK(exported("game_loop.cs", "").find("public sealed class GameLoop") != std::string::npos);
    CHECK(exported("b.gd", "").find("func plan(frame_ns: int) -> Dictionary:") != std::string::npos);
    CHECK(exported("c.rs", "").find("pub fn plan(&mut self, frame_ns: i64) -> Plan {") != std::string::npos);
    CHECK(exported("d", "").find("class Loop {") != std::string::npos);
    CHECK(exported("d.cxx", "").find("class Loop {") != std::string::npos);
    CHECK(exported("D.MJS", "").find("export class D {") != std::string::npos);
    CHECK(exported("d.c", "").find("static inline d_plan d_plan_frame") != std::string::npos);
    CHECK(exported("e.txt", "--lang rust").find("impl Loop {") != std::string::npos);
    CHECK(exported("e.lua", "").find("function E:plan(frame_ns)") != std::string::npos);
    CHECK(exported("e.js", "").find("ns counts as 1_125_899_906_842_624 ns, so that sums of") != std::string::npos);
    CHECK(exported("f.hpp", "--name other").find("namespace other {") != std::string::npos);
    CHECK(run_lab("export --loop bevy").says("namespace my_timestep {"));
}

TEST_CASE_FIXTURE(WithScratch, "the usage example names the written file")
{
    for (const auto& [file, line] : {std::pair{"my-loop.gd", R"(#     var game_loop = preload("my-loop.gd").new())"},
                                     {"my-loop.lua", R"(--     local game_loop = require("my-loop").new())"},
                                     {"my-loop.rs", R"(//     #[path = "my-loop.rs"] mod my_loop;)"},
                                     {"my_loop.rs", "//     mod my_loop;"}})
    {
        const auto path = scratch.path(file);
        printed("export --name my_loop -o '" + path.string() + "'");
        CHECK_MESSAGE(text_of(path).find(line) != std::string::npos, line);
    }
}

TEST_CASE("export --list prints every loop and every language")
{
    const Ran ran = printed("export --list");
    for (const timestep::Preset& preset : timestep::all_presets)
        CHECK_MESSAGE(ran.says("\n" + std::string{preset.name} + " "), preset.name);
    for (const char* const language : {"cpp", "c ", "csharp", "gdscript", "rust", "js", "ts", "lua"})
        CHECK(ran.says(language));
}

TEST_CASE_FIXTURE(WithScratch, "an invalid export is refused and leaves no file")
{
    const auto file = scratch.path("x.hpp");
    check_refused("export --lang jva", "did you mean");
    check_refused("export --name 2d", "--name takes at most 80 letters");
    check_refused("export --name _", "--name takes at most 80 letters");
    check_refused("export --lang js --name _2d", "--name takes at most 80 letters");
    check_refused("export -o '" + scratch.path("x.py").string() + "'", "--lang cpp|c|csharp|gdscript|rust|js|ts|lua");
    check_refused("export --list -o '" + file.string() + "'", "--output excludes --list");
    check_refused("export --list --lang js", "--lang excludes --list");
    for (const std::string option : {"--loop fixed", "--hz 50", "--set filter.n=4"})
        check_refused("export --part smooth " + option, " excludes --part");
    check_refused("export --loop variable --set overload=keep-debt -o '" + file.string() + "'", "carries no time");
    CHECK_FALSE(std::filesystem::exists(file));
    CHECK_FALSE(std::filesystem::exists(scratch.path("x.py")));
}
