// scenes/follow_camera.hpp -- a camera that follows the body of a scene; it moves once a frame
#pragma once

#include <cstdint>

namespace scenes
{

/// How a camera follows the body. The displayed state is what the frame shows: the newest state, or a blend of two.
enum class CameraFollow : std::uint8_t
{
    newest, ///< at the body in the newest state
    blended, ///< at the body in the displayed state
    stepped, ///< moved toward the newest state in each step; a frame shows a blend of the camera's last two poses
    smoothed_newest, ///< moved toward the newest state in each frame
    smoothed_blended, ///< moved toward the displayed state in each frame
};

/// When a movement of the simulated mouse moves the camera.
enum class MouseLook : std::uint8_t
{
    per_frame, ///< in every frame
    per_step, ///< in each frame with a step, by all movement since the last step
};

struct CameraSettings
{
    CameraFollow follow = CameraFollow::newest;
    MouseLook look = MouseLook::per_frame;
    double half_life = 0.1; ///< half-life in s of the distance between a smoothed camera and its target; at least 0
    /// Largest speed in m/s of the simulated mouse, which moves the camera to and fro with the period `mouse_period`.
    double mouse_speed = 0.0;

    static constexpr double mouse_period = 4.0; ///< in s
};

/// The data of one frame for FollowCamera::follow_target(). Times are in s, points in metres.
struct CameraFrame
{
    double newest_target = 0.0; ///< position of the target in the newest state
    double shown_target = 0.0; ///< position of the target in the displayed state
    double frame_time = 0.0;
    double game_time = 0.0; ///< time on the game clock
    double earlier_steps_seconds = 0.0; ///< sum of this frame's steps without the last
    double last_step_seconds = 0.0; ///< length of the last step; 0 in a frame without a step
    double shown_minus_newest_seconds = 0.0; ///< simulated time of the displayed state minus that of the newest state
};

/// A camera on the line along which the body moves. Cameras with equal inputs have bit-identical positions.
class FollowCamera
{
public:
    /// Moves the camera to `target_x`, in metres, and the simulated mouse to its zero position.
    void reset(double target_x);
    /// Moves the camera after its target, and by the simulated mouse.
    void follow_target(const CameraSettings& settings, const CameraFrame& frame);
    /// Returns the coordinate in metres at the middle of the view.
    double x() const { return shown_pose_.follow_x + shown_pose_.mouse_offset_x; }

private:
    struct Pose
    {
        double follow_x = 0.0; ///< position in metres without the mouse's movement
        double mouse_offset_x = 0.0; ///< displacement in metres by the mouse
    };

    Pose next_shown_pose(const CameraSettings& settings, const CameraFrame& frame, double current_mouse_offset_x) const;

    Pose pose_before_step_{}; ///< pose before the newest step
    Pose newest_pose_{}; ///< pose after the newest step
    Pose shown_pose_{}; ///< pose in the newest frame
    double previous_newest_target_ = 0.0; ///< CameraFrame::newest_target of the last frame
    double previous_shown_target_ = 0.0; ///< CameraFrame::shown_target of the last frame
    double newest_step_seconds_ = 0.0; ///< length in s of the newest step
};

} // namespace scenes
