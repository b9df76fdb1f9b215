// programs/timestep_lab/inspect_overview.hpp -- prints a table with one line for each recording (inspect --table)
#pragma once

#include "programs/timestep_lab/recording_choice.hpp"

namespace timestep_lab
{

struct OverviewOptions
{
    std::vector<std::string> files; ///< paths of files and folders, and patterns such as *.csv
    std::string stream_selector; ///< as in RecordingChoice
    ColumnOptions columns;
    FrameEditOptions frame_edits;
    std::string sort_key; ///< key of the column that sorts the lines; empty for the order of the files
    bool is_descending = false;
    bool prints_csv = false;
};

std::vector<std::string> overview_keys_except_latencies();
/// Throws BadInput if a file cannot be read, and ExitWithCode if a recording is not replayable.
void print_overview(const OverviewOptions& options, bool quiet);

} // namespace timestep_lab
