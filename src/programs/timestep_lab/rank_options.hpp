// programs/timestep_lab/rank_options.hpp -- what is asked of a loop, as it is said on the command line: for rank and
// report
#pragma once

#include "recordings/rank/ranking.hpp"

#include <CLI/App.hpp>

#include <string>

namespace timestep_lab
{

struct RankFlags
{
    std::string loops; ///< names, with commas between them; empty for all
    std::string hz;    ///< rates, with commas between them
    std::string step_cost;
    std::string max_age;
    std::string refresh_hz;
    bool allow_irreproducible = false;
};

void add_rank_options(CLI::App& command, RankFlags& flags);
/// Replays on all cores, with a bar where somebody sees it. Throws BadInput for a step that costs more than frames
/// take.
recordings::Ranking rank_with_bar(const std::vector<timestep::Nanos>& frames, const recordings::RankOptions& options,
                                  bool quiet);
/// Throws BadInput, with the nearest valid choice, for what does not exist or makes no sense.
recordings::RankOptions rank_options(const RankFlags& flags);

} // namespace timestep_lab
