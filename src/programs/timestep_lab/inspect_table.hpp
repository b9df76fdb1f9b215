// programs/timestep_lab/inspect_table.hpp -- `inspect --table`: prints one line per recording
#pragma once

#include "programs/timestep_lab/recording_choice.hpp"

namespace timestep_lab
{

struct TableOptions
{
    std::vector<std::string> names; ///< paths of files and folders, and patterns such as *.csv
    std::string stream;
    ColumnFlags table;
    std::string sort; ///< key of the column by which rows are sorted; empty to keep the order of the names
    bool descending = false;
    bool csv        = false;
};

/// Prints a table with one line per recording. Then prints one line per damaged recording and per unreadable file that
/// the command line names directly, and throws BadInput if there is one. Other files in folders, or that match a
/// pattern, are only counted.
void inspect_table(const TableOptions& options, bool quiet);

/// The keys of all columns, which are the valid values of --sort.
std::vector<std::string_view> table_columns();

} // namespace timestep_lab
