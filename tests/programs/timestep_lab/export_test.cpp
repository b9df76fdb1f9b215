#include "lab_program.hpp"
#include "timestep/presets.hpp"

#include <sstream>

namespace
{
bool compiles(const std::string& compiler, const std::filesystem::path& file)
{
    const std::string command = compiler + " -include '" + file.string() + "' /dev/null >/dev/null 2>&1";
    return std::system(command.c_str()) == 0;
}
} // namespace

TEST_CASE("export writes a header that compiles alone, is named after its file, and has the given settings")
{
    const Scratch scratch;
    const auto file = scratch.path("game_time.hpp");
    const Ran ran   = run_lab("export --loop unity --hz 59.94 --set overload.limit=100ms -o '" + file.string() + "'");
    CHECK(ran.code == 0);
    CHECK(ran.out == file.string() + ": unity at 59.9401 Hz, overload.limit=100ms, in C++17\n");
    const std::string text = text_of(file);
    CHECK(text.starts_with("// game_time -- the game loop unity at 59.9401 Hz, overload.limit=100ms\n"));
    CHECK(text.find("dt = 1001.0 / 60000.0;") != text.npos);
    CHECK(text.find("cap-frame-time, limit 100 ms") != text.npos);
    CHECK(compiles("g++ -std=c++17 -Wall -Wextra -Wconversion -Werror -fsyntax-only -x c++", file));
}

TEST_CASE("export chooses the language by the file name, unless --lang is given")
{
    const Scratch scratch;
    const auto exported = [&](const std::string& file, const std::string& arguments)
    {
        const auto path = scratch.path(file);
        CHECK(run_lab("--quiet export --loop bevy " + arguments + " -o '" + path.string() + "'").out.empty());
        return text_of(path);
    };
    CHECK(exported("a.h", "").find("#define A_STEP INT64_C(15625000)") != std::string::npos);
    CHECK(exported("game_loop.cs", "").find("public sealed class GameLoop") != std::string::npos);
    CHECK(exported("b.gd", "").find("func plan(frame_ns: int) -> Dictionary:") != std::string::npos);
    CHECK(exported("c.rs", "").find("pub fn plan(&mut self, frame_ns: i64) -> Plan {") != std::string::npos);
    CHECK(exported("d.txt", "").find("class Loop {") != std::string::npos);
    CHECK(exported("e.txt", "--lang rust").find("impl Loop {") != std::string::npos);
    CHECK(exported("f.hpp", "--name other").find("namespace other {") != std::string::npos);
    CHECK(run_lab("export --loop bevy").out.find("namespace my_timestep {") != std::string::npos);
}

TEST_CASE("export --list prints every loop and every language")
{
    const Ran ran = run_lab("export --list");
    CHECK(ran.code == 0);
    for (const timestep::Preset& preset : timestep::all_presets)
    {
        CAPTURE(preset.name);
        CHECK(ran.out.find("\n" + std::string{preset.name} + " ") != std::string::npos);
    }
    for (const char* const language : {"cpp", "c ", "csharp", "gdscript", "rust"})
        CHECK(ran.out.find(language) != std::string::npos);
}

TEST_CASE("an invalid export is refused and leaves no file")
{
    const Scratch scratch;
    const auto file = scratch.path("x.hpp");
    check_refused("export --loop interpolatd", "did you mean 'interpolated'?");
    check_refused("export --lang jva", "did you mean");
    check_refused("export --name 2d", "--name takes letters");
    check_refused("export --loop variable --set overload=keep-debt -o '" + file.string() + "'", "carries nothing");
    check_refused("export -o /no/such/folder/x.hpp", "No such file or directory");
    CHECK_FALSE(std::filesystem::exists(file));
}
