// lab/replay/replay_run.hpp -- runs a replay to the bit: from its start, from any moment on, or
// with other settings from a moment on
#pragma once

#include "lab/lane/lane.hpp"
#include "lab/lane/standstill.hpp"
#include "lab/replay/metered_pc.hpp"
#include "lab/replay/replay.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lab
{

/// Where the frame times of a run come from.
enum class FrameSource : std::uint8_t
{
    recorded, ///< those of the replay; of one without them, frames of one step each
    machine,  ///< those that the virtual PC makes of the replay's machine, which are others
};

/// What is different from some moment of a replay on.
struct WhatIf
{
    Settings settings{};
    FrameSource frames = FrameSource::recorded;
};

/// What a step made of the world.
struct StepMark
{
    double seconds = 0.0; ///< of the game since the replay began, whatever was reset
    scenes::Probe probe{};
    std::uint32_t hash = 0;
};

/// A difference from what was recorded: after a step, or beyond the last one.
struct ReplayDifference
{
    std::int64_t tick   = 0; ///< counted from 1
    std::uint32_t was   = 0;
    std::uint32_t is    = 0;
    bool has_more_ticks = false; ///< than the record
};

/// One run of a replay. Keeps snapshots, at most `budget` bytes of them, evenly apart in frames: from the nearest one
/// before it, any moment is soon reached again.
class ReplayRun : private StepInterceptor
{
public:
    static constexpr std::size_t budget = std::size_t{32} << 20U;

    /// Runs what was recorded: by its ticks where it can, so that each input reaches the same step.
    explicit ReplayRun(std::shared_ptr<const Replay> replay, FrameSource frames = FrameSource::recorded);
    /// Goes on from where another run is, by the clock: each input comes at the same moment.
    ReplayRun(const ReplayRun& from, const WhatIf& other);
    ReplayRun(const ReplayRun&)      = delete;
    void operator=(const ReplayRun&) = delete;

    /// Runs the next frame; false when there is none. Throws std::runtime_error when time stands still.
    bool frame();
    bool ended() const;
    void run_to_end();
    /// To the newest frame that had begun by then; of a replay's own frames only.
    void seek(Nanos at);
    /// To the end of the frame that reached that tick; likewise.
    void seek_tick(std::int64_t tick);
    /// Calls `see` after each step from now on.
    void watch(std::function<void(const StepMark&)> see) { see_ = std::move(see); }

    const Replay& replay() const { return *replay_; }
    const Lane& lane() const { return at_.lane; }
    const Settings& settings() const { return at_.settings; }
    std::int64_t tick() const { return at_.tick; }
    std::int64_t frames() const { return at_.frame; }
    /// Wall clock at the newest frame, since the replay began.
    Nanos now() const { return at_.now; }
    /// The first state that was not as recorded, of all that were compared: every `hashed_ticks` ticks.
    const std::optional<ReplayDifference>& difference() const { return difference_; }
    std::size_t snapshots() const { return kept_.size(); }
    std::size_t snapshot_bytes() const { return bytes_; }

private:
    /// All that makes the rest of the replay what it will be.
    struct State
    {
        Settings settings;
        Lane lane;
        Nanos step_length; ///< at the rate that was recorded, and a little more
        Nanos refresh{};
        Nanos now{};
        std::int64_t frame     = 0;
        std::int64_t tick      = 0;
        std::size_t next_input = 0; ///< its place in the replay's input changes
        std::size_t next_event = 0; ///< its place in the replay's events
        sim::Input input{};
        scenes::Stopwatch game{};
    };

    void begin_frame(const Settings& settings, const timestep::FrameInput& in, const timestep::StepPlan& plan) override;
    void before_step(double h, sim::Input& input) override;
    void after_step(const scenes::World& world) override;

    Nanos measure();
    Nanos next_length() const;
    void obey();
    void obey(const ReplayEvent& event);
    void set(const SetEvent& set);
    bool is_due(const ReplayEvent& event) const;
    bool is_due(const InputChange& change, Nanos step_end) const;
    std::int64_t allowed() const;
    void compare(const scenes::World& world);
    void keep();
    void restore(const State& state);
    template <class Before>
    void go_back(Before before);

    std::shared_ptr<const Replay> replay_;
    FrameSource frames_;
    bool by_clock_;
    std::vector<std::string> overridden_; ///< paths of settings that the replay's events do not change
    Nanos until_;
    State at_;
    std::optional<MeteredPc> pc_;
    Standstill standstill_;
    std::int64_t brake_ = 0; ///< steps of the frame that comes; 0 for all
    timestep::StepPlan plan_{};
    std::int64_t steps_ = 0; ///< of the frame
    std::function<void(const StepMark&)> see_;
    std::optional<ReplayDifference> difference_;
    std::vector<State> kept_;
    std::size_t bytes_  = 0;
    std::int64_t apart_ = 600; ///< frames between two snapshots
};

} // namespace lab
