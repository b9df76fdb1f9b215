// lab/lane.hpp -- one loop driving one world on one machine, and the record of it
#pragma once

#include "lab/settings.hpp"
#include "machine/pc.hpp"
#include "physics/world.hpp"
#include "telemetry/frame_sample.hpp"
#include "telemetry/ring.hpp"
#include "timestep/check.hpp"
#include "timestep/presets.hpp"

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
};

/// Where the exact motion was at a moment of the game's clock.
struct GhostDot
{
    Nanos game{};
    double x = 0.0;
};

class Lane
{
public:
    /// Ten seconds at 240 frames a second.
    static constexpr std::size_t history = 2400;
    /// Three seconds at 240 dots a second.
    static constexpr std::size_t ghost_history = 720;

    explicit Lane(const Settings& settings);

    /// Obeys what was turned since the last frame; a switch of loops moves what the old one carried into dropped time.
    void obey(const Settings& settings);
    /// The one place that does what a plan says. Every step really costs `pc` the cost that was asked for.
    const telemetry::FrameSample& advance(Nanos frame, const Settings& settings, const physics::Input& input,
                                          machine::Pc& pc);
    /// A frame in which the game's clock stands still.
    const telemetry::FrameSample& stand_still(machine::Pc& pc);
    /// World, ghost and totals back to the start; the loop keeps what it carries.
    void reset();
    /// Adds to the events of the next frame.
    void note(std::uint32_t events) { pending_events_ |= events; }

    /// Waits as the loop's pacer does; call it once the frame is shown.
    void pace(machine::Pc& pc);
    /// Whether the loop's pacer wants the newest frame shown at all.
    bool renders() const;

    const timestep::Loop& loop() const { return loop_; }
    /// Why the loop that was put together by hand is not running: the one before it still is. Empty when all is well.
    const timestep::Refusal& refusal() const { return refusal_; }
    const physics::World& world() const { return world_; }
    const physics::World& ghost() const { return ghost_; }
    /// The state that this frame's picture shows, between two states or beyond the last.
    const physics::AnyState& presented() const { return presented_; }
    /// The same as a number.
    physics::Probe presented_probe() const;
    const telemetry::Ring<telemetry::FrameSample>& samples() const { return samples_; }
    const telemetry::Ring<GhostDot>& ghost_dots() const { return ghost_dots_; }
    const Totals& totals() const { return totals_; }
    /// Simulated time per game time over the last second; 1 is right.
    double speed() const;
    /// Steps cost more than they simulate: the more of them a frame takes, the later it gets.
    bool spiralling() const;

private:
    timestep::StepPlan carry_out(timestep::StepPlan plan, const Settings& settings, const physics::Input& input,
                                 machine::Pc& pc);
    void choose_loop(const LoopSettings& settings);
    void choose_axes(const timestep::Loop& axes);
    void choose_scene(const Settings& settings);
    void present(const timestep::StepPlan& plan, const physics::Input& input);
    void brake(timestep::StepPlan& plan, std::int64_t done);
    void advance_ghost(Nanos frame, const physics::Input& input);
    std::uint32_t events_since(const physics::Events& before) const;
    const telemetry::FrameSample& record(Nanos frame, const timestep::StepPlan& plan, std::uint32_t events);

    std::size_t preset_;
    timestep::Loop loop_;
    timestep::Refusal refusal_{};
    physics::World world_;
    physics::World ghost_;
    physics::AnyState presented_{};
    timestep::Fixed ghost_clock_;
    telemetry::Ring<telemetry::FrameSample> samples_{history};
    telemetry::Ring<GhostDot> ghost_dots_{ghost_history};
    std::int64_t ghost_steps_ = 0;
    Totals totals_{};
    Nanos simulated_{};
    Nanos wall_{};
    Nanos game_{};
    Nanos stepping_{};
    double alpha_       = 1.0;
    std::int64_t frame_ = 0;
    Nanos moved_to_dropped_{};
    std::uint32_t pending_events_ = 0;
};

} // namespace lab
