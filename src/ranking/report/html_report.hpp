// ranking/report/html_report.hpp -- writes a recording and its loop ranking as one HTML page, which runs no script
#pragma once

#include "ranking/rank/ranking.hpp"
#include "recordings/facts/inspection.hpp"

#include <span>
#include <string>
#include <vector>

namespace ranking
{

/// A recording whose frame times the page draws over the frame times of ReportInput::recording.
struct OverlaidRecording
{
    const recordings::Recording& recording;
    std::size_t stream_index;
};

struct ReportInput
{
    const recordings::Recording& recording;
    std::size_t stream_index;
    const LoopRanking& ranking; ///< ranking of loops on this stream
    std::string generator; ///< name and version of the program that makes the page
    std::string command{}; ///< command line that makes the page
    std::string usage_example{}; ///< source code that calls the recommended loop, or empty
    recordings::DisplayTimingFacts timing{}; ///< display timing of the ranked stream
    std::span<const Nanos> display_intervals{}; ///< intervals between displayed frames; empty if unknown
    std::vector<OverlaidRecording> overlays{};
    bool has_faults = false; ///< true: the definitions end with faults_table_html()
};

/// The HTML page about a recording. Its element <script id="data"> contains all numbers about recordings as JSON.
std::string report_html(const ReportInput& input);

} // namespace ranking
