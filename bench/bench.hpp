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

inline std::string cpu_name()
{
    std::ifstream info{"/proc/cpuinfo"};
    for (std::string line; std::getline(info, line);)
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    return "unknown CPU";
}

/// Returns `usual`, or 1 if TIMESTEP_BENCH_ONCE is set, with which the tests run every benchmark once.
inline int rounds(int usual) { return std::getenv("TIMESTEP_BENCH_ONCE") == nullptr ? usual : 1; }

/// Prints text and flushes it, so that the user sees the progress of a long run.
template <class... Values>
void print(fmt::format_string<Values...> text, Values&&... values)
{
    fmt::print(text, std::forward<Values>(values)...);
    std::fflush(stdout);
}

} // namespace bench
