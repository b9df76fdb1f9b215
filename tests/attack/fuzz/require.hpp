// tests/attack/fuzz/require.hpp -- rules that a reader must keep: the fuzz target aborts where one is broken
#pragma once

#include <cstdlib>
#include <string_view>

inline void require(bool promise)
{
    if (!promise) std::abort();
}

inline void check_printable(std::string_view text)
{
    for (const char c : text) require(static_cast<unsigned char>(c) >= ' ' && c != '\x7F');
}
