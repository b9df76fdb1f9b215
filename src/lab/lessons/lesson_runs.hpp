// lab/lessons/lesson_runs.hpp -- runs a lesson: game loops on simulated PCs, or a network game
#pragma once

#include "lab/lane/lane_run.hpp"
#include "lab/lessons/lesson.hpp"
#include "scenes/net/peer_to_peer_game.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace lab
{

/// Runs a lesson's loops and, after a wrong answer to its question, a loop that behaves as this answer predicts.
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
    /// Restarts the loops, so that the user can try other values of Lesson::setting_to_try, which must not be null.
    void restart_as_endless_trial();

    LaneRuns& lanes() { return lanes_; }
    /// What the simulated display of this loop shows, and the frames that reached this display since the last call.
    DisplayContent advance_display_to_now(std::size_t lane_index);
    double progress() const; ///< from 0 to 1
    /// The caller may change only the setting Lesson::setting_to_try.
    Settings& trial_settings() { return trial_settings_; }
    bool adopts_trial_value(std::size_t lane_index) const;
    const Lane* misconception_lane(std::size_t lane_index) const;
    /// Must not be called while misconception_lane() is null.
    scenes::Moment advance_misconception_display_to_now();

private:
    enum class State : std::uint8_t
    {
        ready, ///< before start()
        running,
        ended,        ///< the lesson has ended
        endless_trial ///< after restart_as_endless_trial(), without an end
    };

    LoopLessonRun(const Lesson& lesson, const RunLimits& limits);
    bool is_simulating() const { return state_ == State::running || state_ == State::endless_trial; }
    void apply_trial_value();
    void advance_or_fast_forward_and_end_if_done(Nanos virtual_duration);

    const Lesson* lesson_;
    LaneRuns lanes_;
    Nanos wall_time_{};
    Nanos shown_until_{}; ///< wall time up to which advance_display_to_now() has returned frames
    State state_ = State::ready;
    Settings trial_settings_{};
    double trial_value_                 = 0.0;     ///< present value of Lesson::setting_to_try in the loops
    const Misconception* misconception_ = nullptr; ///< belongs to the user's wrong answer; null if none
    std::optional<LaneRuns> misconception_lanes_;
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
LaneResult network_metrics_as_lane_result(const scenes::PeerToPeerGame& game);

/// Runs the network game of a lesson, with settings that the user may have changed. The game has no end.
class NetworkLessonRun
{
public:
    NetworkLessonRun(const Settings& settings, const Lesson& lesson);

    bool has_same_game_settings(const Settings& settings) const;
    void advance(Nanos virtual_duration);
    void simulate_earliest_next_frame();
    /// Empty if there are no new results.
    std::optional<std::vector<LaneResult>> take_new_results();

    LaneRuns& lanes() { return lanes_; }
    const scenes::PeerToPeerGame& game() const { return *game_; }
    Nanos wall_time() const { return wall_time_; } ///< since the start of the game
    /// Element i compares the states of PC i with the first PC's states. Updated every 0.25 s of the game's wall time.
    const std::vector<scenes::StateComparison>& state_comparisons() const { return state_comparisons_; }

private:
    void record_frame(std::size_t pc);
    void update_clock_and_any_due_results();

    Settings settings_;
    Nanos first_results_time_; ///< wall time from which on there are results
    std::unique_ptr<scenes::PeerToPeerGame> game_;
    LaneRuns lanes_;
    Nanos wall_time_{};
    Nanos comparisons_updated_at_{};
    bool has_new_results_ = false; ///< true if take_new_results() has results to return
    std::vector<scenes::StateComparison> state_comparisons_;
};

} // namespace lab
