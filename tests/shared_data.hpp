// tests/shared_data.hpp -- real recordings and reference numbers that may lie beside the project, at ../shared
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

inline std::filesystem::path shared_data(const std::string& name) { return std::filesystem::path("../shared") / name; }

// Leaves the test case, and says so in the output, when the file is not there.
#define SKIP_WITHOUT(path)                                                                                             \
    if (!std::filesystem::exists(path))                                                                                \
    {                                                                                                                  \
        MESSAGE("skipped: ", (path).string(), " is not there");                                                        \
        return;                                                                                                        \
    }                                                                                                                  \
    static_assert(true)
