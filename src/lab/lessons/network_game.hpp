// lab/lessons/network_game.hpp -- a game over a network from settings: its numbers for lessons, and its run in a lesson
#pragma once

#include "lab/lane/lane_run.hpp"
#include "lab/lessons/lesson.hpp"
#include "scenes/net/game.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace lab
{

/// Returns the set-up of the network game that the settings choose.
scenes::NetworkSetUp network_of(const Settings& settings);
/// Returns the scene that all PCs of the network game simulate.
scenes::SceneChoice scene_of(NetworkGame game);

struct NetworkNumber
{
    std::string_view key;
    std::string_view what; ///< definition of the number in one sentence
    double (*get)(const scenes::NetworkedGame&);
};
/// Returns the table of all numbers about a network game that a lesson may use, such as `game.waits`.
std::span<const NetworkNumber> network_numbers();
/// Returns the result of a network game as the result of a loop named "game", so that assertions of lessons can use it
/// like the result of a loop. Its field `network` has the values of network_numbers(), in their order.
LaneResult result_of(const scenes::NetworkedGame& game);

/// Runs the network game that the settings choose, without an end. The user may have changed the lesson's settings.
class NetworkRun
{
public:
    /// Starts the game. The first results are available when the game has reached the lesson's length.
    NetworkRun(const Settings& settings, const Lesson& lesson);

    /// True if the running game has the settings `settings`, so that no new game must start.
    bool matches(const Settings& settings) const;
    /// Does nothing, because the constructor has already started the game. The stage calls begin() for every run of a
    /// lesson, also for LanesRun.
    void begin(std::optional<std::size_t>) {}
    void advance(Nanos lab_time);
    void single_frame();
    /// Returns new results every 0.25 s of the game, from the lesson's length on; nothing if there are none since the
    /// last call.
    std::optional<std::vector<LaneResult>> take_results();

    Lanes& lanes() { return lanes_; }
    const Lanes& lanes() const { return lanes_; }
    const scenes::NetworkedGame& game() const { return *game_; }
    /// Returns the wall time of the network game; zero is its start.
    Nanos now() const { return now_; }
    /// Returns for each PC the comparison of its world with the first PC's world. It is computed every 0.25 s of the
    /// game.
    const std::vector<scenes::Agreement>& agreements() const { return agreements_; }

private:
    void follow(std::size_t pc);
    void look_at_game();

    Settings of_; ///< settings with which the game was started
    Nanos length_;
    std::unique_ptr<scenes::NetworkedGame> game_;
    Lanes lanes_;
    Nanos now_{};
    Nanos looked_at_{};
    bool has_results_ = false; ///< true if there are results that take_results() has not returned yet
    std::vector<scenes::Agreement> agreements_;
};

} // namespace lab
