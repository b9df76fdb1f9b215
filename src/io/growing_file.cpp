#include "io/growing_file.hpp"

#include "io/write_all.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace io
{

namespace
{
int begun(const std::filesystem::path& path)
{
    if (path != "-") return open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    std::fflush(stdout); // what was printed before comes before
    return STDOUT_FILENO;
}
} // namespace

GrowingFile::GrowingFile(std::filesystem::path path)
    : path_{std::move(path)}
    , descriptor_{begun(path_)}
    , error_{descriptor_ < 0 ? last_error() : ""}
{
}

GrowingFile::~GrowingFile()
{
    if (descriptor_ > STDERR_FILENO) close(descriptor_);
}

std::optional<std::string> GrowingFile::add(std::string_view text)
{
    if (error_.empty()) error_ = write_all(descriptor_, text);
    return failure();
}

std::optional<std::string> GrowingFile::finish()
{
    if (error_.empty()) error_ = settle(descriptor_);
    return failure();
}

std::optional<std::string> GrowingFile::failure() const
{
    return error_.empty() ? std::nullopt : std::optional{cannot_be_written(path_, error_)};
}

} // namespace io
