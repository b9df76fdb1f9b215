#include "io/apart.hpp"

#include "io/printable.hpp"
#include "io/whole_file.hpp"

#include <fmt/format.h>

#include <compare>
#include <cstdint>

#include <sys/stat.h>
#include <unistd.h>

namespace io
{

namespace
{

namespace fs = std::filesystem;

// Of a file that is not there yet: where it will be.
struct Identity
{
    std::uint64_t device = 0, node = 0;
    std::string name{};

    bool operator==(const Identity&) const = default;
};

std::optional<Identity> identity_of(const NamedFile& file)
{
    struct stat status
    {
    };
    const fs::path path = followed(file.path);
    const bool printed  = file.output && file.path == "-";
    if ((printed ? fstat(STDOUT_FILENO, &status) : stat(path.c_str(), &status)) == 0)
        return S_ISREG(status.st_mode) ? std::optional{Identity{status.st_dev, status.st_ino}} : std::nullopt;
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path{"."};
    if (stat(folder.c_str(), &status) != 0) return std::nullopt;
    return Identity{status.st_dev, status.st_ino, path.filename().string()};
}

} // namespace

std::optional<std::string> why_not_apart(std::span<const NamedFile> files)
{
    for (const NamedFile& written : files)
        for (const NamedFile& other : files)
        {
            if (!written.output || written.path.empty() || other.path.empty() || written.flag == other.flag) continue;
            const auto identity = identity_of(written);
            if (!identity || identity != identity_of(other)) continue;
            return fmt::format("{}: {} is the file that {} {}, and one would write over the other; choose another name",
                               written.flag, printable(written.path.native()), other.flag,
                               other.output ? "writes" : "reads");
        }
    return std::nullopt;
}

} // namespace io
