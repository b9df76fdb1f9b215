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

    /// Starts the run. `guess` is the index of the user's answer, if any.
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
    /// Restarts the lanes without an end. The user can then change the control Lesson::free, which must not be null.
    void run_freely();

    Lanes& lanes() { return lanes_; }
    const Lanes& lanes() const { return lanes_; }
    Screen on_screen(std::size_t lane);
    /// Progress of the run, 0 to 1.
    double done() const;
    /// Settings that the user may change after run_freely(). Only the control Lesson::free has an effect.
    Settings& tried() { return tried_; }
    /// True if the user's change of the control Lesson::free applies to this lane: its value was that of the first
    /// lane. Other lanes keep their values.
    bool is_tried(std::size_t lane) const;
    /// The extra lane that behaves as the user's wrong answer predicts for the lane with this index; null if none.
    const Lane* belief(std::size_t lane) const;
    /// The newest frame of the lane belief(), which must not be null.
    scenes::Moment believed();

private:
    enum class State : std::uint8_t
    {
        ready,   ///< the run has not begun; begin() starts it
        running, ///< until the end of the lesson
        over,    ///< at the end of the lesson
        free     ///< without an end, after run_freely()
    };

    bool is_moving() const { return state_ == State::running || state_ == State::free; }
    void start(State state, const RunLength& length);
    void apply_tried();
    void compute(Nanos virtual_time);

    const Lesson* lesson_;
    Lanes lanes_;
    Nanos time_{};
    Nanos looked_at_{}; ///< wall time of the newest frames from on_screen(); never decreases
    State state_ = State::ready;
    Settings tried_{};
    double given_         = 0.0;     ///< current value of the control Lesson::free in the lanes
    const Belief* belief_ = nullptr; ///< the misconception that the user chose; null if none
    /// The extra lane of belief_; empty if that is null.
    std::optional<Lanes> believed_lanes_;
    bool is_skipping_ = false;
    bool has_results_ = false; ///< true if take_results() has results to return
};

scenes::NetworkSetUp network_of(const Settings& settings);
scenes::SceneSettings scene_of(NetworkGame game);

struct NetworkNumber
{
    std::string_view key;
    std::string_view what; ///< one sentence
    double (*get)(const scenes::NetworkedGame&);
};
/// All numbers about a networked game that a lesson may use, such as `game.waits`.
std::span<const NetworkNumber> network_numbers();
/// The result of a networked game as a lane named "game", for the assertions of lessons.
LaneResult result_of(const scenes::NetworkedGame& game);

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
    void follow(std::size_t pc);
    void update_results();

    Settings of_; ///< settings of the game
    Nanos length_;
    std::unique_ptr<scenes::NetworkedGame> game_;
    Lanes lanes_;
    Nanos now_{};
    Nanos looked_at_{};
    bool has_results_ = false; ///< true if take_results() has results to return
    std::vector<scenes::Agreement> agreements_;
};

} // namespace lab
