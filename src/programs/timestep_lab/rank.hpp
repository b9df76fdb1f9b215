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
    std::string hz;        ///< step rates to rank in Hz, separated by commas
    std::string step_cost; ///< computing time of one step in the game, as text; empty if not known
    /// The ranking recommends no loop whose pictures (the states that they show) or input are older than this time. As
    /// text; empty for no limit.
    std::string max_age;
    std::string refresh_hz; ///< refresh rate of the display in Hz; empty for the default
    bool vrr = false;       ///< true: the display has a variable refresh rate
    /// "presents" or empty: frame times are those of the game's frames. "displayed": times between pictures on screen.
    std::string timing;
    bool allow_irreproducible = false;
};

void add_rank_options(CLI::App& command, RankFlags& flags);
/// Without a rate of the user, sets `options.display` to the rate guessed from the recording. Copies the display timing
/// of the stream to `timing` unless it is null. Throws BadInput as read_replayable() does.
ChosenRecording read_to_rank(const RecordingChoice& choice, recordings::RankOptions& options, bool quiet,
                             recordings::DisplayTiming* timing = nullptr);
/// On all cores. Throws BadInput if a step takes as long as the median frame, or longer.
recordings::Ranking rank_with_bar(const std::vector<timestep::Nanos>& frames, const recordings::RankOptions& options,
                                  bool quiet);
/// Throws BadInput for an unknown name (with the nearest valid one) and for a wrong value.
recordings::RankOptions rank_options(const RankFlags& flags);

} // namespace timestep_lab
