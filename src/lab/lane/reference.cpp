#include "lab/lane/reference.hpp"

#include "timestep/loop.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace lab
{

namespace
{

// Limits the computing time of one frame. After a long freeze, later frames run the remaining steps.
constexpr std::int64_t max_steps_per_frame = 500'000;
// Shortest time in s between two stored positions (dots). Slightly below 1/240 s to allow for rounding errors.
constexpr double min_position_interval_s = 1.0 / 240.5;
// Number of stored positions (dots): 12 s at 240 dots a second, more than the 10 s of FrameHistory::target_time_span.
constexpr std::size_t max_past_positions = 2880;
// Step size in s of a very accurate simulation with which a loop is compared.
constexpr double fine_step_s = 1.0 / 4800.0;

} // namespace

ReferenceMotion::ReferenceMotion(std::size_t max_positions)
    : past_positions_{max_positions}
{
}

void ReferenceMotion::reset()
{
    world.reset();
    if (scene_has_reference_motion()) world.interpolate(1.0, state_);
    if (scene_has_reference_motion() && world.has_camera()) camera_.reset(world.camera_target_x(state_));
    past_positions_.clear();
    state_time_s_ = 0.0;
    last_position_time_s_ = 0.0;
}

void ReferenceMotion::copy_world(const scenes::World& other)
{
    if (scene_has_reference_motion()) world = other;
}

void ReferenceMotion::take_over(const scenes::World& released)
{
    if (!scene_has_reference_motion()) return;
    const sim::Integrator integrator = world.integrator();
    world = released;
    world.set_integrator(integrator);
    world.interpolate(1.0, state_);
    past_positions_.clear();
    state_time_s_ = world.time();
    last_position_time_s_ = world.time();
}

void ReferenceMotion::advance(const ReferenceTarget& target, double step_seconds, const InputTrack& input)
{
    const double frame_seconds = target.state_time_s - state_time_s_;
    state_time_s_ = target.state_time_s;
    if (!scene_has_reference_motion())
    {
        // Discards the key presses, which the first step of the next scene would get.
        keyboard_.begin_frame(target.wall_time, {.steps = 1});
        sim::Input discarded_input;
        keyboard_.set_next_step_keys(KeyReading::latched, discarded_input);
        return;
    }

    for (std::int64_t i = 0; world.time() < target.state_time_s && i < max_steps_per_frame; ++i)
    {
        const double time_before_step = world.time();
        // Simulated time in s from target.state_time_s to the end of this step; negative if the step ends before it.
        const double seconds_ahead = time_before_step + step_seconds - target.state_time_s;

        // A step with the keys and the drag that are due at its end.
        const Nanos time_to_frame = timestep::from_seconds(target.time_to_frame_start_s - seconds_ahead);
        keyboard_.begin_frame(target.wall_time,
                              {.steps = 1, .dt = timestep::from_seconds(step_seconds), .carried = time_to_frame});
        sim::Input step_input = input.at(target.wall_time - time_to_frame);
        keyboard_.set_next_step_keys(KeyReading::latched, step_input);
        world.step(step_seconds, step_input);

        if (past_positions_.capacity() > 0 && world.time() - last_position_time_s_ >= min_position_interval_s)
        {
            last_position_time_s_ = world.time();
            past_positions_.push_back(
                {.game_time = target.game_time + timestep::from_seconds(seconds_ahead), .x = world.observables().x});
        }
        // The simulated time decreases if a step resets the world because a setting has changed.
        if (world.time() < time_before_step) break;
    }

    const double steps_ahead = (world.time() - target.state_time_s) / step_seconds;
    world.interpolate(std::clamp(1.0 - steps_ahead, 0.0, 1.0), state_);
    advance_camera(target.game_time, frame_seconds);
}

void ReferenceMotion::advance_camera(Nanos game_time, double frame_seconds)
{
    if (!world.has_camera()) return;
    scenes::CameraSettings settings = world.camera_settings();
    const bool is_unsmoothed =
        settings.follow == scenes::CameraFollow::newest || settings.follow == scenes::CameraFollow::blended;
    settings.follow = is_unsmoothed ? scenes::CameraFollow::blended : scenes::CameraFollow::smoothed_blended;
    settings.look = scenes::MouseLook::per_frame;
    const double followed_x = world.camera_target_x(state_);
    camera_.follow_target(settings, {.newest_target = followed_x,
                                     .shown_target = followed_x,
                                     .frame_time = frame_seconds,
                                     .game_time = timestep::to_seconds(game_time)});
}

double ReferenceMotion::camera_x() const
{
    return scene_has_reference_motion() && world.has_camera() ? camera_.x() : std::numeric_limits<double>::quiet_NaN();
}

double ReferenceMotion::body_x() const
{
    return scene_has_reference_motion() ? world.observables(state_).x : std::numeric_limits<double>::quiet_NaN();
}

double constant_step_seconds(timestep::Loop loop, Nanos refresh_period)
{
    // The first two frames are ignored, because some loops choose other step sizes in their first frames.
    constexpr int ignored_frame_count = 2;
    constexpr int frame_count = 16;
    const Nanos period = refresh_period > Nanos::zero() ? refresh_period : timestep::step_ns(timestep::hz(60));
    double shortest_step = std::numeric_limits<double>::infinity();
    double longest_step = 0.0;
    // Tests two different frame times. If the loop chooses different step sizes, it has no constant step size.
    for (const Nanos frame_time : {period, period * 9 / 10})
    {
        timestep::Loop test_loop = loop;
        for (int i = 0; i < frame_count; ++i)
        {
            const double dt = test_loop.plan({.frame_time = frame_time, .refresh_period = frame_time}).dt_seconds;
            if (i < ignored_frame_count || dt <= 0.0) continue;
            shortest_step = std::min(shortest_step, dt);
            longest_step = std::max(longest_step, dt);
        }
    }
    return shortest_step == longest_step ? longest_step : timestep::step_seconds(timestep::hz(60));
}

LaneReferences::LaneReferences(bool has_fine_step_reference)
    : frame_start_reference{has_fine_step_reference ? max_past_positions : 0}
    , shown_time_reference{0}
{
    if (has_fine_step_reference) fine_step_reference.emplace(max_past_positions);
}

void LaneReferences::reset()
{
    for_each_motion([](ReferenceMotion& motion) { motion.reset(); });
    shown_time_reference.copy_world(frame_start_reference.world);
    simulated_minus_clock_s_.reset();
    released_world_.reset();
}

void LaneReferences::take_over(const scenes::World& released, double frame_start_time_s)
{
    for_each_motion([&](ReferenceMotion& motion) { motion.take_over(released); });
    released_frame_start_s_ = frame_start_time_s;
    released_world_ = released;
}

void LaneReferences::advance(const LaneFrameTimes& frame, const timestep::Loop& loop, const InputTrack& input)
{
    if (is_step_size_outdated_ || frame.loop_input.refresh_period != refresh_period_)
        step_seconds_ = constant_step_seconds(loop, frame.loop_input.refresh_period);
    is_step_size_outdated_ = false;
    refresh_period_ = frame.loop_input.refresh_period;

    if (!simulated_minus_clock_s_)
        simulated_minus_clock_s_ = frame.first_frame_time_s - timestep::to_seconds(error_free_clock_);
    const Nanos clock_error_change = frame.clock_error - last_clock_error_.value_or(frame.clock_error);
    error_free_clock_ += frame.loop_input.frame_time - clock_error_change;
    last_clock_error_ = frame.clock_error;
    if (const auto released_frame_start_s = std::exchange(released_frame_start_s_, {}))
        simulated_minus_clock_s_ = *released_frame_start_s - timestep::to_seconds(error_free_clock_);

    const double frame_start_s = timestep::to_seconds(error_free_clock_) + *simulated_minus_clock_s_;
    const auto target_at = [&](double state_time_s)
    {
        return ReferenceTarget{.wall_time = frame.wall_time,
                               .game_time = frame.game_time,
                               .state_time_s = state_time_s,
                               .time_to_frame_start_s = frame_start_s - state_time_s};
    };
    shown_time_reference.advance(target_at(frame.shown_time_s), step_seconds_, input);
    frame_start_reference.advance(target_at(frame_start_s), step_seconds_, input);
    if (!fine_step_reference) return;
    if (fine_step_reference->world.time() > frame_start_s + fine_step_s) // the clock has gone back
        released_world_ ? fine_step_reference->take_over(*released_world_) : fine_step_reference->reset();
    fine_step_reference->advance(target_at(frame_start_s), fine_step_s, input);
}

double LaneReferences::x_at_shown_time(const scenes::World& world, const timestep::StepPlan& plan) const
{
    const double teleport_s = std::max(world.last_teleport_time(), shown_time_reference.world.last_teleport_time());
    const double step_s = std::max(plan.dt_seconds, step_seconds_);
    const bool is_within_one_step = teleport_s > 0.0 && shown_time_reference.state_time_s() - teleport_s < step_s;
    return is_within_one_step ? std::numeric_limits<double>::quiet_NaN() : shown_time_reference.body_x();
}

void LaneReferences::set_button(Nanos wall_time, Button button, bool is_down)
{
    for_each_motion([&](ReferenceMotion& motion) { motion.set_button(wall_time, button, is_down); });
}

} // namespace lab
