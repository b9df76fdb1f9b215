#include "cli/rows.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

namespace cli
{

Rows::Rows(std::string file, std::string flag)
    : to_{file == "-" || file.empty() ? stdout : std::fopen(file.c_str(), "wb")}
    , file_{std::move(file)}
    , flag_{std::move(flag)}
{
    if (to_ == nullptr) throw BadInput{fmt::format("{} {}: {}", flag_, file_, std::strerror(errno))};
}

Rows::~Rows()
{
    if (to_ != stdout) std::fclose(to_);
}

void Rows::finish()
{
    flush();
    const bool failed = std::fflush(to_) != 0 || std::ferror(to_) != 0;
    if (failed) throw BadInput{fmt::format("{} {}: could not write it all", flag_, file_)};
}

void Rows::flush()
{
    std::fwrite(buffer_.data(), 1, buffer_.size(), to_);
    buffer_.clear();
}

} // namespace cli
