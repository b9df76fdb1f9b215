// programs/timestep_lab/recordings_at.hpp -- files, folders and patterns on the command line, as the recordings that
// are there
#pragma once

#include <string>
#include <vector>

namespace timestep_lab
{

struct NamedRecording
{
    std::string file;
    bool by_itself = false; ///< and not found in a folder or by a pattern, where other files may lie as well
};
/// A folder is the files in it, a name with `*`, `?` or `[` that is no file is those that it matches; each in the order
/// of their names, and each file once. Throws BadInput for a pattern that matches nothing and for an empty folder.
std::vector<NamedRecording> recordings_at(const std::vector<std::string>& names);

} // namespace timestep_lab
