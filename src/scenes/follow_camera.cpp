#include "scenes/follow_camera.hpp"

#include "sim/physics/portable_math.hpp"
#include "timestep/smooth.hpp"

namespace scenes
{

void FollowCamera::reset(double target_x)
{
    pose_before_step_ = newest_pose_ = shown_pose_ = {.follow_x = target_x};
    previous_newest_target_ = previous_shown_target_ = target_x;
    newest_step_seconds_ = 0.0;
}

void FollowCamera::follow_target(const CameraSettings& settings, const CameraFrame& frame)
{
    constexpr double angular_frequency = sim::tau / CameraSettings::mouse_period;
    const double current_mouse_offset_x =
        settings.mouse_speed / angular_frequency * sim::sin_cos(angular_frequency * frame.game_time).sin;

    // The target moves at a constant speed during the steps of the frame.
    if (frame.last_step_seconds > 0.0)
    {
        const double half_life = settings.half_life;
        const double earlier_fraction =
            frame.earlier_steps_seconds / (frame.earlier_steps_seconds + frame.last_step_seconds);
        const double target_before_last_step =
            previous_newest_target_ + earlier_fraction * (frame.newest_target - previous_newest_target_);
        const double x_before_step =
            timestep::approach_moving(newest_pose_.follow_x, previous_newest_target_, target_before_last_step,
                                      half_life, frame.earlier_steps_seconds);
        const double newest_x = timestep::approach_moving(x_before_step, target_before_last_step, frame.newest_target,
                                                          half_life, frame.last_step_seconds);
        const bool has_earlier_step = frame.earlier_steps_seconds > 0.0;
        pose_before_step_ = {x_before_step, has_earlier_step ? current_mouse_offset_x : newest_pose_.mouse_offset_x};
        newest_pose_ = {newest_x, current_mouse_offset_x};
        newest_step_seconds_ = frame.last_step_seconds;
    }

    shown_pose_ = next_shown_pose(settings, frame, current_mouse_offset_x);
    if (settings.follow != CameraFollow::stepped)
        pose_before_step_.follow_x = newest_pose_.follow_x = shown_pose_.follow_x;
    previous_newest_target_ = frame.newest_target;
    previous_shown_target_ = frame.shown_target;
}

FollowCamera::Pose FollowCamera::next_shown_pose(const CameraSettings& settings, const CameraFrame& frame,
                                                 double current_mouse_offset_x) const
{
    const bool looks_per_frame = settings.look == MouseLook::per_frame;
    Pose pose{.follow_x = shown_pose_.follow_x,
              .mouse_offset_x = looks_per_frame ? current_mouse_offset_x : newest_pose_.mouse_offset_x};
    const auto moved_toward = [&](double old_target, double target)
    { return timestep::approach_moving(pose.follow_x, old_target, target, settings.half_life, frame.frame_time); };
    switch (settings.follow)
    {
    case CameraFollow::newest: pose.follow_x = frame.newest_target; break;
    case CameraFollow::blended: pose.follow_x = frame.shown_target; break;
    case CameraFollow::smoothed_newest:
        pose.follow_x = moved_toward(previous_newest_target_, frame.newest_target);
        break;
    case CameraFollow::smoothed_blended:
        pose.follow_x = moved_toward(previous_shown_target_, frame.shown_target);
        break;
    case CameraFollow::stepped:
        const double shown_step_fraction =
            newest_step_seconds_ > 0.0 ? frame.shown_minus_newest_seconds / newest_step_seconds_ : 0.0;
        pose.follow_x =
            newest_pose_.follow_x + shown_step_fraction * (newest_pose_.follow_x - pose_before_step_.follow_x);
        if (!looks_per_frame)
            pose.mouse_offset_x =
                newest_pose_.mouse_offset_x +
                shown_step_fraction * (newest_pose_.mouse_offset_x - pose_before_step_.mouse_offset_x);
        break;
    }
    return pose;
}

} // namespace scenes
