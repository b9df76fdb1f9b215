#include "scenes/spring_and_ball/spring_exact_motion.hpp"

#include "sim/physics/spring.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace scenes
{

namespace
{
constexpr double never = std::numeric_limits<double>::infinity();
} // namespace

using SpringMotion = ExactMotion<SpringAndBall>;

SpringMotion::ExactMotion(const SpringAndBall& scene, const State& start)
    : scene_{scene}
    , contact_x_toward_wall_{-start.wall_side * scene.contact_x(start.wall_side)}
    , wall_direction_{-static_cast<double>(start.wall_side)}
    , state_template_{start}
{
    state_template_.is_teleported = false;
    state_template_.has_blown_up = false;
    // + 0.0 turns a velocity of -0.0 into 0.0, because std::atan2 in seconds_to_first_turn() can return -pi for -0.0.
    const SpringArc first_arc{.start_time = 0.0,
                              .start = {.x_toward_wall = std::min(wall_direction_ * start.x, contact_x_toward_wall_),
                                        .v = wall_direction_ * start.v + 0.0}};
    arcs_.push_back(first_arc);
    next_hit_time_ = next_wall_hit_time(first_arc);
}

void SpringMotion::write_state(double seconds, State& out)
{
    while (!is_known_to_repeat() && next_hit_time_ <= seconds) append_arc();
    double motion_time = seconds;
    if (is_known_to_repeat() && motion_time >= arcs_[1].start_time)
        motion_time = arcs_[1].start_time + std::fmod(motion_time - arcs_[1].start_time, period_);

    const auto next_arc = std::upper_bound(arcs_.begin(), arcs_.end(), motion_time,
                                           [](double time, const SpringArc& arc) { return time < arc.start_time; });
    const SpringArc& arc = next_arc == arcs_.begin() ? arcs_.front() : *(next_arc - 1);
    const bool is_resting =
        arc.start.x_toward_wall == contact_x_toward_wall_ && arc.start.v == 0.0 && contact_x_toward_wall_ < 0.0;
    const BallMotion motion = is_resting ? arc.start : motion_without_wall(arc.start, motion_time - arc.start_time);
    out = state_template_;
    out.x = wall_direction_ * motion.x_toward_wall;
    out.v = wall_direction_ * motion.v;
}

SpringMotion::BallMotion SpringMotion::motion_without_wall(BallMotion motion, double seconds) const
{
    sim::exact_spring_step(scene_.angular_frequency(), scene_.knobs.damping_ratio, seconds)
        .advance(motion.x_toward_wall, motion.v);
    return motion;
}

void SpringMotion::append_arc()
{
    const double hit_speed = motion_without_wall(arcs_.back().start, next_hit_time_ - arcs_.back().start_time).v;

    constexpr double max_resting_speed = 1e-9; // in m/s; a slower ball rests against the wall or only touches it
    SpringArc next_arc{
        .start_time = next_hit_time_,
        .start = {.x_toward_wall = contact_x_toward_wall_, .v = -scene_.knobs.restitution * std::max(hit_speed, 0.0)}};
    if (-next_arc.start.v < max_resting_speed) next_arc.start.v = 0.0;
    const bool is_periodic = scene_.knobs.damping_ratio == 0.0 && scene_.knobs.restitution == 1.0;
    arcs_.push_back(next_arc);
    next_hit_time_ = next_arc.start.v == 0.0 ? never : next_wall_hit_time(next_arc);
    if (is_periodic && next_hit_time_ < never) period_ = next_hit_time_ - next_arc.start_time;
}

// Tests only the first swing toward the wall, because no later swing is wider.
double SpringMotion::next_wall_hit_time(const SpringArc& arc) const
{
    const double min_seconds = seconds_to_approach(arc.start);
    double max_seconds = seconds_to_closest_point(arc.start);
    if (min_seconds == never) return never;
    const auto x_after = [&](double seconds) { return motion_without_wall(arc.start, seconds).x_toward_wall; };
    if (max_seconds == never) // critically damped: the ball rises to rest without a maximum
    {
        if (contact_x_toward_wall_ >= 0.0) return never;
        max_seconds = min_seconds + 1.0 / scene_.angular_frequency();
        while (x_after(max_seconds) < contact_x_toward_wall_) max_seconds += 1.0 / scene_.angular_frequency();
    }
    if (x_after(max_seconds) <= contact_x_toward_wall_) return never;
    return arc.start_time + solve_seconds_to_hit(arc.start, min_seconds, max_seconds);
}

// Finds the time of the hit by Newton's method; bisects if an iteration leaves the current interval.
double SpringMotion::solve_seconds_to_hit(const BallMotion& start, double min_seconds, double max_seconds) const
{
    double seconds = 0.5 * (min_seconds + max_seconds);
    for (int i = 0; i < 100; ++i)
    {
        const BallMotion motion = motion_without_wall(start, seconds);
        double& bound = motion.x_toward_wall < contact_x_toward_wall_ ? min_seconds : max_seconds;
        bound = seconds;
        const double estimate = seconds - (motion.x_toward_wall - contact_x_toward_wall_) / motion.v;
        const double previous_seconds = seconds;
        seconds = estimate > min_seconds && estimate < max_seconds ? estimate : 0.5 * (min_seconds + max_seconds);
        if (std::abs(seconds - previous_seconds) <= 1e-16 * seconds) break;
    }
    return seconds;
}

double SpringMotion::seconds_to_first_turn(const BallMotion& start) const
{
    const double w = scene_.angular_frequency();
    const double z = scene_.knobs.damping_ratio;
    if (z >= 1.0) // v(t) = (v - w (v + w x_toward_wall) t) e^(-wt)
    {
        const double t = start.v / (w * (start.v + w * start.x_toward_wall));
        return t > 0.0 ? t : never;
    }
    const double damped_frequency = w * std::sqrt(1.0 - z * z);
    double t = std::atan2(start.v * damped_frequency, z * w * start.v + w * w * start.x_toward_wall) / damped_frequency;
    if (t <= 0.0) t += std::numbers::pi / damped_frequency;
    return t;
}

double SpringMotion::seconds_to_closest_point(const BallMotion& start) const
{
    const double turn_seconds = seconds_to_first_turn(start);
    if (start.v > 0.0 || turn_seconds == never) return turn_seconds;
    if (start.v == 0.0 && start.x_toward_wall < 0.0) return turn_seconds;
    const double z = scene_.knobs.damping_ratio;
    return z >= 1.0 ? never : turn_seconds + std::numbers::pi / (scene_.angular_frequency() * std::sqrt(1.0 - z * z));
}

double SpringMotion::seconds_to_approach(const BallMotion& start) const
{
    if (start.v > 0.0) return 0.0;
    if (start.v == 0.0 && start.x_toward_wall < 0.0) return 0.0; // at rest at the turn away from the wall
    return seconds_to_first_turn(start);
}

} // namespace scenes
