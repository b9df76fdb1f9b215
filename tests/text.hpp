// tests/text.hpp -- reads files, and cuts texts into lines and cells
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

inline std::string text_of(const std::filesystem::path& path)
{
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
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

/// The columns of a table by their names, which are its first line. All rows have as many cells.
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
