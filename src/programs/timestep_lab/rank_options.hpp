// programs/timestep_lab/rank_options.hpp -- the options of `rank` and `report`: candidates and limits of the ranking
#pragma once

#include "recordings/rank/ranking.hpp"

#include <CLI/App.hpp>

#include <string>

namespace timestep_lab
{

struct RankFlags
{
    std::string loops;      ///< names of loops, separated by commas; empty for all
    std::string hz;         ///< step rates, separated by commas
    std::string step_cost;  ///< time that one step takes in the game; empty if unknown
    std::string max_age;    ///< longest picture age of a recommended loop; empty for no limit
    std::string refresh_hz; ///< refresh rate of the display; empty for the default
    bool allow_irreproducible = false;
};

/// Adds the options to `command`.
void add_rank_options(CLI::App& command, RankFlags& flags);
/// Ranks the loops on all cores and shows a progress bar on a terminal, unless `quiet` is true. Throws BadInput if a
/// step costs as much as the median frame or more.
recordings::Ranking rank_with_bar(const std::vector<timestep::Nanos>& frames, const recordings::RankOptions& options,
                                  bool quiet);
/// Parses the options. Throws BadInput for an unknown name (with the nearest valid one) and for a wrong value.
recordings::RankOptions rank_options(const RankFlags& flags);

} // namespace timestep_lab
