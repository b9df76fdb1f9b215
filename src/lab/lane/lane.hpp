// lab/lane/lane.hpp -- a lane: one loop that drives one world on one machine, and the record of its frames
#pragma once

#include "lab/lane/chosen_loop.hpp"
#include "lab/lane/history.hpp"
#include "lab/lane/reference.hpp"
#include "lab/lane/step_interceptor.hpp"
#include "lab/settings/settings.hpp"
#include "scenes/moment.hpp"
#include "scenes/world.hpp"
#include "sim/machine/virtual_pc.hpp"
#include "telemetry/frame_sample.hpp"
#include "telemetry/ring.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace lab
{

/// Sums over all frames since the last reset.
struct Totals
{
    Nanos in{};           ///< frame time that the loop was given
    Nanos stepped{};      ///< part of `in` that was simulated
    Nanos dropped{};      ///< part of `in` that was dropped
    Nanos filter_error{}; ///< measured frame time minus frame time after the delta filter
    std::int64_t steps  = 0;
    std::int64_t frames = 0;

    void add(Nanos frame, const timestep::StepPlan& plan)
    {
        in += frame;
        stepped += plan.stepped;
        dropped += plan.dropped;
        filter_error += plan.filter_error;
        steps += plan.steps;
        ++frames;
    }
};

/// Memory limits of a lane.
struct LaneKeeps
{
    bool mathematics    = true; ///< also run the reference `mathematics`, which costs more time than the lane's world
    std::size_t samples = 2400; ///< number of samples; the default is 10 s at 240 frames a second
    std::size_t history = 0;    ///< bytes for LaneHistory; needs `mathematics`
};

/// Limits of a lane on the stage. Seven such lanes (six in a race and the live one) use up to 48 MiB for samples (nine
/// minutes at 60 frames a second, 10 s at 3,200) and up to 64 MiB for histories.
inline constexpr LaneKeeps looked_at_keeps{
    .mathematics = true, .samples = 32'768, .history = (std::size_t{64} << 20U) / 7};
/// Number of frames up to which the percentiles of a lane on the stage are exact; with more frames they are exact to
/// 1/8192. The scoreboard computes them four times a second.
inline constexpr std::size_t looked_at_exact_to = 65'536;

/// The data to repeat the decision of a loop in one frame.
struct Decision
{
    std::int64_t frame = 0;    ///< number of the frame, as in its FrameSample
    timestep::Loop before{};   ///< the loop before it planned the frame
    timestep::FrameInput in{}; ///< the loop's input in this frame
};

class Lane
{
public:
    explicit Lane(const Settings& settings, const LaneKeeps& keeps = {});

    /// Applies changed settings. If another loop is chosen, the time that the old loop carried becomes dropped time.
    void obey(const Settings& settings);
    /// Waits before the first frame, if the loop's pacer does so.
    void wait_first(const Settings& settings, sim::VirtualPc& pc);
    /// Begins a frame: the loop plans it, and the lane takes the planned steps and records a sample. Every step spends
    /// the step cost of the settings on `pc`. No other function carries out plans.
    const telemetry::FrameSample& begin_frame(const timestep::FrameInput& frame, const Settings& settings,
                                              const sim::Input& input, sim::Pc& pc);
    /// Records a frame that the caller has planned and stepped. `world` is the world after the steps, `stepping` the
    /// time that the steps took.
    const telemetry::FrameSample& show(Nanos wall, Nanos measured, const timestep::StepPlan& plan, Nanos stepping,
                                       const scenes::World& world);
    /// Records a frame in which the game clock stands still.
    const telemetry::FrameSample& stand_still(sim::Pc& pc);
    /// Ends the frame: spends the lag and cost of the machine, presents the picture and waits as the loop's pacer does.
    /// While a recording is played, `next` is its next frame time, and the pacer does not wait.
    const telemetry::FrameSample& end_frame(const Settings& settings, sim::Pc& pc, std::optional<Nanos> next = {});
    /// Ends the frame with the screen data of another lane's frame that the same PC has shown.
    void end_as(const telemetry::FrameSample& other);
    /// Puts world, references and totals back to their start. The loop keeps its carried time.
    void reset();
    /// Keeps the hash of the world after each of the next `ticks` steps, for a comparison with another lane.
    void keep_hashes(std::size_t ticks);
    const std::vector<std::optional<std::uint64_t>>& hashes() const { return hashes_; }
    /// Passes a key press or release to the lane. `at` is the time on the lane's wall clock.
    void press(Nanos at, Button button, bool down);
    /// Adds event bits (telemetry::FrameSample::events) to the next frame.
    void note(std::uint32_t events) { pending_events_ |= events; }
    /// Sets the object that observes the lane's steps; null removes it. The object must live as long as the lane
    /// computes frames. A copy of the lane has the same interceptor.
    void intercept_steps(StepInterceptor* interceptor) { interceptor_ = interceptor; }

    /// True if the newest frame must be drawn: some pacers skip the drawing of frames.
    bool renders() const;

    const timestep::Loop& loop() const { return chosen_.loop(); }
    /// Returns the newest decision in that frame or before it. A lane on the stage keeps the decisions of its last 600
    /// frames; other lanes keep no decisions. Null if there is no such decision.
    const Decision* decision(std::int64_t frame) const;
    /// Returns why the settings are not a valid loop; empty if they are valid. An invalid loop does not run: the loop
    /// before it continues.
    const timestep::Refusal& refusal() const { return chosen_.refusal(); }
    const scenes::World& world() const { return world_; }
    /// Returns the reference motions for the lane's pictures. Without LaneKeeps::mathematics it has no mathematics.
    const References& references() const { return references_; }
    /// Returns the state that the newest frame's picture shows: between two states, or beyond the last state.
    const scenes::AnyState& presented() const { return presented_; }
    /// Returns the body's coordinates and energy in presented().
    scenes::Probe presented_probe() const { return world_.probe(presented_); }
    /// Returns the newest frame. Only valid for a lane with LaneKeeps::mathematics after its first frame.
    scenes::Moment newest() const
    {
        return {
            samples_.back(), presented_, references_.perfect.state(), references_.mathematics->state(), world_.events(),
            before_,         newest_};
    }
    /// Returns the newest kept frame that began at `wall` or earlier; if there is none, the oldest kept frame. Only
    /// valid for a lane with a history.
    scenes::Moment moment_at(Nanos wall) const;
    const LaneHistory& history() const { return history_; }
    const telemetry::Ring<telemetry::FrameSample>& samples() const { return samples_; }
    /// Returns the number of samples that are new since the last call. They are the last elements of samples().
    std::size_t take_fresh() { return std::min(std::exchange(fresh_, 0), samples_.size()); }
    const Totals& totals() const { return totals_; }
    /// Returns the event counts at the lane's last reset or change of loop.
    const sim::Events& began() const { return began_; }
    /// Returns the world's energy at the last reset, in J.
    double start_energy() const { return start_energy_; }

private:
    timestep::StepPlan carry_out(timestep::StepPlan plan, const Settings& settings, const sim::Input& input,
                                 sim::Pc& pc);
    std::int64_t step_on(std::int64_t left, const timestep::StepPlan& plan, const Settings& settings,
                         const sim::Input& input, sim::Pc& pc);
    void step(double h, const Settings& settings, const sim::Input& input, sim::Pc& pc);
    void choose_scene(const Settings& settings);
    sim::Input guessed_input() const;
    void brake(timestep::StepPlan& plan, std::int64_t done);
    void keep_moment();
    double find_exact();
    std::uint32_t events_since(const sim::Events& before) const;
    const telemetry::FrameSample& record(Nanos frame, const timestep::StepPlan& plan, std::uint32_t events,
                                         bool replaces = false);

    ChosenLoop chosen_;
    telemetry::Ring<Decision> decisions_;
    scenes::World world_;
    References references_;
    scenes::AnyState presented_{};
    scenes::AnyState before_{};
    scenes::AnyState newest_{};
    scenes::AnyState exact_{};
    Keyboard keyboard_{};
    telemetry::Ring<telemetry::FrameSample> samples_;
    std::size_t fresh_ = 0; ///< frames since the last take_fresh()
    LaneHistory history_;
    Totals totals_{};
    sim::Events began_{};
    double start_energy_ = 0.0;
    Nanos simulated_{};
    Nanos shown_{};
    Nanos wall_{};
    Nanos game_{};
    Nanos stepping_{};
    Nanos late_{};
    double alpha_                 = 1.0;
    std::int64_t frame_           = 0;
    std::uint32_t pending_events_ = 0;
    sim::Input last_input_{}; ///< input of the last step
    std::vector<std::optional<std::uint64_t>> hashes_;
    std::size_t hashes_wanted_    = 0;
    StepInterceptor* interceptor_ = nullptr;
};

/// A lane that shows the behaviour that a wrong answer to a lesson predicts, and the lane's picture.
struct Believed
{
    const Lane& lane;
    scenes::Moment moment;
};

} // namespace lab
