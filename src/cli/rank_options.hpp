// cli/rank_options.hpp -- what is asked of a loop, as it is said on the command line: for rank and report
#pragma once

#include "report/ranking.hpp"

#include <CLI/App.hpp>

#include <string>

namespace cli
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
report::Ranking rank_with_bar(const std::vector<timestep::Nanos>& frames, const report::RankOptions& options,
                              bool quiet);
/// Throws BadInput, with the nearest valid choice, for what does not exist or makes no sense.
report::RankOptions rank_options(const RankFlags& flags);

} // namespace cli
