// Compiles exported files: one program in each language, with all loops.
#include "drivers.hpp"
#include "thorough.hpp"
#include "timestep/presets.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace timestep;
using exporter::Language;

namespace
{

// Creates an empty folder and removes it in the destructor.
class Scratch
{
public:
    Scratch()
    {
        std::string name = (std::filesystem::temp_directory_path() / "timestep_export_XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    Scratch(const Scratch&)        = delete;
    void operator=(const Scratch&) = delete;
    ~Scratch() { std::filesystem::remove_all(path_); }

    const std::filesystem::path& path() const { return path_; }
    void write(const std::string& name, const std::string& text) const { std::ofstream{path_ / name} << text; }
    // Runs a shell command in this folder; returns its output if it fails, else an empty text.
    std::string fails(const std::string& command) const
    {
        const std::string quiet = "cd '" + path_.string() + "' && { " + command + " ; } >said 2>&1";
        if (std::system(quiet.c_str()) == 0) return "";
        std::ostringstream said;
        said << command << '\n' << std::ifstream{path_ / "said"}.rdbuf();
        return said.str().substr(0, 4000);
    }

private:
    std::filesystem::path path_;
};

// Returns whether the program cannot be run; then prints the package that contains it.
bool is_missing(const std::string& program)
{
    if (std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0) return false;
    const std::string package = program == "mcs" ? "mono-mcs" : program == "clang++" ? "clang" : program;
    MESSAGE("skipped: ", program, " is missing: apt-get install ", package);
    return true;
}

const std::string strict = " -O0 -Wall -Wextra -Wconversion -Werror ";

struct Tool
{
    Language language;
    std::string program;
    std::string source;
    std::string compile;
    std::string run = "./driver";
};

std::string_view extension_of(Language language)
{
    return std::find_if(exporter::all_languages.begin(), exporter::all_languages.end(),
                        [&](const auto& l) { return l.id == language; })
        ->extension;
}

// Compares the answers one by one, so that the first wrong one is reported.
void compare(const std::filesystem::path& answers_file, const std::vector<loops::Named>& loops,
             const script::Script& script)
{
    std::ifstream answers{answers_file};
    std::istringstream expected{script.answers}, commands{script.commands};
    std::string answer, wanted, command, about;
    while (std::getline(commands, command))
    {
        if (command.front() == 'L')
        {
            about = loops[std::stoul(command.substr(2))].name;
            continue;
        }
        std::getline(expected, wanted);
        const bool answered = static_cast<bool>(std::getline(answers, answer));
        if (answered && answer == wanted) continue;
        CAPTURE(about);
        CAPTURE(command);
        REQUIRE(answered);
        REQUIRE(answer == wanted);
    }
    CHECK(!std::getline(answers, answer));
}

// Exports the loops, builds a program with them, and compares its answers with those of the script.
void check_in(const Tool& tool)
{
    if (is_missing(tool.program)) return;
    std::vector<loops::Named> all = loops::joined(loops::presets(), loops::parts());
    if (is_thorough())
        all = loops::joined(all, loops::joined(loops::at_other_rates(), loops::turned(loops::presets())));
    const Scratch folder;
    script::Script script;
    for (std::size_t i = 0; i < all.size(); ++i)
    {
        folder.write(fmt::format("loop_{}{}", i, extension_of(tool.language)),
                     exporter::write(all[i].loop, {tool.language, fmt::format("loop_{}", i), all[i].name, ""}).text());
        ask(script, i, all[i].loop, script::awkward_frames(300));
    }
    folder.write(tool.source, drivers::program(tool.language, all));
    folder.write("commands", script.commands);
    REQUIRE(folder.fails(tool.compile) == "");
    REQUIRE(folder.fails(tool.run) == "");
    compare(folder.path() / "answers", all, script);
}

// Writes every preset's header under its own name, and returns the lines that include them all.
std::string write_headers(const Scratch& folder, Language language)
{
    std::string includes;
    for (const Preset& p : all_presets)
    {
        const std::string name = exporter::identifier_of("ts_" + std::string{p.name});
        const std::string file = name + std::string{extension_of(language)};
        folder.write(file, exporter::write(p.make(p.default_rate), {language, name, "", ""}).text());
        includes += fmt::format("#include \"{}\"\n", file);
    }
    return includes;
}

// Compiles two sources of one program that both include all headers.
void check_together(Language language, const std::string& ending, const std::string& compiler)
{
    CAPTURE(compiler);
    if (is_missing(compiler.substr(0, compiler.find(' ')))) return;
    const Scratch folder;
    const std::string includes = write_headers(folder, language), one = "one" + ending, two = "two" + ending;
    folder.write(one, includes + "int main(void) { return 0; }\n");
    folder.write(two, includes);
    CHECK(folder.fails(compiler + strict + one + " " + two) == "");
}

} // namespace

// Each suite runs as its own ctest (tests/CMakeLists.txt).
#define DECIDES_AS_THE_LIBRARY TEST_CASE("every preset and every alternative takes the library's steps, to the bit")

TEST_SUITE("headers")
{
    TEST_CASE("the headers of all presets compile together: those in C as C and as C++, those in C++ as C++")
    {
        for (const std::string compiler : {"gcc -std=c99 -pedantic", "clang -std=c99 -pedantic"})
            check_together(Language::c, ".c", compiler);
        for (const std::string compiler : {"g++ -std=c++17 -pedantic", "clang++ -std=c++17 -pedantic"})
        {
            check_together(Language::c, ".cpp", compiler);
            check_together(Language::cpp, ".cpp", compiler);
        }
    }
}

TEST_SUITE("cpp_gcc")
{
    DECIDES_AS_THE_LIBRARY
    {
        check_in({Language::cpp, "g++", "main.cpp", "g++ -std=c++17" + strict + "main.cpp -o driver"});
    }
}

TEST_SUITE("cpp_clang")
{
    DECIDES_AS_THE_LIBRARY
    {
        check_in({Language::cpp, "clang++", "main.cpp", "clang++ -std=c++17" + strict + "main.cpp -o driver"});
    }
}

TEST_SUITE("c_gcc")
{
    DECIDES_AS_THE_LIBRARY
    {
        check_in({Language::c, "gcc", "main.c", "gcc -std=c99 -pedantic" + strict + "main.c -o driver"});
    }
}

TEST_SUITE("c_clang")
{
    DECIDES_AS_THE_LIBRARY
    {
        check_in({Language::c, "clang", "main.c", "clang -std=c99 -pedantic" + strict + "main.c -o driver"});
    }
}

TEST_SUITE("rust")
{
    DECIDES_AS_THE_LIBRARY
    {
        check_in({Language::rust, "rustc", "main.rs", "rustc --edition 2021 -D warnings main.rs -o driver",
                  "./driver >answers"});
    }
}

TEST_SUITE("csharp")
{
    DECIDES_AS_THE_LIBRARY
    {
        check_in({Language::csharp, "mcs", "main.cs", "mcs -warnaserror -out:driver.exe *.cs", "mono driver.exe"});
    }
}

TEST_SUITE("gdscript")
{
    DECIDES_AS_THE_LIBRARY
    {
        check_in({Language::gdscript, "godot3-server", "main.gd", "true", "HOME=. godot3-server -s main.gd"});
    }
}
