#include "lab/lane/reference.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace lab
{

namespace
{

// Largest number of steps in one frame, reached for example after a freeze of minutes. The next frames run the rest.
constexpr std::int64_t max_reference_steps = 4'000'000;
// Shortest time between two stored dots, in s of simulated time. A little less than 1/240 s, so that rounding errors
// skip no step that ends 1/240 s after a dot.
constexpr double min_dot_distance = 1.0 / 240.5;
// 12 s at 240 dots a second: more than the 10 s of LaneHistory::min_reach.
constexpr std::size_t max_reference_dots = 2880;
// Step size of References::fine_reference, in s.
constexpr double fine_step = 1.0 / 4800.0;

} // namespace

Reference::Reference(std::size_t max_dots)
    : dots_{max_dots}
{
}

void Reference::reset()
{
    world.reset();
    if (has_reference()) world.blend(1.0, state_);
    dots_.clear();
    last_dot_time_ = 0.0;
}

void Reference::continue_from(const scenes::World& other)
{
    if (has_reference()) world = other;
}

void Reference::advance(const ReferenceFrame& frame, double h, const sim::Input& input)
{
    state_time_ = frame.state_time;
    if (!has_reference())
    {
        // Discards the key presses, so that they do not reach the first step of the next scene.
        keyboard_.begin_frame(frame.wall, {.steps = 1});
        sim::Input dropped;
        keyboard_.read_step(KeyReading::latched, dropped);
        return;
    }
    double last_time = world.time();
    for (std::int64_t i = 0; last_time < frame.state_time && i < max_reference_steps; ++i)
    {
        step(frame, h, input);
        // A changed parameter has restarted the scene, so that frame.state_time, a time before the restart, is invalid.
        if (world.time() < std::exchange(last_time, world.time())) break;
    }
    const double steps_ahead = (world.time() - frame.state_time) / h;
    world.blend(std::clamp(1.0 - steps_ahead, 0.0, 1.0), state_);
}

double Reference::x() const
{
    return has_reference() ? world.probe(state_).x : std::numeric_limits<double>::quiet_NaN();
}

void Reference::step(const ReferenceFrame& frame, double h, const sim::Input& input)
{
    // Simulated time in s from frame.state_time to the end of this step; negative if the step ends earlier.
    const double ahead = world.time() + h - frame.state_time;
    // Wall time from the end of this step to the start of the frame; selects the key presses for this step.
    const Nanos time_to_frame = timestep::from_seconds(frame.lead - ahead);
    keyboard_.begin_frame(frame.wall, {.steps = 1, .dt = timestep::from_seconds(h), .carried = time_to_frame});
    sim::Input step_input = input;
    keyboard_.read_step(KeyReading::latched, step_input);
    world.step(h, step_input);
    if (dots_.capacity() == 0 || world.time() - last_dot_time_ < min_dot_distance) return;
    last_dot_time_ = world.time();
    dots_.push_back({frame.game + timestep::from_seconds(ahead), world.probe().x});
}

double reference_step_of(timestep::Loop loop, Nanos refresh)
{
    // Some loops plan their first frames differently.
    constexpr int ignored_frames = 2;
    constexpr int frame_count    = 16;
    const Nanos period           = refresh > Nanos::zero() ? refresh : timestep::step_ns(timestep::hz(60));
    double shortest              = std::numeric_limits<double>::infinity();
    double longest               = 0.0;
    // Two frame lengths: a loop without a step rate steps by the frame time, so its steps then differ.
    for (const Nanos frame : {period, period * 9 / 10})
    {
        timestep::Loop trial_loop = loop;
        for (int i = 0; i < frame_count; ++i)
        {
            const double dt = trial_loop.plan({.frame = frame, .refresh_period = frame}).dt_seconds;
            if (i < ignored_frames || dt <= 0.0) continue;
            shortest = std::min(shortest, dt);
            longest  = std::max(longest, dt);
        }
    }
    return shortest == longest ? longest : timestep::step_seconds(timestep::hz(60));
}

References::References(bool is_shown)
    : ring{is_shown ? max_reference_dots : 0}
    , at_shown{0}
{
    if (is_shown) fine_reference.emplace(max_reference_dots);
}

void References::restart()
{
    ring.reset();
    at_shown.reset();
    // A reset keeps a world's event counts, such as bounces. The copy makes the counts of both worlds equal.
    at_shown.continue_from(ring.world);
    ring_lead_.reset();
    if (fine_reference) fine_reference->reset();
    fine_lead_.reset();
}

void References::continue_from(const scenes::World& world) { at_shown.continue_from(world); }

void References::advance(const LaneFrame& frame, const timestep::Loop& loop, const sim::Input& input)
{
    const double before = timestep::to_seconds(clock_);
    clock_ += frame.in.frame - (frame.clock_error - clock_error_.value_or(frame.clock_error));
    clock_error_                = frame.clock_error;
    const bool is_other_refresh = std::exchange(refresh_, frame.in.refresh_period) != frame.in.refresh_period;
    if (std::exchange(is_step_outdated_, false) || is_other_refresh) step_ = reference_step_of(loop, refresh_);

    ring_lead_       = ring_lead_.value_or(frame.simulated_and_carried - before);
    const double now = timestep::to_seconds(clock_) + *ring_lead_;
    at_shown.advance({frame.wall, frame.game, frame.shown, now - frame.shown}, step_, input);
    ring.advance({frame.wall, frame.game, now, 0.0}, step_, input);
    if (!fine_reference) return;
    fine_lead_             = fine_lead_.value_or(frame.simulated_and_carried - before);
    const double exact_now = timestep::to_seconds(clock_) + *fine_lead_;
    if (fine_reference->world.time() > exact_now + fine_step) fine_reference->reset();
    fine_reference->advance({frame.wall, frame.game, exact_now, 0.0}, fine_step, input);
}

double References::x_at_shown(const scenes::World& world, const timestep::StepPlan& plan) const
{
    const double newest = std::max(world.teleported_at(), at_shown.world.teleported_at());
    const double step   = std::max(plan.dt_seconds, step_);
    const bool is_near  = newest > 0.0 && at_shown.state_time() - newest < step;
    return is_near ? std::numeric_limits<double>::quiet_NaN() : at_shown.x();
}

void References::press(Nanos at, Button button, bool down)
{
    ring.press(at, button, down);
    at_shown.press(at, button, down);
    if (fine_reference) fine_reference->press(at, button, down);
}

} // namespace lab
