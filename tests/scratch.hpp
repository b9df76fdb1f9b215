// tests/scratch.hpp -- a temporary folder for the files of one test
#pragma once

#include "text.hpp"

#include "base/path.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

// Creates an empty folder and removes it in the destructor.
class Scratch
{
public:
    Scratch()
    {
        std::random_device random;
        do folder_ = std::filesystem::temp_directory_path() / ("timestep_test_" + std::to_string(random()));
        while (!std::filesystem::create_directory(folder_)); // false if the folder exists already
    }
    Scratch(const Scratch&)            = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() { std::filesystem::remove_all(folder_); }

    std::filesystem::path path(const std::string& name) const { return folder_ / base::path_of(name); }
    std::string file(const std::string& name, const std::string& text) const
    {
        std::ofstream{path(name), std::ios::binary} << text;
        return base::utf8_of(path(name));
    }

    std::vector<std::string> names() const
    {
        std::vector<std::string> all;
        for (const auto& entry : std::filesystem::directory_iterator{folder_})
            all.push_back(base::utf8_of(entry.path().filename()));
        std::sort(all.begin(), all.end());
        return all;
    }

private:
    std::filesystem::path folder_;
};

/// The fixture of a test that needs a folder: TEST_CASE_FIXTURE(WithScratch, "...").
struct WithScratch
{
    const Scratch scratch{};
};
