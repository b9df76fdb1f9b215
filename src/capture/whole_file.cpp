#include "capture/whole_file.hpp"

#include <cerrno>
#include <system_error>

namespace capture
{

namespace
{
std::string last_error() { return std::generic_category().message(errno); }

bool is_written_in_place(const std::filesystem::path& path)
{
    if (path == "-") return true;
    std::error_code error;
    return std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error) &&
           !std::filesystem::is_directory(path, error);
}
} // namespace

WholeFile::WholeFile(std::filesystem::path path)
    : path_{std::move(path)}
    , written_{is_written_in_place(path_) ? path_ : std::filesystem::path{path_.string() + ".part"}}
    , file_{path_ == "-" ? stdout : std::fopen(written_.c_str(), "wb")}
{
    if (!file_) error_ = last_error();
}

WholeFile::~WholeFile()
{
    if (file_) failure("not finished");
}

void WholeFile::flush()
{
    if (file_ && error_.empty() && std::fwrite(text_.data(), 1, text_.size(), file_.get()) != text_.size())
        error_ = last_error();
    text_.clear();
}

std::string WholeFile::failure(const std::string& why)
{
    std::error_code ignored;
    file_.reset();
    if (written_ != path_) std::filesystem::remove(written_, ignored);
    return fmt::format("{}: cannot be written: {}", path_ == "-" ? "the standard output" : path_.string(), why);
}

std::optional<std::string> WholeFile::finish()
{
    flush();
    if (!error_.empty()) return failure(error_);
    std::FILE* const file = file_.release();
    if ((file == stdout ? std::fflush(file) : std::fclose(file)) != 0) return failure(last_error());
    if (written_ == path_) return std::nullopt;
    std::error_code error;
    std::filesystem::rename(written_, path_, error);
    if (error) return failure(error.message());
    return std::nullopt;
}

} // namespace capture
