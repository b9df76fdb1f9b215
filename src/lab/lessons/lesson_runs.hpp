// lab/lessons/lesson_runs.hpp -- the run of a lesson: loops on virtual PCs, or a network game
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

/// Runs the loops of a lesson and, after a wrong guess, an extra loop that shows what the guess would mean.
class LoopLessonRun
{
public:
    /// `lesson` must outlive this object.
    explicit LoopLessonRun(const Lesson& lesson)
        : LoopLessonRun{lesson, lesson.run_limits}
    {
    }

    /// Starts the run. `guess` is the index of the user's answer to the lesson's question; empty if there is none.
    void start(std::optional<std::size_t> guess);
    /// Returns to the state before start(), in which each loop has run only its first frame.
    void reset() { *this = LoopLessonRun{*lesson_}; }
    /// Advances the virtual PCs' clock by `virtual_duration`. Does nothing before start() and after the end of the run.
    void advance(Nanos virtual_duration);
    /// Simulates one frame, the earliest of all loops' next frames. Does nothing before start() and after the run.
    void simulate_earliest_next_frame();
    /// Returns the results once, in the first call after the end of the run.
    std::optional<std::vector<LaneResult>> take_new_results();
    /// Until the end of the run, each advance() simulates up to 1500 frames of each loop.
    void start_fast_forward_to_end() { is_fast_forwarding_ = true; }
    /// Restarts the loops, without a time limit. The user can then change the setting Lesson::control_to_try (not
    /// null).
    void restart_as_trial_run();

    Lanes& lanes() { return lanes_; }
    /// Returns what the display of this loop shows, and the frames that reached it since the last call.
    DisplayContent advance_display_to_now(std::size_t lane_index);
    double progress() const; ///< from 0 to 1
    /// Settings that the user may change after the lesson. The loops adopt only the setting Lesson::control_to_try.
    Settings& trial_settings() { return trial_settings_; }
    /// True for each loop that starts with the same value of Lesson::control_to_try as the first loop.
    bool adopts_trial_value(std::size_t lane_index) const;
    /// The extra loop that shows what the user's wrong answer about loop `lane_index` would mean; null if none.
    const Lane* misconception_lane(std::size_t lane_index) const;
    /// Returns the newest frame on this display. The loop of misconception_lane() must exist.
    scenes::Moment advance_misconception_and_get_frame();

private:
    enum class State : std::uint8_t
    {
        ready, ///< before start()
        running,
        ended,    ///< the lesson has ended
        trial_run ///< after restart_as_trial_run(), without an end
    };

    LoopLessonRun(const Lesson& lesson, const RunLimits& limits);
    bool is_simulating() const { return state_ == State::running || state_ == State::trial_run; }
    void apply_trial_value();
    void advance_lanes_or_fast_forward_toward_end(Nanos virtual_duration);

    const Lesson* lesson_;
    Lanes lanes_;
    Nanos wall_time_{};
    Nanos shown_until_{}; ///< wall time up to which advance_display_to_now() has returned frames
    State state_ = State::ready;
    Settings trial_settings_{};
    double trial_value_                 = 0.0;     ///< present value of Lesson::control_to_try in the loops
    const Misconception* misconception_ = nullptr; ///< belongs to the user's wrong answer; null if none
    /// The extra loop that shows what the user's wrong answer would mean; empty if `misconception_` is null.
    std::optional<Lanes> misconception_lanes_;
    bool is_fast_forwarding_ = false;
    bool has_new_results_    = false; ///< true if take_new_results() has results to return
};

scenes::NetworkSetup network_setup_of(const Settings& settings);

struct NetworkMetric
{
    std::string_view key;
    std::string_view description; ///< one sentence
    double (*get)(const scenes::PeerToPeerGame&);
};
/// All metrics of a network game. Lessons refer to them as `game.KEY`, such as `game.waits`.
std::span<const NetworkMetric> network_metrics();
/// Returns the values of network_metrics() as the result of a loop with the name "game", for use in assertions.
LaneResult network_metrics_as_lane_result(const scenes::PeerToPeerGame& game);

/// Runs the network game of a lesson, with settings that the user may have changed. The game has no end.
class NetworkLessonRun
{
public:
    NetworkLessonRun(const Settings& settings, const Lesson& lesson);

    bool has_same_game_settings(const Settings& settings) const;
    void advance(Nanos virtual_duration);
    void simulate_earliest_next_frame();
    /// New results every 0.25 s of wall time after the length of the lesson's run; std::nullopt at other times.
    std::optional<std::vector<LaneResult>> take_new_results();

    Lanes& lanes() { return lanes_; }
    const scenes::PeerToPeerGame& game() const { return *game_; }
    Nanos wall_time() const { return wall_time_; } ///< since the start of the game
    /// Element i compares the states of PC i with the first PC's states. Updated every 0.25 s of the game's wall time.
    const std::vector<scenes::StateComparison>& state_comparisons() const { return state_comparisons_; }

private:
    void record_frame(std::size_t pc);
    void update_clock_and_comparisons();

    Settings settings_;
    Nanos first_results_time_; ///< wall time from which on there are results
    std::unique_ptr<scenes::PeerToPeerGame> game_;
    Lanes lanes_;
    Nanos wall_time_{};
    Nanos comparisons_updated_at_{};
    bool has_new_results_ = false; ///< true if take_new_results() has results to return
    std::vector<scenes::StateComparison> state_comparisons_;
};

} // namespace lab
