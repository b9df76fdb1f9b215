// tests/programs/timestep_lab/lab_program.hpp -- runs the real timestep_lab through a shell, or in a terminal
#pragma once

#include "scratch.hpp"
#include "thorough.hpp"
#include "timestep/presets.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include <cmath>
#include <initializer_list>
#include <set>
#include <utility>

using Json = nlohmann::json;

inline const std::string fixtures = "tests/recordings/formats/fixtures/";
inline const std::string a_recording = fixtures + "presentmon_1.10.csv";

struct Ran
{
    int code = -1;
    std::string out, err;

    bool says(std::string_view what) const { return out.find(what) != out.npos; } ///< on the standard output
};

// Returns the program that the tests run: the one in the environment variable TIMESTEP_LAB, such as a script that runs
// timestep_lab.exe under wine, else the one that was built with the tests.
inline std::string lab_program()
{
    const char* const other = std::getenv("TIMESTEP_LAB");
    return other != nullptr && *other != '\0' ? other : TIMESTEP_LAB;
}

// Runs timestep_lab with `arguments`, written as in a shell, and returns its exit code and output.
inline Ran run_lab(const std::string& arguments)
{
    const Scratch scratch;
    const auto out = scratch.path("out"), err = scratch.path("err");
    const std::string command =
        "'" + lab_program() + "' " + arguments + " >'" + out.string() + "' 2>'" + err.string() + "' </dev/null";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of(out), text_of(err)};
}

// Runs timestep_lab and returns its output. Checks that the exit code is 0 and that stdout contains each of `texts`.
inline Ran printed(const std::string& arguments, std::initializer_list<std::string> texts = {})
{
    Ran ran = run_lab(arguments);
    INFO("arguments ", arguments, ", ran.err ", ran.err, ", ran.out ", ran.out);
    CHECK(ran.code == 0);
    for (const std::string& text : texts) CHECK_MESSAGE(ran.says(text), text);
    return ran;
}

inline Json json_of(const std::string& arguments) { return Json::parse(run_lab(arguments).out); }

// Presents of which every second one is of a frame that a driver generated.
inline std::string presents_with_generated_frames()
{
    return "Application,ProcessID,MsBetweenPresents\n" + repeated("Game.exe,1,25.1\nGame.exe,1,0.4\n", 1000);
}

// Returns a PresentMon table of `count` frames near 60 a second. Each `dropped_every`-th frame never reached the
// screen. The GPU is busy for 97 % of each frame. Every second picture stays on the screen for 33 ms.
inline std::string presentmon_frames(int count, int dropped_every)
{
    std::string text = "Application,ProcessID,SwapChainAddress,PresentRuntime,TimeInMs,MsBetweenPresents,"
                       "MsBetweenDisplayChange,MsUntilDisplayed,MsBetweenAppStart,MsCPUBusy,MsGPUBusy\n";
    double at = 0.0;
    for (int i = 1; i <= count; ++i)
    {
        const double ms = 16.0 + i * 7919 % 1201 * 0.001;
        const std::string time = std::to_string(ms);
        at += ms;
        const std::string shown = i % dropped_every == 0 ? "NA,NA" : i % 2 == 0 ? "33.0,20.0" : "16.6,20.0";
        text += "Game.exe,1,0x1,DXGI," + std::to_string(at) + "," + time + "," + shown + "," + time + ",5.0," +
                std::to_string(0.97 * ms) + "\n";
    }
    return text;
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

// Returns whether the tool `script` can create a terminal; prints "skipped" if not.
inline bool can_make_terminals()
{
    if (std::system("script -qec true /dev/null >/dev/null 2>&1 </dev/null") == 0) return true;
    MESSAGE("skipped: script is missing: apt-get install bsdutils");
    return false;
}

// Returns the standard output and error of timestep_lab in a terminal. `environment` holds assignments for env(1).
inline std::string on_terminal(const std::string& environment, const std::string& arguments)
{
    const Scratch scratch;
    const auto out = scratch.path("out");
    const std::string command = "TERM=xterm " + environment + " script -qec \"'" TIMESTEP_LAB "' " + arguments +
                                "\" /dev/null >'" + out.string() + "' </dev/null";
    CHECK(std::system(command.c_str()) == 0);
    return text_of(out);
}
