// tests/cli/lab_program.hpp -- runs the real timestep_lab, as a person would
#pragma once

#include <doctest/doctest.h>

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

struct Ran
{
    int code = -1;
    std::string out, err;
};

// A folder of its own, gone at its end.
class Scratch
{
public:
    Scratch()
    {
        std::string name = (std::filesystem::temp_directory_path() / "timestep_lab_XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        folder_ = name;
    }
    Scratch(const Scratch&)            = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() { std::filesystem::remove_all(folder_); }

    std::filesystem::path path(const std::string& name) const { return folder_ / name; }
    std::string file(const std::string& name, const std::string& text) const
    {
        std::ofstream{path(name), std::ios::binary} << text;
        return path(name).string();
    }

private:
    std::filesystem::path folder_;
};

inline std::string text_of(const std::filesystem::path& path)
{
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

// `arguments` as typed in a shell.
inline Ran run_lab(const std::string& arguments)
{
    const Scratch scratch;
    const auto out = scratch.path("out"), err = scratch.path("err");
    const std::string command =
        "'" TIMESTEP_LAB "' " + arguments + " >'" + out.string() + "' 2>'" + err.string() + "' </dev/null";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of(out), text_of(err)};
}

// Refused with exit code 2, nothing on stdout, and one line on stderr that says `what`.
inline void check_refused(const std::string& arguments, const std::string& what)
{
    CAPTURE(arguments);
    const Ran ran = run_lab(arguments);
    CAPTURE(ran.err);
    CHECK(ran.code == 2);
    CHECK(ran.out.empty());
    CHECK(ran.err.find(what) != std::string::npos);
    CHECK(ran.err.find('\n') == ran.err.size() - 1);
}
