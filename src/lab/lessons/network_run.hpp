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

/// Runs the game of the settings, which need not be those of the lesson, without an end.
class NetworkRun
{
public:
    /// Results are due once the game is as old as the lesson is long.
    NetworkRun(const Settings& settings, const Lesson& lesson);

    /// Whether the game of these settings is this one.
    bool suits(const Settings& settings) const;
    void begin(std::optional<std::size_t>) {}
    void advance(Nanos lab_time);
    void single_frame();
    /// The game's results, every quarter of a second of the game.
    std::optional<std::vector<LaneResult>> take_results();

    MeteredLanes& lanes() { return lanes_; }
    const MeteredLanes& lanes() const { return lanes_; }
    const scenes::NetworkedGame& game() const { return *game_; }
    /// The game's wall clock.
    Nanos now() const { return now_; }
    /// How the worlds compare with the first, by PC: as of the last quarter of a second.
    const std::vector<scenes::Agreement>& agreements() const { return agreements_; }

private:
    void follow(std::size_t pc);
    void look_at_game();

    Settings of_; ///< with which it was begun
    Nanos length_;
    std::unique_ptr<scenes::NetworkedGame> game_;
    MeteredLanes lanes_;
    Nanos now_{};
    Nanos looked_at_{};
    bool has_results_ = false; ///< and they were not taken yet
    std::vector<scenes::Agreement> agreements_;
};

} // namespace lab
