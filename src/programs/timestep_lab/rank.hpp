// programs/timestep_lab/rank.hpp -- the options of a ranking, for `rank` and `report`: the loops to rank, and limits
#pragma once

#include "programs/timestep_lab/recording_choice.hpp"
#include "recordings/formats/recording.hpp"
#include "recordings/rank/ranking.hpp"

#include <string>

namespace timestep_lab
{

struct RankFlags
{
    std::string loops;     ///< names of the loops to rank, separated by commas; empty for all
    std::string rates;     ///< step rates to rank in Hz, separated by commas
    std::string step_cost; ///< computing time of one step in the game, as text; empty if not known
    /// The ranking recommends no loop whose pictures (the states that they show) or input are older than this time. As
    /// text; empty for no limit.
    std::string max_age;
    std::string refresh_hz; ///< refresh rate of the display in Hz; empty for the default
    bool is_vrr = false;    ///< true: the display has a variable refresh rate
    /// "presents" or empty: frame times are those of the game's frames. "displayed": times between pictures on screen.
    std::string timing;
    bool allow_irreproducible = false;
};

void add_rank_options(CLI::App& command, RankFlags& flags);
/// Reads a recording for a ranking. Sets `options.never_displayed_share`, and, if the user gave no refresh rate, sets
/// `options.display` to the rate guessed from the recording. Copies the display timing
/// of the stream to `timing` unless it is null. Throws BadInput as read_replayable() does.
ChosenRecording read_and_update_options(const RecordingChoice& choice, recordings::RankOptions& options, bool quiet,
                                        recordings::DisplayTiming* timing = nullptr);
/// Ranks the loops on all cores, and draws a progress bar. Throws BadInput if a step takes as long as the median frame,
/// or longer.
recordings::Ranking rank_with_progress_bar(const std::vector<timestep::Nanos>& frames,
                                           const recordings::RankOptions& options, bool quiet);
/// The options of the ranking that the flags describe. Throws BadInput for an unknown name (with the nearest valid
/// name) and for a wrong value.
recordings::RankOptions parse_rank_options(const RankFlags& flags);

} // namespace timestep_lab
