// lab/lessons/lesson_runs.hpp -- the run of a lesson: lanes on virtual PCs, or a game over a network
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

/// Runs the lanes of a lesson. If the user guessed wrong, one more lane shows the behaviour that the guess predicts.
/// After the run, the lanes can run again without an end, and the user can change one control.
class LanesRun
{
public:
    /// `lesson` must live longer than this object.
    explicit LanesRun(const Lesson& lesson);

    /// `guess` is the index of the answer that the user chose, if any.
    void begin(std::optional<std::size_t> guess);
    /// Stops the run, and puts the lanes back to their start. begin() starts it again.
    void restart();
    /// Computes the frames of the next `virtual_time` on the virtual PCs' clock, if the run has begun and is not over.
    void advance(Nanos virtual_time);
    /// Computes the next frame that begins earliest, if the run has begun and is not over.
    void simulate_single_frame();
    /// The results of all lanes in the first call after the end of the run; otherwise nothing.
    std::optional<std::vector<LaneResult>> take_results();
    /// Runs as fast as possible from now on: up to 1500 frames of each lane in each advance().
    void skip_to_end() { is_skipping_ = true; }
    /// Starts the lanes again without an end. The user can then change the control Lesson::free, which must not be
    /// null.
    void run_freely();

    Lanes& lanes() { return lanes_; }
    const Lanes& lanes() const { return lanes_; }
    Screen on_screen(std::size_t lane);
    /// Finished fraction of the run, from 0 to 1.
    double done() const;
    /// The user may change them after run_freely(). Only the control Lesson::free has an effect.
    Settings& tried() { return tried_; }
    /// True if the user changes the control Lesson::free of this lane, too: it had the value of the first lane. Lanes
    /// with other values keep them, so that the lanes stay different.
    bool is_tried(std::size_t lane) const;
    /// The lane that behaves as the user's wrong answer predicts for lane number `lane`; null if there is none.
    const Lane* belief(std::size_t lane) const;
    /// The newest picture of the lane belief(), which must not be null.
    scenes::Moment believed();

private:
    enum class State : std::uint8_t
    {
        ready,   ///< the run has not begun; begin() starts it
        running, ///< the lanes run to the end of the lesson
        over,    ///< the run has reached the end of the lesson
        free     ///< the lanes run without an end, since run_freely() was called
    };

    bool is_moving() const { return state_ == State::running || state_ == State::free; }
    void start(State state, const RunLength& length);
    void apply_tried();
    void compute(Nanos virtual_time);

    const Lesson* lesson_;
    Lanes lanes_;
    Nanos time_{};
    Nanos looked_at_{}; ///< wall time of the newest pictures that on_screen() has returned; never decreases
    State state_ = State::ready;
    Settings tried_{};
    double given_         = 0.0;     ///< value of the control Lesson::free that the lanes have now
    const Belief* belief_ = nullptr; ///< behaviour that the chosen wrong answer predicts; null if none
    /// The extra lane that belief_ describes; empty if belief_ is null.
    std::optional<Lanes> believed_lanes_;
    bool is_skipping_ = false;
    bool has_results_ = false; ///< true: the run is over, and take_results() has not returned the results yet
};

scenes::NetworkSetUp network_of(const Settings& settings);
scenes::SceneSettings scene_of(NetworkGame game);

struct NetworkNumber
{
    std::string_view key;
    std::string_view what; ///< definition of the number in one sentence
    double (*get)(const scenes::NetworkedGame&);
};
/// All numbers about a network game that a lesson may use, such as `game.waits`.
std::span<const NetworkNumber> network_numbers();
/// The result of a network game as that of a lane named "game", so that assertions of lessons can use it.
LaneResult result_of(const scenes::NetworkedGame& game);

/// Runs the network game that the settings choose, without an end. The user may have changed the lesson's settings.
class NetworkRun
{
public:
    /// Starts the game. The first results come when it has reached the lesson's length.
    NetworkRun(const Settings& settings, const Lesson& lesson);

    /// True if no new game must start for these settings.
    bool matches(const Settings& settings) const;
    /// Does nothing, because the constructor has already started the game.
    void begin(std::optional<std::size_t>) {}
    void advance(Nanos virtual_time);
    void simulate_single_frame();
    /// New results every 0.25 s of the game, from the lesson's length on; nothing if there are none since the last
    /// call.
    std::optional<std::vector<LaneResult>> take_results();

    Lanes& lanes() { return lanes_; }
    const Lanes& lanes() const { return lanes_; }
    const scenes::NetworkedGame& game() const { return *game_; }
    /// Wall time; zero is the start of the game.
    Nanos now() const { return now_; }
    /// For each PC, the comparison with the first PC, computed every 0.25 s of the game.
    const std::vector<scenes::Agreement>& agreements() const { return agreements_; }

private:
    void follow(std::size_t pc);
    void update_results();

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
