// io/growing_file.hpp -- a file that somebody reads along, or that is to be there even if the program is killed
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace io
{

/// Written in its place, where it replaces what was there: what was added has left the program. "-" is the standard
/// output.
class GrowingFile
{
public:
    explicit GrowingFile(std::filesystem::path path);
    GrowingFile(const GrowingFile&)    = delete;
    void operator=(const GrowingFile&) = delete;
    ~GrowingFile();

    /// These return nothing while all is well; otherwise one line that names the file and says what failed first.
    std::optional<std::string> add(std::string_view text);
    std::optional<std::string> finish();

private:
    std::optional<std::string> failure() const;

    std::filesystem::path path_;
    int descriptor_;
    std::string error_;
};

} // namespace io
