// recordings/page/page.hpp -- a recording and its ranking as one HTML page that needs nothing else: no script, no
// network
#pragma once

#include "recordings/rank/ranking.hpp"

#include <string>

namespace recordings
{

struct PageInput
{
    const Recording& recording;
    std::size_t stream;
    const Ranking& ranking; ///< of that stream
    std::string made_by;    ///< the program and its version
    std::string command{};  ///< with which the page was made, as it can be pasted
    std::string usage{};    ///< how the recommended loop is called from a game, as source; empty for nothing
    std::string language{}; ///< of that source
};

/// Every figure on the page stands in the JSON that it carries in <script type="application/json" id="data">:
/// {"inspect": ..., "rank": ...}, as `timestep_lab inspect --json` and `rank --json` print them in the file's folder.
std::string page(const PageInput& input);

} // namespace recordings
