// bench/bench.hpp -- functions that the benchmark programs share
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>

namespace bench
{

/// Returns the CPU's name from /proc/cpuinfo.
inline std::string cpu_name()
{
    std::ifstream info{"/proc/cpuinfo"};
    for (std::string line; std::getline(info, line);)
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    return "unknown CPU";
}

/// Returns how often to repeat a measurement: `usual`, or once if the environment has TIMESTEP_BENCH_ONCE. The tests
/// run every benchmark once, so that it keeps working.
inline int rounds(int usual) { return std::getenv("TIMESTEP_BENCH_ONCE") == nullptr ? usual : 1; }

/// Prints a text and flushes it at once, so that the user can watch a long run.
template <class... Values>
void print(fmt::format_string<Values...> text, Values&&... values)
{
    fmt::print(text, std::forward<Values>(values)...);
    std::fflush(stdout);
}

} // namespace bench
