// programs/timestep_lab/inspect_table.hpp -- inspect --table: many recordings, a line each
#pragma once

#include "programs/timestep_lab/recording_choice.hpp"

namespace timestep_lab
{

struct TableOptions
{
    std::vector<std::string> names; ///< files, folders, patterns
    std::string stream;
    ColumnFlags table;
    std::string sort; ///< a column's key; empty for the order of the names
    bool descending = false;
    bool csv        = false;
};

/// Throws BadInput for what was named by itself and cannot be read, when all the others have been printed.
void inspect_table(const TableOptions& options, bool quiet);

/// The keys to sort by.
std::vector<std::string_view> table_columns();

} // namespace timestep_lab
