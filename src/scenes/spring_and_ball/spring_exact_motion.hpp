// scenes/spring_and_ball/spring_exact_motion.hpp -- the motion of a ball on a spring without integration error
#pragma once

#include "scenes/spring_and_ball/spring_and_ball.hpp"

#include <vector>

namespace scenes
{

/// The exact motion: damped swings between wall hits. Stores the motion after each hit for later calls.
template <>
class ExactMotion<SpringAndBall>
{
    using State = SpringAndBall::State;

public:
    ExactMotion() = default;
    ExactMotion(const SpringAndBall& scene, const State& start);

    /// Writes to `out` the state at the time `seconds` after the start of the motion; `seconds` must not be negative.
    void write_state(double seconds, State& out);

private:
    struct BallMotion
    {
        double x_toward_wall; // position in metres, positive towards the wall
        double v; // velocity in m/s, positive towards the wall
    };
    struct SpringArc
    {
        double start_time; // start in seconds of the arc: the motion from one wall hit to the next
        BallMotion start;
    };

    BallMotion motion_without_wall(BallMotion motion, double seconds) const;
    double next_wall_hit_time(const SpringArc& arc) const;
    double seconds_to_first_turn(const BallMotion& start) const;
    // Until the ball is nearest to the wall, if the wall does not stop it.
    double seconds_to_closest_point(const BallMotion& start) const;
    // Until the ball moves toward the wall.
    double seconds_to_approach(const BallMotion& start) const;
    double solve_seconds_to_hit(const BallMotion& start, double min_seconds, double max_seconds) const;
    bool is_known_to_repeat() const { return period_ > 0.0; }
    void append_arc(); // the motion after the next hit

    SpringAndBall scene_{};
    double contact_x_toward_wall_ = 0.0; // value of BallMotion::x_toward_wall at which the ball touches the wall
    double wall_direction_ = 1.0; // 1 or -1; x = wall_direction_ * x_toward_wall
    double period_ = 0.0; // in seconds; 0 while the motion is not known to repeat
    double next_hit_time_ = 0.0; // end of the newest arc in seconds: the time at which the ball hits the wall
    State state_template_{}; // write_state() copies the fields other than x and v from this state
    std::vector<SpringArc> arcs_{};
};

} // namespace scenes
