// recordings/page/page.hpp -- writes a recording and its ranking as one HTML page without scripts or external files
#pragma once

#include "recordings/rank/ranking.hpp"

#include <string>

namespace recordings
{

struct PageInput
{
    const Recording& recording;
    std::size_t stream;
    const Ranking& ranking; ///< the ranking of loops on one stream (frames of one program) of the recording
    std::string made_by;    ///< name and version of the program that made the HTML page
    std::string command{};  ///< command line that made the HTML page
    std::string usage{};    ///< source code that calls the recommended loop from a game; empty for none
    std::string bound_by{}; ///< sentence that says whether GPU or CPU limits the frame rate; empty if unknown
    std::string language{}; ///< programming language of `usage`
};

/// Returns the HTML. The page has the JSON of all its numbers in <script type="application/json" id="data">:
/// {"inspect": ..., "rank": ...}, as `timestep_lab inspect --json` and `rank --json` print them for the file name
/// without its folder.
std::string page(const PageInput& input);

} // namespace recordings
