#include "scenes/follow_camera.hpp"

#include "sim/physics/portable_math.hpp"
#include "timestep/smooth.hpp"

namespace scenes
{

void FollowCamera::reset(double point)
{
    before_ = newest_ = shown_ = {.follow = point};
    newest_goal_ = shown_goal_ = point;
    step_                      = 0.0;
}

void FollowCamera::advance(const CameraSettings& settings, const CameraFrame& frame)
{
    constexpr double angular_frequency = sim::tau / CameraSettings::mouse_period;
    const double mouse =
        settings.mouse_speed / angular_frequency * sim::sin_cos(angular_frequency * frame.game_time).sin;
    if (frame.last_step > 0.0) advance_steps(settings, frame, mouse);
    shown_ = displayed_pose(settings, frame, mouse);
    // Unless the mode is `stepped`, the stored poses follow the displayed one, so a change to `stepped` starts there.
    if (settings.follow != CameraFollow::stepped) before_.follow = newest_.follow = shown_.follow;
    newest_goal_ = frame.newest;
    shown_goal_  = frame.shown;
}

// One call moves the camera for all steps before the last, because the followed point moves in a straight line. Another
// call moves it for the last step. The first step applies all mouse movement since the last frame with a step.
void FollowCamera::advance_steps(const CameraSettings& settings, const CameraFrame& frame, double mouse_displacement)
{
    const double earlier_share = frame.earlier_time / (frame.earlier_time + frame.last_step);
    const double goal_before   = newest_goal_ + earlier_share * (frame.newest - newest_goal_);
    before_ = {.follow = timestep::approach_moving(newest_.follow, newest_goal_, goal_before, settings.half_life,
                                                   frame.earlier_time),
               .look   = frame.earlier_time > 0.0 ? mouse_displacement : newest_.look};
    newest_ = {.follow = timestep::approach_moving(before_.follow, goal_before, frame.newest, settings.half_life,
                                                   frame.last_step),
               .look   = mouse_displacement};
    step_   = frame.last_step;
}

FollowCamera::Pose FollowCamera::displayed_pose(const CameraSettings& settings, const CameraFrame& frame,
                                                double mouse) const
{
    const bool per_frame = settings.look == MouseLook::per_frame;
    Pose pose{.follow = shown_.follow, .look = per_frame ? mouse : newest_.look};
    const auto moved_toward = [&](double old_goal, double goal)
    { return timestep::approach_moving(pose.follow, old_goal, goal, settings.half_life, frame.frame_time); };
    switch (settings.follow)
    {
    case CameraFollow::newest: pose.follow = frame.newest; break;
    case CameraFollow::blended: pose.follow = frame.shown; break;
    case CameraFollow::smoothed_newest: pose.follow = moved_toward(newest_goal_, frame.newest); break;
    case CameraFollow::smoothed_blended: pose.follow = moved_toward(shown_goal_, frame.shown); break;
    case CameraFollow::stepped:
        const double steps_ahead = step_ > 0.0 ? frame.shown_minus_newest / step_ : 0.0;
        pose.follow              = newest_.follow + steps_ahead * (newest_.follow - before_.follow);
        if (!per_frame) pose.look = newest_.look + steps_ahead * (newest_.look - before_.look);
        break;
    }
    return pose;
}

} // namespace scenes
