#include "base/mapped_file.hpp"

namespace base
{

// A page has no virtual memory: the whole file is read. Files that the user has chosen come from the disk in pieces.
void MappedFile::load(const File& file) { copy(file, "which is too much for a page"); }

void MappedFile::release_pages(std::string_view) const {}

MappedFile::~MappedFile() = default;

} // namespace base
