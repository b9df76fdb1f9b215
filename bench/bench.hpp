// bench/bench.hpp -- what the benchmark programs share
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <utility>

namespace bench
{

/// As the kernel calls it.
inline std::string cpu_name()
{
    std::ifstream info{"/proc/cpuinfo"};
    for (std::string line; std::getline(info, line);)
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    return "unknown CPU";
}

/// At once, so that a long run can be watched.
template <class... Values>
void print(fmt::format_string<Values...> text, Values&&... values)
{
    fmt::print(text, std::forward<Values>(values)...);
    std::fflush(stdout);
}

} // namespace bench
