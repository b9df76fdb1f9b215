// programs/timestep_lab/inspect_table.hpp -- `inspect --table`: prints one line per recording
#pragma once

#include "programs/timestep_lab/recording_choice.hpp"

namespace timestep_lab
{

struct TableOptions
{
    std::vector<std::string> names; ///< paths of files and folders, and patterns of file names
    std::string stream;
    ColumnFlags table;
    std::string sort; ///< key of the column to sort by; empty for the order of the names
    bool descending = false;
    bool csv        = false;
};

/// Prints the table. Then throws BadInput if a file cannot be read that the command line names itself. Unreadable files
/// in folders and unreadable matches of patterns are only counted.
void inspect_table(const TableOptions& options, bool quiet);

/// Returns the keys of the columns that --sort accepts.
std::vector<std::string_view> table_columns();

} // namespace timestep_lab
