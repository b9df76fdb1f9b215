// programs/timestep_lab/recordings_at.hpp -- finds the files that paths, folders and patterns on the command line name
#pragma once

#include <string>
#include <vector>

namespace timestep_lab
{

struct NamedRecording
{
    std::string file;
    bool by_itself = false; ///< true if the command line names the file itself, not a folder or a pattern
};
/// Returns the files that `names` stand for, each file once. A folder stands for the files in it. A name with `*`, `?`
/// or `[` that does not exist stands for the paths that match it. These files are sorted by name. Throws BadInput for a
/// pattern without a match and for an empty folder.
std::vector<NamedRecording> recordings_at(const std::vector<std::string>& names);

} // namespace timestep_lab
