// play/player.hpp -- plays a recorded play again, to the bit: all of it, from any moment on, or as it would have been
#pragma once

#include "lab/lane.hpp"
#include "lab/standstill.hpp"
#include "play/metered_pc.hpp"
#include "play/play.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace play
{

/// Whose frames the loop is given.
enum class Frames : std::uint8_t
{
    recorded, ///< those of the play; of one without them, frames of one step each
    machine,  ///< those that the virtual PC makes of the play's machine, which are others
};

/// What is different from some moment of a play on.
struct WhatIf
{
    lab::Settings settings{};
    Frames frames = Frames::recorded;
};

/// What a step made of the world.
struct Mark
{
    double seconds = 0.0; ///< of the game since the play began, whatever was reset
    physics::Probe probe{};
    std::uint32_t hash = 0;
};

/// A difference from what was recorded: after a step, or beyond the last one.
struct Difference
{
    std::int64_t tick   = 0; ///< counted from 1
    std::uint32_t was   = 0;
    std::uint32_t is    = 0;
    bool has_more_ticks = false; ///< than the record
};

/// Keeps snapshots as it plays, at most `budget` bytes of them, evenly apart in frames: from the nearest one before it,
/// any moment is soon reached again.
class Player : private lab::StepInterceptor
{
public:
    static constexpr std::size_t budget = std::size_t{32} << 20U;

    /// Plays what was recorded: by its ticks where it can, so that each input reaches the same step.
    explicit Player(std::shared_ptr<const Play> play, Frames frames = Frames::recorded);
    /// Goes on from where another player is, by the clock: each input comes at the same moment.
    Player(const Player& from, const WhatIf& other);
    Player(const Player&)         = delete;
    void operator=(const Player&) = delete;

    /// Plays the next frame; false when there is none. Throws std::runtime_error when time stands still.
    bool frame();
    bool ended() const;
    void play_to_end();
    /// To the newest frame that had begun by then; of a play's own frames only.
    void seek(Nanos at);
    /// To the end of the frame that reached that tick; likewise.
    void seek_tick(std::int64_t tick);
    /// Calls `see` after each step from now on.
    void watch(std::function<void(const Mark&)> see) { see_ = std::move(see); }

    const Play& play() const { return *play_; }
    const lab::Lane& lane() const { return at_.lane; }
    const lab::Settings& settings() const { return at_.settings; }
    std::int64_t tick() const { return at_.tick; }
    std::int64_t frames() const { return at_.frame; }
    /// Wall clock at the newest frame, since the play began.
    Nanos now() const { return at_.now; }
    /// The first state that was not as recorded, of all that were compared: every `hashed_ticks` ticks.
    const std::optional<Difference>& difference() const { return difference_; }
    std::size_t snapshots() const { return kept_.size(); }
    std::size_t snapshot_bytes() const { return bytes_; }

private:
    /// All that makes the rest of the play what it will be.
    struct State
    {
        lab::Settings settings;
        lab::Lane lane;
        Nanos step_length; ///< at the rate that was recorded, and a little more
        Nanos refresh{};
        Nanos now{};
        std::int64_t frame = 0;
        std::int64_t tick  = 0;
        std::size_t given  = 0; ///< those that are over
        std::size_t turned = 0; ///< likewise
        physics::Input input{};
        physics::Stopwatch game{};
    };

    void begin_frame(const lab::Settings& settings, const timestep::FrameInput& in,
                     const timestep::StepPlan& plan) override;
    void before_step(double h, physics::Input& input) override;
    void after_step(const physics::World& world) override;

    Nanos measure();
    Nanos next_length() const;
    void obey();
    void obey(const Turned& turned);
    void set(const Set& set);
    bool is_due(const Turned& turned) const;
    bool is_due(const Given& given, Nanos step_end) const;
    std::int64_t allowed() const;
    void compare(const physics::World& world);
    void keep();
    void restore(const State& state);
    template <class Before>
    void go_back(Before before);

    std::shared_ptr<const Play> play_;
    Frames frames_;
    bool by_clock_;
    std::vector<std::string> overridden_; ///< paths that what was turned does not reach
    Nanos until_;
    State at_;
    std::optional<MeteredPc> pc_;
    lab::Standstill standstill_;
    std::int64_t brake_ = 0; ///< steps of the frame that comes; 0 for all
    timestep::StepPlan plan_{};
    std::int64_t steps_ = 0; ///< of the frame
    std::function<void(const Mark&)> see_;
    std::optional<Difference> difference_;
    std::vector<State> kept_;
    std::size_t bytes_  = 0;
    std::int64_t apart_ = 600; ///< frames between two snapshots
};

} // namespace play
