// recordings/page/page.hpp -- writes a recording and its ranking as one HTML page without scripts or external files
#pragma once

#include "recordings/facts/inspection.hpp"
#include "recordings/rank/ranking.hpp"

#include <span>
#include <string>
#include <vector>

namespace recordings
{

/// A recording that is drawn over the first one.
struct Overlay
{
    const Recording& recording;
    std::size_t stream;
};

struct PageInput
{
    const Recording& recording;
    std::size_t stream;
    const Ranking& ranking;             ///< the ranking of loops on one stream of the recording
    std::string made_by;                ///< name and version of the program that made the HTML page
    std::string command{};              ///< command line that made the HTML page
    std::string usage{};                ///< source code that calls the recommended loop from a game; empty for none
    DisplayTimingFacts timing{};        ///< display timing of the ranked stream
    std::span<const Nanos> displayed{}; ///< times from one picture on the screen to the next; empty if unknown
    std::vector<Overlay> overlays{};    ///< further recordings, whose frame times are drawn over those of the first
};

/// The HTML. The page has the JSON of all its numbers in <script type="application/json" id="data">: {"inspect": ...,
/// "rank": ..., "seen": ...}. The first two are as `timestep_lab inspect --json` and `rank --json` print them for the
/// file names without folders; display timing is that of the ranked stream only. "seen" has the figures of the drawn
/// loops on the pictures that the player saw: those on the screen if their times are known, else the ranked frames.
std::string page(const PageInput& input);

} // namespace recordings
