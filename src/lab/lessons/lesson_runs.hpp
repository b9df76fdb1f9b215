// lab/lessons/lesson_runs.hpp -- the run of a lesson: lanes on virtual PCs, or a networked game
#pragma once

#include "lab/lane/lane_run.hpp"
#include "lab/lessons/lesson.hpp"
#include "scenes/net/game.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace lab
{

/// Runs the lanes of a lesson. After a wrong guess, an extra lane behaves as the guess predicts. After the run, the
/// lanes can run again without an end, and the user can change a control.
class LanesRun
{
public:
    /// `lesson` must outlive this object.
    explicit LanesRun(const Lesson& lesson);

    /// Starts the run. `guess` is the index of the user's answer; empty if none.
    void begin(std::optional<std::size_t> guess);
    /// Stops the run and resets the lanes; begin() starts it again.
    void restart();
    /// Simulates the next `virtual_time` on the virtual PCs' clock. No effect before the start and after the end.
    void advance(Nanos virtual_time);
    /// Simulates the frame that begins earliest; does nothing before the start or after the end of the run.
    void simulate_single_frame();
    /// Returns the results of all lanes once, in the first call after the end of the run.
    std::optional<std::vector<LaneResult>> take_results();
    /// From now on, runs as fast as possible: advance() simulates up to 1500 frames of each lane.
    void skip_to_end() { is_skipping_ = true; }
    /// Restarts the lanes without an end. The user can then change the control Lesson::trial_control, which must not be
    /// null.
    void run_freely();

    Lanes& lanes() { return lanes_; }
    const Lanes& lanes() const { return lanes_; }
    Screen on_screen(std::size_t lane);
    /// Progress of the run, 0 to 1.
    double progress() const;
    /// Settings that the user may change after run_freely(). Only the control Lesson::trial_control has an effect.
    Settings& trial_settings() { return trial_settings_; }
    /// True if the user's change of the control Lesson::trial_control applies to this lane: its value was that of the
    /// first lane. Other lanes keep their values.
    bool is_trial_lane(std::size_t lane) const;
    /// The extra lane that behaves as the user's wrong answer predicts for the lane with this index; null if none.
    const Lane* predicted_lane(std::size_t lane) const;
    /// The newest frame of the lane predicted_lane(), which must not be null.
    scenes::Moment predicted_moment();

private:
    enum class State : std::uint8_t
    {
        ready,   ///< the run has not begun; begin() starts it
        running, ///< until the end of the lesson
        over,    ///< at the end of the lesson
        free     ///< without an end, after run_freely()
    };

    bool simulates() const { return state_ == State::running || state_ == State::free; }
    void reset_lanes(State state, const RunLimits& length);
    void apply_trial_value();
    void advance_lanes(Nanos virtual_time);

    const Lesson* lesson_;
    Lanes lanes_;
    Nanos time_{};
    Nanos shown_until_{}; ///< on_screen() has returned the frames up to this wall time
    State state_ = State::ready;
    Settings trial_settings_{};
    double trial_value_                 = 0.0;     ///< current value of the control Lesson::trial_control in the lanes
    const Misconception* misconception_ = nullptr; ///< the misconception that the user chose; null if none
    /// The extra lane of misconception_; empty if that is null.
    std::optional<Lanes> predicted_lanes_;
    bool is_skipping_ = false;
    bool has_results_ = false; ///< true if take_results() has results to return
};

scenes::NetworkSetUp network_set_up_of(const Settings& settings);
scenes::SceneSettings scene_of(NetworkGame game);

struct NetworkMetric
{
    std::string_view key;
    std::string_view description; ///< one sentence
    double (*get)(const scenes::NetworkedGame&);
};
/// All metrics of a networked game, which lessons use as `game.KEY`, such as `game.waits`.
std::span<const NetworkMetric> network_metrics();
/// The values of network_metrics() as the result of a lane named "game", for the assertions of lessons.
LaneResult lane_result_of(const scenes::NetworkedGame& game);

/// Runs the networked game of the settings, without an end. The user may have changed the lesson's settings.
class NetworkRun
{
public:
    /// Starts the game. It has results from the lesson's length on.
    NetworkRun(const Settings& settings, const Lesson& lesson);

    /// True if the running game has these settings.
    bool matches(const Settings& settings) const;
    /// Does nothing: the constructor has started the game.
    void begin(std::optional<std::size_t>) {}
    void advance(Nanos virtual_time);
    void simulate_single_frame();
    /// Returns results once for each 0.25 s of the game, from the lesson's length on; otherwise nothing.
    std::optional<std::vector<LaneResult>> take_results();

    Lanes& lanes() { return lanes_; }
    const Lanes& lanes() const { return lanes_; }
    const scenes::NetworkedGame& game() const { return *game_; }
    /// Wall time since the start of the game.
    Nanos now() const { return now_; }
    /// For each PC: the comparison with the first PC, computed every 0.25 s of the game.
    const std::vector<scenes::Agreement>& agreements() const { return agreements_; }

private:
    void record_frame(std::size_t pc);
    void update_results();

    Settings settings_; ///< settings of the game
    Nanos min_length_;  ///< wall time from which on the game has results
    std::unique_ptr<scenes::NetworkedGame> game_;
    Lanes lanes_;
    Nanos now_{};
    Nanos compared_at_{};      ///< wall time of the last comparison of the worlds
    bool has_results_ = false; ///< true if take_results() has results to return
    std::vector<scenes::Agreement> agreements_;
};

} // namespace lab
