// tests/cli/lab_program.hpp -- runs the real timestep_lab through a shell
#pragma once

#include "scratch.hpp"

#include <sys/wait.h>

inline const std::string fixtures    = "tests/recordings/formats/fixtures/";
inline const std::string a_recording = fixtures + "presentmon_1.10.csv";

struct Ran
{
    int code = -1;
    std::string out, err;
};

// Runs timestep_lab with `arguments`, written as in a shell, and returns its exit code and output.
inline Ran run_lab(const std::string& arguments)
{
    const Scratch scratch;
    const auto out = scratch.path("out"), err = scratch.path("err");
    const std::string command =
        "'" TIMESTEP_LAB "' " + arguments + " >'" + out.string() + "' 2>'" + err.string() + "' </dev/null";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of(out), text_of(err)};
}

// Checks that timestep_lab refuses `arguments`: exit code 2, no standard output, and one line of error with `what` in
// it.
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
