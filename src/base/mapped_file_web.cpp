#include "base/mapped_file.hpp"

namespace base
{

// A page has no virtual memory: the whole file is read. Files that the user has chosen come from the disk in pieces.
MappedFile::MappedFile(const std::filesystem::path& path)
{
    const File file = open_to_read(path);
    error_          = file.error();
    if (file.is_open()) load(file);
}

void MappedFile::load(const File& file)
{
    constexpr std::size_t most = 1'000'000'000; // bytes; a page has 2 GB at most
    error_                     = file.read_to_end(copy_, most + 1);
    if (copy_.size() > most) error_ = "more than a gigabyte, which is too much for a page";
}

void MappedFile::release_pages(std::string_view) const {}

MappedFile::~MappedFile() = default;

} // namespace base
