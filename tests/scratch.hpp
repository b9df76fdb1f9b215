// tests/scratch.hpp -- a temporary folder for the files of a test, and functions that read files and split text
#pragma once

#include "base/path.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

inline std::string text_of(const std::filesystem::path& path)
{
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

inline std::string repeated(std::string_view text, std::size_t count)
{
    std::string all;
    while (count-- > 0) all += text;
    return all;
}

inline std::vector<std::string> parts_of(const std::string& text, char end)
{
    std::istringstream stream{text};
    std::vector<std::string> parts;
    for (std::string part; std::getline(stream, part, end);) parts.push_back(part);
    return parts;
}

inline std::vector<std::string> lines_of(const std::string& text) { return parts_of(text, '\n'); }
// A row that ends with a comma has an empty last cell.
inline std::vector<std::string> cells_of(const std::string& line) { return parts_of(line + ',', ','); }

using Columns = std::map<std::string, std::vector<std::string>>;

inline Columns columns_of(const std::string& csv)
{
    const auto lines = lines_of(csv);
    const auto names = cells_of(lines.at(0));
    Columns columns;
    for (std::size_t row = 1; row < lines.size(); ++row)
    {
        const auto cells = cells_of(lines[row]);
        for (std::size_t i = 0; i < names.size(); ++i) columns[names[i]].push_back(cells.at(i));
    }
    return columns;
}

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
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() { std::filesystem::remove_all(folder_); }

    std::filesystem::path path(const std::string& name) const { return folder_ / base::path_from_utf8(name); }
    std::string file(const std::string& name, const std::string& text) const
    {
        std::ofstream{path(name), std::ios::binary} << text;
        return base::path_to_utf8(path(name));
    }

    std::vector<std::string> names() const
    {
        std::vector<std::string> all;
        for (const auto& entry : std::filesystem::directory_iterator{folder_})
            all.push_back(base::path_to_utf8(entry.path().filename()));
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
