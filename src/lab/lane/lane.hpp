// lab/lane/lane.hpp -- one loop driving one world on one machine, and the record of it
#pragma once

#include "lab/lane/history.hpp"
#include "lab/lane/reference.hpp"
#include "lab/lane/step_interceptor.hpp"
#include "lab/lane/chosen_loop.hpp"
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

/// Sums since the last reset, so that nothing is hidden by looking at one frame.
struct Totals
{
    Nanos in{};           ///< frame time that the loop was given
    Nanos stepped{};      ///< of which simulated
    Nanos dropped{};      ///< of which given up on
    Nanos filter_error{}; ///< measured less counted, by a delta filter
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

/// What a lane keeps besides what it computes.
struct LaneKeeps
{
    bool mathematics    = true; ///< a finely stepped world beside its own, which costs more than the lane itself
    std::size_t samples = 2400; ///< ten seconds at 240 frames a second
    std::size_t history = 0;    ///< bytes for the moments that can be gone back to; they need the mathematics
};

/// Of a lane on the stage. Six in a race and the live one use up to 48 MiB for samples (nine minutes at 60 frames a
/// second, ten seconds at 3,200) and up to 64 MiB for moments.
inline constexpr LaneKeeps looked_at_keeps{
    .mathematics = true, .samples = 32'768, .history = (std::size_t{64} << 20U) / 7};
/// Frames up to which its percentiles, which the scoreboard asks for four times a second, are exact; beyond, to 1/8192.
inline constexpr std::size_t looked_at_exact_to = 65'536;

/// A decision to be looked at again: the loop as it was, and the frame that it was given.
struct Decision
{
    std::int64_t frame = 0; ///< as in its FrameSample
    timestep::Loop before{};
    timestep::FrameInput in{};
};

class Lane
{
public:
    explicit Lane(const Settings& settings, const LaneKeeps& keeps = {});

    /// Obeys what was turned since the last frame; a switch of loops moves what the old one carried into dropped time.
    void obey(const Settings& settings);
    /// Before the first frame: waits for it if the loop's pacer does.
    void wait_first(const Settings& settings, sim::VirtualPc& pc);
    /// The one place that does what a plan says. Every step really costs `pc` the cost that was asked for.
    const telemetry::FrameSample& begin_frame(const timestep::FrameInput& frame, const Settings& settings,
                                              const sim::Input& input, sim::Pc& pc);
    /// A frame of somebody else who has planned and stepped it, with the world that came of it; it took so long.
    const telemetry::FrameSample& show(Nanos wall, Nanos measured, const timestep::StepPlan& plan, Nanos stepping,
                                       const scenes::World& world);
    /// A frame in which the game's clock stands still.
    const telemetry::FrameSample& stand_still(sim::Pc& pc);
    /// Ends the frame: what it loses besides its steps, its way to the screen, and the wait of the loop's pacer. While
    /// a recording is played, `next` is its next frame time, and nobody waits.
    const telemetry::FrameSample& end_frame(const Settings& settings, sim::Pc& pc, std::optional<Nanos> next = {});
    /// Ends the frame as that of another lane which was shown by the same PC.
    void end_as(const telemetry::FrameSample& other);
    /// World, references and totals back to the start; the loop keeps what it carries.
    void reset();
    /// Keeps the hash of the world after each of the next `ticks` steps, to be compared with another lane's.
    void keep_hashes(std::size_t ticks);
    const std::vector<std::optional<std::uint64_t>>& hashes() const { return hashes_; }
    /// A key went down or up, at that time of the lane's wall clock.
    void press(Nanos at, Button button, bool down);
    /// Adds to the events of the next frame.
    void note(std::uint32_t events) { pending_events_ |= events; }
    /// Null for nobody; whoever it is must outlive the lane's frames. A copy of the lane has the same.
    void intercept_steps(StepInterceptor* interceptor) { interceptor_ = interceptor; }

    /// Whether the loop's pacer wants the newest frame shown at all.
    bool renders() const;

    const timestep::Loop& loop() const { return chosen_.loop(); }
    /// The newest one up to that frame: of a lane that is looked at, for the last 600 frames. Null before the first.
    const Decision* decision(std::int64_t frame) const;
    /// Why the loop that was put together by hand is not running: the one before it still is. Empty when all is well.
    const timestep::Refusal& refusal() const { return chosen_.refusal(); }
    const scenes::World& world() const { return world_; }
    /// What its pictures are held against; of a lane that is not looked at, without mathematics.
    const References& references() const { return references_; }
    /// The state that this frame's picture shows, between two states or beyond the last.
    const scenes::AnyState& presented() const { return presented_; }
    /// The same as a number.
    scenes::Probe presented_probe() const { return world_.probe(presented_); }
    /// The newest frame; only of a lane that keeps the mathematics and has had a frame.
    scenes::Moment newest() const
    {
        return {
            samples_.back(), presented_, references_.perfect.state(), references_.mathematics->state(), world_.events(),
            before_,         newest_};
    }
    /// The newest frame that was kept and had begun by then, or the first after it; only of a lane that keeps a
    /// history.
    scenes::Moment moment_at(Nanos wall) const;
    const LaneHistory& history() const { return history_; }
    const telemetry::Ring<telemetry::FrameSample>& samples() const { return samples_; }
    /// How many of the newest samples are of frames since the last call.
    std::size_t take_fresh() { return std::min(std::exchange(fresh_, 0), samples_.size()); }
    const Totals& totals() const { return totals_; }
    /// What had been counted when the lane was reset, or another loop began to drive it.
    const sim::Events& began() const { return began_; }
    /// J, of the world at the last reset.
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
    std::size_t fresh_ = 0; ///< frames that nobody has taken
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
    sim::Input last_input_{}; ///< of the last step
    std::vector<std::optional<std::uint64_t>> hashes_;
    std::size_t hashes_wanted_    = 0;
    StepInterceptor* interceptor_ = nullptr;
};

/// A lane that is only believed in, and the picture that it would show.
struct Believed
{
    const Lane& lane;
    scenes::Moment moment;
};

} // namespace lab
