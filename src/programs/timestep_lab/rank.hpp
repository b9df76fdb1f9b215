// programs/timestep_lab/rank.hpp -- command line options for ranking loops, shared by the commands `rank` and `report`
#pragma once

#include "base/number.hpp"
#include "programs/timestep_lab/recording_choice.hpp"
#include "ranking/rank/ranking.hpp"
#include "recordings/formats/recording.hpp"

#include <string>

namespace timestep_lab
{

struct RankOptionStrings
{
    std::string loops; ///< names of the loops to rank, separated by commas; empty for all
    std::string step_rates = base::exact_rates_text(ranking::default_rates, ","); ///< in Hz
    std::string step_cost; ///< computing time of one step in the game, as typed; empty if unknown
    std::string max_age;
    std::string refresh_hz; ///< refresh rate of the display in Hz; empty for the default
    bool is_vrr = false;
    /// Value of --timing. "presents" or "": uses times between presents; "displayed": times between displayed frames.
    std::string timing;
    bool allows_irreproducible = false;
};

void add_rank_options(CLI::App& command, RankOptionStrings& option_strings);
/// Throws BadInput for an invalid value or an unknown loop name.
ranking::RankOptions parse_rank_options(const RankOptionStrings& option_strings);

struct RankInput
{
    ChosenStream chosen; ///< with the frame times that the ranking uses
    ranking::RankOptions options;
};
/// Throws BadInput if the file is unusable.
RankInput read_rank_input(const RecordingChoice& choice, const ranking::RankOptions& user_options, bool quiet);

/// Throws BadInput if a step takes at least the median frame time.
ranking::LoopRanking rank_with_progress_bar(const RankInput& input, bool quiet);

} // namespace timestep_lab
