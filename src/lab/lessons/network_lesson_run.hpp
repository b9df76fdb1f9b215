// lab/lessons/network_lesson_run.hpp -- NetworkLessonRun: runs the network game of a lesson
#pragma once

#include "lab/lane/lane_run.hpp"
#include "scenes/net/peer_to_peer_game.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace lab
{

scenes::NetworkSetup network_setup_of(const NetworkGameConfig& config);

/// Runs the network game of a lesson, with settings that the user may have changed. The game has no end.
class NetworkLessonRun
{
public:
    /// Replaces `lanes` by one for each PC.
    NetworkLessonRun(const NetworkGameConfig& config, Nanos first_results_time, LaneRuns& lanes);

    /// True if the game would be the same with `config`.
    bool plays(const NetworkGameConfig& config) const;
    void advance(Nanos virtual_duration);
    void simulate_earliest_next_frame();
    std::optional<LaneResult> take_new_game_result();

    const scenes::PeerToPeerGame& game() const { return *game_; }
    Nanos wall_time() const { return game_->wall_time(); } ///< since the start of the game
    /// Element i compares the states of PC i with the first PC's states.
    const std::vector<scenes::StateComparison>& state_comparisons() const { return state_comparisons_; }

private:
    void record_frame(std::size_t pc_index);
    /// Does nothing within 0.25 s after the last update. From the first results time on, there is a new result.
    void update_comparisons();

    NetworkGameConfig config_;
    Nanos first_results_time_; ///< wall time from which on there are results
    std::unique_ptr<scenes::PeerToPeerGame> game_;
    LaneRuns& lanes_;
    Nanos results_updated_at_{}; ///< wall time of the newest update of state_comparisons_ and has_new_result_
    bool has_new_result_ = false; ///< true if take_new_game_result() has a result to return
    std::vector<scenes::StateComparison> state_comparisons_;
};

} // namespace lab
