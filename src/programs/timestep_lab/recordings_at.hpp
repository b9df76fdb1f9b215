// programs/timestep_lab/recordings_at.hpp -- finds the recording files that the user names on the command line by
// paths, folders, and patterns such as *.csv
#pragma once

#include <string>
#include <vector>

namespace timestep_lab
{

struct NamedRecording
{
    std::string file;
    /// True if the user gave the path of this file; false if the file was found by a folder or a pattern such as *.csv.
    bool by_itself = false;
};
/// Returns the files for the given names, each file once. For a folder, these are the files in it. For a name with `*`,
/// `?` or `[` that does not exist, these are the paths that match it. Files of a folder or a pattern are sorted by
/// name. Throws BadInput for a pattern without a match, and for an empty folder.
std::vector<NamedRecording> recordings_at(const std::vector<std::string>& names);

} // namespace timestep_lab
