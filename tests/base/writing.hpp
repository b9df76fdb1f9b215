// tests/base/writing.hpp -- writes files, and asks which files may be read and written at once
#pragma once

#include "base/files.hpp"
#include "base/path.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

inline std::optional<std::string> write(const fs::path& path, std::string_view text)
{
    base::AtomicFileWriter file{path};
    file.add(text);
    return file.finish();
}

inline std::optional<std::string> overwrite_error(const fs::path& in, const fs::path& out)
{
    const std::vector<base::FileArgument> files{{"--in", base::path_to_utf8(in)},
                                                {"--out", base::path_to_utf8(out), true}};
    return base::file_conflict_error(files);
}
