// tests/golden.hpp -- compares generated text with files in tests/golden
//
// NAME.txt is the input, and the file of the same name with another ending is the expected output.
//
// UPDATE_GOLDEN=1 ctest --preset headless -R view     writes the output files again; review the difference.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

inline std::string read_text(const std::filesystem::path& path)
{
    std::ifstream in{path, std::ios::binary};
    REQUIRE_MESSAGE(in.good(), path.string() << " cannot be read; run the tests in the project's root");
    return {std::istreambuf_iterator<char>{in}, {}};
}

/// Returns the input files of a folder of tests/golden, sorted by name.
inline std::vector<std::filesystem::path> golden_inputs(const std::string& room)
{
    std::vector<std::filesystem::path> inputs;
    for (const auto& entry : std::filesystem::directory_iterator{"tests/golden/" + room})
        if (entry.path().extension() == ".txt") inputs.push_back(entry.path());
    std::sort(inputs.begin(), inputs.end());
    REQUIRE_FALSE(inputs.empty());
    return inputs;
}

/// Compares `made` with the file beside `input` that has this extension. Writes that file instead if UPDATE_GOLDEN is
/// set.
inline void check_golden(std::filesystem::path input, const char* extension, const std::string& made)
{
    const std::filesystem::path path = input.replace_extension(extension);
    if (std::getenv("UPDATE_GOLDEN") != nullptr)
    {
        std::ofstream{path, std::ios::binary} << made;
        return;
    }
    const std::string wanted = read_text(path);
    const auto [at, other]   = std::mismatch(made.begin(), made.end(), wanted.begin(), wanted.end());
    const auto line          = 1 + std::count(made.begin(), at, '\n');
    CHECK_MESSAGE(made == wanted, path.string() << " differs from line " << line);
}
