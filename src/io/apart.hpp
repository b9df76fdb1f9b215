// io/apart.hpp -- the files of one command do not write over each other
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace io
{

/// A file as the command line names it.
struct NamedFile
{
    std::string_view flag;
    std::filesystem::path path; ///< empty for none; "-" for the standard output
    bool output = false;
};

/// One line when two flags name the same file, through whatever links, and one of them writes it. Only what can be lost
/// counts: files, whether they are there yet or not, but neither pipes nor devices.
std::optional<std::string> why_not_apart(std::span<const NamedFile> files);

} // namespace io
