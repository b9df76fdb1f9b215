// tests/shared_data.hpp -- finds real recordings and reference numbers in ../shared, which is not part of the
// repository
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

inline std::filesystem::path shared_data(const std::string& name) { return std::filesystem::path("../shared") / name; }

// Ends the test case if the file does not exist, and prints "skipped".
#define SKIP_WITHOUT(path)                                                                                             \
    if (!std::filesystem::exists(path))                                                                                \
    {                                                                                                                  \
        MESSAGE("skipped: ", (path).string(), " is not there");                                                        \
        return;                                                                                                        \
    }                                                                                                                  \
    static_assert(true)
