// lab/replay/replay_run.hpp -- runs a replay with bit-identical states, from its start or from any time, or continues
// it with other settings
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

/// The source of a run's frame times.
enum class FrameSource : std::uint8_t
{
    recorded, ///< the replay's frame times; for a replay without frame times, frames of one step each
    machine,  ///< new frame times from a virtual PC with the replay's machine
};

/// The differences of a fork: a run that leaves the replay at some time.
struct WhatIf
{
    Settings settings{};
    FrameSource frames = FrameSource::recorded;
};

/// The world after a step.
struct StepMark
{
    double seconds = 0.0;   ///< simulated seconds since the replay began; resets do not change this time
    scenes::Probe probe{};  ///< coordinates and energy
    std::uint32_t hash = 0; ///< short_hash() of the world
};

/// The first difference from the recorded states.
struct ReplayDifference
{
    std::int64_t tick   = 0;     ///< number of the step, from 1
    std::uint32_t was   = 0;     ///< recorded hash
    std::uint32_t is    = 0;     ///< hash in this run
    bool has_more_ticks = false; ///< true: the run has more steps than the replay; `tick` is the first of them
};

/// One run of a replay. It keeps snapshots at equal distances in frames, at most `budget` bytes, so that it can return
/// to any time by running from the nearest earlier snapshot.
class ReplayRun : private StepInterceptor
{
public:
    static constexpr std::size_t budget = std::size_t{32} << 20U;

    /// Runs the replay from its start. Each input reaches the step with the recorded number. Only for a loop whose
    /// steps are not whole and FrameSource::machine, each input comes at the recorded time.
    explicit ReplayRun(std::shared_ptr<const Replay> replay, FrameSource frames = FrameSource::recorded);
    /// Continues from the present state of another run with other settings. Each input comes at the recorded time.
    ReplayRun(const ReplayRun& from, const WhatIf& other);
    ReplayRun(const ReplayRun&)      = delete;
    void operator=(const ReplayRun&) = delete;

    /// Runs the next frame. Returns false if there is none. Throws std::runtime_error if the virtual clock does not
    /// advance.
    bool frame();
    bool ended() const;
    void run_to_end();
    /// Moves to the newest frame that began at `at` or earlier. Only for FrameSource::recorded.
    void seek(Nanos at);
    /// Moves to the end of the frame that reaches the tick `tick`. Only for FrameSource::recorded.
    void seek_tick(std::int64_t tick);
    /// Calls `see` after each step from now on. An empty function ends that.
    void watch(std::function<void(const StepMark&)> see) { see_ = std::move(see); }

    const Replay& replay() const { return *replay_; }
    const Lane& lane() const { return at_.lane; }
    const Settings& settings() const { return at_.settings; }
    std::int64_t tick() const { return at_.tick; }
    std::int64_t frames() const { return at_.frame; }
    /// Returns the wall clock at the newest frame, from the start of the replay.
    Nanos now() const { return at_.now; }
    /// Returns the first state that differs from the recorded one; empty if there is none. The states after every
    /// `hashed_ticks` ticks are compared.
    const std::optional<ReplayDifference>& difference() const { return difference_; }
    std::size_t snapshots() const { return kept_.size(); }
    std::size_t snapshot_bytes() const { return bytes_; }

private:
    /// The complete state of the run; the rest of the run depends only on it. A snapshot is a copy of it.
    struct State
    {
        Settings settings;
        Lane lane;
        Nanos step_length; ///< length of a step at the recorded rate plus 1 ns, so that a frame has one whole step
        Nanos refresh{};
        Nanos now{};
        std::int64_t frame     = 0;
        std::int64_t tick      = 0;
        std::size_t next_input = 0; ///< index of the next input change
        std::size_t next_event = 0; ///< index of the next event
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
    std::vector<std::string> overridden_; ///< paths of the fork's settings; the replay's events do not change them
    Nanos until_;
    State at_;
    std::optional<MeteredPc> pc_;
    Standstill standstill_;
    std::int64_t brake_ = 0; ///< number of steps after which the brake stopped the next frame; 0 without a brake
    timestep::StepPlan plan_{};
    std::int64_t steps_ = 0; ///< steps taken in this frame
    std::function<void(const StepMark&)> see_;
    std::optional<ReplayDifference> difference_;
    std::vector<State> kept_;
    std::size_t bytes_  = 0;
    std::int64_t apart_ = 600; ///< frames between two snapshots
};

} // namespace lab
