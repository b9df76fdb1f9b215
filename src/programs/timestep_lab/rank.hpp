// programs/timestep_lab/rank.hpp -- command line options for ranking loops, shared by the commands `rank` and `report`
#pragma once

#include "programs/timestep_lab/recording_choice.hpp"
#include "recordings/formats/recording.hpp"
#include "recordings/rank/ranking.hpp"

#include <string>

namespace timestep_lab
{

struct RankOptionStrings
{
    std::string loops;      ///< names of the loops to rank, separated by commas; empty for all
    std::string step_rates; ///< step rates to rank in Hz, separated by commas
    std::string step_cost;  ///< computing time of one step in the game, as typed; empty if unknown
    /// Value of --max-age: maximum age of game state and input in a frame of the recommended loop; empty for no limit.
    std::string max_age;
    std::string refresh_hz; ///< refresh rate of the display in Hz; empty for the default
    bool is_vrr = false;
    /// Value of --timing. "presents" or "": uses times between presents; "displayed": times between displayed frames.
    std::string timing;
    bool allows_irreproducible = false;
};

void add_rank_options(CLI::App& command, RankOptionStrings& option_strings);
/// Reads a recording, and adds to `options` what the file says about the display. Throws BadInput if it is unusable.
RecordingAndStream read_frames_to_rank_and_update_options(const RecordingChoice& choice,
                                                          recordings::RankOptions& options, bool quiet);
/// Ranks loops on all cores. Throws BadInput if the computing time of one step is at least the median frame time.
recordings::LoopRanking rank_with_progress_bar(const std::vector<timestep::Nanos>& frame_times,
                                               const recordings::RankOptions& options, bool quiet);
/// Throws BadInput for an invalid value or an unknown loop name.
recordings::RankOptions parse_rank_options_or_throw(const RankOptionStrings& option_strings);

} // namespace timestep_lab
