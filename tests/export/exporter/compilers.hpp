// tests/export/exporter/compilers.hpp -- builds and runs a program in each language, with the tool that is installed
#pragma once

#include "export/exporter/exporter.hpp"
#include "scratch.hpp"

namespace compilers
{

using exporter::Language;

/// Runs a shell command in the folder; returns its output if it fails, else an empty text.
inline std::string failure_in(const Scratch& folder, const std::string& command)
{
    const std::string quiet = "cd '" + folder.path("").string() + "' && { " + command + " ; } >said 2>&1";
    return std::system(quiet.c_str()) == 0 ? "" : (command + '\n' + text_of(folder.path("said"))).substr(0, 4000);
}

/// True if the program cannot be run; then prints the package that contains it.
inline bool is_missing(const std::string& program)
{
    if (std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0) return false;
    static const std::map<std::string, std::string> packages{
        {"mcs", "mono-mcs"}, {"clang++", "clang"}, {"node", "nodejs"}, {"tsc", "node-typescript"}};
    const auto package = packages.find(program);
    MESSAGE("skipped: ", program, " is missing: apt-get install ",
            package == packages.end() ? program : package->second);
    return true;
}

inline const std::string strict = " -O0 -Wall -Wextra -Wconversion -Werror ";

/// How a program in one language is compiled, and run in its folder. The program writes the file `answers`.
struct Tool
{
    Language language;
    std::string program; ///< the compiler or interpreter
    std::string source; ///< file name of the program
    std::string compile;
    std::string run = "./driver";
};

inline const std::string as_module = "echo '{\"type\": \"module\"}' >package.json";

inline const Tool cpp_gcc{Language::cpp, "g++", "main.cpp", "g++ -std=c++17" + strict + "main.cpp -o driver"};
inline const Tool cpp_clang{Language::cpp, "clang++", "main.cpp", "clang++ -std=c++17" + strict + "main.cpp -o driver"};
inline const Tool c_gcc{Language::c, "gcc", "main.c", "gcc -std=c99 -pedantic" + strict + "main.c -o driver"};
inline const Tool c_clang{Language::c, "clang", "main.c", "clang -std=c99 -pedantic" + strict + "main.c -o driver"};
inline const Tool rust{Language::rust, "rustc", "main.rs", "rustc --edition 2021 -D warnings main.rs -o driver",
                       "./driver >answers"};
inline const Tool csharp{Language::csharp, "mcs", "main.cs", "mcs -warnaserror -out:driver.exe *.cs",
                         "mono driver.exe"};
inline const Tool gdscript{Language::gdscript, "godot3-server", "main.gd", "true", "HOME=. godot3-server -s main.gd"};
inline const Tool js{Language::js, "node", "main.mjs", as_module, "node main.mjs"};
inline const Tool ts{Language::ts, "tsc", "main.mjs",
                     as_module + "; tsc --strict --noUnusedLocals --noUnusedParameters --target es2022 "
                                 "--module es2022 *.ts",
                     "node main.mjs"};
inline const Tool lua{Language::lua, "lua5.4", "main.lua", "true", "lua5.4 main.lua"};
inline const Tool luajit{Language::lua, "luajit", "main.lua", "true", "luajit main.lua"};

} // namespace compilers

/// Compares the parts of a game (part_test.cpp) with the library, in the language of the tool.
void check_parts_in(const compilers::Tool& tool);
