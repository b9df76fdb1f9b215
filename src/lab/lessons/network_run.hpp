// lab/lessons/network_run.hpp -- the run of a lesson over a network: several PCs play one game, each PC in a lane of
// its own
#pragma once

#include "lab/lane/lanes.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/lessons/network_game.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace lab
{

/// Runs the game that the settings choose, without an end. The user may have changed settings of the lesson.
class NetworkRun
{
public:
    /// Starts the game. take_results() first returns results when the game reaches the lesson's length.
    NetworkRun(const Settings& settings, const Lesson& lesson);

    /// True if the settings choose the game that runs, so that no new game must start.
    bool suits(const Settings& settings) const;
    /// Does nothing, because the constructor has already started the game.
    void begin(std::optional<std::size_t>) {}
    void advance(Nanos lab_time);
    void single_frame();
    /// Returns new results once for every 0.25 s of the game after the lesson's length; nothing between two of these.
    std::optional<std::vector<LaneResult>> take_results();

    MeteredLanes& lanes() { return lanes_; }
    const MeteredLanes& lanes() const { return lanes_; }
    const scenes::NetworkedGame& game() const { return *game_; }
    /// Returns the time on the game's wall clock.
    Nanos now() const { return now_; }
    /// Returns the comparison of each PC's world with the first PC's world, computed every 0.25 s of the game.
    const std::vector<scenes::Agreement>& agreements() const { return agreements_; }

private:
    void follow(std::size_t pc);
    void look_at_game();

    Settings of_; ///< settings with which the game started
    Nanos length_;
    std::unique_ptr<scenes::NetworkedGame> game_;
    MeteredLanes lanes_;
    Nanos now_{};
    Nanos looked_at_{};
    bool has_results_ = false; ///< there are results that take_results() has not returned yet
    std::vector<scenes::Agreement> agreements_;
};

} // namespace lab
