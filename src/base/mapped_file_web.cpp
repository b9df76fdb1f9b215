#include "base/mapped_file.hpp"

namespace base
{

// A web page has no memory mapping, so the whole file is read.
void MappedFile::load(const File& file) { read_into_memory(file, "a web page"); }

bool MappedFile::mapping_has_become_shorter() const { return false; }

void MappedFile::release_pages_overlapping(std::string_view) const {}

MappedFile::~MappedFile() = default;

} // namespace base
