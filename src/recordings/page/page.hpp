// recordings/page/page.hpp -- writes a recording and its ranking as one HTML page without scripts or external files
#pragma once

#include "recordings/facts/inspection.hpp"
#include "recordings/rank/ranking.hpp"

#include <span>
#include <string>
#include <vector>

namespace recordings
{

/// A recording that is drawn over the first recording.
struct Overlay
{
    const Recording& recording;
    std::size_t stream_index;
};

struct PageInput
{
    const Recording& recording;
    std::size_t stream_index;
    const Ranking& ranking;                     ///< the ranking of loops on one stream of the recording
    std::string made_by;                        ///< name and version of the program that made the page
    std::string command{};                      ///< command line that made the page
    std::string usage_code{};                   ///< source code that calls the recommended loop; empty for none
    DisplayTimingFacts timing{};                ///< display timing of the ranked stream
    std::span<const Nanos> display_intervals{}; ///< intervals between displayed frames; empty if unknown
    std::vector<Overlay> overlays{}; ///< recordings whose frame times are drawn over those of the first recording
};

/// The HTML. The element <script type="application/json" id="data"> has all numbers of the page: {"inspect": ...,
/// "rank": ..., "seen": ...}. "inspect" and "rank" are the output of `timestep_lab inspect --json` and `rank --json`
/// for file names without folders, with display timing only of the ranked stream. "seen" has the metrics of the drawn
/// loops with the frames that the player saw: the displayed frames if their times are known, else the ranked frames.
std::string page_html(const PageInput& input);

} // namespace recordings
